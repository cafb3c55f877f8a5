// Writes the licence of each part of the runtime beside it: its own, and those of what was built into it. What a
// package says of itself comes from the package; what is inside one and in no package is in licences/inside.json.
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

// Where npm put what a package needs: in a folder of that package, or else of the nearest one around it.
function locate(name, folder) {
  const path = `${folder}node_modules/${name}`;
  return path in packages ? path : locate(name, folder.slice(0, folder.lastIndexOf('node_modules/')));
}

// That package and, step by step, those it needs.
function withNeeds(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const name of Object.keys(packages[path].dependencies ?? {})) withNeeds(locate(name, `${path}/`), found);
  return found;
}

// What npm installs for PyScript is built into its files, but for the types, and the parts that serve other hosts.
function ofPyscript() {
  const needed = withNeeds('node_modules/@pyscript/core');
  return Object.keys(packages).filter(path => needed.has(path) && !/\/(pyodide|@types\/.*|ws)$/.test(path));
}

// The licence of what is one package alone, as a text.
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
