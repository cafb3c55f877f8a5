// Turns the documents in npuzzle/docs into the folder `docs` of the site. Same input, same bytes. Standard input: JSON with
// the folder of the `documents`, the folder `out`, `version`, the `repository`'s address (empty if there is none yet), and
// `madeFrom`, a hash of all sources.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeLicence } from '../licences.mjs';
import { makeSite } from './site.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), 'utf8');
const { documents, out, version, repository, madeFrom } = JSON.parse(readFileSync(0, 'utf8'));

const names = readdirSync(documents).filter(name => /\.(md|ipynb|py)$/.test(name)).sort();
const texts = new Map(names.map(name => [name, readFileSync(join(documents, name), 'utf8')]));
const files = makeSite({ texts, version, repository });
files.set('documents.css', read('../page/tokens.css') + read('documents.css'));
files.set('documents.js', read('documents.js'));
files.set('search.mjs', read('search.mjs'));
files.set('minisearch.js', read('../node_modules/minisearch/dist/es/index.js').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
files.set('LICENSE', writeLicence('node_modules/minisearch'));
files.set('stamp', [madeFrom, ...files.keys(), 'stamp', ''].join('\n'));

// Replaces file by file, and the stamp last, so that a running server always has complete files and their correct list.
const before = existsSync(join(out, 'stamp')) ? readFileSync(join(out, 'stamp'), 'utf8').trim().split('\n').slice(1) : [];
for (const [name, content] of files) {
  const place = join(out, name);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(`${place}.new`, content);
  renameSync(`${place}.new`, place);
}
for (const name of before) if (!files.has(name)) rmSync(join(out, name), { force: true });
