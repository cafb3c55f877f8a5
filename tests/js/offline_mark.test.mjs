// The status of the offline copy, and the offer of a new version.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { HOST, Page, run, settle } from './page.mjs';

const WHOLE = { version: '0123456789', update: false, kept: 3, of: 3, problem: null, dropped: [] };

// A worker with a fixed answer to each message, which records the messages.
class Worker extends EventTarget {
  constructor(state, answers = {}) { super(); Object.assign(this, { state, answers, asked: [] }); }

  postMessage(what, [port]) {
    this.asked.push(what);
    port.postMessage(this.answers[what]);
  }
}

let page, window, workers, registration, reloaded, idle;

// Open the page, in a browser with these abilities.
function open({ secure = true, allowed = true, saveData = false, controller = null, found = registration, register = async () => registration } = {}) {
  page = new Page();
  page.getElementById('version').lastElementChild = page.getElementById('number');
  window = Object.assign(new EventTarget(), { isSecureContext: secure, requestIdleCallback: done => idle.push(done) });
  workers = Object.assign(new EventTarget(), { controller, getRegistration: async () => found, register });
  [reloaded, idle] = [0, []];
  run('web/js/offline_mark.js', {
    document: page, window, navigator: allowed ? { serviceWorker: workers, connection: { saveData } } : {}, MessageChannel: Channel, MutationObserver: class { observe() {} },
    addEventListener: (...given) => window.addEventListener(...given), setTimeout: () => {},
    location: { hostname: 'host.example', href: HOST, reload: () => { reloaded += 1; } },
  });
}

class Channel {
  constructor() {
    this.port1 = {};
    this.port2 = { postMessage: data => this.port1.onmessage({ data }) };
  }
}

const mark = () => page.getElementById('offline').textContent;
const kind = () => page.getElementById('offline').dataset.kind;
const say = data => workers.dispatchEvent(Object.assign(new Event('message'), { data }));

async function start() {
  window.dispatchEvent(new Event('py:done'));
  await settle();
}

async function comeBack() {
  page.dispatchEvent(new Event('visibilitychange'));
  await settle();
}

beforeEach(() => {
  registration = { scope: HOST, active: new Worker('activated', { look: WHOLE }), waiting: null, installing: null, update: async () => {} };
});

test('it is ready when the worker has looked, and that is not before Python runs', async () => {
  open();
  await settle();
  assert.deepEqual([mark(), registration.active.asked], ['', []]);
  await start();
  assert.deepEqual([mark(), kind(), registration.active.asked], ['Ready offline', 'ready', ['look']]);
  assert.equal(page.getElementById('number').textContent, '01234567');
});

test('what makes the next start shorter is asked for on a visit that is not the first, unless data is to be saved', async () => {
  open({ controller: {}, saveData: true });
  await start();
  assert.deepEqual(registration.active.asked, ['look']);
  registration.active.asked.length = 0;
  open({ controller: {} });
  await start();
  assert.deepEqual(registration.active.asked, ['look', 'keep later']);
});

test('a first visit has it kept once it is idle and all else is kept, unless data is to be saved', async () => {
  const { active } = registration, { answers } = active;
  for (const [state, saveData, expected] of [[WHOLE, true, []], [{ ...WHOLE, kept: 2 }, false, []], [WHOLE, false, ['keep later']]]) {
    [answers.look, active.asked] = [state, []];
    open({ saveData });
    await start();
    assert.deepEqual(active.asked, ['look']);
    for (const done of idle) done();
    await settle();
    assert.deepEqual(active.asked, ['look', ...expected]);
  }
});

test('what had to be dropped is said until the worker looks again', async () => {
  registration.active.answers.look = { ...WHOLE, dropped: ['index.html', 'web/app.py'] };
  open();
  await start();
  assert.deepEqual([mark(), kind()], ['Ready offline. 2 of the saved files had been changed and had to be dropped.', 'ready']);
  registration.active.answers.look = WHOLE;
  await comeBack();
  assert.equal(mark(), 'Ready offline');
});

test('what had to be dropped is said of a copy that is not whole too', async () => {
  registration.active.answers.look = { ...WHOLE, kept: 2, problem: { kind: 'broken' }, dropped: ['web/app.py'] };
  open();
  await start();
  assert.deepEqual([mark(), kind()], [
    'Not ready offline: the download broke off after 2 of 3 files. The next visit continues from there. 1 of the saved files had been changed '
    + 'and had to be dropped.', 'problem']);
});

