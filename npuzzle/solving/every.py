"""`Every`: all shortest paths of a board, as data, and their collection during the search."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.errors import WrongAnswerError
from npuzzle.puzzle.moves import Notation, in_notation
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import Path, letters_of

LISTED = 1_000  # the most shortest paths that are listed. All are counted


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
        """Return plain data for JSON. Moves are one letter each in `notation`.

        `paths`: the first 1,000 that were found, in alphabetical order. `seconds`: the time of that search.
        """
        return {
            "count": self.count,
            "complete": self.complete,
            "expanded": self.expanded,
            "seconds": round(self.seconds, 6),
            "paths": [in_notation(path, notation) for path in self.sort(notation)],
        }


class Collected:
    """The shortest paths found so far: it counts them, and keeps the first LISTED."""

    def __init__(self, problem: Problem, known: str) -> None:
        self._problem = problem
        self._known = known
        self.count = 1
        self.paths = [known]

    def add(self, path: Path) -> None:
        """Replay a path, count it, and keep it if there is room."""
        letters = letters_of(self._problem, path)
        if self._problem.replay(letters) != self._problem.goal:
            raise WrongAnswerError(f"a path of all shortest ones misses the goal: {letters}")
        if letters != self._known:
            self.count += 1
            if len(self.paths) < LISTED:
                self.paths.append(letters)
