// The service worker stores and serves only files with the right hash, even if a stored file was changed.
import assert from 'node:assert/strict';
import { createHash, webcrypto as crypto } from 'node:crypto';
import { beforeEach, test } from 'node:test';

import { HOST, run } from './page.mjs';

const POLICY = "default-src 'none'; script-src 'self'";
const CONTENT = {
  'index.html': `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><h1>Ours</h1>`,
  'web/app.py': 'print("ours")',
  'web/big.wasm': 'ours, compiled',
};
const NAMES = Object.keys(CONTENT);
const EVIL = '<script>alert(1)</script>';
const sha256 = text => createHash('sha256').update(text).digest('hex');
const files = Object.fromEntries(NAMES.map(name => [name, sha256(CONTENT[name])]));
const sizes = Object.fromEntries(NAMES.map(name => [name, CONTENT[name].length]));
const types = { '.html': 'text/html; charset=utf-8', '.py': 'text/x-python; charset=utf-8', '.wasm': 'application/wasm' };
const keyOf = name => `${HOST}${name}?${files[name]}`;

// Cache Storage with one cache. An entry with Vary is found only with ignoreVary.
class Cache {
  constructor() { Object.assign(this, { entries: new Map(), given: new Set() }); }

  // `about`: other properties of a stored response.
  write(name, body, headers = {}, about = {}) { this.entries.set(keyOf(name), { body, headers: new Headers(headers), about }); }

  async match(url, { ignoreVary = false } = {}) {
    const entry = this.entries.get(url);
    if (!entry || entry.headers.has('Vary') && !ignoreVary) return undefined;
    if (entry.body === null) return { clone: () => ({ arrayBuffer: () => Promise.reject(new TypeError('the disk is damaged')) }) };
    const { status = 200, ...about } = entry.about ?? {}, response = new Response(entry.body, { status, headers: entry.headers });
    for (const [name, value] of Object.entries(about)) Object.defineProperty(response, name, { value });
    this.given.add(response);
    return response;
  }

  async put(url, response) {
    if (this.full) throw new DOMException('no room', 'QuotaExceededError');
    this.entries.set(url, { body: Buffer.from(await response.arrayBuffer()), headers: response.headers });
  }

  async delete(request, { ignoreVary = false } = {}) {
    const url = request.url ?? request;
    if (this.entries.get(url)?.headers.has('Vary') && !ignoreVary) return false;
    return this.entries.delete(url);
  }

  async keys() { return [...this.entries.keys()].map(url => ({ url })); }
}

let cache, host, asked, told, windows, self, forbidden, later;

// The host's answer to a request; `older` is an outdated file that the browser's own cache considers current.
async function fetch(url, { cache: mode } = {}) {
  const name = url.slice(HOST.length);
  asked.push(name);
  const found = host[name];
  if (found === undefined) throw new TypeError('Failed to fetch');
  if (found === 404) return new Response('no such file', { status: 404 });
  return new Response(mode === 'no-cache' ? found.older ?? found : found.now ?? found);
}

function start(active = null, list = { files, types }) {
  self = new EventTarget();
  self.registration = { scope: HOST, active };
  self.PRECACHE = { version: 'v', later, sizes, ...list };
  self.clients = { matchAll: async () => windows, claim: async () => {} };
  self.skipped = 0;
  self.skipWaiting = async () => { self.skipped += 1; };
  const caches = { open: async name => {
    if (forbidden) throw new DOMException('The operation is insecure.', 'SecurityError');
    assert.equal(name, `npuzzle ${HOST}`);
    return cache;
  } };
  run('sw.js', { self, caches, crypto, fetch, importScripts: () => {} });
}

beforeEach(() => {
  [cache, host, asked, told, forbidden, later] = [new Cache(), { ...CONTENT }, [], [], false, []];
  windows = [{ url: HOST, postMessage: state => told.push(state) }];
  start();
});

