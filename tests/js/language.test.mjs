// The page in another language: how texts are translated.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { read, run, settle } from './page.mjs';

class TextNode {
  constructor(data) { Object.assign(this, { nodeType: 3, data, parentElement: null }); }
}

// An element with the parts that the translation reads: its tag, id, attributes and children.
class Element extends EventTarget {
  constructor(tag = 'div', { id = '', ...attributes } = {}, ...children) {
    super();
    Object.assign(this, { nodeType: 1, tag, id, attributes, childNodes: children, dataset: {}, parentElement: null });
    for (const child of children) child.parentElement = this;
  }

  is(selector) { return [this.tag, `#${this.id}`, ...Object.entries(this.attributes).map(([name, value]) => `[${name}=${value}]`)].includes(selector); }

  closest(selectors) {
    for (let element = this; element; element = element.parentElement) {
      if (selectors.split(', ').some(selector => element.is(selector))) return element;
    }
    return null;
  }

  querySelectorAll() { return this.childNodes.flatMap(node => (node.nodeType === 1 ? [node, ...node.querySelectorAll()] : [])); }
  hasAttribute(name) { return name in this.attributes; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  setAttribute(name, value) { this.attributes[name] = value; }
  append(...options) { this.options = [...this.options ?? [], ...options]; }
}

// The page in Chinese, or in the language of `navigator.language` and the browser's storage.
async function speak({ texts = {}, root = new Element('html'), store = {}, language = 'zh-CN' } = {}) {
  const menu = new Element('select'), meta = new Element('meta', { content: 'Solve it' }), drawn = [];
  let follow;
  class CanvasRenderingContext2D {
    fillText(...given) { drawn.push(given); }
    measureText() {}
  }
  run('web/js/language.js', {
    document: { documentElement: root, getElementById: () => menu, querySelector: () => meta },
    navigator: { language }, localStorage: { getItem: name => store[name] ?? null, setItem: (name, value) => { store[name] = value; } },
    MutationObserver: class { constructor(heard) { follow = heard; } observe() {} takeRecords() { return []; } },
    CanvasRenderingContext2D, Option: class { constructor(text, value) { Object.assign(this, { text, value }); } },
    Node: { TEXT_NODE: 3, ELEMENT_NODE: 1 }, addEventListener() {},
    fetch: async () => (texts === null ? new Response('', { status: 404 }) : Response.json(texts)),
  });
  await settle();
  const say = text => {
    new CanvasRenderingContext2D().fillText(text, 1, 2);
    return drawn.at(-1)[0];
  };
  return { say, menu, meta, root, store, follow, drawn };
}

const TEXTS = {
  Solve: '求解', 'the goal {goal}': '目标：{goal}', 'the goal {goal} is {what}': '目标 {goal} 是 {what}', 'blank first': '空格在前', reached: '已达到', board: '棋盘',
  '{n} move{s} by {who}': '{who} 走 {n} 步', hand: '手动', 'row {n} has {n2}, {rest}': '第 {n} 行 {n2}，{rest}', '.': '。', ': ': '：', ':': '：', ',': '，',
  'it is {w}': '它是 {w}', 'only {k} is known': '只知道 {k}', 'Play @modes': '玩', play: '播放', 'board {b}': '棋盘 {b}', '{n} of {n2}': '{n}/{n2}',
};

for (const [english, chinese] of [
  ['Solve', '求解'],
  ['solve', '求解'],
  ['  Solve\n', '  求解\n'],
  ['Solve.', '求解。'],
  ['What nobody translated', 'What nobody translated'],
  ['42', '42'],
  ['the goal blank first is reached', '目标空格在前是已达到'], // no spaces between Chinese characters
  ['the goal blank first', '目标：空格在前'], // of two templates, the longer one comes first
  ['the goal XYZ is reached', '目标 XYZ 是已达到'], // but spaces next to other characters remain
  ['7 moves by hand', '手动走 7 步'],
  ['1 move by hand', '手动走 1 步'],
  ['1,234 moves by hand', '手动走 1,234 步'],
  ['7 moves by Zoë', 'Zoë 走 7 步'],
  ['row 1 has 2, row 3 has 4, board', '第 1 行 2，第 3 行 4，棋盘'],
  ['board 1 2/3 0', '棋盘 1 2/3 0'],
  ['it is two words', 'it is two words'],
  ['only board is known', '只知道棋盘'],
  ['only that is known', 'only that is known'],
  ['Solve. Board.', '求解。棋盘。'],
  ['Solve: board', '求解：棋盘'],
  ['solve, board', '求解，棋盘'],
  ['solve, what is this', 'solve, what is this'], // a clause is translated completely or not at all
  ['“Solve”', '“Solve”'], // typed by the user
]) {
  test(`${JSON.stringify(english)} becomes ${JSON.stringify(chinese)}`, async () => assert.equal((await speak({ texts: TEXTS })).say(english), chinese));
}

test('what is drawn on a canvas keeps its place', async () => {
  const { say, drawn } = await speak({ texts: TEXTS });
  say('Solve');
  assert.deepEqual(drawn, [['求解', 1, 2]]);
});

test('texts and spoken attributes are turned, and what somebody typed is not', async () => {
  const text = new TextNode('Solve'), typed = new TextNode('Solve'), left = new TextNode('Solve');
  const button = new Element('button', { title: 'Board', class: 'board' }, text);
  const root = new Element('html', {}, button, new Element('textarea', { placeholder: 'Board' }, typed), new Element('p', { translate: 'no' }, left));
  const { meta } = await speak({ texts: TEXTS, root });
  assert.deepEqual([text.data, typed.data, left.data], ['求解', 'Solve', 'Solve']);
  assert.deepEqual(button.attributes, { title: '棋盘', class: 'board' });
  assert.equal(root.childNodes[1].attributes.placeholder, '棋盘');
  assert.equal(meta.attributes.content, 'Solve it');
  assert.equal(root.lang, 'zh');
});

test('a text may have words of its own in one element', async () => {
  const there = new TextNode('Play'), elsewhere = new TextNode('Play');
  const root = new Element('html', {}, new Element('div', { id: 'modes' }, new Element('label', {}, there)), new Element('b', {}, elsewhere));
  await speak({ texts: TEXTS, root });
  assert.deepEqual([there.data, elsewhere.data], ['玩', '播放']);
});

test('what is written later is turned, and English comes back as it was', async () => {
  const text = new TextNode('Solve'), root = new Element('html', {}, new Element('p', {}, text));
  const { follow, menu, store } = await speak({ texts: TEXTS, root });
  text.data = 'Board';
  follow([{ type: 'characterData', target: text }]);
  assert.equal(text.data, '棋盘');
  const added = new Element('p', {}, new TextNode('Solve'));
  follow([{ type: 'childList', addedNodes: [added] }]);
  assert.equal(added.childNodes[0].data, '求解');
  menu.value = 'en';
  menu.dispatchEvent(new Event('change'));
  await settle();
  assert.deepEqual([text.data, root.lang, store['npuzzle-language']], ['Board', 'en', 'en']);
});

for (const [what, language, store, value] of [
  ['that of the browser', 'zh-TW', {}, 'zh'],
  ['the one chosen before', 'zh-TW', { 'npuzzle-language': 'en' }, 'en'],
  ['English where there is no other', 'fr', {}, 'en'],
]) {
  test(`the language is ${what}`, async () => assert.equal((await speak({ texts: TEXTS, language, store })).menu.value, value));
}

test('where the texts do not load the page stays English', async () => {
  const { say, menu } = await speak({ texts: null });
  assert.deepEqual([say('Solve'), menu.value], ['Solve', 'en']);
});

test('the Chinese of the page has no gaps between its signs', async () => {
  const texts = JSON.parse(read('web/languages/zh.json')), { say } = await speak({ texts });
  assert.equal(say('Ready offline. 3 of the saved files had been changed and had to be dropped.'), '已可离线使用。保存的文件中有 3 个被改动过，已被丢弃。');
  const gap = /[\p{Script=Han}（）] [\p{Script=Han}（）]/u;
  let spoken = 0;
  for (const key of Object.keys(texts).filter(key => !key.includes(' @'))) {
    const said = say(key.replace(/\{n\d?\}/g, '7').replace(/\{b\d?\}/g, '1 2/3 0').replace(/\{s\d?\}/g, 's').replace(/\{\w+\}/g, 'Solve'));
    assert.doesNotMatch(said, gap, key);
    spoken += /\p{Script=Han}/u.test(said);
  }
  assert.ok(spoken > 1000);
});
