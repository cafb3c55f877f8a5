// For each [link, cells to press] of standard input, print the board before Python has started, and after the presses.
import { readFileSync } from 'node:fs';

import { open } from './early_page.mjs';

console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(([link, presses]) => {
  const page = open(link), { from } = page;
  if (from !== null) presses.forEach(page.press);
  return [from, page.shown()];
})));
