// The page in another language. Python and index.html speak English; a language is a file, languages/<code>.json,
// from English texts to its own. A key may hold places, "Solved in {n} moves"; what stands there is translated in
// its turn. Whatever reaches the page is translated on its way to the screen, so no other part knows of this one.
const NAMES = { en: 'English', zh: '中文' };
const SPOKEN = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label'];
const LEAVE = 'textarea, script, style, code, [translate=no]';
const KEPT = 'npuzzle-language';
const MOST = 5000; // translations remembered

const english = new WeakMap(); // text node or element -> what it said before
let language = null; // null is English
let remembered = new Map();

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function template(key, value) {
  const names = [];
  const pattern = key.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? (names.push(part), '([^]+?)') : escaped(part))).join('');
  return { start: key.slice(0, key.indexOf('{')), pattern: new RegExp(`^${pattern}$`), names, value };
}

function read(texts) {
  const whole = new Map(), templates = [];
  for (const [key, value] of Object.entries(texts))
    if (/\{\w+\}/.test(key)) templates.push(template(key, value));
    else whole.set(key, value);
  templates.sort((a, b) => b.pattern.source.length - a.pattern.source.length); // the most exact one wins
  return { whole, templates };
}

function whole(text) {
  const found = language.whole.get(text);
  if (found !== undefined) return found;
  for (const { start, pattern, names, value } of language.templates) {
    const match = text.startsWith(start) && pattern.exec(text);
    if (!match) continue;
    const places = Object.fromEntries(names.map((name, at) => [name, translated(match[at + 1])]));
    return value.replace(/\{(\w+)\}/g, (_, name) => places[name]);
  }
  return null;
}

// A text as it is, or without its capital, or sentence by sentence; what the file does not know stays English.
function translated(text) {
  const trimmed = text.trim();
  if (language === null || !/[A-Za-z]{2}/.test(trimmed)) return text;
  const hit = remembered.get(trimmed);
  if (hit !== undefined) return text.replace(trimmed, () => hit);
  let said = whole(trimmed) ?? whole(trimmed[0].toLowerCase() + trimmed.slice(1)) ?? whole(trimmed.replace(/\.$/, ''));
  if (said === null) {
    const parts = trimmed.split(/(?<=[.!?;:,]) /);
    said = parts.length > 1 ? parts.map(part => translated(part)).join(' ') : trimmed;
  }
  if (remembered.size > MOST) remembered = new Map();
  remembered.set(trimmed, said);
  return text.replace(trimmed, () => said);
}

const left = node => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest(LEAVE);

function turnText(node) {
  const said = english.get(node);
  const source = said && said.shown === node.data ? said.source : node.data; // else somebody wrote anew
  const shown = translated(source);
  english.set(node, { source, shown });
  if (node.data !== shown) node.data = shown;
}

function turnAttribute(element, name) {
  const now = element.getAttribute(name);
  if (now === null) return;
  const all = english.get(element) ?? english.set(element, {}).get(element);
  const said = all[name];
  const source = said && said.shown === now ? said.source : now;
  const shown = translated(source);
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

const observer = new MutationObserver(changes => {
  if (language === null) return;
  for (const { type, target, addedNodes, attributeName } of changes) {
    if (type === 'attributes') turnAttribute(target, attributeName);
    else if (type === 'characterData') turn(target);
    else addedNodes.forEach(turn);
  }
});

async function speak(code) {
  let texts = null;
  if (code !== 'en') {
    const answer = await fetch(new URL(`./languages/${code}.json`, import.meta.url));
    if (!answer.ok) throw new Error(`the texts in ${NAMES[code]} did not load`);
    texts = await answer.json();
  }
  remembered = new Map();
  language = texts && read(texts);
  document.documentElement.lang = code;
  document.documentElement.dataset.language = code;
  turn(document.documentElement);
}

function kept() {
  try { return localStorage.getItem(KEPT); } catch { return null; } // a browser may forbid it
}

function keep(code) {
  try { localStorage.setItem(KEPT, code); } catch { /* then it is asked again on the next visit */ }
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
