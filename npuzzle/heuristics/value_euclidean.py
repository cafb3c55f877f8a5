"""An instructive mistake: the Euclidean distance between two lists of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from npuzzle.heuristics.base import Heuristic, HeuristicCard
from npuzzle.puzzle.board import Board

BLANK = -1  # the number that stands for the blank


class ValueEuclidean(Heuristic):
    """The Euclidean distance between the board and the goal, each read as a list of numbers.

    **Not admissible**: a number says which tile it is, not how far it is from home. `1 2 3/4 5 6/7 0 8` is
    one move from the goal blank-last and gets 12.7. The blank counts as -1.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._numbers = [tile or BLANK for tile in goal.tiles]  # by cell of the goal

    def estimate(self, state: Sequence[int]) -> float:
        numbers = self._numbers
        return sqrt(sum([(numbers[here] - number) ** 2 for here, number in zip(state, numbers)]))


CARD = HeuristicCard(
    name="value-euclidean",
    label="Euclidean distance of the numbers",
    summary="the board and the goal as two lists of numbers: a mistake, and how one shows it",
    admissible=False,
    consistent=False,
    make=ValueEuclidean,
)
