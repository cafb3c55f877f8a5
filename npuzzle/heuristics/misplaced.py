"""Misplaced tiles, also called the Hamming distance."""

from __future__ import annotations

from collections.abc import Sequence

from npuzzle.geometry import Slide
from npuzzle.heuristics.base import Heuristic, HeuristicCard


class Misplaced(Heuristic):
    """Tiles that are not at home.

    Admissible because each of them must move at least once, consistent because a move shifts one
    tile. The blank is a place, not a tile: counting it would overestimate.
    """

    def estimate(self, state: Sequence[int]) -> int:
        return sum(here != cell for cell, here in enumerate(state) if here != self.home)

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        src, dst = slide
        tile = state[dst]
        return h + (tile == src) - (tile == dst)


CARD = HeuristicCard(
    name="misplaced",
    label="Misplaced tiles",
    summary="how many tiles are not at home",
    source="Doran and Michie, 1966",
    admissible=True,
    consistent=True,
    make=Misplaced,
)
ALIASES = ("hamming",)
