// A step of vendor.mjs: removes the exports of Pyodide that only compiled packages use, some 8,300 of 8,560 functions and
// addresses. The page loads no such package, but each start would make them all known to JavaScript, on the page and in
// each worker. This saves 20 to 50 ms per start, and 0.8 MB of a first visit.
const ASSIGN = /function assignWasmExports\(wasmExports\)\{([^}]*)\}/, DECLARE = /var (?:\w+,){1000,}\w+;/;
const OURS = '__PyRuntime __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET _calloc _free _sbrk'; // used by js/restore.mjs and snapshot/make.mjs
const EXPORTS = 7; // the number of the section with the exports

const words = text => new Set(text.match(/[\w$]+/g));

// Returns the glue and the code with only those exports that are named elsewhere in the glue, in `loader` or in OURS.
export function withFewerExports(glue, code, loader, replaced) {
  const find = pattern => pattern.exec(glue) ?? replaced(glue, pattern.source);
  const [assign, assigned] = find(ASSIGN), [declare] = find(DECLARE);
  const used = words([glue.replace(assign, '').replace(declare, ''), loader, OURS].join(' '));
  const isUsed = name => used.has(name) || used.has(`_${name}`);
  const kept = assigned.split(';').filter(it => isUsed(/wasmExports\["(.+?)"\]/.exec(it)[1]));
  const declared = declare.slice('var '.length, -1).split(',').filter(name => used.has(name) || kept.some(it => it.startsWith(`${name}=`)));
  const fewer = replaced(replaced(glue, assigned, kept.join(';')), declare, `var ${declared};`);
  return [fewer, filterExports(code, isUsed)];
}

function filterExports(code, isKept) {
  const parts = [code.subarray(0, 8)];
  for (let at = 8; at < code.length;) {
    const [size, start] = readNumber(code, at + 1), end = start + size;
    parts.push(code[at] === EXPORTS ? makeSection(readExports(code, start).filter(({ name }) => isKept(name))) : code.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

// Returns the number at a place, and the place after the number.
function readNumber(code, at) {
  let value = 0, weight = 1;
  for (; code[at] > 127; at += 1, weight *= 128) value += (code[at] & 127) * weight;
  return [value + code[at] * weight, at + 1];
}

function readExports(code, start) {
  const found = [];
  let [count, at] = readNumber(code, start);
  for (; count > 0; count -= 1) {
    const [length, begin] = readNumber(code, at), [, end] = readNumber(code, begin + length + 1); // skips the byte for the export's kind
    found.push({ name: code.toString('utf8', begin, begin + length), bytes: code.subarray(at, end) });
    at = end;
  }
  return found;
}

const number = value => value > 127 ? [value & 127 | 128, ...number(value >>> 7)] : [value];

function makeSection(exported) {
  const content = Buffer.concat([Buffer.from(number(exported.length)), ...exported.map(({ bytes }) => bytes)]);
  return Buffer.concat([Buffer.from([EXPORTS, ...number(content.length)]), content]);
}
