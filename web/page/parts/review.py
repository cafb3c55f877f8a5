"""The review of moves by hand that have reached the goal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from npuzzle import Board
from web.page.parts.board import Words


@dataclass(frozen=True, slots=True)
class ReviewState:
    """Hold a review. `npuzzle.solving.review` defines `distances` and `better`.

    `path`: the reviewed moves, from `origin` to `goal`. `chosen`: the number of the chosen move, or 0.
    """

    origin: Words = ()
    goal: Board | None = None
    path: str = ""
    distances: tuple[int | None, ...] = ()
    better: tuple[str, ...] = ()
    chosen: int = 0

    @property
    def kinds(self) -> list[str]:
        """Classify each move: `nearer` to the goal than ever before, `away`, or `back` after a move away.

        A move that was not reviewed is `unknown`. A move away costs two moves: that move, and one back.
        """
        kinds, nearest = [], self.distances[0] if self.distances else None
        for before, after in pairwise(self.distances):
            if before is None or after is None or nearest is None:
                kinds.append("unknown")
            elif after > before:
                kinds.append("away")
            else:
                kinds.append("nearer" if after < nearest else "back")
                nearest = min(nearest, after)
        return kinds
