"""`Fallback`: find a path by `anytime`, after a search that has ended without one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from npuzzle.heuristics.simple import Zero
from npuzzle.puzzle.problem import Problem
from npuzzle.search import ALGORITHMS
from npuzzle.search.base import SearchOptions, letters_of
from npuzzle.solving.driver import Drive
from npuzzle.solving.limits import Limits, Outcome

FALLBACK = "anytime"
SECONDS = 1.0  # for a shorter path than the first one, which comes at once; the user's limits hold again


class Fallback:
    """The search for a path of any length, after a search of `problem` that ended without a path.

    `options`: of that search, of which the engine and the known path count. `after`: how it ended.
    """

    def __init__(
        self,
        problem: Problem,
        options: SearchOptions,
        limits: Limits,
        clock: Callable[[], float],
        *,
        after: Outcome,
    ) -> None:
        self.after, self._problem, self._depth = after, problem, limits.depth
        card = ALGORITHMS[FALLBACK]
        single = Problem(problem.start, problem.goal)  # its paths are paths in line moves, too
        options = replace(card.options(engine=options.engine), known_path=options.known_path)
        search = card.search(single, Zero(single.goal), options)
        seconds = SECONDS if limits.seconds is None else min(SECONDS, limits.seconds)
        limits = replace(limits, seconds=seconds)
        self._drive = Drive(search, limits, improves=card.improves, clock=clock)

    def step(self, seconds: float) -> bool:
        """Search for about that many seconds; return whether the search has ended."""
        return self._drive.step(seconds) is not None

    def hurry(self) -> None:
        """Let the search end with its first path, if it has no other yet; that takes a second for 127x127."""
        self._drive.limits = replace(self._drive.limits, seconds=0)

    @property
    def path(self) -> str | None:
        """The shortest path so far, in tile letters; None if it has too many moves, or if there is none."""
        now = self._drive.snapshot
        path = now.best if now.path is None else letters_of(self._problem, now.path)
        if path is None or (self._depth is not None and self._problem.count_moves(path) > self._depth):
            return None
        return path
