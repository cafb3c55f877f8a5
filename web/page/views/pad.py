"""The numbers that are pressed instead of typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.page.entering import missing_numbers
from web.ui.dom import make

if TYPE_CHECKING:
    from web.page.entering import Words
    from web.ui.protocols import Element

SHORT = 24  # numbers of a pad on which empty places are few


def make_numbers(words: Words, *, swaps: bool) -> list[Element]:
    """Make a button for each number that is in no cell.

    Up to SHORT numbers all have one, so that each keeps its place and a second press never finds the next
    number there. `swaps`: those in use can be pressed too, to change places with the number in a cell.
    """
    missing, most = missing_numbers(words), len(words) * len(words[0]) - 1
    buttons = []
    for number in range(1, most + 1) if swaps or most <= SHORT else missing:
        buttons.append(make("button", str(number), type="button", data_number=number))
        buttons[-1].disabled = number not in missing and not swaps
        buttons[-1].toggleAttribute("data-used", number not in missing)
    return buttons
