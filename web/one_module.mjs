// A step of vendor.mjs: a single module turns the functions of Pyodide's glue that WebAssembly calls by number, some 260,
// into WebAssembly functions. Emscripten would make a module for each of them, on the page and in each worker.

// The text of this function becomes part of the glue. `functions`: each has a signature `sig`, such as vij: the letter of the
// result, then those of the arguments. `codeOf`: returns the code of a letter's type. Maps each to its WebAssembly function.
export function convertTogether(functions, codeOf) {
  const number = value => value > 127 ? [value & 127 | 128, ...number(value >>> 7)] : [value];
  const vector = all => [...number(all.length), ...all.flat()];
  const section = (id, all) => [id, ...number(vector(all).length), ...vector(all)];
  const name = text => vector(Array.from(text, letter => letter.charCodeAt(0)));
  const signatures = [...new Set(functions.map(({ sig }) => sig))];
  const types = signatures.map(([result, ...given]) => [96, ...vector(given.map(codeOf)), ...vector(result === 'v' ? [] : [codeOf(result)])]);
  const imported = functions.map(({ sig }, at) => [...name('f'), ...name(`${at}`), 0, ...number(signatures.indexOf(sig))]);
  const exported = functions.map((_, at) => [...name(`${at}`), 0, ...number(at)]);
  const module = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, ...section(1, types), ...section(2, imported), ...section(7, exported)));
  const { exports } = new WebAssembly.Instance(module, { f: { ...functions } });
  return new Map(functions.map((given, at) => [given, exports[at]]));
}

// Returns the changed glue: where it looks for functions without a number, it now converts all of them with one module.
export function withOneModule(source, replaced) {
  const lookingFor = 'Object.entries(GOT).filter(([,{value}])=>value==-1).map(([name])=>resolveGlobalSymbol(name,true).sym)';
  const parts = [
    ['var convertJsFunctionToWasm=', `${convertTogether}\nvar together=new Map;var convertJsFunctionToWasm=`],
    ['try{setWasmTableEntry(ret,func)}', 'try{setWasmTableEntry(ret,together.get(func)??func)}'],
    ['var reportUndefinedSymbols=()=>{', `var reportUndefinedSymbols=()=>{const wanted=new Set(${lookingFor}.filter(it=>typeof it=="function"&&it.sig&&!getFunctionAddress(it)));if(wanted.size)together=convertTogether([...wanted],it=>wasmTypeCodes[it]);`],
  ];
  return parts.reduce((text, [was, is]) => replaced(text, was, is), source);
}
