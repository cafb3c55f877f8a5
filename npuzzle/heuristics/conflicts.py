"""Linear conflict: the Manhattan distance, plus two for each tile that must leave its line.

A* uses it on the 3x3 by default, because it prunes much and costs little: a move changes the conflicts of one
line only. The conflicts of each line are cached, because few different lines occur in a search.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.simple import Manhattan
from npuzzle.lazy import loadable
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Slide

MAX_REMEMBERED_LINES = 200_000  # about 30 MB for 4x4


@loadable
class LinearConflict(Heuristic):
    """Manhattan + 2 x the fewest tiles that must leave each row and each column.

    Tiles that are in their home row, but in the wrong order, cannot all slide straight home. Some must leave
    the row and come back: two moves that Manhattan does not count. Admissible, because these moves are across
    the line, so no two lines count the same move. It counts the *fewest* tiles that must leave. The number of
    conflicting pairs would be too large on 7 of the 181,440 states of the 3x3.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._manhattan = Manhattan(goal)
        self._rows, self._cols = range(goal.shape.rows), range(goal.shape.cols)
        self._memo: dict[tuple[int, tuple[int, ...]], int] = {}

    def estimate(self, state: Sequence[int]) -> float:
        cols, conflicts = self.shape.cols, self._count_conflicts
        extra = sum([conflicts(row, tuple(state[row * cols : (row + 1) * cols])) for row in self._rows])
        extra += sum([conflicts(-1 - col, tuple(state[col::cols])) for col in self._cols])
        return self._manhattan.estimate(state) + 2 * extra

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        """Look at one line only: a slide along a row keeps the row's order, so only a column can change.

        That column is the tile's home column. The same holds with rows and columns exchanged.
        """
        src, dst = slide
        cols, tile = self.shape.cols, state[dst]
        if dst - src in (1, -1):
            place, home = src // cols, tile % cols
            left, entered = src % cols, dst % cols
            change = abs(entered - home) - abs(left - home)
            if home != left and home != entered:
                return h + change
            line, key = tuple(state[home::cols]), -1 - home
        else:
            place, home = src % cols, tile // cols
            left, entered = src // cols, dst // cols
            change = abs(entered - home) - abs(left - home)
            if home != left and home != entered:
                return h + change
            line, key = tuple(state[home * cols : (home + 1) * cols]), home
        swapped = (*line[:place], tile if home == left else self.home, *line[place + 1 :])
        return h + change + 2 * (self._count_conflicts(key, line) - self._count_conflicts(key, swapped))

    def _count_conflicts(self, key: int, line: tuple[int, ...]) -> int:
        """Count the tiles that must leave row `key`, or column -1 - key if key < 0. Remember the count."""
        known = self._memo.get((key, line))
        if known is None:
            cols = self.shape.cols
            at_home = (t for t in line if t // cols == key or t % cols == -1 - key)
            known = fewest_to_leave(t for t in at_home if t != self.home)
            if len(self._memo) >= MAX_REMEMBERED_LINES:
                self._memo.clear()
            self._memo[key, line] = known
        return known


def fewest_to_leave(tiles: Iterable[int]) -> int:
    """Count the fewest tiles that must leave their home line so that the rest are in order.

    All but a longest increasing subsequence must leave. O(n log n).

    >>> fewest_to_leave([2, 1, 0]), fewest_to_leave([1, 0, 2])
    (2, 1)
    """
    ends: list[int] = []  # ends[k]: the least last element of an increasing subsequence of k + 1 tiles
    count = 0
    for tile in tiles:
        count += 1
        at = bisect_left(ends, tile)
        ends[at : at + 1] = [tile]
    return count - len(ends)
