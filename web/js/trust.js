// What may become code in this page: these scripts of its own, and the worker that PyScript makes. The page's
// policy has the browser ask here for every address of a script; text is never made markup or code, by anyone.
const SCRIPTS = ['sw.js', 'web/solver/worker.py', 'web/vendor/chart/chart.js'].map(name => new URL(`../../${name}`, import.meta.url).href);

globalThis.trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    const { href, origin, protocol } = new URL(address, document.baseURI);
    const made = protocol === 'blob:' && origin === location.origin;
    return made || SCRIPTS.includes(href) ? address : null; // null is refused
  },
});
