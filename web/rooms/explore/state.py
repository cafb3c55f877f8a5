"""The state of the Explore room. It knows no browser.

EMPTY      no tree yet
BUILDING   the solver searches
SHOWN      a trace is on show, after some of its steps
ASKING     and a quiz waits for an answer: only that moves the tree on
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from npuzzle.lab import Node, Trace
from web.page.state import UiState
from web.player import Player
from web.rooms.explore.choices import Choices
from web.rooms.explore.quiz import Quiz

ZOOMS = (0.35, 0.5, 0.7, 1.0, 1.4)
EXAMPLE = ("2 8 1/4 6 3/0 7 5", "1 2 3/8 0 4/7 6 5")  # of the textbooks, 12 moves: estimates differ on it


class Phase(Enum):
    EMPTY = "empty"
    BUILDING = "building"
    SHOWN = "shown"
    ASKING = "asking"


@dataclass(frozen=True, slots=True)
class ExploreState(Choices):
    """The state of the room. `problem`: why there is no tree; `selected`: the number of the node in view.

    `player`: how many steps of the trace are on show.
    """

    phase: Phase = Phase.EMPTY
    problem: str = ""
    trace: Trace | None = None
    player: Player = field(default_factory=Player)
    selected: int | None = None
    duplicates: bool = True
    zoom: int = 3
    fits: bool = False  # the whole tree is shown, whatever the zoom
    quiz: Quiz | None = None
    spoken: str = ""

    @property
    def at(self) -> int:
        """Return the number of steps that are on show."""
        return self.player.step

    @property
    def last(self) -> int:
        return self.player.last

    @property
    def playing(self) -> bool:
        return self.player.is_playing

    @property
    def is_asking(self) -> bool:
        """Return whether a quiz is waiting for an answer."""
        return self.phase is Phase.ASKING

    @property
    def current(self) -> Node | None:
        """Return the node of the step on show; before the first step, the start."""
        if self.trace is None:
            return None
        return self.trace.nodes[self.trace.steps[self.at - 1] if self.at else 0]

    @property
    def round(self) -> int:
        return 0 if self.current is None else self.current.round

    @property
    def node_in_detail(self) -> Node | None:
        """Return the node whose details are shown: the selected one, else the current one."""
        if self.trace is None or self.selected is None:
            return self.current
        return self.trace.nodes[self.selected]

    def why_not_build(self, page: UiState, source: str = "") -> str:
        """Say why no tree can be built now; empty if one can. `source`: the text of the Lab."""
        return self.tree_problem or self.why_not_search(page, source)

    def why_not_search(self, page: UiState, source: str = "") -> str:
        """Say why no search can start now, for a tree or for the whole space; empty if one can."""
        if self.phase is Phase.BUILDING:
            return "The tree is being built."
        if (
            page.current_board is None
            or page.goal.board is None
            or not page.board.check.solvable
            or page.board.text_problem
        ):
            return f"{page.board.verdict.headline}: a tree needs a board that can be solved."
        if missing := self.find_missing_text(source):
            return missing
        problem = self.heuristic_problem(page.current_board, page.goal.board, page.certified)
        return self.options_problem or problem or page.why_not_start

    def request(self, page: UiState, source: str) -> dict[str, Any]:
        """Return what the solver is given for a search: of the tree, the whole space or a sample of it."""
        ticket = page.certified.ticket if page.certified is not None else ""
        return self.make_request(str(page.current_board), str(page.goal.board), source, ticket)

    def describe_difference(self, page: UiState) -> str:
        """Say which board the tree belongs to, if the page now shows another board or goal; else empty."""
        trace = self.trace
        if trace is None or (str(page.current_board), str(page.goal.board)) == (trace.board, trace.goal):
            return ""
        if str(page.goal.board) == trace.goal:
            return f"This tree is for the board {trace.board}, not for the one shown now."
        both = f"the board {trace.board} and the goal {trace.goal}"
        return f"This tree is for {both}, not for those shown now."
