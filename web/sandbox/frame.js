// Opens the sandbox: a frame with an opaque origin, in which a worker runs its own Python interpreter. The worker gets its
// files by message, so it needs no network and no cache, and it answers by message. Removing the frame ends the worker.
import { findMemory } from '../js/start_python.mjs';

const SITE = new URL('../../', import.meta.url).href;
const PYODIDE = 'web/vendor/pyodide/';
const FILES = ['pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json']; // files that Pyodide fetches
const MODULES = 'web/npuzzle.zip';
const NOWHERE = '"sandbox:/python/"';

const MOST = 16_000_000; // characters: a longer answer is rejected
const PATIENCE = 60_000; // ms that a start may take

async function load(name) {
  const response = await fetch(SITE + name);
  if (!response.ok) throw new Error(`${name} did not load (${response.status})`);
  return response;
}
const text = async name => (await load(name)).text();
const bytes = async name => (await load(name)).arrayBuffer();

// Turns a module's code into a function. `parts`: pieces of code that only a module can have, each with its replacement.
function asFunction(source, parts) {
  for (const [was, is] of parts) {
    if (!source.includes(was)) throw new Error(`Python's runtime has changed: it has no ${was}`);
    source = source.replaceAll(was, is);
  }
  return `(() => { ${source} })()`;
}

// Returns all scripts of the worker as one text, because the worker's policy lets it load no script.
async function program() {
  const [python, loader, restoring, interpreter] = await Promise.all(
    [`${PYODIDE}pyodide.asm.mjs`, `${PYODIDE}pyodide.mjs`, 'web/js/restore.mjs', 'web/sandbox/worker.js'].map(text));
  const [, local] = /export\s*\{\s*(\S+) as loadPyodide\b[^}]*\}/.exec(loader) ?? [];
  const create = asFunction(python, [
    ['import.meta.url', NOWHERE], ['export default _createPyodideModule', 'return _createPyodideModule']]);
  const start = asFunction(loader, [[/export\s*\{[^}]*\}/.exec(loader)?.[0] ?? 'export', `return ${local}`]]);
  const restore = asFunction(restoring, [['export async function restore', 'return async function restore']]);
  return `const createPyodideModule = ${create};\nconst loadPyodide = ${start};\nconst restore = ${restore};\n${interpreter}`;
}

// Returns the snapshot with its pages, or null if it is not at hand or not the site's.
async function memoryOf() {
  try {
    const memory = await findMemory();
    return memory && { ...memory, pages: await memory.pages };
  } catch (error) {
    console.warn(`The sandbox starts Python without its snapshot: ${error.message}`);
    return null;
  }
}

// Loads all data for the worker. `tables`: the site's files of pattern databases, by shape.
async function cargo(tables) {
  const memory = memoryOf();
  const [modules, ...loaded] = await Promise.all(
    [MODULES, ...FILES.map(name => PYODIDE + name), ...Object.values(tables)].map(bytes));
  const kept = loaded.splice(FILES.length);
  return {
    files: Object.fromEntries(FILES.map((name, at) => [name, loaded[at]])),
    memory: await memory,
    modules,
    tables: Object.fromEntries(Object.keys(tables).map((shape, at) => [shape, kept[at]])),
  };
}

const buffers = ({ files, memory, modules, tables }) =>
  [...Object.values(files), ...memory ? [memory.pages.buffer] : [], modules, ...Object.values(tables)];

class Sandbox {
  #frame = document.getElementById('sandbox').content.firstElementChild.cloneNode(true);
  #port = null;
  #answered = null; // the functions that settle the promise of an answer

  // Resolves when the interpreter has started.
  async start(tables) {
    const loaded = new Promise(done => this.#frame.addEventListener('load', done, { once: true }));
    document.body.append(this.#frame);
    const [script, load] = await Promise.all([program(), cargo(tables), loaded]);
    if (!this.#frame.isConnected) throw new Error('it was ended');
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#hear(data);
    addEventListener('message', this.#fail);
    this.#frame.contentWindow.postMessage({ program: script, load }, '*', [port2, ...buffers(load)]); // an opaque origin cannot be named
    const late = setTimeout(() => this.#reject(new Error(`it took more than ${PATIENCE / 1000} seconds`)), PATIENCE);
    const said = await this.#wait().finally(() => {
      clearTimeout(late);
      removeEventListener('message', this.#fail); // later errors in the code arrive as answers
    });
    if (said !== 'ready') throw new Error(said);
  }

  // Returns the answer to a message: untrusted text, whatever it looks like.
  ask(message) {
    this.#port.postMessage(message);
    return this.#wait();
  }

  // Ends the worker immediately, whatever it does.
  end() {
    removeEventListener('message', this.#fail);
    this.#frame.remove();
    this.#port?.close();
    this.#reject(new Error('it was ended'));
  }

  #wait() {
    return new Promise((resolve, reject) => { this.#answered = { resolve, reject }; });
  }

  #hear(data) {
    if (typeof data !== 'string' || data.length > MOST) this.#reject(new Error('its answer is not a text, or too long'));
    else this.#answered?.resolve(data);
    this.#answered = null;
  }

  #reject(error) {
    this.#answered?.reject(error);
    this.#answered = null;
  }

  #fail = ({ source, data }) => {
    if (source === this.#frame.contentWindow) this.#reject(new Error(String(data).slice(0, 200)));
  };
}

export const open = () => new Sandbox();
