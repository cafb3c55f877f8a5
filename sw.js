// Offline: saves the whole site, and answers from the saved files. It must be next to index.html: its scope is its folder.
//
// web/precache.js has the SHA-256 of each file. A file is saved under its name and its hash. So a wrong file (a login
// page, half of a newer version) is never saved, the files of a broken download need not be fetched again, and versions
// share their equal files. A worker answers from its own list only: no page gets a mix of versions. A new worker waits
// until no page of the old one is open, or until the only open page asks for it.
//
// No saved file is trusted: every script of this address can write to Cache Storage, also those of other pages of the
// same host. So the hash is compared each time a file is served: a file that was right a moment ago may have been
// replaced since. This worker and its list are out of reach: the browser stores them elsewhere.
importScripts('./web/precache.js');

const { version, files, later, types, sizes } = self.PRECACHE;
const ROOT = self.registration.scope;
const CACHE = `npuzzle ${ROOT}`; // a host may have several copies, each in its folder
const AT_ONCE = Object.keys(files).filter(name => !later.includes(name)); // the page needs no others to work offline
const COUNT = AT_ONCE.length;
const ANY = { ignoreVary: true }; // otherwise an entry with Vary would not be deleted
const NOTHING = "default-src 'none'"; // for files that are not the page, such as a picture that is opened
const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/;

class Unfit extends Error {} // the host sent another file

const keyOf = name => `${ROOT}${name}?${files[name]}`;

// The file that an address names (of a folder, its page), or null if it is not in the list.
function nameOf(url) {
  const { origin, pathname } = new URL(url), address = origin + pathname;
  const name = address.startsWith(ROOT) ? address.slice(ROOT.length).replace(/(^|\/)$/, '$1index.html') : '';
  return Object.hasOwn(files, name) ? name : null;
}

async function isFile(name, body) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('') === files[name];
}

// Anybody may have written a saved file's headers, too, so the worker makes its own. Without the last four, a warm start
// takes twice as long in Chromium, which then cannot use its compiled code.
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

// Whether a saved answer equals the one that the worker would make.
function isOurs({ status, type, url, headers }, expected) {
  return status === 200 && type === 'default' && url === '' && JSON.stringify([...headers]) === JSON.stringify([...expected]);
}

// The file from the host. The browser's cache may have an outdated file that it thinks current: then ask past the cache.
async function fetchFile(name) {
  for (const cache of ['no-cache', 'reload']) {
    const response = await fetch(ROOT + name, { cache });
    if (!response.ok) break;
    const body = await response.arrayBuffer();
    if (await isFile(name, body)) return makeAnswer(name, body);
  }
  throw new Unfit(name);
}

// The saved file, or null if it is missing or wrong. A correct answer is passed on unchanged, and a copy of it is read for
// the check: the browser stores compiled code with the original, which saves a tenth of the work of a warm start.
async function readKept(cache, name) {
  const kept = await cache.match(keyOf(name));
  const body = await kept?.clone().arrayBuffer().catch(() => null); // an entry that cannot be read counts as missing
  if (!body || !await isFile(name, body)) return null;
  return isOurs(kept, headersOf(name, body)) ? kept : makeAnswer(name, body);
}

// The names of these files that are not saved. A wrong file is deleted, and its name is added to `dropped`.
async function findMissing(cache, names, dropped) {
  const missing = [];
  for (const name of names) { // one at a time: together they would fill the memory
    if (await readKept(cache, name)) continue;
    if (await cache.delete(keyOf(name), ANY)) dropped.push(name);
    missing.push(name);
  }
  return missing;
}

// Describe why saving failed. `wanted`: the files to save.
function reasonOf(error, wanted) {
  if (error instanceof Unfit) return { kind: 'unfit', what: error.message.split('/').pop() };
  if (error.name === 'QuotaExceededError') return { kind: 'full', bytes: wanted.reduce((sum, name) => sum + sizes[name], 0) };
  return error instanceof TypeError ? { kind: 'broken' } : { kind: 'refused', what: error.name };
}

// Fetch the missing files. Returns the progress, the first reason for stopping, and the names of deleted files.
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

// Files that the page does not need: those that shorten its next start, and the documents.
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

// The right file only: the saved one or, if it was cleared or changed, the host's. It is saved again when the page asks
// how much is saved. If the page itself cannot be loaded, the browser reports that itself: an error page of this worker's
// would make the next version wait.
async function answer(name, { mode }) {
  const cache = await caches.open(CACHE).catch(() => null);
  try {
    return await (cache && readKept(cache, name)) ?? await fetchFile(name);
  } catch (error) {
    if (!(error instanceof Unfit) || mode === 'navigate') throw error;
    return new Response(`What came for ${name} is not that file.\n`, { status: 503 });
  }
}

// Other open pages of the old version would lose their files. Return their number: the user must close them first.
async function takeOver() {
  const others = (await pages()).length - 1;
  if (others <= 0) await self.skipWaiting();
  return others;
}

const ANSWERS = {
  look: () => keepAll(),
  'keep later': () => keepThese(later).catch(() => []), // the page works without it
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
  if (method !== 'GET' || cache === 'reload') return; // a request past all caches is not answered here
  const name = nameOf(url), folder = `${url.replace(/[?#].*/s, '')}/`;
  if (name) event.respondWith(answer(name, request));
  else if (mode === 'navigate' && nameOf(folder)) event.respondWith(Response.redirect(folder)); // as hosts do
});
