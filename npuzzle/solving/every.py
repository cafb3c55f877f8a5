"""`Every`: all shortest paths of a board, as data. `Collected` gathers them during the search."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.errors import WrongAnswerError
from npuzzle.puzzle.moves import Notation, in_notation
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import Path, letters_of

LISTED = 1_000  # at most this many shortest paths are listed; all are counted


@dataclass(frozen=True, slots=True)
class Every:
    """All shortest paths of a board, in tile letters.

    `count`: how many paths were found. `paths`: the first LISTED paths found, in alphabetical order.
    `complete`: whether the search found all of them. `expanded`, `seconds`: the expanded states and
    the time of the search for all paths, without the search for the first path.
    """

    count: int
    paths: tuple[str, ...]
    complete: bool
    expanded: int = 0
    seconds: float = 0.0

    def sort(self, notation: Notation) -> list[str]:
        """Return the paths in tile letters, sorted alphabetically by how `notation` spells them."""
        return sorted(self.paths, key=lambda path: in_notation(path, notation))

    def to_dict(self, notation: Notation = Notation.TILE) -> dict[str, object]:
        """Return plain data for JSON. Moves are one letter each in `notation`.

        `paths`: the first 1,000 paths found, in alphabetical order. `seconds`: the time of the search for
        all paths.
        """
        return {
            "count": self.count,
            "complete": self.complete,
            "expanded": self.expanded,
            "seconds": round(self.seconds, 6),
            "paths": [in_notation(path, notation) for path in self.sort(notation)],
        }


class Collected:
    """A collection of shortest paths, which counts all paths and keeps the first LISTED."""

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
