"""The texts of the page in a language: switch the language, list the texts, find untranslated English."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

#: The same in Chinese: names, keys, formats, and anything in quotes, which a user typed.
SAME = re.compile(
    r"'[^']*'|\"[^\"]*\"|“[^”]*”|\b(?:"
    "n-puzzle|IDA|RBFS|MaxSwap|Gaschnig|Python|CPython|JavaScript|WebAssembly|PyScript|Pyodide|"
    "\\w+_\\w+|conflicts|JSON|CSV|PNG|SVG|Tab|Esc|Escape|Enter|Home|End|Ctrl|Shift|Alt|English)\\b"
)
WORD = re.compile(r"[A-Za-z]{3,}")

#: Each visible or spoken text with its place, including the choices of closed menus.
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
    """Return whether the text contains English."""
    return WORD.search(SAME.sub("", text)) is not None


def speak(page: Page, language: str) -> None:
    page.locator("#language").select_option(label=language)
    expect(page.locator("html")).to_have_attribute("lang", {"中文": "zh", "English": "en"}[language])
