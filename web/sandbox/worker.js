// Runs in the sandbox's worker, after Pyodide's two scripts: starts Python and answers the page, one text for another.
//
// The worker has no origin, so nothing that lasts belongs to it, and the page's policy holds here too. What would reach
// out of it is taken away all the same before any untrusted text runs: not every browser refuses all of it.
'use strict';

globalThis.trustedTypes?.createPolicy('default', {}); // allows nothing, and there can be only one

const HERE = 'sandbox:/python/';
const REACHING_OUT = [
  'BroadcastChannel', 'EventSource', 'FontFace', 'SharedWorker', 'WebSocket', 'WebSocketStream', 'WebTransport', 'Worker',
  'XMLHttpRequest', 'caches', 'close', 'fetch', 'fonts', 'importScripts', 'indexedDB', 'postMessage',
];
const REACHING_OUT_OF_NAVIGATOR = ['locks', 'serviceWorker', 'storage'];

// From the object and from what it inherits from.
function takeAway(from, names) {
  for (let owner = from; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const name of names) if (Object.hasOwn(owner, name)) delete owner[name];
  for (const name of names) if (name in from) Object.defineProperty(from, name, { value: undefined });
}

// Pyodide fetches its files by address; they came with the message.
function serve(files) {
  const TYPES = { json: 'application/json', wasm: 'application/wasm', zip: 'application/zip' };
  globalThis.fetch = async address => {
    const name = String(address).split('/').pop();
    return new Response(files[name], { headers: { 'Content-Type': TYPES[name.split('.').pop()] } });
  };
}

// From the site's snapshot, if it came with the message and this browser can restore it.
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
  const quiet = { batched: () => {} }; // what a text prints is shown nowhere
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
