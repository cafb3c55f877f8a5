// A board to play before Python runs: the board of the link, or the saved one. data-pressed lists the cells that were
// pressed, data-from the board they were pressed on. Python presses them again when it takes over, if it has the same
// board. So they can be undone, too.
const tray = document.getElementById('tray'), board = document.getElementById('board'), spoken = document.getElementById('spoken');
const MOVES = /^[UDLR]{0,5000}$/, STEP = /^\d{1,9}$/;
const BOARD = /^\d+(?:[_ ]\d+)+(?:\/\d+(?:[_ ]\d+)+)+$/;
const LARGEST = 10; // cells per side: Python draws larger boards differently
const KEPT = 'npuzzle', FIRST = '8 6 7/2 5 4/3 0 1';
const LETTERS = { U: [1, 0], D: [-1, 0], L: [0, 1], R: [0, -1] }; // from the blank to the tile that slides that way
const KEYS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };
const SEEN = 'npuzzle-seen', SOLUTION = 'DLDRURDLULURRDLLDRUULDRURDDLLUU'; // a shortest solution of FIRST
const BEFORE = 300, MOVE = 65, SOLVED = 600; // ms: before the first move, per move, and at the goal
const WAYS = { U: 'up', D: 'down', L: 'left', R: 'right' };

const taken = () => document.body.hasAttribute('data-ready');
let rows = 3, cols = 3, tiles = [], cells = [], usual = true;
const pressed = [];

function kept(store, name = KEPT) {
  try {
    return window[store].getItem(name) || '';
  } catch { // forbidden
    return '';
  }
}

// The parts of a link, as Python reads them: the first of two equal names counts, and a part without a value is ignored.
function partsOf(fragment) {
  const parts = new Map();
  for (const part of fragment.split('&')) {
    const [name, ...value] = part.split('=');
    if (value.length && !parts.has(name)) parts.set(name, decodeURIComponent(value.join('=')));
  }
  return parts;
}

// The tiles row by row, or null if this is not a board that can be drawn here.
function tilesOf(text) {
  if (!BOARD.test(text)) return null;
  const lines = text.split('/').map(line => line.split(/[_ ]/).map(Number)), all = lines.flat();
  const whole = lines.every(line => line.length === lines[0].length) && new Set(all).size === all.length && Math.max(...all) < all.length;
  return whole && lines.length <= LARGEST && lines[0].length <= LARGEST ? lines : null;
}

function element(role, ...inside) {
  const made = document.createElement('div');
  made.setAttribute('role', role);
  made.append(...inside);
  return made;
}

function build() {
  tray.style.setProperty('--rows', rows);
  tray.style.setProperty('--cols', cols);
  cells = tiles.map(() => element('gridcell'));
  board.replaceChildren(...Array.from({ length: rows }, (_, row) => element('row', ...cells.slice(row * cols, (row + 1) * cols))));
}

// The cells whose tiles slide when the one at `cell` is pressed, the nearest to the blank first.
function line(cell) {
  const blank = tiles.indexOf(0), across = cell % cols === blank % cols;
  if (cell === blank || !(across || Math.floor(cell / cols) === Math.floor(blank / cols))) return [];
  const step = (across ? cols : 1) * Math.sign(cell - blank);
  return Array.from({ length: (cell - blank) / step }, (_, at) => blank + step * (at + 1));
}

// The cell of the tile that slides that way, or the one at the end of its line, or null if there is none.
function source(letter, whole = false) {
  const [down, right] = LETTERS[letter], blank = tiles.indexOf(0);
  let row = Math.floor(blank / cols) + down, col = blank % cols + right;
  if (row < 0 || row >= rows || col < 0 || col >= cols) return null;
  if (whole && down) row = down > 0 ? rows - 1 : 0;
  if (whole && right) col = right > 0 ? cols - 1 : 0;
  return row * cols + col;
}

function slide(cell) {
  if (cell === null) throw new Error('no tile slides that way');
  for (const from of line(cell)) {
    tiles[tiles.indexOf(0)] = tiles[from];
    tiles[from] = 0;
  }
}

function draw() {
  cells.forEach((cell, at) => {
    cell.textContent = tiles[at] || '';
    cell.toggleAttribute('data-home', usual && tiles[at] === at + 1);
    cell.toggleAttribute('data-slides', line(at).length > 0);
  });
}

function press(cell) {
  const sliding = line(cell);
  if (!sliding.length) return;
  const letter = Object.keys(LETTERS).find(it => line(source(it) ?? -1)[0] === sliding[0]);
  spoken.textContent = `${sliding.length === 1 ? `Tile ${tiles[cell]}` : `${sliding.length} tiles`} ${WAYS[letter]}.`;
  slide(cell);
  pressed.push(cell);
  board.dataset.pressed = pressed.join(' ');
  draw();
}

const query = () => (/[?&](board|scramble)=/.test(location.search) ? location.search.slice(1).replaceAll('+', ' ') : '');
const request = () => location.hash.slice(1) || query() || kept('sessionStorage') || kept('localStorage');

// Open the room that the link or the saved page names, or else Solve. Without either, Today stays open, as in the HTML.
function openAsked() {
  const name = partsOf(request()).get('room') ?? 'solve';
  if (request() && document.getElementById(`room-${name}`)) open(name);
}

