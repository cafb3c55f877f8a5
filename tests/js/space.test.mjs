// The picture of a whole space: the place of each state, and the painting forward and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { layOut, Space } from '../../web/js/space.js';

const NOWHERE = 255;

// Distances of an invented space: the number of states at each distance, with unreachable ranks in between.
function distancesOf(counts) {
  const all = counts.flatMap((count, moves) => Array.from({ length: count }, () => [moves, NOWHERE])).flat();
  return Uint8Array.from(all.sort((a, b) => (a * 7 + 3) % 11 - (b * 7 + 3) % 11)); // in a mixed order
}

const SPACES = { small: [1, 2, 2, 1], wide: [1, 2, 400, 3], whole: [1, 2, 4, 8, 16, 20, 3000, 24047, 20000, 2] };

for (const [name, counts] of Object.entries(SPACES)) {
  test(`each state of a ${name} space has a square of its own, in the band of its distance`, () => {
    const distances = distancesOf(counts), plan = layOut(distances);
    assert.deepEqual(plan.bands.map(band => band.length), counts);
    const taken = new Uint8Array(plan.width * plan.height);
    distances.forEach((moves, rank) => {
      if (moves === NOWHERE) return;
      const side = plan.sides[moves];
      assert.ok(plan.top[rank] >= plan.tops[moves] && plan.top[rank] + side <= (plan.tops[moves + 1] ?? plan.height));
      assert.ok(plan.left[rank] >= 0 && plan.left[rank] + side <= plan.width);
      for (let row = 0; row < side; row += 1) for (let col = 0; col < side; col += 1) {
        const place = (plan.top[rank] + row) * plan.width + plan.left[rank] + col;
        assert.equal(taken[place], 0, 'two states share a pixel');
        taken[place] = 1;
      }
    });
  });

  test(`the middle of every square of a ${name} space leads to its state`, () => {
    const plan = layOut(distancesOf(counts));
    for (const [moves, band] of plan.bands.entries()) {
      for (let at = 0; at < band.length; at += 1 + Math.floor(band.length / 50)) {
        const rank = band[at], half = plan.sides[moves] / 2;
        assert.equal(Space.prototype.find.call({ plan }, plan.left[rank] + half, plan.top[rank] + half), rank);
      }
    }
  });
}

test('forward and back paint what changed; a state that was expanded twice stays until both are taken back', () => {
  const painted = new Map(), order = Uint32Array.from([5, 2, 5, 7]);
  const space = { order, total: 4, at: 0, visits: new Uint32Array(8), colours: { rest: 0, touched: 1 } };
  space.paint = (rank, colour) => painted.set(rank, colour);
  space.draw = () => {};
  const go = at => Space.prototype.go.call(space, at);
  go(9);
  assert.deepEqual([space.at, [...space.visits]], [4, [0, 0, 1, 0, 0, 2, 0, 1]]);
  go(2);
  assert.deepEqual([painted.get(5), painted.get(2), painted.get(7)], [1, 1, 0]);
  go(-3);
  assert.deepEqual([space.at, painted.get(5), painted.get(2)], [0, 0, 0]);
  assert.ok(space.visits.every(times => times === 0));
});
