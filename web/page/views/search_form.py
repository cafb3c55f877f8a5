"""The form for a search in Solve, in Explore and for each search of a race: menus and number fields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from npuzzle import ALGORITHMS, HEURISTICS
from npuzzle.search.base import Number, known_numbers
from web.page.heuristic_choice import COMBINE, COMBINE_LABEL
from web.page.own_code import OWN, OWN_LABEL
from web.page.search_choice import SearchChoice
from web.ui.dom import Dom, make, wrap_in_label

if TYPE_CHECKING:
    from web.ui.protocols import Element

Menu = tuple[tuple[str, str], ...]  # values and labels


class SearchForm:
    """Draw one form. Each field calls `command` with `place`, if given, and the field's name.

    `prefix`: the start of the ids of the form's elements. `problem`: the id of the element that shows a
    field's error. `numbers`: numbers of the room, in addition to the algorithms' numbers.
    """

    def __init__(self, prefix: str, command: str, problem: str, place: str = "", *numbers: Number) -> None:
        self._prefix, self._command, self._problem, self._place = prefix, command, problem, place
        self._numbers = (*known_numbers().values(), *numbers)
        self._dom = Dom()

    def make_field(self, name: str, label: str, field: Element) -> Element:
        """Connect a field to the command, and return the field inside its label."""
        field.setAttribute("data-press", self._command)
        field.setAttribute("data-name", f"{self._place} {name}".strip())
        return wrap_in_label(field, f"{self._prefix}{name}", label, self._problem)

    def make_numbers(self) -> list[Element]:
        """Make a field for each number that an algorithm may use."""
        return [
            self.make_field(number.name, number.label, make("input", inputmode="decimal", autocomplete="off"))
            for number in self._numbers
        ]

    def draw(self, choice: SearchChoice, algorithms: Menu, heuristics: Menu, *, is_free: bool = True) -> None:
        """Fill the menus, and show the numbers that the algorithm uses."""
        for name, offered in (("algorithm", algorithms), ("heuristic", heuristics)):
            if self._dom.has_changed(name, offered):
                self._dom.fill(f"{self._prefix}{name}", offered)
        for number in self._numbers:
            name = f"{self._prefix}{number.name}"
            self._dom.value(name, choice.text(number.name))
            self._dom.enable(name, is_free)
            self._dom.hide(f"{name}-field", number not in choice.numbers)


def list_algorithms(names: Iterable[str], *, with_own: bool) -> Menu:
    """List algorithms for a menu. If `with_own`, the visitor's own algorithm comes last."""
    listed = tuple((name, ALGORITHMS[name].label) for name in names if name != OWN)
    return (*listed, (OWN, OWN_LABEL)) if with_own else listed


def list_heuristics(*others: tuple[str, str]) -> Menu:
    """List for a menu all built-in heuristics, the `others`, and the choice of a combination."""
    named = ((card.name, card.label) for card in HEURISTICS)
    return (*named, *others, (COMBINE, COMBINE_LABEL))
