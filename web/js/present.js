// For a lecture hall: the board and the room's figure fill the screen, in large type. The style is fetched at the first press.

const FIELDS = 'input:not([type=range], [type=checkbox], [type=radio]), select, textarea, [contenteditable=true]';
const OWN_KEYS = `${FIELDS}, input, [role=grid], [role=tree], [role=listbox], [role=application], [role=tablist]`;
const STEPS = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', p: 'play', P: 'play', ' ': 'play' };
const PARTS = { race: ['clouds-'], explore: ['space-', 'explore-'] }; // rooms whose own buttons the keys press; elsewhere they press the player's

const body = document.body, enter = document.getElementById('present'), leave = document.getElementById('present-end');
let style = null, before = null, wasFull = false, wasAt = 0;

const isOn = () => 'present' in body.dataset;

function loadStyle() {
  style ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href: new URL('../present.css', import.meta.url).href, onload: resolve, onerror: reject });
    document.head.append(link);
  });
  return style;
}

async function begin() {
  if (isOn() || 'embed' in body.dataset) return;
  before = document.activeElement;
  wasAt = scrollY;
  try { await loadStyle(); } catch { style = null; return; } // offline and not saved: the page stays as it is
  body.dataset.present = '';
  leave.hidden = false;
  try { await document.documentElement.requestFullscreen?.(); } catch { /* then the page fills the window, which is enough */ }
  wasFull = Boolean(document.fullscreenElement);
  (document.querySelector('.room:not([hidden])') ?? leave).focus({ preventScroll: true });
  scrollTo(0, 0);
  dispatchEvent(new Event('restyle')); // the pictures are drawn again
}

function end() {
  if (!isOn()) return;
  delete body.dataset.present;
  leave.hidden = true;
  if (document.fullscreenElement) document.exitFullscreen();
  wasFull = false;
  dispatchEvent(new Event('restyle'));
  (before?.isConnected && before !== body ? before : enter).focus({ preventScroll: true });
  scrollTo(0, wasAt);
}

// The button of a step that can be pressed now: of the room's picture, or of the board's player.
function buttonOf(step) {
  const of = [...PARTS[body.dataset.room] ?? [], ''].map(part => document.getElementById(part + step));
  return of.find(button => button?.checkVisibility() && !button.disabled);
}

function press(event) {
  const { key, target } = event, place = target.closest ? target : body;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
  if ((key === 'f' || key === 'F') && !place.closest(FIELDS) && !enter.disabled) {
    event.preventDefault();
    if (isOn()) end(); else begin();
  } else if (isOn() && key === 'Escape') {
    event.preventDefault();
    end();
  } else if (isOn() && STEPS[key] && !place.closest(key === ' ' ? `${OWN_KEYS}, button, summary, a` : OWN_KEYS)) {
    const button = buttonOf(STEPS[key]);
    if (!button) return;
    event.preventDefault();
    button.click();
  }
}

enter.addEventListener('click', begin);
leave.addEventListener('click', end);
addEventListener('keydown', press);
document.addEventListener('fullscreenchange', () => { if (wasFull && !document.fullscreenElement) end(); });
const allow = () => { enter.disabled = !('ready' in body.dataset); };
allow();
new MutationObserver(allow).observe(body, { attributes: true, attributeFilter: ['data-ready'] });
