// The script of the documents' pages: the search, scrolling by keyboard, and saving the documents for offline use.
// The search's data is fetched when the search field first gets the focus.
const FOLDER = new URL('.', import.meta.url);
const MOST = 12; // results shown
const [query, results, found] = ['searchField', 'searchResults', 'searchSaid'].map(id => document.getElementById(id));
const list = results.querySelector('ol');

let index = null, cutExcerpt = null;

async function load() {
  const parts = [import('./minisearch.js'), import('./search.mjs'), fetch(new URL('search.json', FOLDER))];
  const [{ default: MiniSearch }, looking, response] = await Promise.all(parts);
  cutExcerpt = looking.cutExcerpt;
  return looking.makeSearch(MiniSearch, await response.json());
}

// Loads the search once. After a failure, typing tries again.
const prepare = () => index ??= load().catch(error => { index = null; throw error; });

// The text around the first match, with each matching word in <mark>.
const excerpt = (text, terms) => cutExcerpt(text, terms).map((piece, at) => {
  if (at % 2 === 0) return piece;
  const mark = document.createElement('mark');
  mark.textContent = piece;
  return mark;
});

function showOne({ heading, page, url, text, terms }) {
  const item = document.createElement('li'), link = document.createElement('a'), where = document.createElement('span'), about = document.createElement('span');
  link.href = new URL(url, FOLDER).href;
  where.className = 'where';
  where.textContent = heading ? `${page}: ${heading}` : page;
  about.className = 'about';
  about.append(...excerpt(text, terms));
  link.append(where, about);
  item.append(link);
  return item;
}

async function look() {
  const asked = query.value.trim();
  if (!asked) return close();
  let said = '', shown = [];
  try {
    const all = (await prepare())(asked);
    if (query.value.trim() !== asked) return; // the reader is still typing
    shown = all.slice(0, MOST);
    said = all.length > MOST ? `The first ${MOST} of ${all.length} results` : `${all.length || 'No'} result${all.length === 1 ? '' : 's'}`;
  } catch {
    said = 'The search could not be loaded. For offline use, open a document once while you are online.';
  }
  list.replaceChildren(...shown.map(showOne));
  found.textContent = said;
  results.hidden = false;
}

function close() {
  results.hidden = true;
  list.replaceChildren();
  found.textContent = '';
}

// Up and Down move through the field and the results. Enter in the field opens the first result. Escape closes the list.
function step(event) {
  const stops = [query, ...list.querySelectorAll('a')], at = stops.indexOf(document.activeElement);
  if (event.key === 'Escape' && !results.hidden) { close(); query.focus(); }
  else if (event.key === 'ArrowDown' && at < stops.length - 1) stops[at + 1].focus();
  else if (event.key === 'ArrowUp' && at > 0) stops[at - 1].focus();
  else if (event.key === 'Enter' && at === 0 && stops.length > 1) stops[1].click();
  else return;
  event.preventDefault();
}

const isTyping = target => target.matches('input, textarea, select, [contenteditable]');

function hearKey(event) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  event.preventDefault();
  query.focus();
}

const search = document.querySelector('search');
search.hidden = false;
search.addEventListener('keydown', step);
query.addEventListener('focus', () => prepare().catch(() => {})); // look() reports the error
query.addEventListener('input', look);
list.addEventListener('click', event => { if (event.target.closest('a')) close(); }); // the link may lead to this same page
document.addEventListener('keydown', hearKey);
document.addEventListener('pointerdown', ({ target }) => { if (!search.contains(target)) close(); });

// Lets the keyboard scroll elements that are wider than their column, in every browser.
const scrolling = new ResizeObserver(entries => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
for (const element of document.querySelectorAll('.scrolls')) scrolling.observe(element);

// Next to the text, contents and headings are open. Above the text, readers open them.
for (const [name, width] of [['contents', 900], ['here', 1240]]) {
  const details = document.querySelector(`.${name} details`), wide = matchMedia(`(min-width: ${width}px)`);
  const follow = () => { if (details) details.open = wide.matches; };
  wide.addEventListener('change', follow);
  follow();
}

// Scrolls the contents to the current page.
const contents = document.querySelector('.contents'), current = contents.querySelector('[aria-current]');
if (current) contents.scrollTop = current.getBoundingClientRect().top - contents.getBoundingClientRect().top - contents.clientHeight / 2;

// If the puzzle was opened before, reading a document lets the puzzle's service worker save all documents.
const worker = navigator.serviceWorker?.controller;
if (worker) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { document.getElementById('offlineNote').textContent = data ? 'These documents are ready offline.' : ''; };
  worker.postMessage('keep documents', [port2]);
}
