// The lanes of a race as clouds: a dot for each expanded state, from the start outwards, a ring for each depth.
// Python sends the counts, the times and the depths; all drawing is here. The area of a cloud is linear in its dots.
// The user points at a dot by mouse, finger or keys. Python names the dot's board, and finds it in the other clouds.

const TURN = Math.PI * (3 - Math.sqrt(5)); // the golden angle spreads any number of dots evenly

// The depths of a lane, two bytes per state, or null if they are unknown.
export function depthsOf(text) {
  if (!text) return null;
  return new Uint16Array(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer);
}

// Places of a lane's states: the dot of each, in the order of expansion, and the depth of each dot.
export function arrange(count, depths, each) {
  const dots = Math.ceil(count / each), dotOf = new Uint32Array(count), depthOf = new Uint16Array(dots);
  const rooms = new Uint32Array(dots).fill(each);
  if (dots) rooms[dots - 1] = count - (dots - 1) * each;
  const next = []; // the next free place of each depth, whose ring is around the ring of the depth before
  if (depths) {
    for (const depth of depths) next[depth] = (next[depth] ?? 0) + 1;
    let before = 0;
    for (let depth = 0; depth < next.length; depth += 1) [next[depth], before] = [before, before + (next[depth] ?? 0)];
  }
  for (let at = 0; at < count; at += 1) {
    const dot = Math.floor((depths ? next[depths[at]]++ : at) / each);
    dotOf[at] = dot;
    if (depths) depthOf[dot] = depths[at];
  }
  const first = new Uint32Array(dots); // the first expansion of each dot
  for (let at = count - 1; at >= 0; at -= 1) first[dotOf[at]] = at;
  return { count, dots, dotOf, depthOf, rooms, first, hasRings: Boolean(depths) };
}

// The middle of a dot, where the distance of two neighbours is about 1.8.
export const placeOf = dot => [Math.sqrt(dot + 0.5) * Math.cos(dot * TURN), Math.sqrt(dot + 0.5) * Math.sin(dot * TURN)];

// The number of the shown dot nearest to a place, or -1 if none is near.
export function dotAt(x, y, dots, isThere) {
  const far = Math.hypot(x, y);
  let best = -1, least = 2.5;
  for (let dot = Math.max(0, Math.floor((far - 2.5) ** 2 * Math.sign(far - 2.5))); dot < dots && dot < (far + 2.5) ** 2; dot += 1) {
    const [left, top] = placeOf(dot), away = Math.hypot(left - x, top - y);
    if (away < least && isThere(dot)) [best, least] = [dot, away];
  }
  return best;
}

// The dot to which a key leads: Left and Right along the dots, Up and Down to the next ring out or in.
export function walk(dot, key, plan) {
  const { dots, depthOf } = plan, along = { ArrowLeft: dot - 1, ArrowRight: dot + 1, Home: 0, End: dots - 1 }[key];
  if (along !== undefined) return Math.max(0, Math.min(along, dots - 1));
  const way = { ArrowUp: 1, ArrowDown: -1 }[key];
  if (!way) return null;
  let next = dot;
  while (depthOf[next] === depthOf[dot]) if (depthOf[next += way] === undefined) return dot;
  const [x, y] = placeOf(dot), depth = depthOf[next];
  let best = next, least = Infinity;
  for (; depthOf[next] === depth; next += way) {
    const [left, top] = placeOf(next), away = Math.hypot(left - x, top - y);
    if (away < least) [best, least] = [next, away];
  }
  return best;
}

// How many states a lane has expanded by that time.
export const countAt = (lane, time) => time >= lane.time ? lane.count : Math.floor(lane.count * time / lane.time);

class Cloud {
  constructor(canvas, number, lane, each, most) {
    Object.assign(this, { canvas, number, lane, most, at: 0, shown: -1, side: 0, plan: arrange(lane.count, depthsOf(lane.depths), each) });
    this.held = new Uint32Array(this.plan.dots); // how many states of each dot are expanded
    this.dot = 0; // the dot that was pointed at last
  }

  isThere(dot) { return this.held[dot] === this.plan.rooms[dot]; }

  // The number of the dot at the pointer, or -1 if none is near.
  find(event) {
    const box = this.canvas.getBoundingClientRect(), reach = Math.sqrt(this.most) + 1.5;
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map(part => (2 * part - 1) * reach);
    return dotAt(x, y, this.plan.dots, dot => this.isThere(dot));
  }

  // Mark the dot of an expansion, or no dot for -1.
  mark(expansion) {
    const mark = this.canvas.nextElementSibling, reach = Math.sqrt(this.most) + 1.5;
    mark.hidden = expansion < 0;
    if (expansion < 0) return;
    this.dot = this.plan.dotOf[expansion];
    placeOf(this.dot).forEach((place, at) => mark.style.setProperty(['--x', '--y'][at], `${50 + 50 * place / reach}%`));
  }

