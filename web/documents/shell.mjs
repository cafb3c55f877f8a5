// Writes everything around a page's text: the head with its policy, the search, the contents, links to the pages before
// and after. The ids here contain a capital letter, so none of them equals the id of a heading.
import { escape } from './markdown.mjs';

const POLICY = [
  "default-src 'none'", "script-src 'self'", "connect-src 'self'", "style-src 'self'", "img-src 'self'", "base-uri 'none'",
  "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
].join('; ');

// Returns the relative address from one page's folder to another's. Both folders end in / or are empty.
export const between = (from, to) => `${'../'.repeat(from.split('/').length - 1)}${to}` || './';

function contents(groups, page) {
  const item = other => {
    const isHere = other === page, isAround = other.children.includes(page);
    const children = isHere || isAround ? list(other.children) : '';
    return `<li><a href="${between(page.path, other.path)}"${isHere ? ' aria-current="page"' : ''}>${escape(other.title)}</a>${children}</li>\n`;
  };
  const list = pages => pages.length ? `<ul>${pages.map(item).join('')}</ul>` : '';
  const group = ({ name, pages }, at) => `<p id="groupName${at}">${escape(name)}</p>\n<ul aria-labelledby="groupName${at}">${pages.map(item).join('')}</ul>\n`;
  return groups.map(group).join('');
}

function headings({ sections }) {
  const shown = sections.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(({ id, level, heading }) => `<li class="level-${level}"><a href="#${id}">${escape(heading)}</a></li>`);
  return `<nav class="here" aria-label="On this page"><details><summary>On this page</summary>\n<ul>${items.join('\n')}</ul></details></nav>\n`;
}

function turns({ before, after, path }) {
  const link = (page, rel, word) => page ? `<a rel="${rel}" href="${between(path, page.path)}"><span>${word}</span> ${escape(page.title)}</a>` : '<span></span>';
  return `<nav class="turns" aria-label="Previous and next page">${link(before, 'prev', 'Previous')}${link(after, 'next', 'Next')}</nav>\n`;
}

const linkSource = (repository, file) =>
  repository && ` <a href="${escape(repository)}/blob/main/npuzzle/docs/${escape(file)}">Source of this page</a>.`;

export function wrap(page, { groups, version, repository }) {
  const docs = between(page.path, ''), site = `../${'../'.repeat(page.path.split('/').length - 1)}`;
  const title = page.path ? `${page.title} - n-puzzle documentation` : 'n-puzzle documentation';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escape(page.about)}">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<link rel="icon" href="${site}web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${docs}documents.css">
<script type="module" src="${docs}documents.js"></script>
</head>
<body>
<a class="skip" href="#mainText">Skip to the text</a>
<header>
<p class="name"><a href="${site}">n-puzzle</a> <a href="${docs}"${page.path ? '' : ' aria-current="page"'}>Documentation</a></p>
<search hidden>
<label for="searchField">Search</label>
<input id="searchField" type="search" autocomplete="off" spellcheck="false" aria-controls="searchResults" aria-keyshortcuts="/" aria-describedby="searchSaid">
<div id="searchResults" hidden><p id="searchSaid" role="status"></p><ol></ol></div>
</search>
</header>
<div class="columns">
<nav class="contents" aria-label="Documents"><details><summary>Contents</summary>
${contents(groups, page)}</details></nav>
<main id="mainText" tabindex="-1">
${headings(page)}<article>
${page.html}</article>
${turns(page)}</main>
</div>
<footer>
<p>n-puzzle ${escape(version)}. <a href="${site}">Open the puzzle</a>.${linkSource(repository, page.file)}</p>
<p id="offlineNote" role="status"></p>
</footer>
</body>
</html>
`;
}
