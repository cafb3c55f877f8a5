// The board before Python has started: which board it is, and how presses and keys change it. test_early.py checks
// that Python agrees, on any board and link.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open } from './early_page.mjs';

const MIDDLE = 'board=1_2_3/4_0_5/6_7_8';

for (const [key, after, said] of [
  ['ArrowUp', '1 2 3/4 7 5/6 0 8', 'Tile 7 up.'],
  ['ArrowDown', '1 0 3/4 2 5/6 7 8', 'Tile 2 down.'],
  ['ArrowLeft', '1 2 3/4 5 0/6 7 8', 'Tile 5 left.'],
  ['ArrowRight', '1 2 3/0 4 5/6 7 8', 'Tile 4 right.'],
]) {
  test(`${key} slides the tile that way`, () => {
    const page = open(MIDDLE);
    assert.equal(page.key(key), true);
    assert.equal(page.shown(), after);
    assert.equal(page.said(), said);
  });
}

for (const [letter, after] of [['U', '1 2 3/4 7 5/6 0 8'], ['D', '1 0 3/4 2 5/6 7 8'], ['L', '1 2 3/4 5 0/6 7 8'], ['R', '1 2 3/0 4 5/6 7 8']]) {
  test(`the move ${letter} of a link slides the tile that way`, () => assert.equal(open(`${MIDDLE}&moves=${letter}&step=1`).shown(), after));
}

test('with Shift a whole line slides', () => {
  const page = open('board=1_2_3/4_5_6/7_8_0');
  page.key('ArrowDown', { shiftKey: true });
  assert.equal(page.shown(), '1 2 0/4 5 3/7 8 6');
  assert.equal(page.said(), '2 tiles down.');
  page.key('ArrowRight', { shiftKey: true });
  assert.equal(page.shown(), '0 1 2/4 5 3/7 8 6');
  assert.equal(page.pressed(), '2 0');
});

test('a key without a tile to slide, and one for the browser, change nothing', () => {
  const page = open('board=1_2/3_0');
  assert.equal(page.key('ArrowUp'), true); // otherwise the page would scroll sometimes
  assert.equal(page.key('Enter'), false);
  for (const held of ['ctrlKey', 'altKey', 'metaKey']) assert.equal(page.key('ArrowDown', { [held]: true }), false);
  assert.deepEqual([page.shown(), page.pressed()], ['1 2/3 0', '']);
});

test('presses stand there for Python, with the board they were made on', () => {
  const page = open(MIDDLE);
  page.press(3);
  page.press(0);
  page.press(8); // not in line with the blank
  assert.deepEqual([page.from, page.pressed(), page.shown()], ['1 2 3/4 0 5/6 7 8', '3 0', '0 2 3/1 4 5/6 7 8']);
});

test('what can slide is marked, and what is at home', () => {
  const page = open(MIDDLE);
  assert.deepEqual(page.marked('data-slides'), [1, 3, 4, 5, 7].filter(cell => cell !== 4));
  assert.deepEqual(page.marked('data-home'), [0, 1, 2, 3]);
  assert.deepEqual(open(`${MIDDLE}&goal=blank-first`).marked('data-home'), []); // Python marks them later
});

test('once Python has taken over, presses are its own', () => {
  const page = open(MIDDLE);
  page.takeOver();
  page.press(3);
  assert.equal(page.key('ArrowUp'), false);
  assert.deepEqual([page.shown(), page.pressed()], ['1 2 3/4 0 5/6 7 8', '']);
});

test('of two boards of a link the first counts, as in Python', () => {
  assert.equal(open('board=1_2/3_0&board=0_1/2_3').shown(), '1 2/3 0');
  assert.equal(open('board&board=0_1/2_3').shown(), '0 1/2 3');
});

test('the link goes before this tab, this tab before the browser, and all before the first board', () => {
  const kept = { session: 'board=3_2/1_0', local: 'board=0_1/2_3' };
  assert.equal(open('board=1_2/3_0', kept).shown(), '1 2/3 0');
  assert.equal(open('', kept).shown(), '3 2/1 0');
  assert.equal(open('', { local: kept.local }).shown(), '0 1/2 3');
  assert.equal(open('').shown(), '8 6 7/2 5 4/3 0 1');
  assert.equal(open('', { forbidden: true }).shown(), '8 6 7/2 5 4/3 0 1');
});

for (const link of [
  'board=1_2/3_3', 'board=1_2/3_4', 'board=1_2_3/4_0', 'board=1_2_3_0', 'board=', 'board=%zz', 'text=1_2/3_0', 'board=1_2/3_0&text=x',
  'board=1_2/3_0&moves=x&step=1', 'board=1_2/3_0&moves=U&step=1', 'board=1_2/3_0&step=-1', `board=1_2/3_0&moves=${'DU'.repeat(2500)}D`,
  `board=${Array.from({ length: 11 }, (_, row) => `${2 * row}_${2 * row + 1}`).join('/')}`,
]) {
  test(`what is for Python to explain is not shown: ${link.slice(0, 40)}`, () => {
    const page = open(link);
    assert.deepEqual([page.shown(), page.from, page.before.textContent], [null, null, '']);
  });
}

test('a tab that is pressed before Python is there opens its room, later presses are for Python', () => {
  const page = open('');
  for (const [tab, room] of [['solve', 'solve'], ['see', 'race'], ['today', 'today'], ['race', 'race']]) {
    page.pressTab(tab);
    assert.deepEqual([page.rooms, page.asked()], [[`room-${room}`], room]);
  }
  page.takeOver();
  page.pressTab('solve');
  assert.equal(page.asked(), 'race');
});

for (const [link, saved, room] of [
  ['', '', 'today'], ['board=1_2/3_0', '', 'solve'], ['room=race', '', 'race'], ['', 'board=1_2/3_0', 'solve'],
  ['', 'board=1_2/3_0&room=today', 'today'], ['room=attic', '', 'today'],
]) {
  test(`the room of ${link || 'no link'} and ${saved || 'nothing saved'} is open: ${room}`, () => {
    const page = open(link, { local: saved });
    assert.deepEqual([page.room, page.rooms], [room, [`room-${room}`]]);
    assert.equal(page.hasGroup, room === 'race');
    if (room === 'race') assert.deepEqual(page.tabs, ['tab-race', 'tab-see']);
  });
}
