// Copies the runtime out of node_modules into vendor/, byte-compiles Python's standard library (the
// page starts in half the time), and writes what the service worker has to keep. Same input, same bytes.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const here = dirname(fileURLToPath(import.meta.url));
const pyscript = join(here, 'node_modules/@pyscript/core');
const pyodide = join(here, 'node_modules/pyodide');
const out = join(here, 'vendor');

const withoutSourceMap = path => readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');

function copyPyscript() {
  for (const name of readdirSync(join(pyscript, 'dist')))
    if (/^(core(-\w+)?|(error|codemirror|index)[\w-]*)\.js$/.test(name))
      writeFileSync(join(out, 'pyscript', name), withoutSourceMap(join(pyscript, 'dist', name)));
  copyFileSync(join(pyscript, 'LICENSE'), join(out, 'pyscript/LICENSE'));
}

function copyChart() {
  const chart = join(here, 'node_modules/chart.js');
  writeFileSync(join(out, 'chart/chart.js'), withoutSourceMap(join(chart, 'dist/chart.umd.min.js')));
  copyFileSync(join(chart, 'LICENSE.md'), join(out, 'chart/LICENSE'));
}

// Pyodide makes a piece of shared memory that only Node uses, at which browsers complain as a thing of the past.
function withoutNodesMemory(source) {
  const made = 'new Int32Array(new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer)';
  if (source.split(made).length !== 2) throw new Error('pyodide.asm.mjs has changed: look at withoutNodesMemory again');
  return source.replace(made, `globalThis.process?.versions?.node ? ${made} : null`);
}

function copyPyodide() {
  copyFileSync(join(pyodide, 'pyodide.asm.wasm'), join(out, 'pyodide/pyodide.asm.wasm'));
  writeFileSync(join(out, 'pyodide/pyodide.asm.mjs'), withoutNodesMemory(readFileSync(join(pyodide, 'pyodide.asm.mjs'), 'utf8')));
  writeFileSync(join(out, 'pyodide/pyodide.mjs'), withoutSourceMap(join(pyodide, 'pyodide.mjs')));
  const lock = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json'), 'utf8'));
  writeFileSync(join(out, 'pyodide/pyodide-lock.json'), JSON.stringify({ ...lock, packages: {} })); // nothing to fetch by name
}

async function compileStandardLibrary() {
  const python = await loadPyodide();
  python.FS.writeFile('/source.zip', readFileSync(join(pyodide, 'python_stdlib.zip')));
  python.runPython(`
import importlib._bootstrap_external as bootstrap
import importlib.util
import zipfile

with zipfile.ZipFile("/source.zip") as source, zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for name in sorted(source.namelist()):
        data = source.read(name)
        if name.endswith("/"):
            continue
        if name.endswith(".py"):  # a .pyc with an unchecked hash: no dates in it, never compared
            code = compile(data, "/lib/python314.zip/" + name, "exec", dont_inherit=True)
            data = bytes(bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(data), False))
            name += "c"
        entry = zipfile.ZipInfo(name)
        entry.compress_type = zipfile.ZIP_DEFLATED
        compiled.writestr(entry, data, compresslevel=9)
`);
  writeFileSync(join(out, 'pyodide/python_stdlib.zip'), python.FS.readFile('/compiled.zip'));
}

function writePrecache() {
  const files = ['chart', 'pyodide', 'pyscript'].flatMap(folder =>
    readdirSync(join(out, folder)).sort().filter(name => name !== 'LICENSE').map(name => `${folder}/${name}`));
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(out, file)));
  const vendor = { version: hash.digest('hex').slice(0, 16), files: files.map(file => `./web/vendor/${file}`) };
  writeFileSync(join(out, 'precache.js'), `self.VENDOR = ${JSON.stringify(vendor, null, 1)};\n`);
}

rmSync(out, { recursive: true, force: true });
for (const folder of ['chart', 'pyscript', 'pyodide']) mkdirSync(join(out, folder), { recursive: true });
copyPyscript();
copyChart();
copyPyodide();
await compileStandardLibrary();
writePrecache();
process.exit(0); // Pyodide keeps the process alive
