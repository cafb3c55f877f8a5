// Writes the licences of each part of the runtime next to it: its own licence, and those of the code built into it. A
// package's licence comes from the package. Built-in code that npm does not know is listed in licences/inside.json.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), 'utf8').trim();
const { packages } = JSON.parse(read('package-lock.json'));
const inside = JSON.parse(read('licences/inside.json'));
const LINE = `\n\n${'-'.repeat(80)}\n\n`;

function ofPackage(path) {
  const { name, version, license, author } = JSON.parse(read(path, 'package.json'));
  const whose = typeof author === 'object' ? author.name : author;
  const file = readdirSync(join(here, path)).find(each => /^licen[cs]e/i.test(each));
  const said = `${name} ${version}\nLicence: ${license}${whose ? `\nAuthor: ${whose}` : ''}`;
  return file ? `${said}\n\n${read(path, file)}` : said;
}

const listed = name => inside.filter(part => part.inside === name)
  .map(part => `${part.name}${part.version && ` ${part.version}`}: ${part.licence}`).join('\n');

// Returns where npm put a dependency: in a folder of the package that needs it, or of the nearest package around that one.
function locate(name, folder) {
  const path = `${folder}node_modules/${name}`;
  return path in packages ? path : locate(name, folder.slice(0, folder.lastIndexOf('node_modules/')));
}

// Returns a package with its direct and indirect dependencies.
function withNeeds(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const name of Object.keys(packages[path].dependencies ?? {})) withNeeds(locate(name, `${path}/`), found);
  return found;
}

// Lists the packages built into PyScript's files: all that npm installs for it, except types and parts for other hosts.
function ofPyscript() {
  const needed = withNeeds('node_modules/@pyscript/core');
  return Object.keys(packages).filter(path => needed.has(path) && !/\/(pyodide|@types\/.*|ws)$/.test(path));
}

// Returns the licence of a single package as a text.
export const writeLicence = path => `${ofPackage(path)}\n`;

export function writeLicences(out, notice) {
  const parts = {
    chart: ['node_modules/chart.js', 'node_modules/@kurkle/color'].map(ofPackage),
    numerals: [ofPackage('node_modules/@fontsource/rubik')],
    pyscript: [...ofPyscript().map(ofPackage),
      `Built into the same files:\n${listed('@pyscript/core')}`, read('licences/CodeMirror.txt')],
    pyodide: [ofPackage('node_modules/pyodide'), `Built into the same files:\n${listed('pyodide')}`,
      notice.trim(), read('licences/Python.txt'), read('licences/MPL-2.0.txt')],
    qrcode: [ofPackage('node_modules/qrcode-generator'), read('licences/qrcode-generator.txt')],
  };
  for (const [folder, texts] of Object.entries(parts)) writeFileSync(join(out, folder, 'LICENSE'), `${texts.join(LINE)}\n`);
}
