"""The form of the Explore room: a choice for each card, and a field for each number of an algorithm."""

from __future__ import annotations

from npuzzle import ALGORITHMS, HEURISTICS
from web.page.heuristic_choice import COMBINE, YOURS
from web.page.own_code import OWN, OWN_LABEL, defines_search
from web.rooms.explore.choices import NUMBERS, OFFERED, Choices
from web.ui.dom import Dom, by_id, make, wrap_in_label


class FormView:
    def __init__(self) -> None:
        self._dom = Dom()
        by_id("explore-numbers").replaceChildren(
            *[
                wrap_in_label(
                    make(
                        "input",
                        inputmode="decimal",
                        autocomplete="off",
                        data_press="explore.choose",
                        data_name=name,
                    ),
                    f"explore-{name}",
                    number.label,
                    "explore-why",
                )
                for name, number in NUMBERS.items()
            ]
        )

    def draw(self, state: Choices, source: str, *, is_certified: bool) -> None:
        """Offer the choices. `source`: the text of the Lab."""
        has_own = defines_search(source) or state.has_own_algorithm
        if self._dom.has_changed("algorithms", has_own):
            offered = [(name, OWN_LABEL if name == OWN else ALGORITHMS[name].label) for name in OFFERED]
            self._dom.fill("explore-algorithm", offered if has_own else offered[:-1])
        certified = is_certified or state.heuristic == YOURS
        if self._dom.has_changed("certified", certified):
            offered = [(card.name, card.label) for card in HEURISTICS]
            offered += [
                (OWN, "Your own, from the Lab"),
                *([(YOURS, "Yours (certified)")] if certified else []),
            ]
            self._dom.fill("explore-heuristic", [*offered, (COMBINE, "Combine ...")])
        for name, number in NUMBERS.items():
            self._dom.value(f"explore-{name}", state.text(number))
            self._dom.hide(f"explore-{name}-field", number not in state.numbers)
