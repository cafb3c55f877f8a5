// Copies the runtime from node_modules to vendor/, reduces the font to its digits, and byte-compiles Python's standard
// library, which halves the time of the page's start. Same input, same bytes.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';
import subsetFont from 'subset-font';
import { withFewerExports } from './exports.mjs';
import { writeLicences } from './licences.mjs';
import { withOneModule } from './one_module.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const pyscript = join(here, 'node_modules/@pyscript/core');
const pyodide = join(here, 'node_modules/pyodide');
const out = join(here, 'vendor');

const withoutSourceMap = path => readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');

// Replaces a text that must be in the source exactly once.
function replaced(source, was, is) {
  if (source.split(was).length !== 2) throw new Error(`a file of the runtime has changed: look again at the change to ${was}`);
  return source.replace(was, () => is);
}

// PyScript sends a worker its hooks as text, and calls Function(text) on both sides: a page with such a call needs
// 'unsafe-eval' in its policy. The worker starts from a piece of text anyway, so that text can contain the hooks.
// 1. The page made a function from the hooks, only to turn it into text again. Now it makes the text.
// 2. The worker's text now begins with these functions, each stored under its own text.
// 3. The worker finds them there.
function withoutEval(source) {
  const asText = replaced(source,
    'return Function(`return(w,x)=>(${r})(w,x,...[${s}])`)()',
    'return{toString:()=>`(w,x)=>(${r})(w,x,...[${s}])`}');
  const withHooks = replaced(asText,
    '(URL.createObjectURL(new Blob(["/*@*/"+',
    '(URL.createObjectURL(new Blob([`const HOOKS=new Map([${this instanceof os?ns.slice(1).filter(e=>this[e]).map(e=>Qr(this[e])).map(e=>`[${JSON.stringify(e)},${e}]`):""}]);`+');
  return replaced(withHooks, "It=e=>Function(`\\'use strict\\';return (${e})`)()", 'It=e=>HOOKS.get(e)');
}

function copyPyscript() {
  for (const name of readdirSync(join(pyscript, 'dist')))
    if (/^(core(-\w+)?|(error|codemirror|index)[\w-]*)\.js$/.test(name)) {
      const source = withoutSourceMap(join(pyscript, 'dist', name));
      writeFileSync(join(out, 'pyscript', name), name.startsWith('core-') ? withoutEval(source) : source);
    }
}

function copyChart() {
  const chart = join(here, 'node_modules/chart.js');
  writeFileSync(join(out, 'chart/chart.js'), withoutSourceMap(join(chart, 'dist/chart.umd.min.js')));
}

const copyCodes = () => copyFileSync(join(here, 'node_modules/qrcode-generator/dist/qrcode.mjs'), join(out, 'qrcode/qrcode.mjs'));

// The ten digits of Rubik Bold with their tabular forms: a seventh of the bytes of the font's Latin letters.
async function cutNumerals() {
  const rubik = readFileSync(join(here, 'node_modules/@fontsource/rubik/files/rubik-latin-700-normal.woff2'));
  writeFileSync(join(out, 'numerals/rubik.woff2'), await subsetFont(rubik, '0123456789', { targetFormat: 'woff2' }));
}

// Pyodide makes a piece of shared memory that only Node uses, and browsers report this as deprecated.
function withoutNodesMemory(source) {
  const made = 'new Int32Array(new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer)';
  return replaced(source, made, `globalThis.process?.versions?.node ? ${made} : null`);
}

// To find out whether its worker is a classic one, Pyodide imports a script from a data: address, which the page's policy
// rejects and Firefox therefore reports. PyScript's worker is a module, so the answer is no.
const withoutProbe = source =>
  replaced(source, '{try{return globalThis.importScripts("data:text/javascript,"),!0}catch{return!1}}', '{return!1}');

