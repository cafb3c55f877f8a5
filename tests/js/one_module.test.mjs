// One module turns many functions into WebAssembly functions.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { convertTogether, withOneModule } from '../../web/one_module.mjs';

const CODES = { i: 127, p: 127, j: 126, f: 125, d: 124, e: 111 }; // of WebAssembly types
const codeOf = letter => CODES[letter];
const withSignature = (sig, body) => Object.assign(body, { sig });

test('each function is called with its arguments and gives its result', () => {
  const heard = [], thing = { any: 'thing' };
  const functions = [
    withSignature('iii', (a, b) => a - b),
    withSignature('v', () => { heard.push('nothing'); }),
    withSignature('jj', a => a * 2n),
    withSignature('dfd', (a, b) => a / b),
    withSignature('ee', a => [a]),
    withSignature('vpi', (a, b) => { heard.push(a, b); }),
  ];
  const of = convertTogether(functions, codeOf), call = (at, ...given) => of.get(functions[at])(...given);
  assert.equal(of.size, functions.length);
  assert.equal(call(0, 7, 9), -2);
  assert.equal(call(1), undefined);
  assert.equal(call(2, 1n << 60n), 1n << 61n);
  assert.equal(call(3, 0.5, 4), 0.125);
  assert.deepEqual(call(4, thing), [thing]);
  call(5, 3, -1);
  assert.deepEqual(heard, ['nothing', 3, -1]);
});

test('there may be many, of many signatures', () => {
  const signatures = Array.from({ length: 130 }, (_, at) => `i${'i'.repeat(at % 65)}${at < 65 ? '' : 'd'}`);
  const functions = Array.from({ length: 400 }, (_, at) => withSignature(signatures[at % 130], () => at));
  const of = convertTogether(functions, codeOf);
  functions.forEach((given, at) => assert.equal(of.get(given)(), at));
});

test('they can stand in a table, as the glue needs it', () => {
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 1 }), five = withSignature('i', () => 5);
  table.set(0, convertTogether([five], codeOf).get(five));
  assert.equal(table.get(0)(), 5);
});

test('a glue that has changed is refused', () => {
  const replaced = source => { throw new Error(`changed: ${source}`); };
  assert.throws(() => withOneModule('another glue', replaced), /changed: another glue/);
});
