"""`SearchChoice`: an algorithm, a heuristic and numbers, as chosen in a form of Solve, Race or Explore.

All three rooms use it to read, write and name a search. In a note it is `weighted-astar manhattan 2`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from npuzzle import ALGORITHMS, HEURISTICS, Board, Job, NPuzzleError, Shape
from npuzzle.errors import sentence
from npuzzle.heuristics import HeuristicCard
from npuzzle.heuristics.combine import as_card, is_formula, write_as_one_word
from npuzzle.registry import AUTO
from npuzzle.search.base import AlgorithmCard, Number, known_numbers
from web.page.heuristic_choice import (
    COMBINE,
    DEFAULT_FORMULA,
    LONGEST_FORMULA,
    NO_FORMULA,
    YOURS,
    CertifiedHeuristic,
    find_card,
)
from web.page.own_code import APART, NO_ALGORITHM, NO_SOURCE, OWN, OWN_ALGORITHM, defines_search

LONGEST_WORD = 12  # characters of a number in a note or a label
UNREGISTERED = {
    OWN: OWN_ALGORITHM,
    AUTO: replace(OWN_ALGORITHM, name=AUTO, label="Automatic", summary="the algorithm that suits the board"),
}


@dataclass(frozen=True, slots=True)
class SearchChoice:
    """The choice of a search. `typed`: the text typed for each number of an algorithm, by the number's name.

    `algorithm`: a name, OWN or AUTO. `heuristic`: a name, OWN, YOURS, AUTO, or COMBINE for the combination in
    `formula`. While the algorithm uses no heuristic, the chosen heuristic stays, for the next algorithm.
    """

    algorithm: str = "astar"
    heuristic: str = "manhattan"
    typed: Mapping[str, str] = field(default_factory=dict, hash=False)
    formula: str = DEFAULT_FORMULA

    @property
    def card(self) -> AlgorithmCard:
        """Return the card that describes the algorithm."""
        return UNREGISTERED.get(self.algorithm) or ALGORITHMS[self.algorithm]

    @property
    def informed(self) -> bool:
        """Return whether the algorithm takes a heuristic."""
        return self.card.informed

    @property
    def has_own_algorithm(self) -> bool:
        """Return whether the search uses the algorithm in the Lab."""
        return self.algorithm == OWN

    @property
    def has_own_heuristic(self) -> bool:
        """Return whether the search uses the heuristic in the Lab."""
        return self.informed and self.heuristic == OWN

    @property
    def is_own(self) -> bool:
        """Return whether the search runs code from the Lab."""
        return self.has_own_algorithm or self.has_own_heuristic

    @property
    def uses_certified(self) -> bool:
        """Return whether the search uses the heuristic that the Lab certified."""
        return self.informed and self.heuristic == YOURS

    @property
    def combines(self) -> bool:
        """Return whether the search uses the typed combination of heuristics."""
        return self.informed and self.heuristic == COMBINE

    @property
    def asked_heuristic(self) -> str:
        """Return the heuristic's name in links and in the library: a name, or the text of a combination."""
        return self.formula.strip() if self.heuristic == COMBINE else self.heuristic

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Return the numbers that the algorithm uses."""
        return self.card.numbers

    @property
    def label(self) -> str:
        """Name the search in words: `Weighted A* (3) with Manhattan distance`."""
        name = self.card.label
        for number in self.numbers:
            name += f" ({self.text(number.name).strip()[:LONGEST_WORD]})"
        if not self.informed or (self.has_own_algorithm and self.heuristic == "zero"):
            return name
        if self.has_own_heuristic or self.uses_certified:
            return f"{name} with your {'certified ' if self.uses_certified else ''}heuristic"
        return f"{name} with {self.formula.strip() if self.combines else HEURISTICS[self.heuristic].label}"

    # The chosen and typed values

    def text(self, name: str) -> str:
        """Return the text of a field. A number that was not typed has the algorithm's default."""
        if name in self.typed:
            return self.typed[name]
        number = known_numbers().get(name)
        text: str = getattr(self, name) if number is None else f"{number.default:g}"
        return text

    def choose(self, name: str, text: str) -> Self:
        """Return the search with a field changed to another choice or text."""
        number = known_numbers().get(name)
        if number is None and name not in self.typed:
            changed: dict[str, Any] = {name: text}
            return replace(self, **changed)
        others = {other: typed for other, typed in self.typed.items() if other != name}
        is_usual = number is not None and text == f"{number.default:g}"
        return replace(self, typed=others if is_usual else {**others, name: text})

    def read_numbers(self) -> dict[str, float]:
        """Read the numbers that the algorithm uses. Raises InvalidJobError for an invalid one."""
        return {number.name: number.read(self.text(number.name).strip()) for number in self.numbers}

    # As words of a note

    @property
    def heuristic_word(self) -> str:
        """Return the heuristic as one word, with the spaces of a combination removed.

        A link cannot carry a certificate. So the word names the default heuristic if the chosen one is
        certified or cannot be read.
        """
        word = write_as_one_word(self.asked_heuristic)
        is_known = word == OWN or word in HEURISTICS or (";" not in word and is_formula(word))
        return word if is_known else SearchChoice().heuristic

    @property
    def number_words(self) -> list[str]:
        """Return the numbers that the algorithm uses, as one word each."""
        texts = (self.text(number.name).replace(";", " ") for number in self.numbers)
        return ["".join(text.split()) or "?" for text in texts]

    def read_words(self, words: list[str], algorithms: Container[str]) -> Self | None:
        """Return the search that a note's words name, or None if the algorithm or heuristic is unknown."""
        name, *others = words or [""]
        name = ALGORITHMS[name].name if name in ALGORITHMS else name
        if name not in algorithms:
            return None
        found = replace(self, algorithm=name)
        if others and is_heuristic(others[0]):
            found = found.choose_heuristic(others.pop(0))
            found = replace(found, formula=found.formula[:LONGEST_FORMULA])
        elif others and found.informed:
            return None
        for number, word in zip(found.numbers, others):
            found = found.choose(number.name, word[:LONGEST_WORD])
        return found

    def choose_heuristic(self, word: str) -> Self:
        """Return the search with the heuristic of that name, or with a combination."""
        if is_formula(word):
            return replace(self, heuristic=COMBINE, formula=word)
        return replace(self, heuristic=HEURISTICS[word].name if word in HEURISTICS else word)

    # As a request

    def to_job(self) -> dict[str, Any]:
        """Return the `Job` fields that the choice sets. Raises InvalidJobError for an invalid number."""
        heuristic = {"heuristic": self.asked_heuristic} if self.informed else {}
        return {"algorithm": self.card, "numbers": self.read_numbers(), **heuristic}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data from which the same choice can be rebuilt."""
        return asdict(self)

    def find_heuristic(self, goal: Board, certified: CertifiedHeuristic | None) -> str | HeuristicCard:
        """Return the heuristic for a `Job`. The heuristic in the Lab is replaced by one that fits all boards.

        Raises InvalidJobError if the choice is the certified heuristic and `certified` does not fit the goal.
        """
        if not self.informed:
            return AUTO
        if self.uses_certified:
            return find_card(certified, goal)
        return "zero" if self.has_own_heuristic else self.asked_heuristic

    def find_missing_text(self, source: str) -> str:
        """Name the code that must be written before the search can start, or "". `source`: the Lab's code."""
        if self.has_own_algorithm and not defines_search(source):
            return NO_ALGORITHM
        if self.has_own_algorithm and self.uses_certified:
            return APART
        if self.has_own_heuristic and not source.strip():
            return NO_SOURCE
        return NO_FORMULA if self.combines and not self.formula.strip() else ""

    def formula_problem(self, shape: Shape) -> str:
        """Describe the error in the combination for boards of that shape, or return ""."""
        if not self.combines:
            return ""
        if not self.formula.strip():
            return NO_FORMULA
        try:
            as_card(self.formula.strip()).require_shape(shape)
        except NPuzzleError as error:
            return sentence(error)
        return ""

    def find_problem(
        self, board: Board, goal: Board, *, source: str, certified: CertifiedHeuristic | None = None
    ) -> str:
        """Explain why the search cannot start on this board, or "" if it can.

        `source`: the code in the Lab. `certified`: the heuristic that the Lab certified, if any.
        """
        if missing := self.find_missing_text(source):
            return missing
        try:
            given = self.to_job() | {"heuristic": self.find_heuristic(goal, certified)}
            Job(board=board, goal=goal, **given)
        except NPuzzleError as error:
            return sentence(error)
        return ""


def is_choice(
    name: str, value: str, algorithms: Container[str], numbers: Container[str] | None = None
) -> bool:
    """Return whether a form with these algorithms and numbers has the field and offers the value in it."""
    if name == "algorithm":
        return value in algorithms
    if name == "heuristic":
        return value in (OWN, YOURS, COMBINE) or any(value == card.name for card in HEURISTICS)
    return name == "formula" or name in (known_numbers() if numbers is None else numbers)


def is_heuristic(word: str) -> bool:
    """Return whether a note's word names a heuristic: a registered one, the Lab's, or a combination."""
    return word == OWN or word in HEURISTICS or is_formula(word)
