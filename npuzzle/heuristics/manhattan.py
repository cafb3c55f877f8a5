"""Manhattan distance."""

from __future__ import annotations

from collections.abc import Sequence

from npuzzle.geometry import Shape, Slide
from npuzzle.heuristics.base import Heuristic, HeuristicCard


class Manhattan(Heuristic):
    """Moves needed if tiles could pass through each other.

    Admissible and consistent: one move shifts one tile by one cell. The blank is not counted.
    """

    def __init__(self, shape: Shape, home: int) -> None:
        super().__init__(shape, home)
        self._cols = shape.cols

    def estimate(self, state: Sequence[int]) -> int:
        distance, home = self.shape.distance, self.home
        return sum(distance(cell, tile) for cell, tile in enumerate(state) if tile != home)

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        src, dst = slide
        tile, cols = state[dst], self._cols
        if dst - src in (1, -1):
            to, at, aim = dst % cols, src % cols, tile % cols
        else:
            to, at, aim = dst // cols, src // cols, tile // cols
        return h + abs(to - aim) - abs(at - aim)


CARD = HeuristicCard(
    name="manhattan",
    label="Manhattan distance",
    summary="the rows and columns each tile is away from home, added up",
    source="Doran and Michie, 1966",
    admissible=True,
    consistent=True,
    make=Manhattan,
)
ALIASES = ()
