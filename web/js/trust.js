// The page runs only this code: these scripts, and the worker that PyScript makes. By the page's policy, the browser asks
// here for the address of every script. Text never becomes markup or code.
const SCRIPTS = ['sw.js', 'web/solver/worker.py', 'web/vendor/chart/chart.js'].map(name => new URL(`../../${name}`, import.meta.url).href);

globalThis.trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    const { href, origin, protocol } = new URL(address, document.baseURI);
    const made = protocol === 'blob:' && origin === location.origin;
    return made || SCRIPTS.includes(href) ? address : null; // null is rejected
  },
});
