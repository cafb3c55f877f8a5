"""Half of the misplaced tiles plus half of the Manhattan distance."""

from __future__ import annotations

from npuzzle.heuristics.additive import TileSum
from npuzzle.heuristics.base import HeuristicCard


class Mix(TileSum):
    """Half of misplaced tiles plus half of Manhattan.

    Admissible and consistent, as both parts are. Never above Manhattan: a mean is not above its larger part.
    """

    def cost(self, cell: int, tile: int) -> float:
        return (int(cell != tile) + self.shape.distance(cell, tile)) / 2


CARD = HeuristicCard(
    name="mix",
    label="Mix of misplaced and Manhattan",
    summary="half the misplaced tiles + half the Manhattan distance: less than Manhattan alone",
    admissible=True,
    consistent=True,
    make=Mix,
)
