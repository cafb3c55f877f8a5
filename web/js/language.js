// The page in another language. Python and index.html write English. A language is a file, languages/<code>.json, that
// maps English texts to translations. Texts are translated on their way to the screen, so no other code deals with languages.
//
// A key is a text, or a part of one between full stops, semicolons, colons or commas (these are keys too), without
// its final stop. A capital at its start does not matter. It may have places: {n}, {n2} ... are numbers, {b} boards,
// {w} single words, {s} is the plural's s, {k} another key, and any other name a clause. The text of a place is translated in
// turn, so "row {n} has {n2}, {rows}" matches a list of any length. "Play @modes" is only for the element with that id,
// and the elements in it. A text without a key stays English.
const NAMES = { en: 'English', zh: '中文' };
const SPOKEN = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label'];
const LEAVE = 'textarea, script, style, code, [translate=no]';
const KEPT = 'npuzzle-language';
const MOST = 5000; // translations that are remembered
const CLAUSE = '((?:(?![.!?] [A-Z]|; )[^])+?)';
const CUTS = [/([.!?]) (?=[^a-z])/, /(?<!: [^]*)(:) /, /(;) /, /(,) /]; // only the first colon, which follows a label
const GAP = /(?<=[\p{Script=Han}（）]) (?=[\p{Script=Han}（）])/gu; // Chinese has no spaces between characters

const english = new WeakMap(); // text node or element -> its English text
let language = null; // null is English
let remembered = new Map();

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const small = text => text[0].toLowerCase() + text.slice(1);

const PLACES = { n: '(-?\\d+(?:[.,]\\d+)*)', b: '(\\d[\\d /]*\\d)', w: '(\\S+)', s: '(s?)' };

function template(key, value) {
  const parts = key.split(/\{(\w+)\}/); // every second part is a place
  const names = parts.filter((_, at) => at % 2), fixed = parts.filter((_, at) => at % 2 === 0);
  const pattern = parts.map((part, at) => (at % 2 ? PLACES[part.replace(/\d$/, '')] ?? CLAUSE : escaped(part))).join('');
  const sign = fixed[0] || fixed.reduce((a, b) => (b.length > a.length ? b : a)); // a text without it cannot match
  return { sign, free: fixed[0] === '', fixed: fixed.join('').length, pattern: new RegExp(`^${pattern}$`), names, value };
}

function read(texts) {
  const whole = new Map(), placed = new Map(), templates = [];
  for (const [key, value] of Object.entries(texts)) {
    const [, text, id] = /^(.+) @([\w-]+)$/.exec(key) ?? [];
    if (id) placed.set(text, [...placed.get(text) ?? [], { id, value }]);
    else if (/\{\w+\}/.test(key)) templates.push(template(small(key), value));
    else whole.set(small(key), value);
  }
  templates.sort((a, b) => b.fixed - a.fixed); // the template with the most fixed text wins
  return { whole, placed, templates };
}

function known(text) {
  const plain = small(text), found = language.whole.get(plain);
  if (found !== undefined) return found;
  for (const { sign, free, pattern, names, value } of language.templates) {
    const match = plain.includes(sign) && pattern.exec(free ? text : plain);
    if (!match || names.some((name, at) => name === 'k' && !language.whole.has(small(match[at + 1])))) continue;
    const said = Object.fromEntries(names.map((name, at) => [name, translated(match[at + 1])]));
    return value.replace(/\{(\w+)\}/g, (_, name) => said[name]).replace(GAP, '');
  }
  return null;
}

const mark = (sign, after) => language.whole.get(sign) ?? sign + after;

// Translate part by part, or return null if too few parts are known. In a list, all must be: half a clause would be a riddle.
function byParts(text) {
  for (const cut of CUTS) {
    const parts = text.split(cut); // every second part is a punctuation mark
    if (parts.length === 1) continue;
    const said = parts.map((part, at) => (at % 2 ? mark(part, ' ') : translated(part)));
    const strange = parts.filter((part, at) => at % 2 === 0 && said[at] === part && /[a-z]{2}/.test(part)).length;
    return strange > (parts[1] === ',' ? 0 : parts.length / 2) ? null : said.join('');
  }
  return null;
}

