// The documents as a site: headings, links, code, tables and a notebook.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { highlight, makeSlugs } from '../../web/documents/markdown.mjs';
import { withoutStyles } from '../../web/documents/notebook.mjs';
import { between } from '../../web/documents/shell.mjs';
import { makeSite } from '../../web/documents/site.mjs';

const INDEX = `# Documentation

## Tutorials

| page | contents |
|---|---|
| [one.md](one.md) | first \`steps\` |
| [plain.py](plain.py) | a program |
| [note.ipynb](note.ipynb) | a notebook |

## Reference

| page | contents |
|---|---|
| [reference.md](reference.md) | every name |
`;
const CELLS = [
  { cell_type: 'markdown', source: ['# A notebook\n', '\n', 'See [one.md](one.md).'] },
  { cell_type: 'code', source: '1 + 1', metadata: {}, outputs: [{ output_type: 'execute_result', data: { 'text/plain': '<2>' } }] },
  { cell_type: 'code', source: 'assert True', metadata: { jupyter: { source_hidden: true } }, outputs: [] },
  { cell_type: 'code', source: 'board', metadata: {}, outputs: [{ output_type: 'execute_result', data: { 'image/svg+xml': '<svg width="12" height="7" aria-label="A board"></svg>' } }] },
];
const TEXTS = {
  'README.md': INDEX,
  'one.md': '# One & only\n\nIt <b>is</b> [reference.md](reference.md#solve), [the code](../../web/x.py) and [out](https://example.org/).\n\n## Same\n\n## Same\n\n[below](#same-1)\n',
  'note.ipynb': JSON.stringify({ cells: CELLS }),
  'plain.py': '"""Add two numbers.\n\nWith +.\n"""\n\nprint(1 + 1 < 3)  # <b>\n',
  'reference.md': '# Names\n\nAll.\n\n## To solve\n\n### solve\n\n```py\nsolve(1)\n```\n\n## Boards\n\n### Board\n\n[solve](#solve)\n\n| a | b |\n|---|--:|\n| x | 1 |\n',
};
const make = (changes = {}, repository = 'https://host.example/it') => makeSite({
  texts: new Map(Object.entries({ ...TEXTS, ...changes })), version: '1.2', repository,
});
const articleOf = html => /<article>\n(.*)<\/article>/s.exec(html)[1];

test('each document is a page in a folder, and each group of the reference', () => {
  assert.deepEqual([...make().keys()].sort(), [
    'index.html', 'note/3-1.svg', 'note/index.html', 'note/note.ipynb', 'one/index.html', 'plain/index.html',
    'reference/boards/index.html', 'reference/index.html', 'reference/to-solve/index.html', 'search.json',
  ]);
});

test('links lead to pages and sections, also of a document in parts; a file is called by its title', () => {
  const one = articleOf(make().get('one/index.html'));
  assert.match(one, /<a href="\.\.\/reference\/to-solve\/#solve">solve<\/a>/);
  assert.match(one, /<a href="https:\/\/host\.example\/it\/blob\/main\/web\/x\.py">the code<\/a>/);
  assert.match(one, /<a href="https:\/\/example\.org\/">out<\/a>/);
  assert.match(one, /<a href="#same-1">below<\/a>/);
  assert.match(articleOf(make().get('reference/boards/index.html')), /<a href="\.\.\/\.\.\/reference\/to-solve\/#solve">solve<\/a>/);
  assert.match(articleOf(make().get('index.html')), /<a href="one\/">One &amp; only<\/a>/);
});

test('a program is a page, called by the first line of its docstring', () => {
  const page = articleOf(make().get('plain/index.html'));
  assert.match(page, /<h1>Add two numbers<\/h1>/);
  assert.match(page, /1<\/span> &lt; <span/);
  assert.match(articleOf(make().get('index.html')), /<a href="plain\/">Add two numbers<\/a>/);
});

test('while the repository has no address, what would lead there is text', () => {
  const page = make({}, '').get('one/index.html');
  assert.match(page, /<\/a>, the code and <a href="https:\/\/example\.org\/">out<\/a>/);
  assert.doesNotMatch(page, /Source of this page/);
  assert.match(make().get('one/index.html'), /<a href="https:\/\/host\.example\/it\/blob\/main\/npuzzle\/docs\/one\.md">Source of this page<\/a>\.<\/p>/);
});

