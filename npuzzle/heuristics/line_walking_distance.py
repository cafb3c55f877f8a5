"""The walking distance in line moves: a lower bound on slides of whole lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from npuzzle.heuristics.base import UNLISTED, Heuristic, HeuristicCard
from npuzzle.heuristics.walking_distance import Bands, Table, Walk, heights, table_size_bound
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import MAX_LINE_CELLS
from npuzzle.puzzle.shape import Slide

#: The least line moves along columns, and along rows.
Parts = tuple[int, int]

#: Positions of one table, and the bound above which none is begun; a table takes 0.2 s at most.
MAX_POSITIONS, MAX_ESTIMATED_POSITIONS = 40_000, 3_000_000


class LineWalkingDistance(Heuristic):
    """The line moves along columns if only the rows had to be right, plus those along rows for the columns.

    The puzzle of the rows knows how many tiles of each home row are in each row, and the row of the blank. A
    line move along a column takes one tile from each row that it crosses to the next: this is one move of
    that puzzle. A line move along a row changes nothing in it. So a path has at least `up_down` line moves
    along columns, the distance in the puzzle of the rows, and at least `across` along rows, by the same
    argument. Each line move is of one kind only, so both may be added: the sum is admissible. One move
    changes one of the two distances, by 1 at most: it is consistent. A slide of one tile is a line move, so
    no path of single tiles is shorter either: both claims hold in both metrics.

    If the puzzle of the rows is too large, several rows become one band, in several ways; the largest of the
    distances counts.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        rows, cols = goal.shape.rows, goal.shape.cols
        self._up_down = [*self._walks(rows, cols, unit=cols)]
        self._across = [*self._walks(cols, rows, unit=1)]

    def _walks(self, lines: int, width: int, *, unit: int) -> Iterator[Walk]:
        """Yield a walk for each way to choose borders: all of them if possible, else as many as fit."""
        home = self.home // unit % lines
        for borders in range(lines - 1, 0, -1):
            found = []
            for first in range(lines - borders):
                bands = heights(lines, first, first + borders)
                at = min(max(home - first, 0), borders)
                table = solve_lines(width, bands, at)
                if table is None:
                    break
                band_of = [
                    min(max(cell // unit % lines - first, 0), borders) for cell in range(self.shape.cells)
                ]
                found.append(Walk(self.goal, band_of, table))
            else:
                yield from found
                return

    def estimate(self, state: Sequence[int]) -> int:
        return self.up_down(state) + self.across(state)

    def up_down(self, state: Sequence[int]) -> int:
        """Return how many line moves along columns there are at least."""
        return _largest(self._up_down, state)

    def across(self, state: Sequence[int]) -> int:
        """Return how many line moves along rows there are at least."""
        return _largest(self._across, state)

    def after(self, state: Sequence[int], slide: Slide, before: Parts) -> tuple[int, Parts]:
        """Estimate after a line move, if the next one is of the other kind; also return the two parts.

        `before`: the parts before the move, which changes one of them. On a shortest path line moves along
        rows and along columns alternate: two of a kind in sequence would be one, or undo each other. So if
        the last one was along a column, half of the moves to go, rounded down, are along columns, and half,
        rounded up, along rows.
        """
        up_down, across = before
        if slide[0] // self.shape.cols == slide[1] // self.shape.cols:
            across = self.across(state)
            same, other = across, up_down
        else:
            up_down = self.up_down(state)
            same, other = up_down, across
        return max(same + other, 2 * same, 2 * other - 1), (up_down, across)


def _largest(walks: list[Walk], state: Sequence[int]) -> int:
    return walks[0].estimate(state) if len(walks) == 1 else max([walk.estimate(state) for walk in walks])


@lru_cache(maxsize=64)
def solve_lines(width: int, heights: tuple[int, ...], home: int) -> Table | None:
    """Solve a puzzle of bands in line moves, breadth-first from the goal, which has the blank in band `home`.

    A line move goes on in one direction as far as it likes. `passed` has, for each direction, the positions
    that a slide in that direction has reached: it has gone on from there before. Returns None if there
    are more than MAX_POSITIONS positions.
    """
    if table_size_bound(width, heights) > MAX_ESTIMATED_POSITIONS:
        return None
    puzzle = Bands.of(width, heights, home)
    distance, edge, depth = {puzzle.solved: 0}, [(puzzle.solved, home)], 0
    passed: dict[int, set[int]] = {-1: set(), 1: set()}
    while edge:
        if len(distance) > MAX_POSITIONS:
            return None
        depth += 1
        further = []
        for way, reached in passed.items():
            sliding = [*edge]
            while sliding:
                key, b = sliding.pop()
                for beside, shift, change in puzzle.steps[b]:
                    if beside - b == way and key >> shift & puzzle.mask and key + change not in reached:
                        reached.add(key + change)
                        sliding.append((key + change, beside))
                        if key + change not in distance:
                            distance[key + change] = depth
                            further.append((key + change, beside))
        edge = further
    return Table(puzzle.weight, distance)


CARD = HeuristicCard(
    name="line-walking-distance",
    label="Walking distance in line moves",
    summary="rows and columns as two small puzzles, each solved exactly in line moves",
    admissible=True,
    consistent=True,
    counts_lines=True,
    most_cells=MAX_LINE_CELLS,
    make=LineWalkingDistance,
)
UNLISTED.append(CARD)  # searches in line moves choose it by themselves
