// Runs in the sandbox's worker, after Pyodide's two scripts: starts Python, and answers each text from the page with a text.
//
// The worker has no origin, so it has no lasting storage, and the page's policy applies here, too. Nevertheless, everything
// that reaches out of the worker is removed before untrusted code runs, because not every browser blocks all of it.
'use strict';

globalThis.trustedTypes?.createPolicy('default', {}); // this policy allows nothing, and no other can replace it

const HERE = 'sandbox:/python/';
const REACHING_OUT = [
  'BroadcastChannel', 'EventSource', 'FontFace', 'SharedWorker', 'WebSocket', 'WebSocketStream', 'WebTransport', 'Worker',
  'XMLHttpRequest', 'caches', 'close', 'fetch', 'fonts', 'importScripts', 'indexedDB', 'postMessage',
];
const REACHING_OUT_OF_NAVIGATOR = ['locks', 'serviceWorker', 'storage'];

// Removes these names from an object and from the objects that it inherits from.
function takeAway(from, names) {
  for (let owner = from; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const name of names) if (Object.hasOwn(owner, name)) delete owner[name];
  for (const name of names) if (name in from) Object.defineProperty(from, name, { value: undefined });
}

// Lets Pyodide, which fetches its files by address, get the files that came with the message.
function serve(files) {
  const TYPES = { json: 'application/json', wasm: 'application/wasm', zip: 'application/zip' };
  globalThis.fetch = async address => {
    const name = String(address).split('/').pop();
    return new Response(files[name], { headers: { 'Content-Type': TYPES[name.split('.').pop()] } });
  };
}

// Starts Python, from the site's snapshot if that came with the message and this browser can restore it.
async function startPython({ files, memory, modules }) {
  serve(files);
  if (memory) {
    try {
      return await restore(loadPyodide, createPyodideModule, memory, { library: files['python_stdlib.zip'], bundle: modules }, HERE);
    } catch (error) {
      console.warn(`The sandbox starts Python without its snapshot: ${String(error.message ?? error).trim().split('\n').pop()}`);
    }
  }
  const python = await loadPyodide({ createPyodideModule, indexURL: HERE });
  python.FS.writeFile('/home/pyodide/npuzzle.zip', new Uint8Array(modules));
  python.runPython('import sys; sys.path.insert(0, "npuzzle.zip")');
  return python;
}

async function begin({ tables, ...load }, port) {
  const python = await startPython(load);
  takeAway(globalThis, REACHING_OUT);
  takeAway(navigator, REACHING_OUT_OF_NAVIGATOR);
  const quiet = { batched: () => {} }; // the output of untrusted code is dropped
  python.setStdout(quiet);
  python.setStderr(quiet);
  const answers = python.pyimport('web.sandbox.answers');
  for (const [shape, bytes] of Object.entries(tables)) answers.give_tables(shape, python.toPy(new Uint8Array(bytes)));
  port.onmessage = ({ data }) => port.postMessage(answers.handle(data));
  port.postMessage('ready');
}

onmessage = ({ data, ports: [port] }) => {
  onmessage = null;
  begin(data, port).catch(error => port.postMessage(`failed: ${error.message ?? error}`));
};