test('what a new version had to drop is said, once for each file', async () => {
  open();
  await start();
  for (const kept of [2, 3]) say({ ...WHOLE, update: true, kept, dropped: ['web/app.py'] });
  assert.equal(mark(), 'Ready offline. 1 of the saved files had been changed and had to be dropped.');
});

test('a worker of an older version says nothing of what it dropped', async () => {
  const { dropped, ...older } = WHOLE;
  registration.active.answers.look = older;
  open();
  await start();
  say({ ...older, update: true });
  assert.equal(mark(), 'Ready offline');
});

test('how far a download is, is said until the worker has looked', async () => {
  open({ found: null });
  say({ ...WHOLE, kept: 1 });
  assert.deepEqual([mark(), kind()], ['Getting ready for offline use: 1 of 3 files', 'working']);
  await start();
  say({ ...WHOLE, kept: 2 }); // an outdated message
  assert.equal(mark(), 'Ready offline');
});

for (const [problem, text] of [
  [{ kind: 'unfit', what: 'app.py' }, 'Not ready offline: the host sent something else instead of app.py.'],
  [{ kind: 'full', bytes: 15_100_000 }, 'Not ready offline: there is no room for the page (16 MB).'],
  [{ kind: 'refused', what: 'SecurityError' }, 'Not ready offline: this browser does not let the page save files here (SecurityError).'],
]) {
  test(`why it is not ready: ${problem.kind}`, async () => {
    registration.active.answers.look = { ...WHOLE, kept: 2, problem };
    open();
    await start();
    assert.ok(mark().startsWith(text), mark());
  });
}

for (const [what, browser, text] of [
  ['an address without https', { secure: false }, 'offline use needs an address with https, or localhost'],
  ['no service workers', { allowed: false }, 'this browser allows no service workers here'],
  ['sw.js that does not load', { found: null, register: () => Promise.reject(new TypeError()) }, 'sw.js did not load'],
  ['a browser that refuses', { found: null, register: () => Promise.reject(new DOMException('', 'SecurityError')) }, 'files here (SecurityError)'],
]) {
  test(`why it cannot be: ${what}`, async () => {
    open(browser);
    await start();
    assert.ok(mark().startsWith('Not ready offline: ') && mark().includes(text), mark());
  });
}

test('without room for a new version the one before stays', async () => {
  open();
  await start();
  say({ ...WHOLE, update: true, kept: 1, problem: { kind: 'full' } });
  assert.equal(mark(), 'Ready offline, with the previous version: there is no room for the new one.');
});

test('a new version is offered, and taken when no other tab is open', async () => {
  const others = { 'take over': 1 };
  registration.waiting = new Worker('installed', others);
  open({ controller: {} });
  await settle();
  assert.equal(page.getElementById('update').hidden, false);
  page.getElementById('update-take').dispatchEvent(new Event('click'));
  await settle();
  assert.match(page.getElementById('update-why').textContent, /open in another tab too/);
  workers.dispatchEvent(new Event('controllerchange')); // by another tab: this one does not change
  assert.equal(reloaded, 0);
  others['take over'] = 0;
  page.getElementById('update-take').dispatchEvent(new Event('click'));
  await settle();
  workers.dispatchEvent(new Event('controllerchange'));
  assert.equal(reloaded, 1);
});

test('a page that came past what is kept has the new version take over unasked', async () => {
  const waiting = registration.waiting = new Worker('installed', { 'take over': 0 });
  open();
  await settle();
  assert.deepEqual([waiting.asked, page.getElementById('update').hidden, reloaded], [['take over'], true, 0]);
  waiting.asked.length = 0;
  open({ controller: {} });
  await settle();
  assert.deepEqual([waiting.asked, page.getElementById('update').hidden], [[], false]);
});

test('an offer that is put off stays away', async () => {
  registration.waiting = new Worker('installed');
  open({ controller: {} });
  await settle();
  page.getElementById('update-later').dispatchEvent(new Event('click'));
  registration.onupdatefound();
  assert.equal(page.getElementById('update').hidden, true);
});
