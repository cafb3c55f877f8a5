// PyScript asks this module for the interpreter. If the site's snapshot is at hand (see web/snapshot), this module restores
// Python's memory from it. Otherwise, or if the snapshot cannot be used, Python starts from the beginning.
//
// A site that is served from this machine has the snapshot at hand on the first visit. Over a network, loading the snapshot
// makes a first visit longer, unless the line is fast. So on slow lines the service worker fetches it later, for the second visit.
import { loadPyodide as start, version } from '../vendor/pyodide/pyodide.mjs';
import snapshot from '../snapshot.js';
import { answerWorkers, askPage, useCompiled } from './hand_over.mjs';
import { restore } from './restore.mjs';

const FOLDER = new URL('../../', import.meta.url).href;
const PYODIDE = `${FOLDER}web/vendor/pyodide/`;
const PROGRAM = `${PYODIDE}pyodide.asm.mjs`, CODE = `${PYODIDE}pyodide.asm.wasm`;
const MEMORY = 'web/vendor/snapshot/memory.bin';
const FAST = 8000; // uncompressed bytes per millisecond: above that, loading the snapshot takes less time than it saves
const DRAWN = 20; // ms in which the browser draws the page
const inWorker = !globalThis.document;

export { version };

async function load(name) {
  const response = await fetch(FOLDER + name);
  if (!response.ok) throw new Error(`${name.split('/').pop()} did not load (${response.status})`);
  return response.arrayBuffer();
}

// Compile Pyodide's code while it arrives, if the host names its type.
async function compile() {
  const response = await fetch(CODE), isNamed = response.headers.get('Content-Type') === 'application/wasm';
  return isNamed || !response.ok ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// The key is the one that sw.js uses. The browser may have no caches, or forbid them.
const findKept = key => globalThis.caches?.match(key).catch(() => null);

// A promise that may fail before anything awaits it: the error is only reported once it is awaited.
function begun(coming) {
  coming.catch(() => {});
  return coming;
}

// Cached and sent data are not trusted: their hash must be the one in the site's own list.
async function check(pages) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', pages));
  const hex = Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== snapshot.sha256) throw new Error('the host sent something else instead of memory.bin');
  return new Uint8Array(pages);
}

// Whether the line is fast, measured by Python's script, which every start loads. False if the script did not come over the line.
function isFast() {
  if (navigator.connection?.saveData) return false;
  const [came] = performance.getEntriesByName(PROGRAM);
  if (!came || came.transferSize < came.encodedBodySize) return false;
  return came.decodedBodySize / (came.responseEnd - came.requestStart) > FAST;
}

// The snapshot, with a promise of its pages, or null if it is not at hand. `program`: a promise of Python's script.
export async function findMemory(program) {
  const kept = snapshot && await findKept(`${FOLDER}${MEMORY}?${snapshot.sha256}`);
  if (!snapshot || snapshot.later && !kept && !(await program, isFast())) return null;
  if (snapshot.version !== version) throw new Error(`the snapshot was made with Pyodide ${snapshot.version}, but this is ${version}`);
  const pages = begun((kept ? kept.arrayBuffer() : load(MEMORY)).then(check));
  return { ...snapshot, pages };
}

const loadBundle = () => begun(load('web/npuzzle.zip'));
const loadFiles = () => ({ library: begun(load('web/vendor/pyodide/python_stdlib.zip')), bundle: loadBundle() });

// The page's data for a worker, once it is decided whether Python is restored. Only the first worker that asks gets the buffers.
const decided = Promise.withResolvers();
let compiled = null, spare = {};

async function take() {
  if (await decided.promise) await drawnControls();
  const buffers = spare;
  spare = {};
  return { ...buffers, code: await compiled.catch(() => null), buffers: Object.values(buffers) };
}

// Done once the page's controls are ready, and the browser has drawn them.
const drawnControls = () => new Promise(done => {
  const look = () => { if (document.body.hasAttribute('data-ready')) setTimeout(done, DRAWN); };
  new MutationObserver(look).observe(document.body, { attributeFilter: ['data-ready'] });
  look();
});

// If Python is restored, the worker is made afterwards and loads its scripts, but gets the page's data only when the controls
// are ready, because it would delay them. Otherwise the worker begins immediately.
// Call this once PyScript asks for Python. Before that, PyScript's module may still wait for its settings, and then WebKit
// gives importers a module without its `hooks` (WebKit's bug 242740).
async function answer() {
  const { hooks } = await import('../vendor/pyscript/core.js');
  answerWorkers(hooks, take);
  await decided.promise;
  startWorker();
}

function startWorker() {
  const script = document.createElement('script');
  Object.assign(script, { type: 'py', src: './web/solver/worker.py' });
  for (const [name, value] of [['worker', ''], ['name', 'solver'], ['config', './web/pyscript.json']]) script.setAttribute(name, value);
  document.body.append(script);
}

// `given`: the data that this worker got from the page.
async function resume(program, given) {
  const memory = given.pages ? { ...snapshot, pages: Promise.resolve(new Uint8Array(given.pages)) } : await findMemory(program);
  if (!memory) return null;
  const files = given.pages ? given : loadFiles(), { pages } = memory, { default: createModule } = await program;
  useCompiled(compiled, CODE);
  const python = await restore(start, createModule, memory, files, PYODIDE);
  if (inWorker) return python;
  spare = { pages: (await pages).buffer, library: await files.library, bundle: await files.bundle };
  decided.resolve(true);
  return python;
}

async function startAnew() {
  decided.resolve();
  const bundle = loadBundle();
  useCompiled(compiled, CODE);
  const python = await start({ indexURL: PYODIDE });
  python.FS.writeFile('/home/pyodide/npuzzle.zip', new Uint8Array(await bundle));
  return python;
}

function tell(why) {
  console.warn(`Python starts without its snapshot: ${why}`);
  if (inWorker) return;
  const note = document.getElementById('start-note');
  note.textContent = `This start took longer, as the snapshot of Python could not be used: ${why.replace(/\.$/, '')}.`;
  note.hidden = false;
}

async function begin() {
  const program = begun(import(PROGRAM)), given = inWorker ? await askPage() : {};
  compiled = begun(given.code ? Promise.resolve(given.code) : compile());
  try {
    const python = await resume(program, given);
    if (python) return python;
  } catch (error) {
    tell(error.message.trim().split('\n').pop());
  }
  return startAnew();
}

// A first visit draws the page first, because on a slow line megabytes of Python would delay the drawing.
const drawn = () => new Promise(done => {
  if (inWorker || document.visibilityState === 'hidden' || navigator.serviceWorker?.controller) done();
  else requestAnimationFrame(() => setTimeout(done));
});

const early = drawn().then(begin); // starts before PyScript asks
early.catch(() => {}); // the error is reported when PyScript asks

export async function loadPyodide({ stdout, stderr }) {
  if (!inWorker) answer();
  const python = await early;
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  return python;
}
