// The search in the current documents: questions in plain English, and names from the code.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { cutExcerpt, makeSearch } from '../../web/documents/search.mjs';
import { makeSite } from '../../web/documents/site.mjs';
import MiniSearch from '../../web/node_modules/minisearch/dist/es/index.js';

const FOLDER = new URL('../../npuzzle/docs/', import.meta.url);
const names = readdirSync(FOLDER).filter(name => /\.(md|ipynb|py)$/.test(name));
const texts = new Map(names.map(name => [name, readFileSync(new URL(name, FOLDER), 'utf8')]));
const search = makeSearch(MiniSearch, JSON.parse(makeSite({ texts, version: '1', repository: '' }).get('search.json')));
const addresses = found => found.map(({ url }) => url);

for (const [asked, wanted] of [
  ['write a heuristic', 'heuristics/#your-own'],
  ['how to write a heuristic', 'heuristics/#your-own'],
  ['define my own heuristic', 'heuristics/#your-own'],
  ['custom heuristic', 'first-steps/#6-a-heuristic-of-your-own'],
  ['write my own heuristic', 'heuristics/#your-own'],
  ['How do I put the page on a web host?', 'hosting/'],
  ['grade the answers of a class', 'classroom/#answers'],
  ['lower_bound', 'reference/to-solve/#runlower_bound'],
  ['create', 'reference/to-solve/#jobcreate'], // the word itself before its synonyms
]) {
  test(`"${asked}" leads to ${wanted}`, () => {
    const first = addresses(search(asked)).slice(0, 2);
    assert.ok(first.includes(wanted), first.join(', '));
  });
}

const small = (...texts) => makeSearch(MiniSearch, texts.map((text, at) => ({ page: `P${at}`, heading: '', url: `${at}`, text })));

test('words that say nothing count only if there are no others', () => {
  const look = small('a cat', 'a dog', 'an owl about');
  assert.deepEqual(addresses(look('the dog of a')), ['1']);
  assert.deepEqual(addresses(look('a')).sort(), ['0', '1']);
  assert.deepEqual(look('a dog')[0].terms, ['dog']);
});

test('a word of one or two letters is found as it is, a longer one by its beginning too, a long one with a slip', () => {
  const look = small('id', 'ideal', 'heuristic');
  assert.deepEqual(addresses(look('id')), ['0']);
  assert.deepEqual(addresses(look('ide')), ['1']);
  assert.deepEqual(addresses(look('heuristc')), ['2']);
});

test('what has all words comes before what has some', () => {
  const look = small('red red red', 'red green', 'green');
  assert.deepEqual(addresses(look('red green')), ['1', ...addresses(look('red green')).slice(1)]);
  assert.deepEqual(addresses(look('red green')).sort(), ['0', '1', '2']);
  assert.deepEqual(addresses(look('nothing')), []);
  assert.deepEqual(addresses(look('')), []);
});

test('only whole words that were found are marked', () => {
  assert.deepEqual(cutExcerpt('Or a board: boards (A board).', ['board', 'or']), ['', 'Or', ' a ', 'board', ': boards (A ', 'board', ').']);
  assert.deepEqual(cutExcerpt('f(x) + 1', ['x']), ['f(', 'x', ') + 1']);
  const long = cutExcerpt(`${'word '.repeat(40)}found ${'word '.repeat(60)}`, ['found']);
  assert.match(long[0], /^… word/);
  assert.equal(long[1], 'found');
  assert.match(long[2], /word …$/);
  assert.deepEqual(cutExcerpt('Nothing here.', ['title']), ['Nothing here.']);
});
