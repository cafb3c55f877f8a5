// Instead of starting Python, restores Python's memory from the site's snapshot (see web/snapshot).
// The sandbox's program contains the text of this module, see web/sandbox/frame.js.
const PAGE = 4096; // bytes
const FILES = { library: '/lib/python314.zip', bundle: '/home/pyodide/npuzzle.zip' };

// The browser has already stored which function of the table can call any other one. That value must not be overwritten.
function putBack(module, { runs, bytes }, pages) {
  if (module.HEAPU8.length < bytes) module.growMemory(bytes);
  const at = (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2]) >>> 2;
  const trampoline = module.HEAP32[at];
  for (let run = 0, from = 0; run < runs.length; run += 2) {
    const size = runs[run + 1] * PAGE;
    module.HEAPU8.set(pages.subarray(from, from + size), runs[run] * PAGE);
    from += size;
  }
  module.HEAP32[at] = trampoline;
}

// `memory`: the site's data about the snapshot, with a promise of its `pages`. `files`: promises of the library and the bundle,
// for modules that are not in memory, and for source code. `createModule`: Pyodide's. Random numbers and the clock are the visitor's.
export async function restore(loadPyodide, createModule, memory, files, indexURL) {
  const python = await loadPyodide({
    indexURL,
    stdLibURL: `${indexURL}pyodide-lock.json`, // a small file instead of the library
    _loadSnapshot: Uint8Array.from(atob(memory.head), letter => letter.charCodeAt(0)),
    async createPyodideModule(settings) {
      const module = await createModule(settings);
      putBack(module, memory, await memory.pages);
      memory.pages = null; // Pyodide keeps these settings, and the pages with them
      return module;
    },
  });
  for (const [name, path] of Object.entries(FILES)) python.FS.writeFile(path, new Uint8Array(await files[name]));
  python.pyimport('_snapshot').begin_anew(navigator.language);
  return python;
}
