// Reads the order of the documents from the tables in their README.md, group by group.
import { asText } from './markdown.mjs';

const FILE = /^\[[^\]]*\]\(([\w.-]+\.(?:md|ipynb|py))\)$/;

// [{ name: 'Tutorials', pages: [{ file: 'python.md', about: 'the Python package: ...' }] }]
export function readContents(tokens) {
  const groups = [];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 2) groups.push({ name: token.text, pages: [] });
    if (token.type !== 'table' || !groups.length) continue;
    for (const [page, about] of token.rows) {
      const [, file] = FILE.exec(page.text) ?? [];
      if (!file) throw new Error(`the first column names a document, got ${page.text}`);
      groups.at(-1).pages.push({ file, about: asText(about.text.replaceAll('`', '')) });
    }
  }
  if (!groups.every(({ pages }) => pages.length)) throw new Error('each group of documents has a table');
  return groups;
}

// Splits a document into one part per second-level heading, each of which becomes a page.
export function split(tokens) {
  const parts = [[]];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 2) parts.push([]);
    parts.at(-1).push(token);
  }
  return parts;
}
