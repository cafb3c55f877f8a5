"""What is chosen in the form of the Explore room: the algorithm, its numbers and the heuristic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from npuzzle import ALGORITHMS, Board, NPuzzleError
from npuzzle.errors import InvalidJobError, sentence
from npuzzle.heuristics.combine import as_card, is_formula
from npuzzle.heuristics.formula import write_as_one_word
from npuzzle.lab.search_trace import TRACED, WITHOUT_TREE
from npuzzle.search.base import AlgorithmCard, Number, known_numbers
from web.page.heuristic_choice import (
    COMBINE,
    DEFAULT_FORMULA,
    NO_FORMULA,
    YOURS,
    CertifiedHeuristic,
    find_card,
)
from web.page.own_code import APART, NO_ALGORITHM, OWN_ALGORITHM, defines_search
from web.rooms.explore.sample import Drawn
from web.rooms.explore.task import OWN

#: The depth limit, which depth-first search needs here: without one its tree would have no branches.
DEPTH = Number(name="depth", label="Depth limit", kind=int, least=1, most=40, default=8, help="of a path")
NUMBERS = {**known_numbers(), DEPTH.name: DEPTH}
FIELDS = ("algorithm", "heuristic", "formula", *NUMBERS)
OFFERED = (*TRACED, *WITHOUT_TREE, OWN)


@dataclass(frozen=True, slots=True)
class Choices:
    """The form. Numbers are as they were typed."""

    algorithm: str = "astar"
    heuristic: str = "manhattan"
    weight: str = "2"
    width: str = "3"
    depth: str = f"{DEPTH.default:g}"
    formula: str = DEFAULT_FORMULA
    sample: Drawn | None = None

    @property
    def informed(self) -> bool:
        return self.card.informed

    @property
    def card(self) -> AlgorithmCard:
        """Return the card of the algorithm."""
        return OWN_ALGORITHM if self.has_own_algorithm else ALGORITHMS[self.algorithm]

    @property
    def has_own_algorithm(self) -> bool:
        """Return whether it uses the algorithm of the Lab."""
        return self.algorithm == OWN

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Return the numbers that the algorithm uses."""
        return (*self.card.numbers, *([DEPTH] if self.algorithm == "depth-first" else []))

    @property
    def uses_own(self) -> bool:
        """Return whether the heuristic is that of the Lab."""
        return self.informed and self.heuristic == OWN

    @property
    def combines(self) -> bool:
        """Return whether the heuristic is the combination that is typed."""
        return self.informed and self.heuristic == COMBINE

    @property
    def note(self) -> str:
        """Format the choices as the room's note for links; `state` reads it."""
        numbers = ["".join(getattr(self, number.name).split()) or "?" for number in self.numbers]
        sample = [] if self.sample is None else [self.sample.word]
        return " ".join([self.algorithm, self._word_for_heuristic(), *numbers, *sample])

    def _word_for_heuristic(self) -> str:
        """Return the heuristic for the note: a combination without spaces, and no certificate."""
        formula = write_as_one_word(self.formula)
        if self.heuristic == COMBINE:
            return formula if is_formula(formula) else Choices().heuristic
        return Choices().heuristic if self.heuristic == YOURS else self.heuristic

    def heuristic_problem(self, board: Board, goal: Board, certified: CertifiedHeuristic | None) -> str:
        """Say why the heuristic does not fit the board; empty if it does."""
        if self.combines and not self.formula.strip():
            return NO_FORMULA
        try:
            if self.combines:
                as_card(self.formula.strip()).require_shape(board.shape)
            if self.informed and self.heuristic == YOURS:
                find_card(certified, goal)
        except NPuzzleError as error:
            return sentence(error)
        return ""

    @property
    def options_problem(self) -> str:
        """Say what is wrong with the number that the algorithm uses; empty if nothing is."""
        if self.informed and self.algorithm == "idastar" and self.heuristic == "pattern-tables":
            return (
                "IDA* with pattern databases runs as a compiled kernel and cannot be shown step by step: "
                "choose another heuristic."
            )
        try:
            self._read_numbers()
        except InvalidJobError as error:
            return sentence(error)
        return ""

    def tree_problem(self, source: str) -> str:
        """Say why the algorithm has no tree; empty if it has one. `source`: the text of the Lab."""
        if self.has_own_algorithm and not defines_search(source):
            return NO_ALGORITHM
        if self.has_own_algorithm and self.heuristic == YOURS:
            return APART
        if self.algorithm not in WITHOUT_TREE:
            return ""
        return f"{self.card.label} has no search tree: {WITHOUT_TREE[self.algorithm]}."

    def make_request(self, board: str, goal: str, source: str, ticket: str = "") -> dict[str, Any]:
        """Make the request for the solver: plain data, see `web.rooms.explore.task`.

        `ticket` names the estimates that the Lab certified.
        """
        given: dict[str, Any] = {"board": board, "goal": goal, "algorithm": self.algorithm}
        if self.informed:
            given["heuristic"] = self.formula.strip() if self.combines else self.heuristic
        if self.informed and self.heuristic == YOURS:
            given["certified"] = ticket
        given |= self._read_numbers()
        return {**given, "source": source} if self.uses_own or self.has_own_algorithm else given

    def _read_numbers(self) -> dict[str, float]:
        """Read the numbers that the algorithm uses. Raises InvalidJobError."""
        return {number.name: number.read(getattr(self, number.name).strip()) for number in self.numbers}
