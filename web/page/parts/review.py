"""The review of moves by hand that have reached the goal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from npuzzle import Board
from web.page.parts.board import Words


@dataclass(frozen=True, slots=True)
class ReviewState:
    """Hold the review of `npuzzle.solving.review`: see there for `distances` and `better`.

    `origin`, `goal`, `path`: the reviewed moves. `chosen`: the number of the chosen move, or 0.
    """

    origin: Words = ()
    goal: Board | None = None
    path: str = ""
    distances: tuple[int | None, ...] = ()
    better: tuple[str, ...] = ()
    chosen: int = 0

    @property
    def kinds(self) -> list[str]:
        """Classify each move: it led `nearer` than any before it, `away`, or part of the way `back`.

        An unreviewed move is `unknown`. A move away costs two: itself, and one back.
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
