"""`Every`: all shortest paths of a board, as data."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.puzzle.moves import Notation, in_notation

LISTED = 1_000  # the most shortest paths that are listed; all are counted


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

    def sort(self, notation: Notation) -> list[str]:
        """Return the paths, in tile letters, in the alphabetical order that they have in `notation`."""
        return sorted(self.paths, key=lambda path: in_notation(path, notation))

    def to_dict(self, notation: Notation = Notation.TILE) -> dict[str, object]:
        """Return plain data for JSON; moves are one letter each in `notation`."""
        return {
            "count": self.count,
            "complete": self.complete,
            "expanded": self.expanded,
            "seconds": round(self.seconds, 6),
            "paths": [in_notation(path, notation) for path in self.sort(notation)],
        }
