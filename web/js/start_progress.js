// Runs before Python: reports the progress of the start, and how much of Python's files has arrived.
const bar = document.getElementById('boot-bar');
const text = document.getElementById('boot-text'), told = document.getElementById('boot-share');
const SLOW = 30_000; // ms without any data, after which the page says that it is still loading

const STAGES = {
  'Loaded interpreter': 'Loading solver…',
  'Loaded files': 'Setting up…',
};
const NEEDED = /(core-\w+\.js|pyodide\.asm\.\w+|pyodide\.mjs|python_stdlib\.zip|npuzzle\.zip|memory\.bin)$/;
const BUNDLE = 'web/npuzzle.zip', LIST = 'web/precache.js';
const NEARLY = 0.9; // the part of the bar for the download: starting Python takes a moment, too

const FOLDER = new URL('./', document.baseURI).href;
const arrived = new Map(); // bytes of each file that Python needs
let sizes = null; // of those files, unknown at first
let last = 0; // when something arrived

const nameOf = address => address.startsWith(FOLDER) ? address.slice(FOLDER.length).split('?')[0] : '';
const share = () => {
  const names = Object.keys(sizes).filter(name => NEEDED.test(name)), sum = of => names.reduce((all, name) => all + of(name), 0);
  return sum(name => Math.min(arrived.get(name) ?? 0, sizes[name])) / sum(name => sizes[name]);
};

function count(name, bytes) {
  last = performance.now();
  arrived.set(name, Math.max(arrived.get(name) ?? 0, bytes));
  if (!sizes || bar.hidden || started()) return;
  bar.value = Math.max(bar.value, NEARLY * share());
  const percent = `${Math.floor(100 * share())} %`;
  if (told.textContent !== percent && !staged) told.textContent = percent; // not in the live region: it changes too often to be read aloud
  if (share() === 1 && !staged) say('Starting Python…');
}

function say(stage) {
  if (text.textContent !== stage) text.textContent = stage;
  told.textContent = '';
}

// A large file reports its progress. A file that a script imports only reports that it has arrived.
async function follow(name, response) {
  const reader = response.clone().body.getReader();
  for (let bytes = 0, piece; !(piece = await reader.read()).done;) count(name, bytes += piece.value.length);
}

// On a first visit only: a service worker's files are there immediately, and reading a copy would take time.
async function measure() {
  const ask = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    const response = await ask(...given), name = nameOf(response.url);
    if (response.ok && NEEDED.test(name)) follow(name, response).catch(() => {}); // failures are reported elsewhere
    return response;
  };
  new PerformanceObserver(list => {
    for (const { name, responseEnd } of list.getEntries())
      if (responseEnd && NEEDED.test(nameOf(name)) && /\.m?js$/.test(nameOf(name))) count(nameOf(name), Infinity);
  }).observe({ type: 'resource', buffered: true });
  ask(BUNDLE).then(response => follow(BUNDLE, response)).catch(() => {}); // otherwise it is fetched only when Python runs
  const listed = await (await ask(LIST)).text();
  const list = JSON.parse(listed.slice(listed.indexOf('{'), listed.lastIndexOf('}') + 1));
  sizes = Object.fromEntries(Object.entries(list.sizes).filter(([name]) => !list.later.includes(name)));
  for (const [name, bytes] of arrived) count(name, bytes);
}

let staged = false; // whether Python reports the progress itself

const started = () => document.body.hasAttribute('data-ready');

function fail(message) {
  if (started() || bar.hidden) return; // the first failure explains the others
  bar.hidden = true;
  say(message);
  text.className = 'problem';
}

addEventListener('py:progress', event => {
  if (!(event.detail in STAGES) || bar.hidden) return;
  staged = true;
  say(STAGES[event.detail]);
});
if (!navigator.serviceWorker?.controller) measure().catch(() => {}); // without sizes the bar moves, but shows no progress

function missing(address) {
  if (nameOf(address) === LIST) return; // Python starts without this list
  const hint = address.includes('/web/vendor/') ? ' “python3 -m npuzzle serve” sets it up.' : '';
  fail(`Python could not be started: ${address.split('/').pop()} did not load.${hint}`);
}

// A script that does not load reports to its own element only, so listen in the capture phase. Not every other failure
// reaches a handler, but the browser records every answer of the host.
addEventListener('error', event => { if (event.target instanceof HTMLScriptElement) missing(event.target.src); }, true);
new PerformanceObserver(list => {
  for (const { name, responseStatus } of list.getEntries()) if (responseStatus >= 400) missing(name);
}).observe({ type: 'resource', buffered: true });
addEventListener('unhandledrejection', event => {
  const message = `Python could not be started: ${event.reason}. Reload to try again.`;
  setTimeout(fail, 1000, message); // the record, which names the file, may come a moment later
});

function wait() {
  const idle = performance.now() - last;
  if (started() || bar.hidden) return;
  if (idle < SLOW) setTimeout(wait, SLOW - idle);
  else say('Still loading. If this lasts, reload the page.');
}
setTimeout(wait, SLOW);