function send(type, more = {}) {
  const waited = [], event = Object.assign(new Event(type), more, { waitUntil: promise => waited.push(promise) });
  let answered = null;
  event.respondWith = promise => { answered = promise; };
  self.dispatchEvent(event);
  return answered ?? Promise.all(waited).then(() => undefined);
}

const get = (name, more = {}) => send('fetch', { request: { method: 'GET', url: HOST + name, mode: 'cors', cache: 'default', ...more } });

async function ask(what) {
  let reply;
  await send('message', { data: what, ports: [{ postMessage: said => { reply = said; } }] });
  return reply;
}

const keptBodies = () => Object.fromEntries([...cache.entries].map(([url, { body }]) => [url.slice(HOST.length).split('?')[0], `${body}`]));

test('to install keeps every file under its name and hash', async () => {
  await send('install');
  assert.deepEqual([...cache.entries.keys()].sort(), NAMES.map(keyOf).sort());
  assert.deepEqual(keptBodies(), CONTENT);
  assert.deepEqual(told.at(-1), { version: 'v', update: false, kept: 3, of: 3, problem: null, dropped: [] });
});

test('what comes in place of a file is never kept, and the version is not installed', async () => {
  host['web/app.py'] = '<h1>Please log in</h1>';
  await assert.rejects(send('install'), /2 of 3 files are kept/);
  assert.equal(cache.entries.has(keyOf('web/app.py')), false);
  assert.deepEqual(told.at(-1).problem, { kind: 'unfit', what: 'app.py' });
});

test('what only makes the next start shorter is kept when a page asks for it, and nothing waits for it', async () => {
  later = ['web/big.wasm'];
  start();
  await send('install');
  assert.deepEqual(told.at(-1), { version: 'v', update: false, kept: 2, of: 2, problem: null, dropped: [] });
  assert.equal(asked.includes('web/big.wasm'), false);
  host['web/big.wasm'] = 404;
  await ask('keep later');
  assert.equal(cache.entries.has(keyOf('web/big.wasm')), false);
  host['web/big.wasm'] = CONTENT['web/big.wasm'];
  await ask('keep later');
  assert.deepEqual(keptBodies(), CONTENT);
  assert.equal((await ask('look')).of, 2);
});

// The documents of a site, listed as files to store later.
async function withDocuments() {
  const policy = "default-src 'none'; style-src 'self'";
  const documents = { 'docs/index.html': `<meta http-equiv="Content-Security-Policy" content="${policy}">Contents`, 'docs/documents.css': 'ours' };
  const listed = { ...files, ...Object.fromEntries(Object.entries(documents).map(([name, text]) => [name, sha256(text)])) };
  later = ['web/big.wasm', ...Object.keys(documents)];
  Object.assign(host, documents);
  start(null, { files: listed, types: { ...types, '.css': 'text/css' } });
  await send('install');
  return { documents, policy };
}

test('documents are kept when one of them is read, each page with its own policy', async () => {
  const { documents, policy } = await withDocuments();
  assert.equal(asked.some(name => name.startsWith('docs/')), false);
  assert.equal(await ask('keep documents'), true);
  host = {};
  assert.equal('web/big.wasm' in keptBodies(), false);
  const page = await get('docs/', { mode: 'navigate' });
  assert.deepEqual([await page.text(), page.headers.get('content-security-policy')], [documents['docs/index.html'], policy]);
  assert.equal((await get('docs/documents.css')).headers.get('content-security-policy'), "default-src 'none'");
});

test('documents that do not all come are not said to be kept', async () => {
  await withDocuments();
  delete host['docs/documents.css'];
  assert.equal(await ask('keep documents'), false);
});

test('a folder without its last stroke leads to its page, if it has one', async () => {
  await withDocuments();
  const answer = await get('docs?from=a-link', { mode: 'navigate' });
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, `${HOST}docs/`]);
  assert.equal(await get('web', { mode: 'navigate' }), undefined);
  assert.equal(await get('docs'), undefined);
});

