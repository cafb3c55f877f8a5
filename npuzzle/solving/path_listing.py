"""`PathListing`: search for all shortest paths, once the length of one is proved."""

from __future__ import annotations

from collections.abc import Callable

from npuzzle.errors import WrongAnswerError
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import Path, SearchOptions, letters_of
from npuzzle.solving.driver import Drive
from npuzzle.solving.every import LISTED, Every
from npuzzle.solving.limits import Limits, Outcome


class PathListing:
    """The search for all paths as short as `known`: it counts them, and keeps the first LISTED.

    `after`: how the search for the first path ended.
    """

    def __init__(
        self,
        problem: Problem,
        known: str,
        options: SearchOptions,
        limits: Limits,
        clock: Callable[[], float],
        *,
        after: Outcome,
    ) -> None:
        from npuzzle.heuristics.databases import PatternDatabases  # few requests need them
        from npuzzle.search.pattern_ida import every_shortest

        self.after = after
        self._list = _Kept(problem, known)
        search = every_shortest(
            problem, PatternDatabases(problem.goal), options, report=self._list.add, at_least=len(known)
        )
        self._drive = Drive(search, limits, exhausted=Outcome.SOLVED, clock=clock)

    def step(self, seconds: float) -> bool:
        """Search for about that many seconds; return whether it has ended."""
        return self._drive.step(seconds) is not None

    def cancel(self) -> None:
        """End the search; the paths found so far remain."""
        self._drive.cancel()

    def paths(self) -> Every:
        """Return the paths found so far."""
        return Every(
            self._list.count,
            tuple(sorted(self._list.paths)),
            complete=self._drive.outcome is Outcome.SOLVED,
            expanded=self._drive.snapshot.expanded,
            seconds=self._drive.seconds,
        )


class _Kept:
    """The shortest paths found so far.

    It does not refer to `PathListing`, so that no reference cycle arises.
    """

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
