"""The choices in the form of the Explore room: the algorithm, its numbers and the heuristic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from npuzzle import Board
from npuzzle.errors import InvalidJobError, sentence
from npuzzle.lab.tracing import TRACED, WITHOUT_TREE
from npuzzle.search.base import Number, known_numbers
from web.page.heuristic_choice import CertifiedHeuristic
from web.page.own_code import OWN
from web.page.search_choice import SearchChoice

#: The depth limit of depth-first search. Without a limit, the tree would be a single branch.
DEPTH = Number(name="depth", label="Depth limit", kind=int, least=1, most=40, default=8, help="of a path")
NUMBERS = {**known_numbers(), DEPTH.name: DEPTH}
#: The first values of the fields. The algorithms' own defaults make a tree too wide, or too similar to A*'s.
TYPED = {"width": "3", "weight": "2", DEPTH.name: f"{DEPTH.default}"}
OFFERED = (*TRACED, *WITHOUT_TREE, OWN)


@dataclass(frozen=True, slots=True)
class Choices(SearchChoice):
    """The choices in the form."""

    typed: Mapping[str, str] = field(default_factory=lambda: TYPED, hash=False)

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Return the numbers that the algorithm uses in this room."""
        return (*self.card.numbers, *([DEPTH] if self.algorithm == "depth-first" else []))

    @property
    def note(self) -> str:
        """Write the choices as the room's note for links, which `state` reads."""
        return " ".join([self.algorithm, self.heuristic_word, *self.number_words])

    def heuristic_problem(self, board: Board, goal: Board, certified: CertifiedHeuristic | None) -> str:
        """Explain why the heuristic cannot be used on the board, or return ""."""
        try:
            self.find_heuristic(goal, certified)
        except InvalidJobError as error:
            return sentence(error)
        return self.formula_problem(board.shape)

    @property
    def options_problem(self) -> str:
        """Describe the error in the number that the algorithm uses, or "" if there is none."""
        if self.informed and self.algorithm == "idastar" and self.heuristic == "pattern-tables":
            return (
                "IDA* with pattern databases runs as a compiled kernel and cannot be shown step by step: "
                "choose another heuristic."
            )
        try:
            self.read_numbers()
        except InvalidJobError as error:
            return sentence(error)
        return ""

    @property
    def tree_problem(self) -> str:
        """Explain why the algorithm builds no tree that can be drawn, or return ""."""
        if self.algorithm not in WITHOUT_TREE:
            return ""
        return f"{self.card.label} has no search tree: {WITHOUT_TREE[self.algorithm]}."

    def make_request(self, board: str, goal: str, source: str, ticket: str = "") -> dict[str, Any]:
        """Make the request for the solver: plain data, see `web.rooms.explore.task`.

        `ticket` names the estimates that the Lab certified.
        """
        given: dict[str, Any] = {"board": board, "goal": goal, "algorithm": self.algorithm}
        if self.informed:
            given["heuristic"] = self.asked_heuristic
        if self.uses_certified:
            given["certified"] = ticket
        given |= self.read_numbers()
        return {**given, "source": source} if self.is_own else given
