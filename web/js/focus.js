// The focus never falls to the top of the page. When the control with the focus is disabled, hidden or removed, and
// nothing else takes the focus, the nearest control gets it, else the room or the board. So Stop, which follows Start,
// gets it when Start is disabled, and Start gets it back when Stop is hidden. data-beside names another control to get
// it. Text fields do not get it: a phone would open its keyboard.

const KEYS = 'button, summary, select, input[type=range], input[type=checkbox], input[type=radio], [tabindex="0"], a[href]';
const WHOLE = '.room, .stage, dialog, header, footer, main'; // a control outside of these is not near

let last = null, around = []; // the element with the focus, and those around it, which outlast it

function canHold(element) {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });
}

// The nearest control in the smallest part of the page that has one: the next one, or the one before a hidden element.
function beside() {
  const named = document.getElementById(last.dataset.beside);
  if (named && canHold(named)) return named;
  for (const part of around) {
    if (!part.isConnected) continue;
    const others = [...part.querySelectorAll(KEYS)].filter(one => one !== last && one.tabIndex >= 0 && canHold(one));
    const follows = one => last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    const after = others.find(follows), before = others.findLast(one => !follows(one));
    if (others.length) return !last.isConnected ? others[0] : last.matches(':disabled') ? after ?? before : before ?? after;
    if (part.matches(WHOLE)) break;
  }
  const room = document.querySelector('.room:not([hidden])');
  return around.some(part => part.matches('.room')) ? room : document.getElementById('board');
}

// Called at each change of the page, so it reads the layout only where it must.
function keep() {
  const now = document.activeElement;
  if (!last || now !== last && now !== document.body && now !== null) return;
  if (now === last ? !last.closest(':disabled, [hidden]') : canHold(last)) return;
  beside()?.focus({ preventScroll: true });
}

function leave() {
  keep();
  if (document.activeElement === document.body) last = null; // the user pressed outside all controls
}

addEventListener('focusin', ({ target }) => {
  last = target;
  around = [];
  for (let part = target.parentElement; part; part = part.parentElement) around.push(part);
});
addEventListener('focusout', ({ relatedTarget }) => { if (!relatedTarget) requestAnimationFrame(leave); });
new MutationObserver(keep).observe(document.body, { subtree: true, childList: true, attributeFilter: ['hidden', 'disabled'] });
