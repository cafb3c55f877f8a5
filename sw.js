// Offline: keeps the whole site, and answers from what it keeps. Must stand beside index.html: its scope is its folder.
//
// web/precache.js is made from the files themselves: the SHA-256 of each. A file is kept under its name and its hash.
// So what is not that file (a login page, half of a newer version) is never kept, what came before a download broke
// off is there for the next try, and versions share what they have in common. A worker answers from its own list
// only: no page gets a mix of versions. A new one waits until no page of the old one is open, or until the only
// page that is asks for it.
importScripts('./web/precache.js');

const { version, files } = self.PRECACHE;
const ROOT = self.registration.scope;
const CACHE = `npuzzle ${ROOT}`; // a host may have several copies, each in its folder
const OLD_CACHE = /^npuzzle-[0-9a-f]{16}$/; // as it was called before files had hashes
const COUNT = Object.keys(files).length;

class Unfit extends Error {} // what came is not the file

const keyOf = name => `${ROOT}${name}?${files[name]}`;

// The file that an address names; null if it is none of the list.
function nameOf(url) {
  const { origin, pathname } = new URL(url), address = origin + pathname;
  const name = address.startsWith(ROOT) ? address.slice(ROOT.length) || 'index.html' : '';
  return Object.hasOwn(files, name) ? name : null;
}

async function isFile(name, body) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('') === files[name];
}

// Without those that are about the way here, not about the file.
function headersOf(response) {
  const headers = new Headers(response.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Vary']) headers.delete(name);
  return headers;
}

// The file from the host. The browser's own cache may hold an older one and take it for current: then past it.
async function fetched(name) {
  for (const cache of ['no-cache', 'reload']) {
    const response = await fetch(ROOT + name, { cache });
    if (!response.ok) break;
    const body = await response.arrayBuffer();
    if (await isFile(name, body)) return new Response(body, { headers: headersOf(response) });
  }
  throw new Unfit(name);
}

async function missing(cache) {
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return Object.keys(files).filter(name => !kept.has(keyOf(name)));
}

function reasonOf(error) {
  if (error instanceof Unfit) return { kind: 'unfit', what: error.message.split('/').pop() };
  if (error.name === 'QuotaExceededError') return { kind: 'full' };
  return error instanceof TypeError ? { kind: 'broken' } : { kind: 'refused', what: error.name };
}

// Fetch what is not there yet; how far that came, and the first reason why not all the way.
async function fill(update) {
  const state = { version, update, kept: 0, of: COUNT, problem: null };
  try {
    const cache = await caches.open(CACHE), wanted = await missing(cache);
    state.kept = COUNT - wanted.length;
    await Promise.all(wanted.map(async name => {
      try {
        await cache.put(keyOf(name), await fetched(name));
        state.kept += 1;
        await tell({ ...state, problem: null });
      } catch (error) {
        state.problem ??= reasonOf(error);
      }
    }));
  } catch (error) {
    state.problem = reasonOf(error);
  }
  return state;
}

let filling = null;
const keepAll = (update = false) => filling ??= fill(update).finally(() => { filling = null; });

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
  if (state.kept < COUNT) throw new Error(`${state.kept} of ${COUNT} files are kept`); // half a version is none
}

async function dropOld() {
  for (const name of await caches.keys()) if (OLD_CACHE.test(name)) await caches.delete(name);
  const cache = await caches.open(CACHE), wanted = new Set(Object.keys(files).map(keyOf));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

// Of a file of the list only; without it (all was cleared meanwhile) there is the host, as on a first visit.
async function answer(name, request) {
  const cache = await caches.open(CACHE).catch(() => null);
  return await cache?.match(keyOf(name)) ?? fetch(request);
}

// Another page of the old version would lose its files: it is asked to go first.
async function takeOver() {
  const others = (await pages()).length - 1;
  if (others <= 0) await self.skipWaiting();
  return others;
}

const ANSWERS = { look: () => keepAll(), 'take over': takeOver };

self.addEventListener('install', event => event.waitUntil(install()));
self.addEventListener('activate', event => event.waitUntil(dropOld().then(() => self.clients.claim())));
self.addEventListener('message', event => {
  const [port] = event.ports;
  event.waitUntil(ANSWERS[event.data]().then(reply => port.postMessage(reply)));
});
self.addEventListener('fetch', event => {
  const { request } = event, name = request.method === 'GET' && nameOf(request.url);
  if (name && request.cache !== 'reload') event.respondWith(answer(name, request)); // what asks to get past caches does
});
