// Makes the pages of the documents' site from the documents, and the data for the search.
import { readContents, split } from './contents.mjs';
import { nameHeadings, render, tokenize } from './markdown.mjs';
import { readNotebook } from './notebook.mjs';
import { between, wrap } from './shell.mjs';

const INDEX = 'README.md';
const SPLIT = 'reference.md'; // too long for one page

const pathOf = file => file === INDEX ? '' : `${file.replace(/\.\w+$/, '')}/`;
// Makes a page from a program. Its title is the first line of the program's docstring.
const quoteProgram = code => `# ${/"""(.*?)\.?(?:"""|\n)/.exec(code)[1]}\n\n\`\`\`python\n${code}\`\`\`\n`;
const titleOf = tokens => tokens[0].text;

// Makes a page, without its HTML yet. `raise`: by how many levels its headings are lower in the document.
const makePage = (file, path, tokens, about, raise = 0) =>
  ({ file, path, tokens, about, raise, title: titleOf(tokens), files: new Map(), children: [] });

function readDocument(file, texts, about) {
  const text = file.endsWith('.py') ? quoteProgram(texts.get(file)) : texts.get(file);
  const { tokens, files } = file.endsWith('.ipynb') ? readNotebook(text, file) : { tokens: tokenize(text) };
  const named = nameHeadings(tokens);
  if (file !== SPLIT) return { ...makePage(file, pathOf(file), named, about), files: files ?? new Map() };
  const [head, ...parts] = split(named);
  const page = makePage(file, pathOf(file), head, about);
  page.children = parts.map(part => {
    const names = part.filter(({ type, depth }) => type === 'heading' && depth === 3).map(({ text }) => text);
    return makePage(file, `${page.path}${part[0].id}/`, part, `${part[0].text}, in Python: ${names.join(', ')}.`, 1);
  });
  return page;
}

// Maps each file to its anchors, and each anchor to its page and its heading's text.
function findAnchors(pages) {
  const anchors = new Map();
  for (const page of pages) {
    const there = anchors.get(page.file) ?? new Map();
    anchors.set(page.file, there);
    for (const token of page.tokens)
      if (token.type === 'heading') there.set(token.id, { page, isTitle: token === page.tokens[0], text: token.text });
  }
  return anchors;
}

// Returns a function that gives the address and text of a link in `page`. A link to the repository has no address as long
// as the repository has none. If a link's text is a file's name, the title of that page or section replaces the text.
function makeLinks(page, anchors, repository) {
  return (href, text) => {
    if (/^[a-z]+:/.test(href)) return { href };
    const [target, anchor] = href.split('#'), file = target || page.file;
    if (file.startsWith('../../')) return { href: repository && `${repository}/blob/main/${file.slice(6)}` };
    const there = anchors.get(file), first = there?.values().next().value;
    const found = anchor ? there?.get(anchor) : first;
    if (!found) throw new Error(`${page.file}: there is no ${href}`);
    const folder = found.page === page ? '' : between(page.path, found.page.path);
    const address = anchor && !found.isTitle ? `${folder}#${anchor}` : folder || './';
    return { href: address, text: text.replaceAll('`', '') === file ? found.text.replace(/[`*\\]/g, '') : '' };
  };
}

const listChildren = page =>
  `<ul class="children">${page.children.map(({ path, title, about }) => `<li><a href="${between(page.path, path)}">${title}</a>: ${about.split(': ')[1]}</li>`).join('\n')}</ul>\n`;

// `texts`: the documents by name. Returns the contents of the site's files by name.
export function makeSite({ texts, version, repository }) {
  const index = makePage(INDEX, '', nameHeadings(tokenize(texts.get(INDEX))), 'Documentation of n-puzzle: tutorials, how-to guides, reference, and explanation of sliding puzzles solved and proved.');
  const groups = readContents(index.tokens).map(({ name, pages }) =>
    ({ name, pages: pages.map(({ file, about }) => readDocument(file, texts, `${about[0].toUpperCase()}${about.slice(1)}.`)) }));
  const pages = [index, ...groups.flatMap(group => group.pages).flatMap(page => [page, ...page.children])];
  const unlisted = [...texts.keys()].filter(file => !pages.some(page => page.file === file));
  if (unlisted.length) throw new Error(`${INDEX} does not name ${unlisted.join(', ')}`);
  const anchors = findAnchors(pages);
  for (const [at, page] of pages.entries()) {
    Object.assign(page, render(page.tokens, page.raise, makeLinks(page, anchors, repository)), { before: pages[at - 1], after: pages[at + 1] });
    if (page.children.length) page.html += listChildren(page);
  }
  const files = new Map();
  for (const page of pages) {
    files.set(`${page.path}index.html`, wrap(page, { groups, version, repository }));
    for (const [name, content] of page.files) files.set(`${page.path}${name}`, content);
  }
  files.set('search.json', JSON.stringify(pages.flatMap(listSections)));
  return files;
}

const listSections = ({ path, title, sections }) => sections.map(({ id, level, heading, text }) =>
  ({ page: title, heading: level === 1 ? '' : heading, url: level === 1 ? path : `${path}#${id}`, text }));
