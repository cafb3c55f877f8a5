"""Five wrong heuristics from real course work, to learn from.

Each looks right, but is above the true distance on some board, so it proves nothing. With
`pairwise-conflict` and with `value-euclidean`, A* does miss shortest paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from npuzzle.heuristics import Heuristic, HeuristicCard
from npuzzle.heuristics.simple import Manhattan, ValueEuclidean
from npuzzle.puzzle.board import Board
from npuzzle.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit(HeuristicCard):
    """A wrong heuristic. `lesson`: what is wrong. `board`: the board nearest to blank-last that shows this.

    `h`: the heuristic's estimate of `board`. `distance`: the true distance. The tests check that `certify`
    finds this board.
    """

    lesson: str
    board: str
    h: float
    distance: int
    admissible: bool = False
    consistent: bool = False


class MisplacedWithBlank(Heuristic):
    """Misplaced tiles, with the blank counted as a tile."""

    def estimate(self, state: Sequence[int]) -> int:
        return sum(here != cell for cell, here in enumerate(state))


class ManhattanWithBlank(Heuristic):
    """Manhattan distance, plus the distance of the blank."""

    def estimate(self, state: Sequence[int]) -> int:
        return sum(self.shape.distance(cell, here) for cell, here in enumerate(state))


class PairwiseConflict(Heuristic):
    """Manhattan + 2 for each pair of tiles in the wrong order in their home line."""

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._manhattan = Manhattan(goal)

    def estimate(self, state: Sequence[int]) -> float:
        rows, cols = self.shape.rows, self.shape.cols
        pairs = 0
        for row in range(rows):
            line = state[row * cols : (row + 1) * cols]
            pairs += self._count_inversions(tile for tile in line if tile // cols == row)
        for col in range(cols):
            pairs += self._count_inversions(tile for tile in state[col::cols] if tile % cols == col)
        return self._manhattan.estimate(state) + 2 * pairs

    def _count_inversions(self, tiles: Iterable[int]) -> int:
        return sum(a > b for a, b in combinations([tile for tile in tiles if tile != self.home], 2))


class Constant(Heuristic):
    """The same estimate, 240, for every board."""

    def estimate(self, state: Sequence[int]) -> int:
        return 240


EXHIBITS: Registry[Exhibit] = Registry("exhibit")
for _exhibit in (
    Exhibit(
        name="misplaced-with-blank",
        label="Misplaced, blank counted",
        summary="misplaced tiles, counting the blank as one of them",
        lesson="One move brings a tile and the blank home at the same time, and is counted twice.",
        make=MisplacedWithBlank,
        board="1 2 3/4 5 0/7 8 6",
        h=2,
        distance=1,
    ),
    Exhibit(
        name="manhattan-with-blank",
        label="Manhattan, blank counted",
        summary="Manhattan distance, plus the blank's distance from home",
        lesson="The blank goes home by the very moves that bring the tiles home; they are counted twice.",
        make=ManhattanWithBlank,
        board="1 2 3/4 5 0/7 8 6",
        h=2,
        distance=1,
    ),
    Exhibit(
        name="pairwise-conflict",
        label="Linear conflict by pairs",
        summary="Manhattan + 2 for each pair of tiles in the wrong order in their own line",
        lesson=(
            "Three tiles in reverse are three pairs, but only two of them must step aside. Count the "
            "fewest tiles that must leave the line."
        ),
        make=PairwiseConflict,
        board="8 7 0/6 5 4/3 2 1",
        h=28,
        distance=26,
    ),
    Exhibit(
        name="value-euclidean",
        label="Euclidean distance of the numbers",
        summary="the board and the goal as two lists of numbers, and their distance",
        lesson="A number says which tile it is, not how far it is from home.",
        make=ValueEuclidean,
        board="1 2 3/4 5 0/7 8 6",
        h=98**0.5,
        distance=1,
    ),
    Exhibit(
        name="constant-240",
        label="Always 240",
        summary="a sum over all tiles that never looks where they are",
        lesson="It never changes, so A* with it is breadth-first; and its bound proves nothing.",
        make=Constant,
        board="1 2 3/4 5 6/7 8 0",
        h=240,
        distance=0,
    ),
):
    EXHIBITS.add(_exhibit)
