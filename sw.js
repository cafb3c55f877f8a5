// Offline: keeps the whole site. The runtime never changes under its version, so it comes from the cache;
// everything else comes from the network while there is one. Must stand beside index.html: its scope is its folder.
importScripts('./web/vendor/precache.js');

const CACHE = `npuzzle-${self.VENDOR.version}`;
const PAGE = [
  './', './index.html', './web/style.css', './web/icon.svg', './web/boot.js',
  './web/pyscript.json', './web/npuzzle.zip', './web/app.py', './web/worker.py', './web/vendor/precache.js',
];

async function keepEverything() {
  const fresh = PAGE.map(url => new Request(url, { cache: 'no-cache' }));
  const cache = await caches.open(CACHE);
  await cache.addAll([...self.VENDOR.files, ...fresh]);
  await self.skipWaiting();
}

async function dropOldCaches() {
  for (const name of await caches.keys()) if (name.startsWith('npuzzle-') && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  if (new URL(request.url).pathname.includes('/web/vendor/')) {
    const kept = await cache.match(request);
    if (kept) return kept;
  }
  try {
    const response = await fetch(request.url, { cache: 'no-cache' });
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request.url, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('install', event => event.waitUntil(keepEverything()));
self.addEventListener('activate', event => event.waitUntil(dropOldCaches()));
self.addEventListener('fetch', event => {
  const own = new URL(event.request.url).origin === self.location.origin;
  if (own && event.request.method === 'GET') event.respondWith(answer(event.request));
});
