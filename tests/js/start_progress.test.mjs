// The page's messages while it starts: how much has arrived, and what failed.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { HOST, Page, run, settle } from './page.mjs';

const WASM = 'web/vendor/pyodide/pyodide.asm.wasm', ZIP = 'web/vendor/pyodide/python_stdlib.zip', BUNDLE = 'web/npuzzle.zip';
const LATER = 'web/vendor/snapshot/memory.bin'; // not requested on a first visit
const SIZES = { [WASM]: 60, [ZIP]: 30, [BUNDLE]: 10, 'web/style.css': 1000, [LATER]: 900 };

class Script { constructor(src) { this.src = src; } }

let page, window, observers, later, host, globals;

// Open the page; a page with a service worker measures nothing.
async function open({ controlled = false } = {}) {
  page = new Page();
  page.baseURI = HOST;
  page.getElementById('boot-bar').value = 0;
  [window, observers, later, host] = [new EventTarget(), [], [], { [BUNDLE]: 10, 'web/precache.js': `self.PRECACHE = ${JSON.stringify({ sizes: SIZES, later: [LATER] })};\n` }];
  globals = {
    document: page, navigator: { serviceWorker: { controller: controlled ? {} : null } }, performance: { now: () => 0 }, HTMLScriptElement: Script,
    PerformanceObserver: class { constructor(heard) { observers.push(heard); } observe() {} },
    addEventListener: (...given) => window.addEventListener(...given), setTimeout: (...given) => later.push(given),
    fetch: async address => {
      const name = `${address}`.replace(HOST, ''), content = host[name] ?? '';
      const response = new Response(typeof content === 'number' ? new Uint8Array(content) : content);
      return Object.defineProperty(response, 'url', { value: HOST + name });
    },
  };
  run('web/js/start_progress.js', globals);
  await settle();
}

async function arrive(name, bytes) {
  host[name] = bytes;
  await globals.fetch(HOST + name);
  await settle();
}

const bar = () => page.getElementById('boot-bar');
const said = () => page.getElementById('boot-text').textContent;
const share = () => page.getElementById('boot-share').textContent;
const send = (type, more = {}) => window.dispatchEvent(Object.assign(new Event(type), more));
const record = entries => observers.forEach(heard => heard({ getEntries: () => entries }));

beforeEach(() => open());

test('it says how much of what Python needs has arrived, and nothing of what it does not need', async () => {
  assert.equal(share(), '10 %'); // the modules, which the script requests itself
  await arrive('web/style.css', 1000);
  assert.equal(share(), '10 %');
  await arrive(ZIP, 30);
  assert.deepEqual([share(), bar().value.toFixed(2)], ['40 %', '0.36']);
  await arrive(WASM, 60);
  assert.deepEqual([said(), share(), bar().value.toFixed(2)], ['Starting Python…', '', '0.90']);
  send('py:progress', { detail: 'Loaded interpreter' });
  assert.equal(said(), 'Loading solver…');
});

test('what a service worker keeps is not measured', async () => {
  await open({ controlled: true });
  await arrive(WASM, 60);
  assert.equal(share(), '');
});

test('a file that did not load is named, and for the runtime how to get it', () => {
  window.dispatchEvent(Object.defineProperty(new Event('error'), 'target', { value: new Script(`${HOST}web/vendor/pyscript/core.js`) }));
  assert.equal(said(), 'Python could not be started: core.js did not load. “python3 -m npuzzle serve” sets it up.');
  assert.equal(bar().hidden, true);
  assert.equal(page.getElementById('boot-text').className, 'problem');
});

test('what the host refuses is named, but for the list of files, and the first failure stands', () => {
  record([{ name: `${HOST}web/precache.js`, responseStatus: 404 }, { name: `${HOST}web/app.py`, responseStatus: 200 }]);
  assert.equal(bar().hidden, false);
  record([{ name: `${HOST}web/app.py`, responseStatus: 503 }]);
  record([{ name: `${HOST}web/solver/worker.py`, responseStatus: 404 }]);
  assert.equal(said(), 'Python could not be started: app.py did not load.');
});

test('an error without a name waits for one, then speaks', () => {
  send('unhandledrejection', { reason: 'TypeError: no' });
  assert.equal(bar().hidden, false);
  const [speak, , message] = later.at(-1);
  speak(message);
  assert.equal(said(), 'Python could not be started: TypeError: no. Reload to try again.');
});

test('once the page is ready nothing of this is said any more', () => {
  page.body.setAttribute('data-ready', '');
  record([{ name: `${HOST}web/app.py`, responseStatus: 404 }]);
  assert.equal(said(), '');
});

test('when nothing arrives for long it says so', () => {
  globals.performance.now = () => 30_000;
  const [[wait, patience]] = later;
  assert.equal(patience, 30_000);
  wait();
  assert.equal(said(), 'Still loading. If this lasts, reload the page.');
});