function copyPyodide() {
  const loader = withoutProbe(withoutSourceMap(join(pyodide, 'pyodide.mjs')));
  const changed = withOneModule(withoutProbe(withoutNodesMemory(readFileSync(join(pyodide, 'pyodide.asm.mjs'), 'utf8'))), replaced);
  const [glue, code] = withFewerExports(changed, readFileSync(join(pyodide, 'pyodide.asm.wasm')), loader, replaced);
  writeFileSync(join(out, 'pyodide/pyodide.asm.wasm'), code);
  writeFileSync(join(out, 'pyodide/pyodide.asm.mjs'), glue);
  writeFileSync(join(out, 'pyodide/pyodide.mjs'), loader);
  const lock = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json'), 'utf8'));
  writeFileSync(join(out, 'pyodide/pyodide-lock.json'), JSON.stringify({ ...lock, packages: {} })); // no package to fetch by name
}

// The standard library loses modules for processes, terminals, command lines, archives, sockets, servers, mail or debugging,
// because these do not work on a page. It also loses Python versions of modules that exist in C, old text encodings, docstrings
// and assertions. Every remaining module can be imported.
const LEFT_OUT = `
  __hello__ __phello__ _pydatetime _pyio _pyrepl _ssl antigravity argparse asyncio.__main__ asyncio.proactor_events
  asyncio.tools asyncio.windows_events asyncio.windows_utils bdb cmd compileall concurrent.futures.interpreter
  concurrent.futures.process concurrent.interpreters configparser cProfile ctypes doctest email fileinput ftplib getpass
  http.client http.cookiejar http.cookies http.server imaplib importlib.metadata json.tool logging.config logging.handlers
  mailbox modulefinder multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib profile pstats pty pyclbr
  pydoc pydoc_data smtplib socketserver sqlite3 ssl tabnanny tarfile this trace tracemalloc tty unittest urllib.request
  urllib.robotparser venv wave webbrowser wsgiref xml xmlrpc zipapp
`.trim().split(/\s+/);
const ENCODINGS = /^encodings\/(__init__|aliases|ascii|charmap|cp1252|cp437|hex_codec|idna|latin_1|punycode|raw_unicode_escape|unicode_escape|utf_\w+|zlib_codec)\.py$/;

const isLeftOut = name =>
  LEFT_OUT.some(it => { const path = it.replaceAll('.', '/'); return name === `${path}.py` || name.startsWith(`${path}/`); })
  || (name.startsWith('encodings/') && !ENCODINGS.test(name));

// Column numbers are left out, as by Python's own option: a quarter of the bytes. Line numbers remain.
async function compileStandardLibrary() {
  const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: '1' } });
  python.globals.set('is_left_out', isLeftOut);
  python.FS.writeFile('/source.zip', readFileSync(join(pyodide, 'python_stdlib.zip')));
  python.runPython(`
import importlib._bootstrap_external as bootstrap
import importlib.util
import zipfile

with zipfile.ZipFile("/source.zip") as source, zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for name in sorted(source.namelist()):
        data = source.read(name)
        if name.endswith("/") or is_left_out(name):
            continue
        if name.endswith(".py"):  # a .pyc whose hash is never checked, and which has no date
            texts = name.startswith(("pyodide/", "_pyodide/"))  # Pyodide reads its own docstrings
            code = compile(data, "/lib/python314.zip/" + name, "exec", dont_inherit=True, optimize=0 if texts else 2)
            data = bytes(bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(data), False))
            name += "c"
        entry = zipfile.ZipInfo(name)
        entry.compress_type = zipfile.ZIP_DEFLATED
        compiled.writestr(entry, data, compresslevel=9)
`);
  writeFileSync(join(out, 'pyodide/python_stdlib.zip'), python.FS.readFile('/compiled.zip'));
  return python.runPython('import sys; f"Python {sys.version.split()[0]}\\n{sys.copyright}"');
}

rmSync(out, { recursive: true, force: true });
for (const folder of ['chart', 'numerals', 'pyscript', 'pyodide', 'qrcode']) mkdirSync(join(out, folder), { recursive: true });
copyPyscript();
copyChart();
copyCodes();
await cutNumerals();
copyPyodide();
writeLicences(out, await compileStandardLibrary());
process.exit(0); // Pyodide keeps the process alive
