"""The estimate that is always 0; with it, A* is uniform-cost search."""

from __future__ import annotations

from collections.abc import Sequence

from npuzzle.heuristics.base import Heuristic, HeuristicCard
from npuzzle.puzzle.shape import Slide


class Zero(Heuristic):
    """Always 0. Admissible because no distance is negative; consistent because it never changes."""

    def estimate(self, state: Sequence[int]) -> int:
        return 0

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        return 0


CARD = HeuristicCard(
    name="zero",
    label="Zero",
    summary="always 0: the search is blind",
    admissible=True,
    consistent=True,
    counts_lines=True,
    make=Zero,
)
