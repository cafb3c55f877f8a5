// The clouds of a race: exactly as many dots as states, rings around each other, linear area.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { arrange, Clouds, countAt, depthsOf, placeOf } from '../../web/js/clouds.js';

const DEPTHS = Uint16Array.from([0, 1, 1, 2, 5, 2, 1, 3, 300, 2, 0, 4, 4]);

test('the depths come as two bytes each', () => {
  assert.deepEqual(depthsOf(Buffer.from(DEPTHS.buffer).toString('base64')), DEPTHS);
  assert.equal(depthsOf(''), null);
});

for (const each of [1, 2, 5, 100]) {
  test(`the dots hold exactly the states, ${each} each`, () => {
    const plan = arrange(DEPTHS.length, DEPTHS, each), held = new Uint32Array(plan.dots);
    plan.dotOf.forEach(dot => { held[dot] += 1; });
    assert.deepEqual(held, plan.rooms);
    assert.equal(held.reduce((sum, states) => sum + states), DEPTHS.length);
    assert.equal(plan.dots, Math.ceil(DEPTHS.length / each));
  });
}

test('each state has a dot of its own, and a deeper one lies farther out', () => {
  const { dotOf } = arrange(DEPTHS.length, DEPTHS, 1);
  assert.equal(new Set(dotOf).size, DEPTHS.length);
  for (const [at, dot] of dotOf.entries()) for (const [other, further] of dotOf.entries())
    if (DEPTHS[at] < DEPTHS[other]) assert.ok(dot < further);
});

test('without depths the dots lie in the order of expansion; a lane without states has none', () => {
  assert.deepEqual([...arrange(4, null, 1).dotOf], [0, 1, 2, 3]);
  assert.equal(arrange(4, null, 1).hasRings, false);
  assert.equal(arrange(0, null, 3).dots, 0);
});

test('the area is linear: four times the dots reach twice as far', () => {
  const reach = dots => Math.max(...Array.from({ length: dots }, (_, dot) => Math.hypot(...placeOf(dot))));
  for (const dots of [50, 365, 2000]) assert.ok(Math.abs(reach(4 * dots) / reach(dots) - 2) < 0.01);
});

test('a lane has expanded all its states at its own time, and no more after it', () => {
  const lane = { count: 365, time: 2 };
  assert.deepEqual([0, 1, 2, 9].map(time => countAt(lane, time)), [0, 182, 365, 365]);
  assert.equal(countAt({ count: 0, time: 0 }, 0), 0);
});

test('a step goes to the next expansion of any lane, and back', () => {
  const lanes = [{ count: 4, time: 1 }, { count: 3, time: 3 }, { count: 0, time: 0 }];
  const clouds = { clouds: lanes.map(lane => ({ lane })), time: 0, end: 3, pause() {}, draw() {}, go: Clouds.prototype.go };
  const counts = () => lanes.map(lane => countAt(lane, clouds.time));
  const seen = [];
  for (let step = 0; step < 7; step += 1) {
    Clouds.prototype.step.call(clouds, 1);
    seen.push(counts().join(' '));
  }
  assert.deepEqual(seen.slice(0, 2), ['1 0 0', '2 0 0']);
  assert.equal(seen.at(-1), '4 3 0');
  Clouds.prototype.step.call(clouds, -1);
  assert.equal(counts().join(' '), '4 2 0');
});
