// The page's side of working offline: the mark that shows the progress, and the offer of a new version. It does not
// need Python, so a version that does not start can be replaced.
//
// The mark says "ready" only when the worker has checked that every file is saved with its hash. It checks at each
// start, once Python runs (earlier, it would slow the start), and whenever the page is shown again. The browser is not
// asked to keep the files for good (storage.persist), as some browsers would ask the visitor. If files are ever lost,
// the mark says so and they are fetched again.
const mark = document.getElementById('offline');
const versionText = document.getElementById('version');
const offer = document.getElementById('update');
const take = document.getElementById('update-take');
const why = document.getElementById('update-why');

const ELSE_FINE = 'Everything else works.';
const PROBLEMS = {
  broken: ({ kept, of }) => `Not ready offline: the download broke off after ${kept} of ${of} files. The next visit continues from there.`,
  unfit: ({ what }) => `Not ready offline: the host sent something else instead of ${what}. The network may want you to log in first, or the site is being updated. Reload later.`,
  full: ({ bytes }) => `Not ready offline: there is no room for the page (${Math.ceil(bytes / 1e6)} MB). Free some space, then reload.`,
  refused: ({ what }) => `Not ready offline: this browser does not let the page save files here (${what}). Private windows often forbid it. ${ELSE_FINE}`,
  forbidden: () => `Not ready offline: this browser allows no service workers here. Private windows often forbid them. ${ELSE_FINE}`,
  unreached: () => 'Not ready offline: sw.js did not load. The next visit tries again.',
  insecure: () => `Not ready offline: offline use needs an address with https, or localhost. ${ELSE_FINE}`,
};

const FOLDER = new URL('../..', import.meta.url).href;
const OUTGROWN = 'Ready offline, with the previous version: there is no room for the new one.';
const LONGEST = 10_000; // ms that the check waits for Python: a version that does not start has a mark, too
const OWN_MACHINE = /^(localhost|127\..*|\[::1\])$/;

const returned = Boolean(navigator.serviceWorker?.controller); // not the first visit

let registration = null;
let looking = null; // the worker that was asked how much of this version is saved
let own = null; // its answer
let next = null; // the answer of a newer version's worker
let later = false; // the offer was put off
let taking = false; // the offer was accepted
const dropped = new Set(); // names of saved files that were not the right file

const started = new Promise(done => {
  addEventListener('py:done', done, { once: true });
  setTimeout(done, LONGEST);
});

function show(kind, said) {
  const changed = `${dropped.size} of the saved files had been changed and had to be dropped.`;
  const text = dropped.size ? `${said.replace(/\.$/, '')}. ${changed}` : said;
  mark.dataset.kind = kind;
  if (mark.textContent !== text) mark.textContent = text;
}

function problem(kind, details = {}) {
  show('problem', PROBLEMS[kind](details));
}

const asked = (worker, what) => new Promise(done => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => done(data);
  worker.postMessage(what, [port2]);
});

function showState() {
  if (!own) return;
  if (own.kept === own.of) show('ready', next?.problem?.kind === 'full' ? OUTGROWN : 'Ready offline');
  else if (own.problem) problem(own.problem.kind, { ...own, ...own.problem });
  else show('working', `Getting ready for offline use: ${own.kept} of ${own.of} files`);
}

// Wait until the page has nothing else to do, except in Safari, which has no such call.
const idle = () => new Promise(done => { (window.requestIdleCallback ?? setTimeout)(done); });

// Note the dropped files, which a worker of an older version does not report.
const noteDropped = state => state.dropped?.forEach(name => dropped.add(name));

async function look(worker) {
  await started;
  own = { ...await asked(worker, 'look'), final: true };
  noteDropped(own);
  versionText.hidden = false;
  versionText.lastElementChild.textContent = own.version.slice(0, 8);
  showState();
  if (own.kept < own.of || navigator.connection?.saveData) return;
  if (!returned) await idle();
  noteDropped({ dropped: await asked(worker, 'keep later') });
  if (dropped.size) showState();
}

function follow() {
  const { installing, waiting, active } = registration;
  if (installing) installing.onstatechange = follow;
  if (waiting) waiting.onstatechange = follow;
  if (active?.state === 'activating') active.onstatechange = follow;
  // Once: a message wakes a worker, and an old worker that stays awake does not make way.
  if (active?.state === 'activated' && active !== looking) look(looking = active);
  // After a reload past all caches, the page already has the new version, so the user is not asked.
  const { controller } = navigator.serviceWorker;
  if (waiting && !controller) asked(waiting, 'take over');
  offer.hidden = later || !waiting || !active || !controller;
}

// The progress of a download. Only the worker in use is trusted to say that all files are saved. Its answer may
// overtake its earlier messages, and is final.
function heard({ data }) {
  noteDropped(data);
  if (data.update) next = data;
  else if (!own?.final && data.kept < data.of) own = data;
  showState();
}

function attend(found) {
  registration = found;
  registration.onupdatefound = follow;
  follow();
}

// Register the worker if there is none, and look for a new version: a reload past all caches does not do so.
async function begin() {
  try {
    attend(await navigator.serviceWorker.register(`${FOLDER}sw.js`, { updateViaCache: 'none' }));
  } catch (error) {
    if (!own) problem(error instanceof TypeError ? 'unreached' : 'refused', { what: error.name });
  }
  registration?.update().catch(() => {}); // without a network there is no new version
}

// A page may stay open for days: look for a new version, and check that the saved files are still there. The present
// worker is asked first: registering waits for the browser's requests to the host, which are slow if no host answers.
function lookAgain() {
  if (document.visibilityState === 'hidden') return;
  own = looking = null;
  dropped.clear();
  if (registration) follow();
  begin();
}

// At an address of the user's machine, another project may answer tomorrow: then this page makes way for it.
async function makeWay(found) {
  const { status } = await fetch(`${FOLDER}sw.js`, { method: 'HEAD', cache: 'no-store' });
  if (status !== 404 || !await found.unregister()) return;
  await fetch(location.href, { cache: 'reload' }); // past all caches, see sw.js: otherwise an old file is "not changed"
  location.reload();
}

// Use the files that an earlier visit saved.
function resume(found) {
  if (found?.scope !== FOLDER) return;
  attend(found);
  if (OWN_MACHINE.test(location.hostname)) makeWay(found).catch(() => {}); // no answer: the page stays
}

function showBusy() {
  const { busy } = document.body.dataset;
  take.disabled = Boolean(busy);
  why.textContent = busy ? `${busy} is in progress.` : '';
}

async function takeOver() {
  taking = true;
  taking = await asked(registration.waiting, 'take over') === 0;
  if (!taking) why.textContent = 'This page is open in another tab too. Close it there first.';
}

if (!window.isSecureContext) problem('insecure');
else if (!('serviceWorker' in navigator)) problem('forbidden');
else {
  navigator.serviceWorker.addEventListener('message', heard);
  navigator.serviceWorker.addEventListener('controllerchange', () => { if (taking) location.reload(); });
  navigator.serviceWorker.getRegistration().then(resume, () => {});
  addEventListener('py:done', begin, { once: true }); // a first download would make the first start slower
  document.addEventListener('visibilitychange', lookAgain);
  addEventListener('online', lookAgain);
  new MutationObserver(showBusy).observe(document.body, { attributeFilter: ['data-busy'] });
  take.addEventListener('click', takeOver);
  document.getElementById('update-later').addEventListener('click', () => { later = offer.hidden = true; });
}
