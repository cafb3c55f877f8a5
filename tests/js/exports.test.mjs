// Pyodide without the exports that only compiled packages need.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withFewerExports } from '../../web/exports.mjs';

function replaced(source, was, is) {
  if (source.split(was).length !== 2) throw new Error('changed');
  return source.replace(was, () => is);
}

const MANY = 2000;
const names = Array.from({ length: MANY }, (_, at) => `f${at}`);

// A module with functions that return 7, and glue code that uses all their names.
function moduleOf(exported) {
  const number = value => value > 127 ? [value & 127 | 128, ...number(value >>> 7)] : [value];
  const section = (id, content) => [id, ...number(content.length), ...content];
  const entries = exported.flatMap(name => [name.length, ...Buffer.from(name), 0, 0]);
  return Buffer.from([
    ...[0, 97, 115, 109, 1, 0, 0, 0], ...section(1, [1, 96, 0, 1, 127]), ...section(3, [1, 0]),
    ...section(7, [...number(exported.length), ...entries]), ...section(10, [1, 4, 0, 65, 7, 11]),
  ]);
}

const assignments = names.map(name => `_${name}=Module["_${name}"]=wasmExports["${name}"]`).join(';');
const glue = `var ${names.map(name => `_${name}`)},wasmTable;function assignWasmExports(wasmExports){${assignments}}`
  + 'function start(){return _f3()+wasmExports.f1999()+Module["_f200"]()}start';

const exportsOf = code => WebAssembly.Module.exports(new WebAssembly.Module(code)).map(({ name }) => name);

test('what the glue or the loader names is kept, and works', async () => {
  const [fewer, code] = withFewerExports(glue, moduleOf(names), 'module._f42()', replaced);
  assert.deepEqual(exportsOf(code), ['f3', 'f42', 'f200', 'f1999']);
  const { instance } = await WebAssembly.instantiate(code), Module = {};
  const start = new Function('Module', 'wasmExports', `${fewer.replace(/start$/, '')}assignWasmExports(wasmExports);return start()`);
  assert.equal(start(Module, instance.exports), 21);
  assert.deepEqual(Object.keys(Module), ['_f3', '_f42', '_f200', '_f1999']);
  assert.ok(!/\b_f4\b/.test(fewer));
});

test('a glue that has changed is refused', () => {
  assert.throws(() => withFewerExports('another glue', moduleOf(names), '', replaced), /changed/);
});
