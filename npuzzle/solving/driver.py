"""`Drive`: run a search of any space in slices, within limits of time, expansions and stored states."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from inspect import GEN_CLOSED, getgeneratorstate
from math import inf
from time import perf_counter

from npuzzle.errors import InvalidJobError, NPuzzleError, require, sentence
from npuzzle.search.base import Path, Search, Snapshot, Stepper
from npuzzle.solving.limits import Limits, Outcome

#: If a slice takes more than ASLEEP seconds, and more than TIMES_USUAL times as long as any slice before it,
#: then the computer slept meanwhile.
ASLEEP, TIMES_USUAL = 30.0, 100
MEASURED_SLICES = 10  # after so many slices, the usual length of a slice is known
FIRST_PACE = 20  # expansions in the first slice, before the speed is known
SLICE = 0.02  # seconds of search between checks of the clock
MAX_GROWTH = 16  # a slice makes at most this many times as many expansions as the slice before
MANY_SUCCESSORS = 100  # assumed successors of a state in an unknown space
DEFAULT_STORED = 3_000_000  # the most states to store of an unknown space


class Drive:
    """A search that is running: call `step` until `outcome` is not None, or call `cancel`.

    Each `step` returns after about the requested seconds, so that a page can stop the search between two
    steps. Only the time inside `step` counts, without the seconds that the computer slept (`slept`). For a
    slice in which it slept, the time of the longest slice before is counted.

    - `branching`: the most states that one expansion stores.
    - `exhausted`: the outcome if the search ends without a path.
    - `improves`: no limit stops the search before it has its first path.
    - `count_moves`: returns the length of a path.
    - `end_early`: returns the outcome if a snapshot shows that the search need not continue. It must not
      refer to the Drive: a reference cycle would keep the memory of the search alive.
    - `is_waiting`: returns whether the search can only wait for its helpers. Then `step` returns early, and
      the time until the next step counts.
    """

    def __init__(
        self,
        search: Search,
        limits: Limits,
        *,
        most_stored: int = DEFAULT_STORED,
        branching: int = MANY_SUCCESSORS,
        exhausted: Outcome = Outcome.NO_PATH,
        improves: bool = False,
        count_moves: Callable[[str], int] = len,
        end_early: Callable[[Snapshot], Outcome | None] = lambda snapshot: None,
        is_waiting: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.limits = limits
        self.snapshot = Snapshot()
        self.seconds = self.slept = 0.0
        self.outcome: Outcome | None = None
        self.lengths: list[tuple[float, int]] = []  # (seconds, length) whenever the path gets shorter
        self._stepper = Stepper(search)
        self._most_stored = most_stored if limits.stored is None else limits.stored
        self._branching = branching
        self._exhausted = exhausted
        self._improves, self._count_moves, self._best = improves, count_moves, ""
        self._end_early = end_early
        self._is_waiting = is_waiting
        self._rested_from: float | None = None
        self._clock = clock
        self._pace: int | None = None
        self._slices, self._longest = 0, 0.0  # how many slices were measured, and the longest of them
        self._failure: BaseException | None = None

    def step(self, seconds: float) -> Outcome | None:
        """Search for about that many seconds. Return the outcome if the search has ended, else None.

        If the search or its heuristic raises an error, every later step raises the same error again, because
        that search has not shown that there is no path.
        """
        if self.outcome is None and self._failure is not None:
            raise self._failure
        began = self._clock()
        until = began + seconds
        if self._rested_from is not None and self.outcome is None:
            self.seconds += self._working_time(began - self._rested_from)
        self._rested_from = None
        while self.outcome is None:
            try:
                self._run_slice()
            except BaseException as failure:
                self._failure = failure
                raise
            if self._is_waiting():
                self._rested_from = self._clock()
                break
            if self._clock() >= until:
                break
        return self.outcome

    def cancel(self) -> None:
        """End the search now, and keep its results so far. If it has ended already, change nothing."""
        self.outcome = self.outcome or Outcome.CANCELLED

    def _check_limits(self) -> Outcome | None:
        """Return the outcome if the last snapshot shows a path or a limit that was reached, else None."""
        limits, now = self.limits, self.snapshot
        if now.path is not None:
            return Outcome.SOLVED
        judged = self._end_early(now)
        if judged is not None:
            return judged
        if self._improves and now.best is None:
            return None
        if limits.expanded is not None and now.expanded >= limits.expanded:
            return Outcome.OUT_OF_NODES
        if now.stored >= self._most_stored:
            return Outcome.OUT_OF_MEMORY
        if limits.seconds is not None and self.seconds >= limits.seconds:
            return Outcome.OUT_OF_TIME
        return None

    def _run_slice(self) -> None:
        """Let the search expand a few more states, then check the clock and the limits."""
        began, before = self._clock(), self._own_work()
        outcome = None
        try:
            self.snapshot = self._stepper.advance(self._pace or 0)
        except MemoryError as error:
            outcome = Outcome.OUT_OF_MEMORY
            if isinstance(error, NPuzzleError):  # its message says what needed the memory, and how much
                self.snapshot = replace(self.snapshot, note=sentence(error))
        spent = self._clock() - began
        self.seconds += self._working_time(spent)
        best = self.snapshot.best
        if best is not None and best is not self._best:
            self._best, length = best, self._count_moves(best)
            if not self.lengths or length < self.lengths[-1][1]:
                self.lengths.append((self.seconds, length))
        self.outcome = outcome or self._check_limits() or (self._exhausted if self._stepper.ended else None)
        self._pace = self._next_pace((self._own_work() - before) / max(spent, 1e-6))

    def _own_work(self) -> int:
        """Return how many states this worker has expanded, without its helpers' states."""
        return self.snapshot.expanded - self.snapshot.elsewhere

    def _working_time(self, spent: float) -> float:
        """Return how many of a slice's seconds were work, not sleep. The first slices count in full."""
        if self._slices >= MEASURED_SLICES and spent > max(ASLEEP, TIMES_USUAL * self._longest):
            self.slept += spent - self._longest
            return self._longest
        self._slices, self._longest = self._slices + 1, max(self._longest, spent)
        return spent

    def _next_pace(self, rate: float) -> int:
        """Return how many states to expand in a slice of about SLICE seconds, within the limits."""
        pace = self._pace or FIRST_PACE
        if self._pace is not None and rate > 0:
            pace = min(int(rate * SLICE), MAX_GROWTH * pace)
        if self.limits.expanded is not None:
            pace = min(pace, self.limits.expanded - self.snapshot.expanded)
        pace = min(pace, (self._most_stored - self.snapshot.stored) // self._branching)
        return max(1, pace)


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search in any space.

    `path`: the moves of the path, or None if none was found. `cost`: the cost of the path, by the cost
    function that `best_first` was given; in other searches each move costs 1. `bound`: no path is cheaper,
    provided the estimate is admissible.
    `outcome`: for a search that ended without a path, `unsolvable` if all states that can be reached were
    expanded, `no path within the depth limit` if some were too deep, `gave up` if the bound is not known.
    """

    outcome: Outcome
    path: Path | None
    bound: float
    snapshot: Snapshot
    seconds: float
    cost: float | None = None


def explore(search: Search, limits: Limits | None = None) -> Found:
    """Run a search until it ends or reaches a limit.

    Parameters
    ----------
    search
        A generator of Stats, such as `best_first` returns.
    limits
        The most seconds, expanded states and stored states. To limit the depth, use
        `best_first(max_depth=...)`.

    Returns
    -------
    Found
        The path, its cost and the counts.

    Raises
    ------
    InvalidJobError
        If `limits` has a depth, or the search has already ended.

    Examples
    --------
    >>> from npuzzle import Problem, best_first
    >>> explore(best_first(Problem("1 2 3/4 5 6/0 7 8", "blank-last"))).outcome.value
    'solved'

    Let the slide of tile t cost t:

    >>> problem = Problem("2 3 6/1 0 7/4 8 5", "blank-last")
    >>> found = explore(best_first(problem, cost=lambda state, slide, child: state[slide[0]] + 1))
    >>> len(found.path), found.cost
    (12, 63)
    """
    limits = Limits() if limits is None else limits
    require(search, Generator, "a search must be a generator of Stats, such as best_first returns")
    if getgeneratorstate(search) == GEN_CLOSED:
        raise InvalidJobError("this search has ended: make a new one for each call of explore")
    require(limits, Limits, "the limits must be Limits, such as Limits(seconds=10)")
    if limits.depth is not None:
        raise InvalidJobError("explore takes no depth limit: give max_depth to the search instead")
    drive = Drive(search, limits, end_early=_judge_bound)
    while drive.outcome is None:
        drive.step(seconds=1)
    now, outcome = drive.snapshot, drive.outcome
    if outcome is Outcome.NO_PATH and not now.bound:
        outcome = Outcome.GAVE_UP  # the search has not shown that every path is too long
    cost = None if now.path is None else len(now.path) if now.cost is None else now.cost
    return Found(outcome, now.path, now.bound, now, drive.seconds, cost)


def _judge_bound(now: Snapshot) -> Outcome | None:
    """Return UNSOLVABLE if the bound is infinite: all states that can be reached were expanded."""
    return Outcome.UNSOLVABLE if now.bound == inf else None
