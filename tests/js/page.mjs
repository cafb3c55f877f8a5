// Helpers of the JavaScript tests: they run a script of the page with the few parts of a browser that it uses.
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';

const ROOT = new URL('../../', import.meta.url);
export const HOST = 'https://host.example/folder/';

export const read = name => readFileSync(new URL(name, ROOT), 'utf8');

// Run the script with these globals instead of the browser's; each run has its own variables.
export function run(name, globals) {
  const source = read(name).replaceAll('import.meta.url', JSON.stringify(HOST + name)).replaceAll(/^export /gm, '');
  const all = { ...globals, globalThis: globals };
  compileFunction(source, Object.keys(all), { filename: name })(...Object.values(all));
}

// Wait until all promises that depend only on each other are settled.
export const settle = async () => { for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate); };

export class Element extends EventTarget {
  constructor(text = '') {
    super();
    Object.assign(this, { dataset: {}, style: new Map(), children: [], attributes: new Map(), textContent: text, hidden: false });
    this.style.setProperty = this.style.set;
  }

  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  setAttribute(name, value) { this.attributes.set(name, value); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  hasAttribute(name) { return this.attributes.has(name); }
  toggleAttribute(name, there) { if (there) this.attributes.set(name, ''); else this.attributes.delete(name); }
  closest() { return this; }
  querySelectorAll() { return []; }
}

// A document that creates elements when they are first requested.
export class Page extends EventTarget {
  constructor() {
    super();
    Object.assign(this, { elements: new Map(), body: new Element(), documentElement: new Element(), visibilityState: 'visible' });
  }

  getElementById(id) {
    if (!this.elements.has(id)) this.elements.set(id, new Element());
    return this.elements.get(id);
  }

  createElement() { return new Element(); }
  querySelectorAll() { return this.tabs ?? []; }
  querySelector() { return new Element(); }
}
