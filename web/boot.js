// What must run before Python does: say how the start is going, and make the page work offline after it.
const bar = document.getElementById('boot-bar');
const text = document.getElementById('boot-text');

const STAGES = {
  'Loading interpreter': 'Starting Python…',
  'Loaded interpreter': 'Loading the solver…',
  'Loaded files': 'Setting up the page…',
};

function fail(message) {
  bar.hidden = true;
  text.textContent = message;
  text.className = 'problem';
}

addEventListener('py:progress', event => { if (event.detail in STAGES) text.textContent = STAGES[event.detail]; });

// A script that does not load reports to its own element only, so listen on the way down.
addEventListener('error', event => {
  if (event.target instanceof HTMLScriptElement)
    fail('Python could not be loaded: the runtime is missing. “python3 -m npuzzle serve” sets it up.');
}, true);

addEventListener('py:done', () => {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(new URL('../sw.js', import.meta.url))
    .then(() => navigator.serviceWorker.ready)
    .then(() => { document.getElementById('offline').textContent = 'This page now works offline.'; })
    .catch(() => { document.getElementById('offline').textContent = 'This browser keeps no copy for offline use.'; });
}, { once: true });
