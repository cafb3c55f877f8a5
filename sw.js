// Offline: keeps the whole site. The runtime never changes under its version, so it comes from the cache;
// everything else comes from the network while there is one. Must stand beside index.html: its scope is its
// folder. A new version waits until no page of the old one is open, so no page starts on a mix of two.
importScripts('./web/vendor/precache.js');

const CACHE = `npuzzle-${self.VENDOR.version}`;
const PAGE = [
  './', './index.html', './web/style.css', './web/icon.svg', './web/boot.js', './web/language.js', './web/languages/zh.json',
  './web/pyscript.json', './web/npuzzle.zip', './web/app.py', './web/worker.py', './web/vendor/precache.js',
  './web/bench/editor.js',
  './npuzzle/patterns/data/4x4-home0-6-6-3.tables', './npuzzle/patterns/data/5x5-home0-5-5-5-5-4.tables',
];

async function keepEverything() {
  const cache = await caches.open(CACHE);
  // The browser's own cache may hold the files of an older version under the same names: ask the host.
  await cache.addAll([...self.VENDOR.files, ...PAGE].map(url => new Request(url, { cache: 'no-cache' })));
}

async function dropOldCaches() {
  for (const name of await caches.keys()) if (name.startsWith('npuzzle-') && name !== CACHE) await caches.delete(name);
}

const withoutQuery = url => { const { origin, pathname } = new URL(url); return origin + pathname; };

async function answer(event) {
  const { request } = event, cache = await caches.open(CACHE), name = withoutQuery(request.url);
  const kept = () => cache.match(name);
  if (name.includes('/web/vendor/') && !name.endsWith('/precache.js')) {
    const hit = await kept();
    if (hit) return hit;
  }
  try {
    const response = await fetch(request, { cache: 'no-cache' });
    if (response.status >= 500) return (await kept()) ?? response;
    if (response.ok && !response.redirected)
      event.waitUntil(cache.put(name, response.clone()).catch(() => {})); // a full disk costs the copy, not the page
    return response;
  } catch (error) {
    const hit = await kept();
    if (hit) return hit;
    throw error;
  }
}

self.addEventListener('install', event => event.waitUntil(keepEverything()));
self.addEventListener('activate', event => event.waitUntil(dropOldCaches()));
self.addEventListener('fetch', event => {
  const own = new URL(event.request.url).origin === self.location.origin;
  if (own && event.request.method === 'GET') event.respondWith(answer(event));
});
