// The page before Python is there, opened with a link.
import { Element, Page, run } from './page.mjs';

class Grid extends Element {
  rows() { return this.children.map(row => row.children); }
  cells() { return this.rows().flat(); }
  querySelectorAll() { return this.children.length ? this.cells() : this.before; }
}

export function open(fragment, { session = '', local = '', forbidden = false } = {}) {
  const page = new Page();
  page.tabs = ['today', 'solve', 'race'].map(name => {
    const tab = new Element();
    tab.setAttribute('aria-controls', `room-${name}`);
    page.getElementById(`room-${name}`).hidden = name !== 'today'; // as index.html has them
    page.elements.set(`tab-${name}`, tab);
    return tab;
  });
  page.elements.set('tab-attic', null);
  const grid = new Grid();
  grid.before = [new Element('8')]; // what index.html shows
  page.elements.set('board', grid);
  const store = text => (forbidden ? undefined : { getItem: () => text });
  run('web/js/before_python.js', {
    document: page, location: { hash: fragment && `#${fragment}` },
    window: { sessionStorage: store(session), localStorage: store(local), matchMedia: () => ({ matches: true }) },
  });
  const text = cell => String(cell.textContent || 0);
  return {
    room: page.body.dataset.room ?? 'today',
    rooms: page.tabs.map(tab => tab.getAttribute('aria-controls')).filter(id => !page.getElementById(id).hidden),
    from: grid.dataset.from ?? null,
    pressed: () => grid.dataset.pressed ?? '',
    shown: () => (grid.children.length ? grid.rows().map(row => row.map(text).join(' ')).join('/') : null),
    before: grid.before[0],
    said: () => page.getElementById('spoken').textContent,
    marked: name => grid.cells().flatMap((cell, at) => (cell.hasAttribute(name) ? [at] : [])),
    takeOver: () => page.body.setAttribute('data-ready', ''),
    press: at => { grid.dispatchEvent(Object.defineProperty(new Event('click'), 'target', { value: grid.cells()[at] })); },
    key: (key, more = {}) => {
      const event = Object.assign(new Event('keydown', { cancelable: true }), { key }, more);
      grid.dispatchEvent(event);
      return event.defaultPrevented;
    },
  };
}