function sentence(text) {
  if (/^(['"“]).*['"”]$/.test(text)) return text; // text that a user typed
  const exact = language.whole.get(small(text));
  if (exact !== undefined) return exact;
  const stop = /[^.]([.!?])$/.exec(text)?.[1], bare = stop ? text.slice(0, -1) : text;
  const said = known(bare) ?? byParts(bare);
  return said === null ? text : said + (stop ? mark(stop, '') : '');
}

// Translate a text. Spaces around it stay, and unknown texts stay English. Worksheets are translated by this function, too.
export function translated(text) {
  if (language === null || !/[A-Za-z]{2}/.test(text)) return text;
  let said = remembered.get(text);
  if (said === undefined) {
    const inner = text.trim().replace(/\s+/g, ' ');
    const turned = sentence(inner);
    said = turned === inner ? text : text.replace(text.trim(), () => turned);
    if (remembered.size >= MOST) remembered = new Map();
    remembered.set(text, said);
  }
  return said;
}

// Translate a text of that element, which may have a translation of its own there.
function translatedIn(element, text) {
  const bare = text.trim(), own = language?.placed.get(bare)?.find(({ id }) => element?.closest(`#${id}`));
  return own ? text.replace(bare, () => own.value) : translated(text);
}

const left = node => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest(LEAVE);

function turnText(node) {
  const said = english.get(node);
  const source = said && said.shown === node.data ? said.source : node.data; // otherwise the text has changed since then
  const shown = translatedIn(node.parentElement, source);
  english.set(node, { source, shown });
  if (node.data === shown) return;
  const choice = node.parentElement?.closest('option');
  if (choice) choice.value = choice.value; // keeps the English text as its value, if it has no other
  node.data = shown;
}

function turnAttribute(element, name) {
  const now = element.getAttribute(name);
  if (now === null) return;
  const all = english.get(element) ?? english.set(element, {}).get(element);
  const said = all[name];
  const source = said && said.shown === now ? said.source : now;
  const shown = translatedIn(element, source);
  all[name] = { source, shown };
  if (now !== shown) element.setAttribute(name, shown);
}

function turn(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (!left(node)) turnText(node);
    return;
  }
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  for (const element of [node, ...node.querySelectorAll('*')]) {
    for (const name of SPOKEN) if (element.hasAttribute(name)) turnAttribute(element, name);
    if (!left(element)) for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) turnText(child);
  }
}

function follow(changes) {
  if (language === null) return;
  for (const { type, target, addedNodes, attributeName } of changes) {
    if (type === 'attributes') turnAttribute(target, attributeName);
    else if (type === 'characterData') turn(target);
    else addedNodes.forEach(turn);
  }
}

const observer = new MutationObserver(follow);
addEventListener('beforeprint', () => follow(observer.takeRecords())); // a worksheet made for this event is printed immediately

// Canvases contain text, too: Python writes the words of charts.
for (const name of ['fillText', 'measureText']) {
  const draw = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function (text, ...rest) { return draw.call(this, translated(`${text}`), ...rest); };
}

async function speak(code) {
  let texts = null;
  if (code !== 'en') {
    const answer = await fetch(new URL(`../languages/${code}.json`, import.meta.url));
    if (!answer.ok) throw new Error(`the texts in ${NAMES[code]} did not load`);
    texts = await answer.json();
    if (menu.value !== code) return; // another one was chosen meanwhile
  }
  remembered = new Map();
  language = texts && read(texts);
  document.documentElement.lang = code;
  document.documentElement.dataset.language = code;
  turn(document.documentElement);
  turnAttribute(document.querySelector('meta[name=description]'), 'content');
}

function kept() {
  try { return localStorage.getItem(KEPT); } catch { return null; } // a browser may forbid it
}

function keep(code) {
  try { localStorage.setItem(KEPT, code); } catch { /* then the next visit does not know the choice */ }
}

const menu = document.getElementById('language');
for (const [code, name] of Object.entries(NAMES)) menu.append(new Option(name, code));
const wished = kept() ?? navigator.language.slice(0, 2);
menu.value = wished in NAMES ? wished : 'en';
menu.disabled = false;
menu.addEventListener('change', () => {
  keep(menu.value);
  speak(menu.value).catch(() => { menu.value = 'en'; speak('en'); });
});
observer.observe(document.documentElement, {
  subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: SPOKEN,
});
if (menu.value !== 'en') speak(menu.value).catch(() => { menu.value = 'en'; });
