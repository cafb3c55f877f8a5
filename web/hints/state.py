"""The hints that the user wants, and the solver's results for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from npuzzle import Board, Problem
from web.hints.model import EXACT_CELLS, Hint, Plan

if TYPE_CHECKING:  # loaded with the first hint
    from npuzzle.lab.space import DistanceTable


@dataclass(frozen=True, slots=True)
class HintState:
    """Hold the hints that the user wants and their results.

    On a small board, the page shows a hint after every move if `are_on`. On a larger board, the user presses
    Hint for one board. `is_searching`: the solver is looking for that hint.
    """

    are_on: bool = False
    is_searching: bool = False
    board: Board | None = None  # the board for which Hint was pressed
    problem: str = ""
    distances: DistanceTable | None = None  # all distances of a small tray, once the solver has sent them
    plan: Plan | None = None  # the path that gave the last hint on a larger board

    def find(self, board: Board, goal: Board) -> Hint | None:
        """Return the hint for a board, or None if no hint is wanted or known."""
        if board.shape.cells <= EXACT_CELLS:
            return (
                Hint.exact(board, goal, self.distances)
                if self.are_on and self.distances is not None
                else None
            )
        if board != self.board or self.plan is None or self.plan.goal != goal:
            return None
        return self.plan.hint(board)

    def request(self, board: Board, goal: Board) -> dict[str, Any] | None:
        """Return the request for a missing hint, or None if no hint is missing."""
        if board.shape.cells <= EXACT_CELLS:
            is_known = self.distances is not None and self.distances.fits(Problem(board, goal))
            asked = {"rows": board.shape.rows, "cols": board.shape.cols, "home": goal.blank}
            return asked if self.are_on and not is_known else None
        if not self.is_searching or board != self.board:
            return None
        return {"board": str(board), "goal": str(goal)}
