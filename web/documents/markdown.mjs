// Turns a Markdown document into sections of HTML: headings with the same anchors as on GitHub, highlighted code, and
// tables that scroll by themselves.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import nginx from 'highlight.js/lib/languages/nginx';
import python from 'highlight.js/lib/languages/python';
import pythonRepl from 'highlight.js/lib/languages/python-repl';
import shell from 'highlight.js/lib/languages/shell';
import { Marked } from 'marked';

for (const [name, language] of Object.entries({ bash, nginx, python, 'python-repl': pythonRepl, shell }))
  hljs.registerLanguage(name, language);
const LANGUAGES = { console: 'shell', nginx: 'nginx', py: 'python', pycon: 'python-repl', python: 'python', sh: 'bash' };
const PLAIN = ['', 'csv', 'json', 'text', 'toml', 'yaml'];

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escape = text => String(text).replace(/[&<>"']/g, character => ENTITIES[character]);
const CHARACTERS = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescape = html => html.replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot));/gi, (_, decimal, hex, name) =>
  name ? CHARACTERS[name.toLowerCase()] : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)));
const INLINE = /<\/?(?:a|b|code|del|em|span|strong)\b[^>]*>/g;
export const asText = html => unescape(html.replace(INLINE, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ').trim();

export function highlight(code, language = '') {
  if (PLAIN.includes(language)) return escape(code);
  if (!(language in LANGUAGES)) throw new Error(`no highlighting for code marked ${language}`);
  return hljs.highlight(code, { language: LANGUAGES[language] }).value;
}

export const asCode = (code, language, kind = 'code') =>
  `<pre class="${kind} scrolls"><code>${highlight(code.replace(/\n$/, ''), language)}</code></pre>\n`;

// Makes anchors as GitHub does: equal anchors after the first one get a number.
export function makeSlugs() {
  const met = new Map();
  return heading => {
    const slug = heading.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    const count = met.get(slug) ?? 0;
    met.set(slug, count + 1);
    return count ? `${slug}-${count}` : slug;
  };
}

// Returns a token for a part of a document that already is HTML.
export const ready = html => ({ type: 'ready', raw: html, html });

const SETTINGS = { gfm: true, extensions: [{ name: 'ready', renderer: ({ html }) => html }] };
const reader = new Marked(SETTINGS);
export const tokenize = text => reader.lexer(text);

// Gives each heading its id. The whole document must be given, before it is split.
export function nameHeadings(tokens) {
  const slug = makeSlugs();
  return tokens.map(token => token.type === 'heading' ? { ...token, id: slug(token.text) } : token);
}

const cellClass = ({ align }) => align ? ` class="${align}"` : '';

// `raise`: by how many levels headings go up. `link(href, text)` returns a link's address and text. Without an address,
// only the text is written.
function makeRenderer(raise, link) {
  return {
    code: ({ text, lang }) => asCode(text, (lang ?? '').split(' ')[0]),
    html: ({ text }) => escape(text),
    heading({ tokens, depth, id }) {
      const level = Math.max(depth - raise, 1), content = this.parser.parseInline(tokens);
      if (level === 1) return `<h1>${content}</h1>\n`;
      return `<h${level} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${level}>\n`;
    },
    link({ href, text, tokens }) {
      const found = link(href, text);
      const content = found.text ? escape(found.text) : this.parser.parseInline(tokens);
      return found.href ? `<a href="${escape(found.href)}">${content}</a>` : content;
    },
    image({ text, href }) { throw new Error(`no pictures in documents: ${text} ${href}`); },
    table({ header, rows }) {
      const cell = (tag, one) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}${cellClass(one)}>${this.parser.parseInline(one.tokens)}</${tag}>`;
      const row = (tag, cells) => `<tr>${cells.map(one => cell(tag, one)).join('')}</tr>\n`;
      return `<div class="scrolls"><table>\n<thead>${row('th', header)}</thead>\n<tbody>${rows.map(cells => row('td', cells)).join('')}</tbody></table></div>\n`;
    },
  };
}

// Returns the tokens' HTML, and for the search its sections: one per heading, each with its text.
export function render(tokens, raise, link) {
  const parser = new Marked({ ...SETTINGS, renderer: makeRenderer(raise, link) });
  const sections = [];
  for (const token of tokens) {
    const html = parser.parser([token]);
    if (token.type === 'heading') sections.push({ id: token.id, level: Math.max(token.depth - raise, 1), heading: asText(html), html, body: '' });
    else if (sections.length) sections.at(-1).body += html;
    else throw new Error('a document begins with a heading');
  }
  const made = sections.map(({ html, body, ...section }) => ({ ...section, html: html + body, text: asText(body) }));
  return { html: made.map(({ html }) => html).join(''), sections: made };
}
