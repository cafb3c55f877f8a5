// What must run before Python does: say how the start is going.
const bar = document.getElementById('boot-bar');
const text = document.getElementById('boot-text');
const SLOW = 30_000; // ms after which a start is worth a word

const STAGES = {
  'Loading interpreter': 'Starting Python…',
  'Loaded interpreter': 'Loading solver…',
  'Loaded files': 'Setting up…',
};

const started = () => document.body.hasAttribute('data-ready');

function fail(message) {
  if (started() || bar.hidden) return; // the first failure explains the others
  bar.hidden = true;
  text.textContent = message;
  text.className = 'problem';
}

addEventListener('py:progress', event => { if (event.detail in STAGES) text.textContent = STAGES[event.detail]; });

function missing(address) {
  const hint = address.includes('/web/vendor/') ? ' “python3 -m npuzzle serve” sets it up.' : '';
  fail(`Python could not be started: ${address.split('/').pop()} did not load.${hint}`);
}

// A script that does not load reports to its own element only, so listen on the way down; not every other
// failure reaches a handler, but every answer of the host is on record.
addEventListener('error', event => { if (event.target instanceof HTMLScriptElement) missing(event.target.src); }, true);
new PerformanceObserver(list => {
  for (const { name, responseStatus } of list.getEntries()) if (responseStatus >= 400) missing(name);
}).observe({ type: 'resource', buffered: true });
addEventListener('unhandledrejection', event => {
  const message = `Python could not be started: ${event.reason}. Reload to try again.`;
  setTimeout(fail, 1000, message); // the record, which names the file, may come a moment later
});
setTimeout(() => { if (!started() && !bar.hidden) text.textContent = 'Still loading. If this lasts, reload the page.'; }, SLOW);
