"""`Every`: all shortest paths of a board, as data."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.puzzle.moves import Notation, in_notation


@dataclass(frozen=True, slots=True)
class Every:
    """All shortest paths: how many were found, the first LISTED of them, and whether these are all.

    `expanded`, `seconds`: what the search for the others took, beside the search for the first.
    """

    count: int
    paths: tuple[str, ...]
    complete: bool
    expanded: int = 0
    seconds: float = 0.0

    def to_dict(self, notation: Notation = Notation.TILE) -> dict[str, object]:
        """Plain data, moves as one letter each in `notation`."""
        return {
            "count": self.count,
            "complete": self.complete,
            "expanded": self.expanded,
            "seconds": round(self.seconds, 6),
            "paths": [in_notation(path, notation) for path in self.paths],
        }
