"""What stands on the page in a language: switch it, list its texts, and find what is left in English."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

#: Words that are the same in Chinese: names, keys, formats. What somebody typed stands in quotes.
SAME = re.compile(
    r"'[^']*'|\"[^\"]*\"|“[^”]*”|\b(?:"
    "n-puzzle|IDA|RBFS|MaxSwap|Gaschnig|Python|CPython|JavaScript|WebAssembly|PyScript|Pyodide|"
    "\\w+_\\w+|conflicts|JSON|CSV|PNG|SVG|Tab|Esc|Escape|Enter|Home|End|Ctrl|Shift|Alt|English)\\b"
)
WORD = re.compile(r"[A-Za-z]{3,}")

#: Every text and spoken name that can be met now, each with its place; a closed menu's choices too.
TEXTS = """() => {
  const found = [];
  const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder'];
  const place = element => {
    const named = element.closest('[id]');
    return `${named ? '#' + named.id : 'body'} ${element.localName}`;
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('script, style, code, textarea, [translate=no]')) continue;
    if (!(element.closest('select') ?? element).checkVisibility({ visibilityProperty: true })) continue;
    for (const name of spoken)
      if (element.hasAttribute(name)) found.push([`${place(element)} ${name}`, element.getAttribute(name)]);
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE && child.data.trim()) found.push([place(element), child.data]);
  }
  return found;
}"""


def is_left(text: str) -> bool:
    """Whether there is English in it."""
    return WORD.search(SAME.sub("", text)) is not None


def speak(page: Page, language: str) -> None:
    page.locator("#language").select_option(label=language)
    expect(page.locator("html")).to_have_attribute("lang", {"中文": "zh", "English": "en"}[language])
