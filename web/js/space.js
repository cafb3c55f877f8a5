// The whole space of a small puzzle in one picture: a band for each distance from the goal, a square for each state.
// Python sends the distances and the expanded states by rank (the place in lexicographic order); all drawing is here.

const NOWHERE = 255; // the distance of a state that cannot be reached
const LEAST = 6; // rows of pixels of a band, so that the few states near either end are seen too
const GAP = 2;
const EDGE = 14; // pixels above and below the bands, for the rings

const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

// The place of every state: bands from the goal down, each in the order of ranks and centred.
export function layOut(distances) {
  const bands = [];
  distances.forEach((moves, rank) => { if (moves !== NOWHERE) (bands[moves] ??= []).push(rank); });
  const states = bands.reduce((sum, band) => sum + band.length, 0);
  const width = Math.max(48, Math.round(1.5 * Math.sqrt(states)));
  const left = new Int16Array(distances.length), top = new Int16Array(distances.length);
  const sides = [], tops = [];
  let y = EDGE;
  for (const band of bands) {
    const room = Math.max(LEAST, Math.ceil(band.length / width));
    let side = LEAST;
    while (side > 1 && Math.ceil(band.length / Math.floor(width / side)) * side > room) side -= 1;
    const most = Math.floor(width / side), lines = Math.ceil(band.length / most), each = Math.ceil(band.length / lines);
    const margin = Math.floor((width - each * side) / 2);
    band.forEach((rank, at) => {
      left[rank] = margin + (at % each) * side;
      top[rank] = y + Math.floor(at / each) * side;
    });
    sides.push(side);
    tops.push(y);
    y += lines * side + GAP;
  }
  return { bands, width, height: y - GAP + EDGE, left, top, sides, tops, states };
}

function colours(canvas) {
  const style = getComputedStyle(canvas);
  const pick = name => style.getPropertyValue(name).trim();
  const whole = name => { // #rrggbb as the pixel's four bytes
    const [, red, green, blue] = /^#(..)(..)(..)$/.exec(pick(name)).map(digits => parseInt(digits, 16));
    return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
  };
  return { rest: whole('--line'), touched: whole('--accent'), newest: pick('--series-2'), here: pick('--ink'), pointed: pick('--bad') };
}

