"""`Every`: all shortest paths of a board, as data."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.puzzle.moves import Notation, in_notation


@dataclass(frozen=True, slots=True)
class Every:
    """All shortest paths of a board, in tile letters.

    `count`: how many were found. `paths`: the first LISTED that were found, in alphabetical order.
    `complete`: whether the search for them ended. `expanded`, `seconds`: the cost of that search, without the
    search for the first path.
    """

    count: int
    paths: tuple[str, ...]
    complete: bool
    expanded: int = 0
    seconds: float = 0.0

    def to_dict(self, notation: Notation = Notation.TILE) -> dict[str, object]:
        """Return plain data for JSON; moves are one letter each in `notation`."""
        return {
            "count": self.count,
            "complete": self.complete,
            "expanded": self.expanded,
            "seconds": round(self.seconds, 6),
            "paths": sorted(in_notation(path, notation) for path in self.paths),
        }
