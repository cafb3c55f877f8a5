// Turns a Jupyter notebook into tokens of a document: its texts, its code, and the code's output.
import { Buffer } from 'node:buffer';
import { asCode, escape, ready, tokenize } from './markdown.mjs';

const join = text => Array.isArray(text) ? text.join('') : text;

// Replaces inline styles in tables of npuzzle.lab by classes, because the page's policy rejects inline styles.
export function withoutStyles(html) {
  const classed = html.replace(/ align="\w+"/g, '').replace(/ style="([^"]*)"/g, (_, style) => {
    const [, align] = /text-align: (\w+)/.exec(style) ?? [];
    return align && align !== 'left' ? ` class="${align}"` : '';
  });
  if (/<(?!\/?(table|caption|thead|tbody|tr|th|td|div|p|b|strong|code|br)\b)|\son\w+=|style=/i.test(classed))
    throw new Error(`what a notebook shows is more than a table: ${classed.slice(0, 200)}`);
  return `<div class="scrolls output">${classed}</div>\n`;
}

function asPicture(data, name, files) {
  const svg = data['image/svg+xml'];
  const file = `${name}.${svg ? 'svg' : 'png'}`;
  files.set(file, svg ? join(svg) : Buffer.from(join(data['image/png']), 'base64'));
  const said = /aria-label="([^"]*)"/.exec(join(svg ?? ''))?.[1] ?? 'Diagram: it shows what the code above draws.';
  const [, width, height] = svg ? /width="(\d+)" height="(\d+)"/.exec(join(svg)) ?? [] : sizeOf(files.get(file));
  return `<p class="output"><img src="${file}" alt="${said}" width="${width}" height="${height}" loading="lazy"></p>\n`;
}

const sizeOf = png => ['', png.readUInt32BE(16), png.readUInt32BE(20)];

function asOutput({ output_type: type, text, data }, name, files) {
  if (type === 'stream') return asCode(join(text), '', 'output');
  if (data['image/svg+xml'] || data['image/png']) return asPicture(data, name, files);
  return data['text/html'] ? withoutStyles(join(data['text/html'])) : asCode(join(data['text/plain']), '', 'output');
}

function asCell({ source, outputs, metadata }, at, files) {
  const code = asCode(join(source), 'python');
  const input = metadata.jupyter?.source_hidden ? `<details><summary>Code of the check</summary>${code}</details>\n` : code;
  return ready(input + outputs.map((output, number) => asOutput(output, `${at}-${number + 1}`, files)).join(''));
}

// `file`: the notebook's name, under which it can be downloaded. Returns tokens, and the files that the page needs.
export function readNotebook(source, file) {
  const files = new Map([[file, source]]);
  const [title, ...rest] = JSON.parse(source).cells.flatMap((cell, at) =>
    cell.cell_type === 'markdown' ? tokenize(join(cell.source)) : [asCell(cell, at, files)]);
  const offer = ready(`<p class="hint">A Jupyter notebook, as it ran: <a href="${escape(file)}" download>download it</a> and run it yourself.</p>\n`);
  return { tokens: [title, offer, ...rest], files };
}