// A tab that is pressed before Python runs opens its room, or the first room of its group. Python follows.
function openPressed(tab) {
  if (!tab || taken()) return;
  const [first] = tab.getAttribute('aria-controls').split(' ');
  document.body.dataset.asked = first.slice('room-'.length);
  open(document.body.dataset.asked);
}

function open(name) {
  const tab = document.getElementById(`tab-${name}`), row = tab.parentElement, group = row.id.slice('tabs-'.length);
  for (const other of document.querySelectorAll('[role=tab]')) other.setAttribute('aria-selected', other === tab || other.id === `tab-${group}`);
  for (const panel of document.querySelectorAll('[role=tabpanel]')) panel.hidden = panel.id !== `room-${name}`;
  for (const other of document.querySelectorAll('[role=tablist]')) other.hidden = other.id !== 'tabs' && other !== row;
  document.body.dataset.room = name;
  document.body.dataset.group = group;
}

// The board to show. Throws if it cannot be shown here.
function read() {
  const asked = partsOf(request());
  const found = tilesOf(asked.get('board') ?? FIRST), moves = asked.get('moves') ?? '', step = asked.get('step') ?? '0';
  if (!found || asked.has('text') || asked.has('scramble') || !MOVES.test(moves) || !STEP.test(step)) throw new Error('not for here');
  [rows, cols, tiles, usual] = [found.length, found[0].length, found.flat(), !asked.has('goal')];
  for (const letter of moves.slice(0, Number(step))) slide(source(letter));
}

const shown = () => Array.from({ length: rows }, (_, row) => tiles.slice(row * cols, (row + 1) * cols).join(' ')).join('/');

function begin() {
  for (const row of document.querySelectorAll('[role=tablist]')) row.addEventListener('click', event => openPressed(event.target.closest('[role=tab]')));
  try {
    openAsked();
    read();
  } catch { // Python shows that board, and reports the error
    for (const cell of board.querySelectorAll('[role=gridcell]')) cell.textContent = '';
    return;
  }
  board.dataset.from = shown();
  build();
  draw();
  board.addEventListener('click', event => {
    const cell = cells.indexOf(event.target.closest('[role=gridcell]'));
    if (!taken() && cell >= 0) press(cell);
  });
  board.addEventListener('keydown', event => {
    if (taken() || !(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const cell = source(KEYS[event.key], event.shiftKey);
    if (cell !== null) press(cell);
  });
}

// On a first visit, tiles above the board play a solution. Then the board of the day appears. The board below can be
// played only once the tiles above are gone: until then only screen readers and Python see it. The browser moves these
// tiles without this thread, which Python occupies.
function isFirstVisit() {
  try {
    const isFirst = ![location.hash.slice(1), kept('sessionStorage'), kept('localStorage'), kept('localStorage', SEEN)].some(Boolean);
    if (!isFirst || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
    window.localStorage.setItem(SEEN, '1');
    return true;
  } catch { // nothing can be saved, so the opening would be played at each visit
    return false;
  }
}

// Each board of the opening, with the time at which it is shown.
function scenes() {
  const all = [{ at: BEFORE, tiles: [...tiles] }];
  for (const letter of SOLUTION) {
    slide(source(letter));
    all.push({ at: BEFORE + MOVE * all.length, tiles: [...tiles] });
  }
  tiles = [...all[0].tiles];
  return [{ ...all[0], at: 0 }, ...all, { ...all.at(-1), at: all.at(-1).at + SOLVED }];
}

// The tile twice: its usual look, and above it the look of a tile at home.
function actors(tile, played, duration) {
  const places = played.map(scene => scene.tiles.indexOf(tile));
  return [false, true].map(home => {
    const actor = document.createElement('div');
    actor.className = 'tile';
    actor.toggleAttribute('data-home', home);
    actor.append(document.createElement('span'));
    actor.firstChild.textContent = tile;
    actor.animate(places.map((place, at) => ({
      offset: played[at].at / duration, opacity: Number(!home || place === tile - 1),
      transform: `translate(${place % cols * 100}%, ${Math.floor(place / cols) * 100}%)`,
    })), { duration, fill: 'forwards' });
    return actor;
  });
}

function playOpening() {
  const played = scenes(), duration = played.at(-1).at, stage = document.createElement('div'), heard = new AbortController();
  stage.className = 'tiles';
  stage.setAttribute('aria-hidden', 'true');
  stage.append(...played[0].tiles.filter(Boolean).flatMap(tile => actors(tile, played, duration)));
  const stop = () => {
    heard.abort();
    stage.remove();
    tray.removeAttribute('data-opening');
  };
  for (const kind of ['pointerdown', 'keydown', 'click', 'hashchange']) window.addEventListener(kind, stop, { capture: true, signal: heard.signal });
  tray.append(stage);
  stage.lastChild.getAnimations()[0].finished.then(stop, () => {}); // an animation that is removed does not finish
  tray.setAttribute('data-opening', '');
}

if (!taken()) {
  begin();
  if (board.dataset.from === FIRST && isFirstVisit()) playOpening();
}
board.dataset.early = '';