export class Space {
  constructor(canvas, moved, pointed) {
    Object.assign(this, { canvas, moved, pointed, at: 0, here: -1, cursor: -1, speed: 0, following: false, due: false });
    this.sheet = document.createElement('canvas');
    this.clear();
    canvas.addEventListener('pointermove', event => { if (event.pointerType !== 'touch') this.pointAt(event); });
    canvas.addEventListener('pointerdown', event => this.pointAt(event));
    canvas.addEventListener('keydown', event => this.press(event));
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paintAll());
    addEventListener('restyle', () => this.paintAll());
  }

  clear() {
    this.order = new Uint32Array(1024);
    this.total = this.at = 0;
    this.playing = false;
  }

  // The distances of all states by rank, in base64, and the rank of the board on the page.
  take(text, here) {
    this.distances = bytesOf(text);
    this.plan = layOut(this.distances);
    this.visits = new Uint32Array(this.distances.length);
    this.here = this.cursor = here;
    this.clear();
    this.sheet.width = this.plan.width;
    this.sheet.height = this.plan.height;
    this.canvas.style.aspectRatio = `${this.plan.width} / ${this.plan.height}`;
    this.paintAll();
    this.pointed(here);
  }

  // Further expanded states, as ranks of four bytes each, in base64.
  add(text) {
    const bytes = bytesOf(text), some = new Uint32Array(bytes.buffer);
    if (this.total + some.length > this.order.length) {
      const longer = new Uint32Array(2 * (this.total + some.length));
      longer.set(this.order.subarray(0, this.total));
      this.order = longer;
    }
    this.order.set(some, this.total);
    this.total += some.length;
    if (this.following) this.go(this.total);
  }

  // Show the picture after this many expansions. Only the changed states are painted, forward or back.
  go(at) {
    const aim = Math.max(0, Math.min(at, this.total)), { visits, order } = this;
    for (; this.at < aim; this.at += 1) if (visits[order[this.at]]++ === 0) this.paint(order[this.at], this.colours.touched);
    for (; this.at > aim; this.at -= 1) if (--visits[order[this.at - 1]] === 0) this.paint(order[this.at - 1], this.colours.rest);
    this.draw();
  }

  step(way) { this.go(this.at + way); }

  play(speed) {
    this.playing = true;
    this.following = false;
    let last = performance.now(), exact = this.at;
    const run = this.run = now => {
      if (!this.playing || run !== this.run) return;
      exact += Math.max(0, now - last) / 1000 * speed;
      last = now;
      if (exact >= this.total) this.playing = false;
      if (Math.floor(exact) !== this.at) this.go(Math.floor(exact));
      if (this.playing) requestAnimationFrame(run);
    };
    requestAnimationFrame(run);
  }

  pause() { this.playing = this.following = false; }

  paintAll() {
    if (!this.plan) return;
    this.colours = colours(this.canvas);
    this.image = new ImageData(this.plan.width, this.plan.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.distances.forEach((moves, rank) => {
      if (moves !== NOWHERE) this.paint(rank, this.visits[rank] ? this.colours.touched : this.colours.rest);
    });
    this.draw();
  }

  paint(rank, colour) {
    const { left, top, sides, width } = this.plan, side = sides[this.distances[rank]];
    const inner = side > 2 ? side - 1 : side; // a line between squares that are large enough
    for (let row = 0; row < inner; row += 1) {
      const start = (top[rank] + row) * width + left[rank];
      this.pixels.fill(colour, start, start + inner);
    }
  }

  draw() {
    if (this.due || !this.plan) return;
    this.due = true;
    requestAnimationFrame(() => { this.due = false; this.show(); });
  }

  show() {
    const { canvas, sheet, plan } = this, scale = canvas.clientWidth * devicePixelRatio / plan.width;
    if (!scale) return;
    this.sheet.getContext('2d').putImageData(this.image, 0, 0);
    const [wide, high] = [Math.round(plan.width * scale), Math.round(plan.height * scale)];
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    const pen = canvas.getContext('2d');
    pen.clearRect(0, 0, wide, high);
    pen.imageSmoothingEnabled = scale < 1;
    pen.drawImage(sheet, 0, 0, wide, high);
    if (this.at) this.ring(pen, scale, this.order[this.at - 1], this.colours.newest, 3);
    this.ring(pen, scale, this.here, this.colours.here, 6);
    if (this.cursor !== this.here) this.ring(pen, scale, this.cursor, this.colours.pointed, 4);
    this.moved(this.at, this.total, this.playing);
  }

  ring(pen, scale, rank, colour, room) {
    if (rank < 0) return;
    const { left, top, sides } = this.plan, half = sides[this.distances[rank]] * scale / 2, far = room * devicePixelRatio;
    pen.strokeStyle = colour;
    pen.lineWidth = 2 * devicePixelRatio;
    pen.beginPath();
    pen.arc(left[rank] * scale + half, top[rank] * scale + half, half + far, 0, 7);
    pen.stroke();
  }

  // The state at a place of the picture: near a band's end, the nearest state of the band.
  find(x, y) {
    const { bands, left, top, tops, sides } = this.plan;
    let moves = tops.findLastIndex(start => start <= y);
    if (moves < 0) moves = 0;
    let best = bands[moves][0], least = Infinity;
    const half = sides[moves] / 2;
    for (const rank of bands[moves]) {
      const far = Math.abs(left[rank] + half - x) + 4 * Math.abs(top[rank] + half - y);
      if (far < least) [best, least] = [rank, far];
    }
    return best;
  }

  pointAt(event) {
    if (!this.plan) return;
    const box = this.canvas.getBoundingClientRect(), scale = this.plan.width / box.width;
    this.select(this.find((event.clientX - box.left) * scale, (event.clientY - box.top) * scale));
  }

  select(rank) {
    if (rank === this.cursor) return;
    this.cursor = rank;
    this.draw();
    this.pointed(rank);
  }

  press(event) {
    if (!this.plan || event.ctrlKey || event.altKey || event.metaKey) return;
    const { bands } = this.plan, moves = this.distances[this.cursor], band = bands[moves], at = band.indexOf(this.cursor);
    const across = way => { // the state of the next distance that is as far along in its band
      const next = bands[Math.max(0, Math.min(moves + way, bands.length - 1))];
      return next === band ? this.cursor : next[Math.floor((at + 0.5) / band.length * next.length)];
    };
    const aims = {
      ArrowLeft: () => band[Math.max(0, at - 1)], ArrowRight: () => band[Math.min(at + 1, band.length - 1)],
      ArrowUp: () => across(-1), ArrowDown: () => across(1), Home: () => bands[0][0], End: () => bands.at(-1)[0],
    };
    if (!aims[event.key]) return;
    event.preventDefault();
    this.select(aims[event.key]());
  }
}

export const open = (canvas, moved, pointed) => new Space(canvas, moved, pointed);
