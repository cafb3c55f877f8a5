"""Two heuristics that look at the blank only: admissible, and nearly useless."""

from __future__ import annotations

from collections.abc import Sequence

from npuzzle.heuristics.base import Heuristic, HeuristicCard
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Slide


class BlankDistance(Heuristic):
    """Rows and columns between the blank and its home.

    Admissible and consistent: each move shifts the blank by one cell.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._away = [self.away(cell) for cell in range(goal.shape.cells)]

    def away(self, cell: int) -> int:
        """Return the estimate if the blank is at `cell`."""
        return self.shape.distance(cell, self.home)

    def estimate(self, state: Sequence[int]) -> int:
        return self._away[state.index(self.home)]

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        return self._away[slide[0]]


class BlankChebyshev(BlankDistance):
    """The larger of the two, rows or columns: the moves of a chess king. Never above `BlankDistance`."""

    def away(self, cell: int) -> int:
        (row, col), (home_row, home_col) = self.shape.place(cell), self.shape.place(self.home)
        return max(abs(row - home_row), abs(col - home_col))


DISTANCE = HeuristicCard(
    name="blank-distance",
    aliases=("blank-pos",),
    label="Blank's distance",
    summary="rows and columns from the blank to its home, no tile looked at",
    admissible=True,
    consistent=True,
    make=BlankDistance,
)
CHEBYSHEV = HeuristicCard(
    name="blank-chebyshev",
    aliases=("chebyshev",),
    label="Blank's Chebyshev distance",
    summary="rows or columns from the blank to its home, whichever is more",
    admissible=True,
    consistent=True,
    make=BlankChebyshev,
)
