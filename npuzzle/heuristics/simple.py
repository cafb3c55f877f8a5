"""The simple heuristics: each is defined by a few lines of arithmetic, and prepares nothing.

Most add up one number for each tile, which `TileSum` caches by cell and tile. The docstring of each class
proves the claims. The cards that make these claims are in `npuzzle.heuristics`. `step` is written by hand
only where it is measurably faster than the general one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt, sqrt
from operator import getitem

from npuzzle.heuristics.base import Heuristic
from npuzzle.lazy import loadable
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Slide

BLANK = -1  # the number that stands for the blank in `ValueEuclidean`


@loadable
class Zero(Heuristic):
    """Always 0. Admissible because no distance is negative. Consistent because it never changes."""

    def estimate(self, state: Sequence[int]) -> int:
        return 0

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        return 0


@loadable
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


@loadable
class BlankChebyshev(BlankDistance):
    """Rows or columns between the blank and its home, whichever are more. Never above `BlankDistance`."""

    def away(self, cell: int) -> int:
        (row, col), (home_row, home_col) = self.shape.place(cell), self.shape.place(self.home)
        return max(abs(row - home_row), abs(col - home_col))


class TileSum(Heuristic):
    """The sum over all tiles of `cost(cell, tile)`: the tile is at `cell`, and its home is the cell `tile`.

    The blank is not a tile and costs nothing. Each cost is computed once and then cached.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        cost = self.cost
        self._at = [_Costs(cost, cell, self.home) for cell in range(goal.shape.cells)]

    def cost(self, cell: int, tile: int) -> float:
        """Return the addend of a tile at `cell`."""
        raise NotImplementedError

    def estimate(self, state: Sequence[int]) -> float:
        return sum(map(getitem, self._at, state))

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        src, dst = slide
        tile = state[dst]
        return h + self._at[dst][tile] - self._at[src][tile]


class _Costs(dict[int, float]):
    """The cost of each tile at one cell, computed when it is first needed."""

    __slots__ = ("_cell", "_cost")  # 127x127 takes 17 ms, without slots 40

    def __init__(self, cost: Callable[[int, int], float], cell: int, home: int) -> None:
        super().__init__({home: 0})
        self._cost, self._cell = cost, cell

    def __missing__(self, tile: int) -> float:
        cost = self[tile] = self._cost(self._cell, tile)
        return cost


@loadable
class Misplaced(TileSum):
    """The number of tiles that are not at home.

    Admissible, because each of them must move at least once. Consistent, because a move shifts one tile.
    """

    def cost(self, cell: int, tile: int) -> int:
        return int(cell != tile)

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        """Count by comparisons: `TileSum.step` takes 1.5 times as long."""
        src, dst = slide
        tile = state[dst]
        return h + (tile == src) - (tile == dst)


@loadable
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
        """Compute by arithmetic: `TileSum.step`, which looks up cached costs, takes a third longer."""
        src, dst = slide
        tile, cols = state[dst], self._cols
        if dst - src in (1, -1):
            to, at, aim = dst % cols, src % cols, tile % cols
        else:
            to, at, aim = dst // cols, src // cols, tile // cols
        return h + abs(to - aim) - abs(at - aim)


@loadable
class Mix(TileSum):
    """Half of misplaced tiles plus half of Manhattan.

    Admissible and consistent, as both parts are. Never above Manhattan: a mean is not above its larger part.
    """

    def cost(self, cell: int, tile: int) -> float:
        return (int(cell != tile) + self.shape.distance(cell, tile)) / 2


@loadable
class Euclidean(TileSum):
    """The sum of the straight-line distances of the tiles from their homes.

    Admissible, because it is never above Manhattan. Consistent, because a move shifts one tile by one cell.
    Each distance is rounded down to a multiple of 2^-20. Such numbers add up without any error, so the sum
    does not depend on the order and is never too large. The rounding breaks neither claim: distances from
    neighbouring cells that are not in line with the home differ by less than 1 - 2^-20 on every board up to
    127x127.
    """

    def cost(self, cell: int, tile: int) -> float:
        (row, col), (home_row, home_col) = self.shape.place(cell), self.shape.place(tile)
        return isqrt(((row - home_row) ** 2 + (col - home_col) ** 2) << 40) / 2**20


@loadable
class NMaxSwap(Heuristic):
    """The exchanges that solve the board if any tile may jump into the blank's place.

    Admissible and consistent, because a slide is such an exchange. Each tile away from home needs one. Tiles
    that are in each other's places form a cycle. A cycle that does not contain the blank needs one exchange
    more, to bring the blank in. O(cells).
    """

    def estimate(self, state: Sequence[int]) -> int:
        swaps = 0
        seen = bytearray(len(state))
        for start, label in enumerate(state):
            if label == start or seen[start]:
                continue
            cell, tiles = start, 0
            while not seen[cell]:
                seen[cell] = 1
                tiles += 1
                cell = state[cell]
            swaps += tiles + 1
        return swaps if state[self.home] == self.home else swaps - 2  # two fewer for the blank's cycle


@loadable
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