  // Show this many expansions. A dot is painted once all its states are expanded.
  go(aim) {
    const { dotOf, rooms } = this.plan;
    if (aim < this.at) {
      this.held.fill(0);
      this.at = 0;
      this.side = 0; // so that the cloud is painted again
    }
    const side = Math.round(this.canvas.clientWidth * devicePixelRatio);
    if (side && side !== this.side) this.begin(side);
    for (; this.at < aim; this.at += 1) {
      const dot = dotOf[this.at];
      this.held[dot] += 1;
      if (this.side && this.held[dot] === rooms[dot]) this.paint(dot);
    }
    if (this.shown !== aim) this.number.textContent = aim.toLocaleString('en-US');
    this.shown = aim;
  }

  // Paint the states so far on a canvas of that many pixels.
  begin(side) {
    this.side = this.canvas.width = this.canvas.height = side;
    this.pen = this.canvas.getContext('2d');
    const style = getComputedStyle(this.canvas);
    this.colours = ['--series', '--ring'].map(name => style.getPropertyValue(name).trim());
    this.scale = side / 2 / (Math.sqrt(this.most) + 1.5);
    this.held.forEach((states, dot) => { if (states === this.plan.rooms[dot]) this.paint(dot); });
  }

  paint(dot) {
    const [x, y] = placeOf(dot), half = this.side / 2, wide = Math.max(1, Math.min(this.scale * 1.5, this.side / 16));
    this.pen.fillStyle = this.colours[this.plan.depthOf[dot] % 2];
    if (wide < 3) {
      this.pen.fillRect(half + x * this.scale - wide / 2, half + y * this.scale - wide / 2, wide, wide);
      return;
    }
    this.pen.beginPath();
    this.pen.arc(half + x * this.scale, half + y * this.scale, wide / 2, 0, 7);
    this.pen.fill();
  }
}

export class Clouds {
  constructor(box, moved, pointed) {
    Object.assign(this, { moved, pointed, clouds: [], time: 0, end: 0, playing: false, due: false });
    box.addEventListener('pointermove', event => { if (event.pointerType !== 'touch') this.pointAt(event); });
    box.addEventListener('pointerdown', event => this.pointAt(event));
    box.addEventListener('keydown', event => this.press(event));
    this.watch = new ResizeObserver(() => this.repaint());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.repaint());
    addEventListener('restyle', () => this.repaint());
  }

  // Take Python's request, as JSON, and for each lane a canvas and an element that shows the number of expansions.
  take(text, canvases, numbers) {
    const { lanes, each } = JSON.parse(text);
    const most = Math.max(1, ...lanes.map(lane => Math.ceil(lane.count / each)));
    this.pause();
    this.watch.disconnect();
    this.clouds = lanes.map((lane, at) => new Cloud(canvases[at], numbers[at], lane, each, most));
    this.end = Math.max(...lanes.map(lane => lane.time));
    canvases.forEach(canvas => this.watch.observe(canvas));
    for (const cloud of this.clouds) cloud.mark(-1);
    this.go(0);
  }

  repaint() {
    for (const cloud of this.clouds) cloud.side = 0;
    this.draw();
  }

  go(time) {
    this.time = Math.max(0, Math.min(time, this.end));
    this.draw();
  }

  pointAt(event) {
    const at = this.clouds.findIndex(({ canvas }) => canvas === event.target);
    if (at >= 0 && this.clouds[at].plan.hasRings) this.select(at, this.clouds[at].find(event));
  }

  press(event) {
    const at = this.clouds.findIndex(({ canvas }) => canvas === event.target);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || !this.clouds[at].plan.hasRings) return;
    const dot = walk(this.clouds[at].dot, event.key, this.clouds[at].plan);
    if (dot === null) return;
    event.preventDefault();
    this.select(at, dot);
  }

  select(at, dot) {
    if (dot >= 0) this.pointed(at, this.clouds[at].plan.first[dot]);
  }

  // Mark an expansion in each cloud, or none where it is -1.
  mark(text) {
    JSON.parse(text).forEach((expansion, at) => this.clouds[at].mark(expansion));
  }

  // Play. `rate`: by how much the time advances per second.
  play(rate) {
    this.playing = true;
    let last = performance.now();
    const run = this.run = now => {
      if (!this.playing || run !== this.run) return;
      this.time = Math.min(this.end, this.time + Math.max(0, now - last) / 1000 * rate);
      last = now;
      if (this.time >= this.end) this.playing = false;
      this.show();
      if (this.playing) requestAnimationFrame(run);
    };
    requestAnimationFrame(run);
    this.draw();
  }

  pause() { this.playing = false; }

  draw() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => { this.due = false; this.show(); });
  }

  show() {
    for (const cloud of this.clouds) cloud.go(countAt(cloud.lane, this.time));
    this.moved(this.time, this.end, this.playing);
  }
}

export const open = (box, moved, pointed) => new Clouds(box, moved, pointed);
