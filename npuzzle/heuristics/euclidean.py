"""The Euclidean distance: the straight line from each tile to its home, added up."""

from __future__ import annotations

from math import isqrt

from npuzzle.heuristics.additive import TileSum
from npuzzle.heuristics.base import HeuristicCard


class Euclidean(TileSum):
    """The straight-line distance of each tile from its home, added up.

    Admissible, because it is never above Manhattan; consistent, because a move shifts one tile by one cell.
    Each distance is rounded down to a multiple of 2^-20. Such numbers add up without any error, so the sum
    does not depend on the order and is never too large. The rounding breaks neither claim: distances from
    neighbouring cells that are not in line with the home differ by less than 1 - 2^-20 on every board up to
    127x127.
    """

    def cost(self, cell: int, tile: int) -> float:
        (row, col), (home_row, home_col) = self.shape.place(cell), self.shape.place(tile)
        return isqrt(((row - home_row) ** 2 + (col - home_col) ** 2) << 40) / 2**20


CARD = HeuristicCard(
    name="euclidean",
    label="Euclidean distance",
    summary="the straight line from each tile to its home, added up: Manhattan, but less",
    admissible=True,
    consistent=True,
    make=Euclidean,
)