test('past the browser\'s own cache, if that has an older file', async () => {
  host['web/app.py'] = { older: 'print("older")', now: CONTENT['web/app.py'] };
  await send('install');
  assert.deepEqual(keptBodies(), CONTENT);
  assert.equal(asked.filter(name => name === 'web/app.py').length, 2);
});

for (const [what, prepare, problem] of [
  ['a download that breaks off', () => { delete host['web/app.py']; }, { kind: 'broken' }],
  ['a file that the host does not have', () => { host['web/app.py'] = 404; }, { kind: 'unfit', what: 'app.py' }],
  ['a full disk', () => { cache.full = true; }, { kind: 'full', bytes: NAMES.reduce((sum, name) => sum + CONTENT[name].length, 0) }],
  ['a browser that lets nothing be kept', () => { forbidden = true; }, { kind: 'refused', what: 'SecurityError' }],
]) {
  test(`the first reason is reported: ${what}`, async () => {
    prepare();
    const state = await ask('look');
    assert.deepEqual(state.problem, problem);
    assert.ok(state.kept < state.of);
  });
}

test('a download goes on where it broke off', async () => {
  const whole = host['web/big.wasm'];
  delete host['web/big.wasm'];
  assert.equal((await ask('look')).kept, 2);
  host['web/big.wasm'] = whole;
  asked.length = 0;
  assert.equal((await ask('look')).kept, 3);
  assert.deepEqual(asked, ['web/big.wasm']);
});

const OWN = name => ({
  'content-type': types[name.slice(name.lastIndexOf('.'))], 'x-content-type-options': 'nosniff',
  'content-security-policy': name === 'index.html' ? POLICY : "default-src 'none'",
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
});

async function assertOwn(name, answer) {
  assert.deepEqual([answer.status, answer.type, answer.url], [200, 'default', '']);
  assert.deepEqual(Object.fromEntries(answer.headers), OWN(name));
  assert.equal(await answer.text(), CONTENT[name]);
}

test('an answer is what is kept, with what the browser keeps beside it', async () => {
  await send('install');
  asked.length = 0;
  for (const name of NAMES) {
    const answer = await get(name);
    assert.ok(cache.given.has(answer), `${name} is the kept one`);
    await assertOwn(name, answer);
  }
  assert.deepEqual(asked, []);
});

for (const [what, more, about] of [
  ['another type', { 'Content-Type': 'text/evil' }, {}],
  ['another policy', { 'Content-Security-Policy': "script-src 'unsafe-inline'" }, {}],
  ['a header more', { Refresh: '0;url=https://evil.example' }, {}],
  ['no headers', null, {}],
  ['another status', {}, { status: 404 }],
  ['another address', {}, { url: 'https://evil.example/index.html' }],
  ['another origin', {}, { type: 'cors' }],
]) {
  test(`the right body with ${what} is given out as a file of ours`, async () => {
    await send('install');
    for (const name of NAMES) cache.write(name, CONTENT[name], more ? { ...OWN(name), ...more } : {}, about);
    asked.length = 0;
    for (const name of NAMES) await assertOwn(name, await get(name));
    assert.deepEqual(asked, []);
  });
}

test('the folder, with whatever query, is the page', async () => {
  await send('install');
  for (const address of ['', '?from=a-link', 'index.html?from=a-link']) assert.equal(await (await get(address)).text(), CONTENT['index.html']);
});

