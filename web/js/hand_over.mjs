// The page hands its workers the data that it has loaded, checked and compiled, so that no worker repeats that work.
const WANTED = 'what Python starts from';

// In a worker: get the page's data. It is empty if this worker cannot read the data, and must load everything itself.
export const askPage = () => new Promise(done => {
  const { port1, port2 } = new MessageChannel();
  const close = given => {
    port1.close();
    done(given);
  };
  port1.onmessage = ({ data }) => close(data);
  port1.onmessageerror = () => close({});
  postMessage(WANTED, [port2]);
});

// On the page: `take` returns the data, and lists the `buffers` in it, which move to the worker. `hooks`: PyScript's.
export function answerWorkers(hooks, take) {
  hooks.main.onWorker.add((python, worker) => worker.addEventListener('message', async ({ data, ports: [port] }) => {
    if (data !== WANTED) return;
    const { buffers, ...given } = await take();
    try {
      port.postMessage(given, buffers);
    } catch { // a browser that hands over no compiled code
      port.postMessage({});
    }
  }));
}

// Pyodide has no setting for compiled code. So during its next start, `fetch` returns the compiled code, and
// `instantiateStreaming` makes an instance of it.
export function useCompiled(compiled, address) {
  const { fetch } = globalThis, { instantiateStreaming } = WebAssembly;
  globalThis.fetch = (asked, ...options) => String(asked) === address ? compiled : fetch(asked, ...options);
  WebAssembly.instantiateStreaming = async (coming, imports) => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    const module = await coming;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
}
