"""The numbers that are pressed instead of typed, and a key for the blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.page.entering import list_numbers
from web.ui.dom import make

if TYPE_CHECKING:
    from web.page.entering import Words
    from web.ui.protocols import Element


def draw_numbers(pad: Element, words: Words) -> None:
    """Draw a key for each number and the blank, each always in its place; those on the board are pale."""
    numbers, used = list_numbers(words), {word for row in words for word in row}
    keys = [*pad.querySelectorAll("button")]
    if len(keys) != len(numbers):
        keys = [make("button", n if n != "0" else "blank", type="button", data_number=n) for n in numbers]
        pad.replaceChildren(*keys)
    for number, key in zip(numbers, keys, strict=True):
        key.toggleAttribute("data-used", number in used)