for (const [what, body, headers] of [
  ['another body', EVIL, { 'Content-Type': 'text/html' }],
  ['nothing', '', {}],
  ['the file and something more', `${CONTENT['index.html']} `, {}],
  ['another body that only some requests are to find', EVIL, { Vary: 'Accept' }],
  ['an entry that cannot be read', null, {}],
]) {
  for (const name of NAMES) {
    test(`${what} in place of ${name} is not given out`, async () => {
      await send('install');
      cache.write(name, body, headers);
      assert.equal(await (await get(name)).text(), CONTENT[name]); // from the host
    });
  }

  test(`${what} is dropped when the page asks, fetched again, and the page hears of it`, async () => {
    await send('install');
    cache.write('web/app.py', body, headers);
    asked.length = 0;
    assert.deepEqual(await ask('look'), { version: 'v', update: false, kept: 3, of: 3, problem: null, dropped: ['web/app.py'] });
    assert.deepEqual(asked, ['web/app.py']);
    assert.deepEqual(keptBodies(), CONTENT);
    assert.deepEqual((await ask('look')).dropped, []); // reported once
  });

  test(`${what} is dropped although the host is gone, and the file is not said to be kept`, async () => {
    await send('install');
    cache.write('web/app.py', body, headers);
    host = {};
    const { kept, problem, dropped } = await ask('look');
    assert.deepEqual([kept, problem, dropped], [2, { kind: 'broken' }, ['web/app.py']]);
    assert.equal(cache.entries.has(keyOf('web/app.py')), false);
  });

  test(`${what} does not get into the next version, which has the same file`, async () => {
    await send('install');
    cache.write('web/app.py', body, headers);
    start({ state: 'activated' });
    await send('install');
    assert.deepEqual(keptBodies(), CONTENT);
    assert.deepEqual([told.at(-1).update, told.at(-1).dropped], [true, ['web/app.py']]);
  });
}

test('what was right when it was given out is looked at again the next time', async () => {
  await send('install');
  for (const name of NAMES) {
    assert.equal(await (await get(name)).text(), CONTENT[name]);
    cache.write(name, EVIL);
    assert.equal(await (await get(name)).text(), CONTENT[name]);
  }
});

test('if neither what is kept nor what comes is the file, the answer is an error', async () => {
  await send('install');
  for (const name of NAMES) {
    cache.write(name, EVIL);
    host[name] = '<h1>Please log in</h1>';
    const answer = await get(name);
    assert.equal(answer.status, 503);
    assert.equal(await answer.text(), `What came for ${name} is not that file.\n`);
    await assert.rejects(get(name, { mode: 'navigate' })); // the browser's own error: this worker has no such page
    delete host[name];
    await assert.rejects(get(name), TypeError);
  }
});

test('where nothing is kept, or nothing may be, the host is asked and its answer looked at', async () => {
  for (forbidden of [false, true]) {
    assert.equal(await (await get('web/app.py')).text(), CONTENT['web/app.py']);
    host['web/app.py'] = EVIL;
    assert.equal((await get('web/app.py')).status, 503);
    host['web/app.py'] = CONTENT['web/app.py'];
  }
});

test('what is not in the list, or is not asked for as a page does, is left to the browser', async () => {
  await send('install');
  assert.equal(await get('web/other.py'), undefined);
  assert.equal(await get('web/../sw.js'), undefined);
  assert.equal(await get('constructor'), undefined);
  assert.equal(await get('index.html', { method: 'POST' }), undefined);
  assert.equal(await get('index.html', { cache: 'reload' }), undefined);
  assert.equal(await get('', { url: 'https://host.example/other/index.html' }), undefined);
});

test('what is not of this version goes when it takes over, and nothing else', async () => {
  await send('install');
  cache.entries.set(`${HOST}web/app.py?0123`, { body: 'older', headers: new Headers({ Vary: 'Accept' }) });
  await send('activate');
  assert.deepEqual(keptBodies(), CONTENT);
});

test('a new version takes over only if no other page is open', async () => {
  windows.push({ url: `${HOST}index.html#board=1`, postMessage() {} }, { url: `${HOST}web/icon.svg`, postMessage() {} });
  assert.equal(await ask('take over'), 1);
  assert.equal(self.skipped, 0);
  windows.splice(1);
  assert.equal(await ask('take over'), 0);
  assert.equal(self.skipped, 1);
});
