// The page before Python has started, opened with a link.
import { Element, Page, run } from './page.mjs';

class Grid extends Element {
  rows() { return this.children.map(row => row.children); }
  cells() { return this.rows().flat(); }
  querySelectorAll() { return this.children.length ? this.cells() : this.before; }
}

export function open(fragment, { session = '', local = '', forbidden = false, search = '' } = {}) {
  const page = new Page();
  page.tabs = ['today', 'solve', 'race', 'see'].map(name => {
    const tab = page.getElementById(`tab-${name}`);
    tab.id = `tab-${name}`;
    tab.parentElement = page.getElementById(name === 'race' ? 'tabs-see' : 'tabs');
    tab.parentElement.id = name === 'race' ? 'tabs-see' : 'tabs';
    return tab;
  });
  page.panels = ['today', 'solve', 'race'].map(name => {
    const panel = page.getElementById(`room-${name}`);
    [panel.id, panel.hidden] = [`room-${name}`, name !== 'today']; // as index.html has them
    return panel;
  });
  const rows = [page.getElementById('tabs'), page.getElementById('tabs-see')];
  page.querySelectorAll = which => ({ '[role=tab]': page.tabs, '[role=tablist]': rows, '[role=tabpanel]': page.panels })[which];
  for (const [name, controls] of [['today', 'today'], ['solve', 'solve'], ['race', 'race'], ['see', 'race explore']])
    page.getElementById(`tab-${name}`).setAttribute('aria-controls', controls.split(' ').map(room => `room-${room}`).join(' '));
  page.elements.set('room-attic', null);
  page.getElementById('tabs-see').hidden = true;
  const grid = new Grid();
  grid.before = [new Element('8')]; // what index.html shows
  page.elements.set('board', grid);
  const store = text => (forbidden ? undefined : { getItem: () => text });
  run('web/js/before_python.js', {
    document: page, location: { hash: fragment && `#${fragment}`, search },
    window: { sessionStorage: store(session), localStorage: store(local), matchMedia: () => ({ matches: true }) },
  });
  const text = cell => String(cell.textContent || 0);
  return {
    room: page.body.dataset.room ?? 'today',
    get rooms() { return page.panels.filter(panel => !panel.hidden).map(panel => panel.id); },
    tabs: page.tabs.filter(tab => String(tab.getAttribute('aria-selected')) === 'true').map(tab => tab.id),
    hasGroup: !page.getElementById('tabs-see').hidden,
    pressTab: name => {
      const tab = page.getElementById(`tab-${name}`);
      tab.parentElement.dispatchEvent(Object.defineProperty(new Event('click'), 'target', { value: tab }));
    },
    asked: () => page.body.dataset.asked,
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
