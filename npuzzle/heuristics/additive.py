"""Heuristics that add up one number a tile: misplaced, Manhattan, Euclidean, and a mix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from operator import getitem

from npuzzle.heuristics.base import Heuristic, HeuristicCard
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Slide


class TileSum(Heuristic):
    """The sum over all tiles of `cost(cell, tile)`: the tile lies at `cell`, its home is the cell `tile`.

    The blank is a place, not a tile, and costs nothing. What a tile costs is asked once and kept.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        cost = self.cost
        self._at = [_Costs(cost, cell, self.home) for cell in range(goal.shape.cells)]

    def cost(self, cell: int, tile: int) -> float:
        raise NotImplementedError

    def estimate(self, state: Sequence[int]) -> float:
        return sum(map(getitem, self._at, state))

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        src, dst = slide
        tile = state[dst]
        return h + self._at[dst][tile] - self._at[src][tile]


class _Costs(dict[int, float]):
    """What each tile costs at one cell, filled in when it is first asked."""

    __slots__ = ("_cell", "_cost")  # 127x127 is made in 17 ms, not in 40

    def __init__(self, cost: Callable[[int, int], float], cell: int, home: int) -> None:
        super().__init__({home: 0})
        self._cost, self._cell = cost, cell

    def __missing__(self, tile: int) -> float:
        cost = self[tile] = self._cost(self._cell, tile)
        return cost


class Misplaced(TileSum):
    """Tiles that are not at home.

    Admissible because each of them must move at least once, consistent because a move shifts one
    tile.
    """

    def cost(self, cell: int, tile: int) -> int:
        return int(cell != tile)

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        """Half as slow again without it."""
        src, dst = slide
        tile = state[dst]
        return h + (tile == src) - (tile == dst)


class Manhattan(TileSum):
    """Moves needed if tiles could pass through each other.

    Admissible and consistent: one move shifts one tile by one cell.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._cols = goal.shape.cols

    def cost(self, cell: int, tile: int) -> int:
        return self.shape.distance(cell, tile)

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        """A third slower by the table."""
        src, dst = slide
        tile, cols = state[dst], self._cols
        if dst - src in (1, -1):
            to, at, aim = dst % cols, src % cols, tile % cols
        else:
            to, at, aim = dst // cols, src // cols, tile // cols
        return h + abs(to - aim) - abs(at - aim)


class Euclidean(TileSum):
    """The straight-line distance of each tile from home, added up.

    Never above Manhattan, so admissible; one move shifts one tile by one cell, so consistent. Each
    distance is rounded down to a multiple of 2^-20: such numbers add up without any error, so the
    sum does not depend on the order and is never too large. The rounding breaks neither claim:
    distances from neighbouring cells that are not in line with the home differ by less than
    1 - 2^-20 on every board up to 127x127.
    """

    def cost(self, cell: int, tile: int) -> float:
        (row, col), (home_row, home_col) = self.shape.place(cell), self.shape.place(tile)
        return isqrt(((row - home_row) ** 2 + (col - home_col) ** 2) << 40) / 2**20


class Mix(TileSum):
    """Half of misplaced tiles plus half of Manhattan.

    Admissible and consistent as both are, and never above Manhattan: a mean is not above the best of
    its parts.
    """

    def cost(self, cell: int, tile: int) -> float:
        return (int(cell != tile) + self.shape.distance(cell, tile)) / 2


MISPLACED = HeuristicCard(
    name="misplaced",
    aliases=("hamming",),
    label="Misplaced tiles",
    summary="how many tiles are not at home",
    source="Doran and Michie, 1966",
    admissible=True,
    consistent=True,
    make=Misplaced,
)
MANHATTAN = HeuristicCard(
    name="manhattan",
    label="Manhattan distance",
    summary="the rows and columns each tile is away from home, added up",
    source="Doran and Michie, 1966",
    admissible=True,
    consistent=True,
    make=Manhattan,
)
EUCLIDEAN = HeuristicCard(
    name="euclidean",
    label="Euclidean distance",
    summary="the straight line from each tile to its home, added up: Manhattan, but less",
    admissible=True,
    consistent=True,
    make=Euclidean,
)
MIX = HeuristicCard(
    name="mix",
    label="Mix of misplaced and Manhattan",
    summary="half the misplaced tiles + half the Manhattan distance: less than Manhattan alone",
    admissible=True,
    consistent=True,
    make=Mix,
)
