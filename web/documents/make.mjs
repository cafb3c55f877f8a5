// Makes the documents into a site: npuzzle/docs in, the folder `docs` of the site out. Same input, same bytes. Standard
// input: JSON with the folder of the `documents`, the folder `out`, `version`, the `repository`'s address, and `madeFrom`, a
// hash of all that they are made from.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeLicence } from '../licences.mjs';
import { makeSite } from './site.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), 'utf8');
const { documents, out, version, repository, madeFrom } = JSON.parse(readFileSync(0, 'utf8'));

const names = readdirSync(documents).filter(name => /\.(md|ipynb)$/.test(name)).sort();
const texts = new Map(names.map(name => [name, readFileSync(join(documents, name), 'utf8')]));
const files = makeSite({ texts, version, repository });
files.set('documents.css', read('../page/tokens.css') + read('documents.css'));
files.set('documents.js', read('documents.js'));
files.set('minisearch.js', read('../node_modules/minisearch/dist/es/index.js').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
files.set('LICENSE', writeLicence('node_modules/minisearch'));
files.set('stamp', madeFrom);

// Under its name only once it is whole.
const work = `${out}.new`;
rmSync(work, { recursive: true, force: true });
for (const [name, content] of files) {
  mkdirSync(dirname(join(work, name)), { recursive: true });
  writeFileSync(join(work, name), content);
}
rmSync(out, { recursive: true, force: true });
renameSync(work, out);
