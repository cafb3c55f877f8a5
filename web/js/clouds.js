// The lanes of a race as clouds: a dot for each expanded state, from the start outwards, a ring for each depth.
// Python gives the counts, the times and the depths; all drawing is here. The area of a cloud is linear in its dots.

const TURN = Math.PI * (3 - Math.sqrt(5)); // the golden angle: dots lie evenly, whatever their number

// The depths of a lane, two bytes a state; null if they are not known.
export function depthsOf(text) {
  if (!text) return null;
  return new Uint16Array(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer);
}

// Where the states of a lane lie: the dot of each, in the order of expansion, and the depth of each dot.
export function arrange(count, depths, each) {
  const dots = Math.ceil(count / each), dotOf = new Uint32Array(count), depthOf = new Uint16Array(dots);
  const rooms = new Uint32Array(dots).fill(each);
  if (dots) rooms[dots - 1] = count - (dots - 1) * each;
  const next = []; // the next free place of each depth; the rings lie around each other
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
  return { count, dots, dotOf, depthOf, rooms, hasRings: Boolean(depths) };
}

// The middle of a dot, where the distance of two neighbours is about 1.8.
export const placeOf = dot => [Math.sqrt(dot + 0.5) * Math.cos(dot * TURN), Math.sqrt(dot + 0.5) * Math.sin(dot * TURN)];

// How many states a lane has expanded at a time.
export const countAt = (lane, time) => time >= lane.time ? lane.count : Math.floor(lane.count * time / lane.time);

class Cloud {
  constructor(canvas, number, lane, each, most) {
    Object.assign(this, { canvas, number, lane, most, at: 0, shown: -1, side: 0, plan: arrange(lane.count, depthsOf(lane.depths), each) });
    this.held = new Uint32Array(this.plan.dots); // states of each dot that are expanded
  }

  // Show so many expansions; a dot is painted when all its states are.
  go(aim) {
    const { dotOf, rooms } = this.plan;
    if (aim < this.at) {
      this.held.fill(0);
      this.at = 0;
      this.side = 0; // painted anew
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

  // Paint what is held so far on a canvas of that many pixels.
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
  constructor(moved) {
    Object.assign(this, { moved, clouds: [], time: 0, end: 0, playing: false, due: false });
    this.watch = new ResizeObserver(() => this.repaint());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.repaint());
    addEventListener('restyle', () => this.repaint());
  }

  // What Python asks for, as JSON, with a canvas and an element for the number for each lane.
  take(text, canvases, numbers) {
    const { lanes, each } = JSON.parse(text);
    const most = Math.max(1, ...lanes.map(lane => Math.ceil(lane.count / each)));
    this.pause();
    this.watch.disconnect();
    this.clouds = lanes.map((lane, at) => new Cloud(canvases[at], numbers[at], lane, each, most));
    this.end = Math.max(...lanes.map(lane => lane.time));
    canvases.forEach(canvas => this.watch.observe(canvas));
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

  // Go to the next time, or the one before, at which some lane expands a state.
  step(way) {
    this.pause();
    const times = this.clouds.filter(cloud => cloud.lane.count).map(({ lane }) => {
      const next = countAt(lane, this.time) + way;
      return next < 0 || next > lane.count ? null : (next + 1e-6) * lane.time / lane.count;
    }).filter(time => time !== null);
    if (times.length) this.go(way > 0 ? Math.min(...times) : Math.max(...times));
  }

  // Play; `rate`: times of the first lane a second.
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

export const open = moved => new Clouds(moved);
