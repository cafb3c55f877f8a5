// Byte-compiles the page's modules with the same Python that will run them: a page that need not compile starts half a
// second earlier. Docstrings, assertions and column numbers are left out, as in vendor.mjs. Standard input:
// {"name of the result": ["the module's name in the site", "its file"], ...}, as JSON.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, 'vendor/compiled');
const wanted = JSON.parse(readFileSync(0, 'utf8'));
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: '1' } });
const compile = python.runPython(`
import importlib._bootstrap_external as bootstrap
import importlib.util

def compiled(name, source):
    data = source.to_py()
    code = compile(bytes(data), name, "exec", dont_inherit=True, optimize=2)
    return bytes(bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(data), False))

compiled
`);
mkdirSync(out, { recursive: true });
for (const [result, [name, file]] of Object.entries(wanted)) {
  const partial = join(out, `${result}.partial`); // an incomplete module would break the page
  writeFileSync(partial, compile(name, new Uint8Array(readFileSync(file))).toJs());
  renameSync(partial, join(out, result));
}
process.exit(0); // Pyodide keeps the process alive
