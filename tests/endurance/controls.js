// Every control that a visitor could use now: visible, enabled, and not behind a dialogue. Each has a name that
// finds it again (an id, or its place below the nearest id) and the group that it is one of.
() => {
  const WANTED = 'button, select, input, textarea, summary, a[href], [role=tab], [role=option], [role=treeitem], [role=gridcell], [tabindex="0"]';
  const dialog = document.querySelector('dialog[open]');
  const root = dialog ?? document.body;
  const places = new Map();
  const found = [];
  for (const element of document.querySelectorAll(WANTED)) {
    const tag = element.tagName.toLowerCase();
    let name = element.id && `#${element.id}`, group = name.replace(/\d+/g, 'N'); // #move-1, #move-2 ... are of one kind
    if (!name) {
      const near = element.parentElement?.closest('[id]');
      group = `${near ? `#${near.id}` : 'body'} ${tag}`;
      const place = places.get(group) ?? [...document.querySelectorAll(group)];
      places.set(group, place);
      name = `${group} >> nth=${place.indexOf(element)}`;
    }
    const box = element.getBoundingClientRect();
    const shown = element.checkVisibility({ visibilityProperty: true }) && box.width > 0 && box.height > 0;
    if (!shown || !root.contains(element) || element.matches(':disabled') || element.closest('[hidden]')) continue;
    const kind = tag === 'input' ? element.type : tag;
    const choices = tag === 'select' ? [...element.options].map(option => option.value) : [];
    found.push({ name, group, kind, choices, least: Number(element.min || 0), most: Number(element.max || 0) });
  }
  return found;
}
