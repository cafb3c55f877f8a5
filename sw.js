// Offline: keeps the whole site, and answers from what it keeps. Must stand beside index.html: its scope is its folder.
//
// web/precache.js is made from the files themselves: the SHA-256 of each. A file is kept under its name and its hash.
// So what is not that file (a login page, half of a newer version) is never kept, what came before a download broke
// off is there for the next try, and versions share what they have in common. A worker answers from its own list
// only: no page gets a mix of versions. A new one waits until no page of the old one is open, or until the only
// page that is asks for it.
//
// Nothing that is kept is trusted: every script of this address can write to Cache Storage, those of other pages of the
// same host among them. So the hash is compared each time a file is given out, and not
// only once: what was right a moment ago may have been replaced since. This worker and its list are out of reach; the
// browser keeps them elsewhere.
importScripts('./web/precache.js');

const { version, files, later, types, sizes } = self.PRECACHE;
const ROOT = self.registration.scope;
const CACHE = `npuzzle ${ROOT}`; // a host may have several copies, each in its folder
const AT_ONCE = Object.keys(files).filter(name => !later.includes(name)); // the page needs no other to work offline
const COUNT = AT_ONCE.length;
const ANY = { ignoreVary: true }; // an entry with Vary would else not be deleted
const NOTHING = "default-src 'none'"; // for what is not the page: a picture that is opened, say
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/;

class Unfit extends Error {} // what came is not the file

const keyOf = name => `${ROOT}${name}?${files[name]}`;

// The file that an address names, for a folder its page; null if it is not in the list.
function nameOf(url) {
  const { origin, pathname } = new URL(url), address = origin + pathname;
  const name = address.startsWith(ROOT) ? address.slice(ROOT.length).replace(/(^|\/)$/, '$1index.html') : '';
  return Object.hasOwn(files, name) ? name : null;
}

async function isFile(name, body) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('') === files[name];
}

// Also the headers of what is kept may be anybody's: these are the worker's own. Without the last four a warm start takes
// twice as long in Chromium, which then cannot use what it has compiled.
function headersOf(name, body) {
  const [, policy] = name.endsWith('.html') ? POLICY.exec(new TextDecoder().decode(body)) : [null, NOTHING];
  const type = types[name.slice(name.lastIndexOf('.'))];
  return new Headers({
    'Content-Type': type, 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': policy,
    'Cache-Control': 'no-cache', 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  });
}

const makeAnswer = (name, body) => new Response(body, { headers: headersOf(name, body) });

// Whether it differs in nothing from an answer of the worker's own making.
function isOurs({ status, type, url, headers }, expected) {
  return status === 200 && type === 'default' && url === '' && JSON.stringify([...headers]) === JSON.stringify([...expected]);
}

// The file as the host has it. The browser's own cache may hold an older one and take it for current: then past it.
async function fetchFile(name) {
  for (const cache of ['no-cache', 'reload']) {
    const response = await fetch(ROOT + name, { cache });
    if (!response.ok) break;
    const body = await response.arrayBuffer();
    if (await isFile(name, body)) return makeAnswer(name, body);
  }
  throw new Unfit(name);
}

// The file as it is kept; null if it is not, or if what is kept there is not that file. What is kept just as it should
// be goes out as it is, its body read twice: with it the browser keeps what it compiled, a tenth of a warm start's work.
async function readKept(cache, name) {
  const kept = await cache.match(keyOf(name));
  const body = await kept?.clone().arrayBuffer().catch(() => null); // an entry that cannot be read is no file
  if (!body || !await isFile(name, body)) return null;
  return isOurs(kept, headersOf(name, body)) ? kept : makeAnswer(name, body);
}

// Which of these files are not kept. What is kept in the place of one and is not that file is dropped, and
// its name noted in `dropped`.
async function findMissing(cache, names, dropped) {
  const missing = [];
  for (const name of names) { // one at a time: all at once they would fill the memory
    if (await readKept(cache, name)) continue;
    if (await cache.delete(keyOf(name), ANY)) dropped.push(name);
    missing.push(name);
  }
  return missing;
}

