// PyScript asks this module for the interpreter. If the site's snapshot is at hand (see web/snapshot), the memory of Python
// is put back. If it is not, or cannot be used, Python starts from the beginning.
//
// A site that is served from this machine has the snapshot at hand on the first visit. Over a network it would make a
// first visit longer: there the service worker keeps it on the second visit, and the third starts from it.
import { loadPyodide as start, version } from '../vendor/pyodide/pyodide.mjs';
import snapshot from '../snapshot.js';
import { restore } from './restore.mjs';

const FOLDER = new URL('../../', import.meta.url).href;
const PYODIDE = `${FOLDER}web/vendor/pyodide/`;
const MEMORY = 'web/vendor/snapshot/memory.bin';
const inWorker = !globalThis.document;

export { version };

async function load(name) {
  const response = await fetch(FOLDER + name);
  if (!response.ok) throw new Error(`${name.split('/').pop()} did not load (${response.status})`);
  return response.arrayBuffer();
}

// Under the key of sw.js. The browser may refuse to keep anything, and to say so.
const findKept = key => globalThis.caches?.match(key).catch(() => null);

// Nothing that is kept or sent is trusted: its hash stands in the site's own list.
async function check(pages) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', pages));
  const hex = Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== snapshot.sha256) throw new Error('what came for memory.bin is not that file');
  return new Uint8Array(pages);
}

// The snapshot, its pages under way; null if it is not at hand.
export async function findMemory() {
  const kept = snapshot && await findKept(`${FOLDER}${MEMORY}?${snapshot.sha256}`);
  if (!snapshot || snapshot.later && !kept) return null;
  if (snapshot.version !== version) throw new Error(`the snapshot is of Pyodide ${snapshot.version}, and this is ${version}`);
  const pages = (kept ? kept.arrayBuffer() : load(MEMORY)).then(check);
  pages.catch(() => {}); // heard when they are put back
  return { ...snapshot, pages };
}

function loadFile(name) {
  const coming = load(name);
  coming.catch(() => {}); // heard when it is written
  return coming;
}

async function resume(program) {
  const memory = await findMemory();
  if (!memory) return null;
  const files = { library: loadFile('web/vendor/pyodide/python_stdlib.zip'), bundle: loadFile('web/npuzzle.zip') };
  return restore(start, (await program).default, memory, files, PYODIDE);
}

// The worker begins when the controls stand if Python is restored, see web/solver/browser.py; else at once.
function startWorker() {
  const script = document.createElement('script');
  Object.assign(script, { type: 'py', src: './web/solver/worker.py' });
  for (const [name, value] of [['worker', ''], ['name', 'solver'], ['config', './web/pyscript.json']]) script.setAttribute(name, value);
  document.body.append(script);
}

function tell(why) {
  console.warn(`Python starts without its snapshot: ${why}`);
  if (inWorker) return;
  const note = document.getElementById('start-note');
  note.textContent = `This start took longer, as the snapshot of Python could not be used: ${why.replace(/\.$/, '')}.`;
  note.hidden = false;
}

async function begin() {
  const program = import('../vendor/pyodide/pyodide.asm.mjs');
  program.catch(() => {}); // heard when Python starts
  try {
    const python = await resume(program);
    if (python) return python;
  } catch (error) {
    tell(error.message.trim().split('\n').pop());
  }
  if (!inWorker) startWorker();
  const bundle = loadFile('web/npuzzle.zip');
  const python = await start({ indexURL: PYODIDE });
  python.FS.writeFile('/home/pyodide/npuzzle.zip', new Uint8Array(await bundle));
  return python;
}

// The page is drawn first: on a slow line megabytes would be in its way.
const drawn = () => new Promise(done => {
  if (inWorker || document.visibilityState === 'hidden') done();
  else requestAnimationFrame(() => setTimeout(done));
});

const early = drawn().then(begin); // under way before PyScript asks
early.catch(() => {}); // heard when PyScript asks

export async function loadPyodide({ stdout, stderr }) {
  const python = await early;
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  return python;
}
