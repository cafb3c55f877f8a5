"""Translate a worksheet, or its key, into the page's language. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import escape, unescape

#: The parts of a sheet that are not text to translate: a style, a code, or a tag.
_MARKUP = re.compile(r"(<style>.*?</style>|<code>.*?</code>|<[^>]*>)", re.DOTALL)
_LABEL = re.compile(r'(?<= aria-label=")[^"]+')


def translate_sheet(sheet: str, translate: Callable[[str], str], language: str) -> str:
    """Return a sheet in another language. Boards, move letters and links stay unchanged.

    `translate`: translates an English text, and returns a text that it does not know unchanged.
    """

    @cache  # a sheet repeats texts for each board
    def say(text: str) -> str:
        return escape(translate(unescape(text)))

    parts = _MARKUP.split(sheet.replace('<html lang="en">', f'<html lang="{language}">', 1))
    for at, part in enumerate(parts):
        if at % 2:
            parts[at] = _LABEL.sub(lambda label: say(label[0]), part)
        elif part.strip():
            parts[at] = say(part)
    return "".join(parts)
