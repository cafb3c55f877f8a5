// Makes a snapshot: the memory of Python after it has imported all modules of the page and its worker that need no browser.
// A page that restores the snapshot starts in half the time. Same input, same bytes. Standard input: JSON with the `bundle`
// of the page's modules, their source files (`modules`), the first `scripts` of the page and the worker, the folder `out`,
// and `madeFrom`, a hash of all sources.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const vendor = join(here, '../vendor/pyodide');
const pyscript = join(here, '../node_modules/@pyscript/core/src/stdlib/pyscript');
const PAGE = 4096; // bytes: the memory is saved in whole pages
const SETTINGS = { indexURL: `${vendor}/`, env: { PYTHONHASHSEED: '0', TZ: 'UTC', LANG: 'C.UTF-8' } }; // nothing of this machine

// No time, random number or path of this machine gets into the memory: a page asks its own browser for them.
process.env.TZ = 'UTC';
process.argv[1] = './this.program'; // as in a browser
Date.now = performance.now = () => 0;
crypto.getRandomValues = bytes => bytes.fill(0);
const load = name => import(pathToFileURL(join(vendor, name)));
const { loadPyodide, version } = await load('pyodide.mjs');
const { default: createModule } = await load('pyodide.asm.mjs');
const { bundle, modules, scripts, out, madeFrom } = JSON.parse(readFileSync(0, 'utf8'));

// Returns the memory before Python runs, which each page has without downloading it.
async function bareMemory() {
  const enough = new Error('enough');
  let memory;
  await loadPyodide({ ...SETTINGS, async createPyodideModule(settings) {
    memory = (await createModule({ ...settings, noInitialRun: true })).HEAPU8.slice();
    throw enough;
  } }).catch(error => { if (error !== enough) throw error; });
  return memory;
}

// Returns PyScript's Python modules. They need the browser, so the snapshot has only their code, which runs on the page.
function pyscriptModules() {
  const names = readdirSync(pyscript).filter(name => name.endsWith('.py')).sort();
  return names.map(name => ({
    module: name === '__init__.py' ? 'pyscript' : `pyscript.${name.slice(0, -3)}`,
    file: `/home/pyodide/pyscript/${name}`,
    source: readFileSync(join(pyscript, name), 'utf8'),
  }));
}

// Fills freed memory with zeros, which take almost no space in the snapshot.
function wipeFreed({ _calloc, _free, _sbrk }) {
  const taken = [];
  for (let size = 1 << 20; size >= 16; size = size > 64 ? size >> 1 : size - 16)
    for (const top = _sbrk(0); _sbrk(0) === top && taken.length < 500_000;) taken.push(_calloc(1, size));
  for (const address of taken) _free(address);
}

async function takeMemory() {
  const python = await loadPyodide({ ...SETTINGS, _makeSnapshot: true });
  python.FS.writeFile('npuzzle.zip', readFileSync(bundle));
  const texts = Object.entries(modules).map(([name, file]) => [name, readFileSync(file, 'utf8')]);
  const given = {
    modules: Object.fromEntries(texts), pyscript: pyscriptModules(), scripts: scripts.map(name => readFileSync(name, 'utf8')),
  };
  python.runPython(readFileSync(join(here, 'prepare.py'), 'utf8'), { globals: python.toPy({ given: JSON.stringify(given) }) });
  wipeFreed(python._module);
  return python.makeMemorySnapshot();
}

// Returns the pages that differ from the bare memory, and their runs: [number of the first page, number of pages, ...].
function difference(memory, bare) {
  const zeros = new Uint8Array(PAGE), runs = [], pages = [];
  for (let at = 0; at < memory.length; at += PAGE) {
    const page = memory.subarray(at, at + PAGE), was = at < bare.length ? bare.subarray(at, at + PAGE) : zeros;
    if (!Buffer.compare(page, was)) continue;
    pages.push(page);
    if (runs.at(-2) + runs.at(-1) === at / PAGE) runs[runs.length - 1] += 1;
    else runs.push(at / PAGE, 1);
  }
  return { runs, pages: Buffer.concat(pages) };
}

function write(name, content) {
  const partial = join(out, `${name}.partial`);
  writeFileSync(partial, content);
  renameSync(partial, join(out, name));
}

const snapshot = await takeMemory();
const start = new Uint32Array(snapshot.buffer, 0, 2)[1]; // the bytes before it describe Pyodide's references to JavaScript
const memory = snapshot.subarray(start);
const { runs, pages } = difference(memory, await bareMemory());
mkdirSync(out, { recursive: true });
write('memory.bin', pages);
write('memory.json', JSON.stringify({
  version, size: pages.length, bytes: memory.length, head: Buffer.from(snapshot.subarray(0, start)).toString('base64'), runs,
  sha256: createHash('sha256').update(pages).digest('hex'),
  madeFrom,
}));
process.exit(0); // Pyodide keeps the process alive
