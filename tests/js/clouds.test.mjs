// The clouds of a race: as many dots as states, in concentric rings, with an area proportional to their number.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { arrange, countAt, depthsOf, dotAt, placeOf, walk } from '../../web/js/clouds.js';

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

test('each dot is found at its own place and close to it, none far away, and none that is not there', () => {
  for (let dot = 0; dot < 500; dot += 1) {
    const [x, y] = placeOf(dot);
    assert.equal(dotAt(x, y, 500, () => true), dot);
    assert.equal(dotAt(x + 0.2, y - 0.2, 500, () => true), dot);
    assert.notEqual(dotAt(x, y, 500, other => other !== dot), dot);
  }
  assert.equal(dotAt(40, 0, 500, () => true), -1);
  assert.equal(dotAt(0, 0, 0, () => true), -1);
});

test('a dot stands for its first expansion', () => {
  const { dotOf, first } = arrange(DEPTHS.length, DEPTHS, 3);
  first.forEach((at, dot) => assert.equal(at, dotOf.indexOf(dot)));
});

test('keys lead along the dots and from ring to ring, and never out of the cloud', () => {
  const plan = arrange(DEPTHS.length, DEPTHS, 1), { depthOf, dots } = plan;
  assert.deepEqual(['Home', 'End', 'ArrowLeft', 'ArrowRight', 'x'].map(key => walk(5, key, plan)), [0, dots - 1, 4, 6, null]);
  assert.equal(walk(0, 'ArrowLeft', plan), 0);
  assert.equal(walk(dots - 1, 'ArrowRight', plan), dots - 1);
  const rings = [...new Set(depthOf)];
  for (let dot = 0; dot < dots; dot += 1) for (const [key, way] of [['ArrowUp', 1], ['ArrowDown', -1]]) {
    const next = rings[rings.indexOf(depthOf[dot]) + way];
    assert.equal(depthOf[walk(dot, key, plan)], next ?? depthOf[dot]);
  }
});