test('a link that leads nowhere, or a document that nobody names, is an error', () => {
  assert.throws(() => make({ 'one.md': '# One\n\n[x](two.md)' }), /one\.md: there is no two\.md/);
  assert.throws(() => make({ 'one.md': '# One\n\n[x](reference.md#none)' }), /there is no reference\.md#none/);
  assert.throws(() => make({ 'two.md': '# Two' }), /does not name two\.md/);
  assert.throws(() => make({ 'one.md': '# One\n\n```cobol\nX\n```' }), /no highlighting for code marked cobol/);
});

test('HTML in a document is text', () => assert.match(articleOf(make().get('one/index.html')), /It &lt;b&gt;is&lt;\/b&gt;/));

test('headings have the anchors of GitHub, one title and no gaps between levels', () => {
  const slug = makeSlugs();
  assert.deepEqual(['JSON: a `row`, of b\\*', 'Same', 'Same', 'A_b é'].map(slug), ['json-a-row-of-b', 'same', 'same-1', 'a_b-é']);
  const levels = articleOf(make().get('reference/to-solve/index.html')).match(/<h\d/g);
  assert.deepEqual(levels, ['<h1', '<h2']);
});

test('code is coloured by classes alone', () => {
  assert.equal(highlight('None', 'py'), '<span class="hljs-literal">None</span>');
  assert.equal(highlight('a < b', 'text'), 'a &lt; b');
});

test('a table scrolls by itself, its numbers to the right', () => {
  const article = articleOf(make().get('reference/boards/index.html'));
  assert.match(article, /<div class="scrolls"><table>\n<thead><tr><th scope="col">a<\/th><th scope="col" class="right">b<\/th><\/tr>/);
});

test('a notebook shows texts, code, what it printed and drew; checks are folded', () => {
  const article = articleOf(make().get('note/index.html'));
  assert.match(article, /<a href="note\.ipynb" download>/);
  assert.match(article, /<pre class="output scrolls"><code>&lt;2&gt;<\/code>/);
  assert.match(article, /<details><summary>Code of the check<\/summary>/);
  assert.match(article, /<img src="3-1\.svg" alt="A board" width="12" height="7" loading="lazy">/);
});

test('a table of a notebook keeps its sides and loses its styles; anything else is refused', () => {
  const table = '<table><caption style="text-align: left">A</caption><tr><td align="right" style="text-align: right; white-space: nowrap">1</td></tr></table>';
  assert.equal(withoutStyles(table), '<div class="scrolls output"><table><caption>A</caption><tr><td class="right">1</td></tr></table></div>\n');
  for (const html of ['<script>1</script>', '<td onclick="1">', '<p style=x>']) assert.throws(() => withoutStyles(html), /more than a table/);
});

test('the pages follow each other, and know where they are', () => {
  const page = make().get('reference/index.html');
  assert.match(page, /<a rel="prev" href="\.\.\/note\/"><span>Previous<\/span> A notebook<\/a>/);
  assert.match(page, /<a rel="next" href="\.\.\/reference\/to-solve\/"><span>Next<\/span> To solve<\/a>/);
  assert.match(page, /<a href="\.\.\/reference\/" aria-current="page">Names<\/a>/);
  assert.deepEqual([between('', 'a/'), between('a/', ''), between('a/b/', 'c/'), between('', '')], ['a/', '../', '../../c/', './']);
});

test('the search has each section with its text', () => {
  const sections = JSON.parse(make().get('search.json'));
  assert.deepEqual(sections.find(({ heading }) => heading === 'solve'), { page: 'To solve', heading: 'solve', url: 'reference/to-solve/#solve', text: 'solve(1)' });
  assert.deepEqual(sections.find(({ url }) => url === 'one/').heading, '');
  const one = '# One\n\n```python\nf("it\'s") < 1 & 2\n```\n\n`&#x27;` stays.\n';
  const { text } = JSON.parse(make({ 'one.md': `${one}\n## Same\n\n## Same\n` }).get('search.json')).find(({ url }) => url === 'one/');
  assert.equal(text, 'f("it\'s") < 1 & 2 &#x27; stays.');
});
