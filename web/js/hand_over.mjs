// The page hands its workers what it has loaded, checked and compiled, so that they need not do it once more.
const WANTED = 'what Python starts from';

// In a worker: what the page has for it; nothing if that cannot be read here. Then the worker loads it.
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

// In the page: `take` gives what there is, with the `buffers` in it, which are then the worker's. `hooks`: PyScript's.
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

// Pyodide has no setting for code that is compiled already. So for its next start that is what it fetches as its code,
// and what it makes an instance of.
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
