"""`SearchChoice`: what is chosen for one search in the form of a room: algorithm, heuristic and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from npuzzle import ALGORITHMS, HEURISTICS
from npuzzle.heuristics.combine import is_formula, write_as_one_word
from npuzzle.search.base import AlgorithmCard, Number
from web.page.heuristic_choice import COMBINE, DEFAULT_FORMULA, LONGEST_FORMULA, NO_FORMULA, YOURS
from web.page.own_code import APART, NO_ALGORITHM, NO_SOURCE, OWN, OWN_ALGORITHM, defines_search


@dataclass(frozen=True, slots=True)
class SearchChoice:
    """A choice of a search; `typed`: what was typed for the numbers of algorithms, by name.

    `algorithm`: a name, or OWN. `heuristic`: a name, OWN, YOURS, or COMBINE for what `formula` combines.

    An algorithm without an estimate keeps its heuristic for when another is chosen.
    """

    algorithm: str = "astar"
    heuristic: str = "manhattan"
    typed: Mapping[str, str] = field(default_factory=dict, hash=False)
    formula: str = DEFAULT_FORMULA

    @property
    def card(self) -> AlgorithmCard:
        """Return the card of the algorithm."""
        return OWN_ALGORITHM if self.has_own_algorithm else ALGORITHMS[self.algorithm]

    @property
    def informed(self) -> bool:
        """Return whether the algorithm takes a heuristic."""
        return self.card.informed

    @property
    def has_own_algorithm(self) -> bool:
        """Return whether it uses the algorithm of the Lab."""
        return self.algorithm == OWN

    @property
    def has_own_heuristic(self) -> bool:
        """Return whether it uses the heuristic of the Lab."""
        return self.informed and self.heuristic == OWN

    @property
    def is_own(self) -> bool:
        """Return whether it runs what is written in the Lab."""
        return self.has_own_algorithm or self.has_own_heuristic

    @property
    def uses_certified(self) -> bool:
        """Return whether it uses the heuristic that was certified in the Lab."""
        return self.informed and self.heuristic == YOURS

    @property
    def combines(self) -> bool:
        """Return whether the heuristic is the combination that is typed."""
        return self.informed and self.heuristic == COMBINE

    @property
    def asked_heuristic(self) -> str:
        """Return the heuristic as links and the library name it: its name, or the combination."""
        return self.formula.strip() if self.heuristic == COMBINE else self.heuristic

    @property
    def heuristic_word(self) -> str:
        """Return the heuristic as one word of a room's note.

        A combination stands there without spaces. A certificate goes with no link: instead of that heuristic,
        and of one that cannot be read, the note has the one of a new choice.
        """
        word = write_as_one_word(self.asked_heuristic)
        is_known = word == OWN or word in HEURISTICS or (";" not in word and is_formula(word))
        return word if is_known else SearchChoice().heuristic

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Return the numbers that the algorithm uses."""
        return self.card.numbers

    def text(self, number: Number) -> str:
        """Return what is typed for a number, or its default."""
        return self.typed.get(number.name, f"{number.default:g}").strip()

    def read_numbers(self) -> dict[str, float]:
        """Read the numbers that the algorithm uses. Raises InvalidJobError."""
        return {number.name: number.read(self.text(number)) for number in self.numbers}

    def choose(self, name: str, value: str) -> Self:
        """Choose another algorithm, heuristic or combination, or type a number."""
        if name == "algorithm":
            return replace(self, algorithm=value)
        if name == "heuristic":
            return replace(self, heuristic=value)
        if name == "formula":
            return replace(self, formula=value[:LONGEST_FORMULA])
        return replace(self, typed={**self.typed, name: value[:LONGEST_FORMULA]})

    def find_missing_text(self, source: str) -> str:
        """Say what must be written before the search can start; empty if nothing. `source`: the Lab's."""
        if self.has_own_algorithm and not defines_search(source):
            return NO_ALGORITHM
        if self.has_own_algorithm and self.uses_certified:
            return APART
        if self.has_own_heuristic and not source.strip():
            return NO_SOURCE
        return NO_FORMULA if self.combines and not self.formula.strip() else ""