// `wanted`: the files that were to be kept.
function reasonOf(error, wanted) {
  if (error instanceof Unfit) return { kind: 'unfit', what: error.message.split('/').pop() };
  if (error.name === 'QuotaExceededError') return { kind: 'full', bytes: wanted.reduce((sum, name) => sum + sizes[name], 0) };
  return error instanceof TypeError ? { kind: 'broken' } : { kind: 'refused', what: error.name };
}

// Fetch what is not there; how far that came, the first reason why not all the way, and what had to be dropped.
async function fill(update) {
  const state = { version, update, kept: 0, of: COUNT, problem: null, dropped: [] };
  let wanted = AT_ONCE;
  try {
    const cache = await caches.open(CACHE);
    wanted = await findMissing(cache, AT_ONCE, state.dropped);
    state.kept = COUNT - wanted.length;
    await Promise.all(wanted.map(async name => {
      try {
        await cache.put(keyOf(name), await fetchFile(name));
        state.kept += 1;
        await tell({ ...state, problem: null });
      } catch (error) {
        state.problem ??= reasonOf(error, wanted);
      }
    }));
  } catch (error) {
    state.problem = reasonOf(error, wanted);
  }
  return state;
}

let filling = null;
const keepAll = (update = false) => filling ??= fill(update).finally(() => { filling = null; });

// What the page does not need: what makes its next start shorter, and the documents.
async function keepThese(names) {
  const cache = await caches.open(CACHE), dropped = [];
  for (const name of await findMissing(cache, names, dropped)) await cache.put(keyOf(name), await fetchFile(name));
  return dropped;
}

const isDocument = name => name.startsWith('docs/');

async function pages() {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => nameOf(url) === 'index.html');
}

async function tell(state) {
  for (const page of await pages()) page.postMessage(state);
}

async function install() {
  const state = await keepAll(self.registration.active !== null);
  await tell(state);
  if (state.kept < COUNT) throw new Error(`${state.kept} of ${COUNT} files are kept`); // half a version is useless
}

async function dropOld() {
  const cache = await caches.open(CACHE), wanted = new Set(Object.keys(files).map(keyOf));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request, ANY);
}

// The file, and nothing that is not it: as it is kept or, if it is not (all was cleared meanwhile, or changed), from the
// host. It is put back when the page asks how much is kept. A page that cannot be had must be no page of this worker's:
// it would keep the next version waiting. So the browser says that one itself.
async function answer(name, { mode }) {
  const cache = await caches.open(CACHE).catch(() => null);
  try {
    return await (cache && readKept(cache, name)) ?? await fetchFile(name);
  } catch (error) {
    if (!(error instanceof Unfit) || mode === 'navigate') throw error;
    return new Response(`What came for ${name} is not that file.\n`, { status: 503 });
  }
}

// Another page of the old version would lose its files: it is asked to go first.
async function takeOver() {
  const others = (await pages()).length - 1;
  if (others <= 0) await self.skipWaiting();
  return others;
}

const ANSWERS = {
  look: () => keepAll(),
  'keep later': () => keepThese(later).catch(() => []), // if it cannot be had, the page lacks nothing
  'keep snapshot': () => keepThese(later.filter(name => !isDocument(name))).catch(() => []),
  'keep documents': () => keepThese(later.filter(isDocument)).then(() => true, () => false),
  'take over': takeOver,
};

self.addEventListener('install', event => event.waitUntil(install()));
self.addEventListener('activate', event => event.waitUntil(dropOld().then(() => self.clients.claim())));
self.addEventListener('message', event => {
  const [port] = event.ports;
  event.waitUntil(ANSWERS[event.data]().then(reply => port.postMessage(reply)));
});
self.addEventListener('fetch', event => {
  const { request } = event, { method, url, cache, mode } = request;
  if (method !== 'GET' || cache === 'reload') return; // what asks to get past caches does
  const name = nameOf(url), folder = `${url.replace(/[?#].*/s, '')}/`;
  if (name) event.respondWith(answer(name, request));
  else if (mode === 'navigate' && nameOf(folder)) event.respondWith(Response.redirect(folder)); // as hosts do
});
