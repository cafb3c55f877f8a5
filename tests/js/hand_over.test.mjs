// What the page gives its workers: compiled code, and buffers that only one worker can own.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { answerWorkers, askPage, useCompiled } from '../../web/js/hand_over.mjs';
import { settle } from './page.mjs';

const CODE = await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); // the smallest module
const ADDRESS = 'https://host.example/code.wasm';

let added;
const hooks = { main: { onWorker: { add: hook => { added = hook; } } } };

// Open a page that gives the result of `take`, and let it receive a worker's messages.
function open(take) {
  answerWorkers(hooks, take);
  const worker = new EventTarget();
  added(null, worker);
  globalThis.postMessage = (data, ports) => worker.dispatchEvent(Object.assign(new Event('message'), { data, ports }));
}

beforeEach(() => { delete globalThis.postMessage; });

test('a worker gets what the page has, and its buffers are then the worker\'s own', async () => {
  const pages = Uint8Array.of(1, 2, 3).buffer;
  open(async () => ({ code: CODE, pages, buffers: [pages] }));
  const given = await askPage();
  assert.ok(given.code instanceof WebAssembly.Module);
  assert.deepEqual(new Uint8Array(given.pages), Uint8Array.of(1, 2, 3));
  assert.deepEqual(Object.keys(given).sort(), ['code', 'pages']);
  assert.equal(pages.byteLength, 0);
});

test('a worker that cannot be given it gets nothing, and knows', async () => {
  open(async () => ({ code: () => 'no browser hands over a function', buffers: [] }));
  assert.deepEqual(await askPage(), {});
});

test('other messages of a worker are not answered', async () => {
  let takes = 0;
  open(async () => { takes += 1; });
  globalThis.postMessage('polyscript:done', []);
  await settle();
  assert.equal(takes, 0);
});

test('the next start makes its instance of code that is compiled, and all is as before from then on', async () => {
  const before = { fetch: globalThis.fetch, stream: WebAssembly.instantiateStreaming }, others = [];
  globalThis.fetch = asked => { others.push(asked); };
  const { fetch } = globalThis;
  useCompiled(Promise.resolve(CODE), ADDRESS);
  globalThis.fetch('https://host.example/other.json');
  const { module, instance } = await WebAssembly.instantiateStreaming(globalThis.fetch(new URL(ADDRESS)), {});
  assert.equal(module, CODE);
  assert.ok(instance instanceof WebAssembly.Instance);
  assert.deepEqual(others, ['https://host.example/other.json']);
  assert.equal(globalThis.fetch, fetch);
  assert.equal(WebAssembly.instantiateStreaming, before.stream);
  globalThis.fetch = before.fetch;
});

test('code that could not be had is an error of the start', async () => {
  const { fetch } = globalThis;
  useCompiled(Promise.reject(new TypeError('not found')), ADDRESS);
  await assert.rejects(WebAssembly.instantiateStreaming(globalThis.fetch(ADDRESS), {}), /not found/);
  assert.equal(globalThis.fetch, fetch);
});
