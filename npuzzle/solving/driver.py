"""`Drive`: takes any search along in slices and keeps its limits; knows nothing of tiles."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

from npuzzle.errors import InvalidJobError, NPuzzleError, require, sentence
from npuzzle.search.base import Path, Search, Snapshot, Stepper
from npuzzle.solving.limits import Limits, Outcome

ASLEEP, TIMES_USUAL = 30.0, 100  # a slice longer than both, in seconds and in slices, was slept through
ENOUGH = 10  # slices, to know how long they are
FIRST_PACE = 20  # expansions in the first slice, before the speed is known
SLICE = 0.02  # seconds of search between two looks at the clock
QUICKEN = 16  # times as much, at most, may be asked of one slice as of the one before
MANY_SUCCESSORS = 100  # of one state, in a space of which nothing is known
DEFAULT_STORED = 3_000_000  # states, likewise


class Drive:
    """A search under way: call `step` until `outcome` is there, or `cancel`.

    Each `step` is one fresh call that returns after about the seconds asked for, so a page can stop
    it between two. Only time spent inside `step` counts, and not what the computer slept there (`slept`):
    a slice that seems to last a hundred times as long as any before it is counted as long as those. An
    expansion stores `successors` states at most. A search that ends without a path is `exhausted`; `judge`
    may see an end in a snapshot before that. It should not hold the Drive: in a ring, what the search
    stored would outlive its owner. One that `improves` is given the time to have a path at all, whatever
    the limit of seconds.
    """

    def __init__(
        self,
        search: Search,
        limits: Limits,
        *,
        most_stored: int = DEFAULT_STORED,
        successors: int = MANY_SUCCESSORS,
        exhausted: Outcome = Outcome.NO_PATH,
        improves: bool = False,
        judge: Callable[[Snapshot], Outcome | None] = lambda snapshot: None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.limits = limits
        self.snapshot = Snapshot()
        self.seconds = self.slept = 0.0
        self.outcome: Outcome | None = None
        self.lengths: list[tuple[float, int]] = []  # of the path in hand, each with the seconds by then
        self._stepper = Stepper(search)
        self._most_stored = most_stored if limits.stored is None else limits.stored
        self._successors = successors
        self._exhausted = exhausted
        self._improves = improves
        self._judge = judge
        self._clock = clock
        self._pace: int | None = None
        self._slices, self._longest = 0, 0.0  # how many were believed, and the longest of them
        self._failure: BaseException | None = None

    def step(self, seconds: float) -> Outcome | None:
        """Search for about that long; how it ended, if it did, now or before.

        What a search or heuristic raises is raised again at every further step: a search that broke
        off has not shown that there is no path.
        """
        if self.outcome is None and self._failure is not None:
            raise self._failure
        until = self._clock() + seconds
        while self.outcome is None:
            try:
                self._slice()
            except BaseException as failure:
                self._failure = failure
                raise
            if self._clock() >= until:
                break
        return self.outcome

    def cancel(self) -> None:
        """End it now, keeping what is known. No effect on one that has ended."""
        self.outcome = self.outcome or Outcome.CANCELLED

    def _ended(self) -> Outcome | None:
        """How the search has ended, if it has, by its last snapshot."""
        limits, now = self.limits, self.snapshot
        if now.path is not None:
            return Outcome.SOLVED
        judged = self._judge(now)
        if judged is not None:
            return judged
        if limits.expanded is not None and now.expanded >= limits.expanded:
            return Outcome.OUT_OF_NODES
        if now.stored >= self._most_stored:
            return Outcome.OUT_OF_MEMORY
        has_time = self._improves and now.best is None
        if limits.seconds is not None and self.seconds >= limits.seconds and not has_time:
            return Outcome.OUT_OF_TIME
        return None

    def _slice(self) -> None:
        """Let the search expand a few states more, then look at what came of it."""
        began, before = self._clock(), self.snapshot.expanded
        outcome = None
        try:
            self.snapshot = self._stepper.advance(self._pace or 0)
        except MemoryError as error:
            outcome = Outcome.OUT_OF_MEMORY
            if isinstance(error, NPuzzleError):  # it says who wanted how much
                self.snapshot = replace(self.snapshot, note=sentence(error))
        spent = self._clock() - began
        self.seconds += self._awake(spent)
        best = self.snapshot.best
        if best is not None and (not self.lengths or len(best) < self.lengths[-1][1]):
            self.lengths.append((self.seconds, len(best)))
        self.outcome = outcome or self._ended() or (self._exhausted if self._stepper.ended else None)
        self._pace = self._next_pace((self.snapshot.expanded - before) / max(spent, 1e-6))

    def _awake(self, spent: float) -> float:
        """What of a slice's seconds is work. The first ones are believed: there is little to hold them to."""
        if self._slices >= ENOUGH and spent > max(ASLEEP, TIMES_USUAL * self._longest):
            self.slept += spent - self._longest
            return self._longest
        self._slices, self._longest = self._slices + 1, max(self._longest, spent)
        return spent

    def _next_pace(self, rate: float) -> int:
        """States to expand in the next slice: about SLICE seconds' worth, and never past a limit."""
        pace = self._pace or FIRST_PACE
        if self._pace is not None and rate > 0:
            pace = min(int(rate * SLICE), QUICKEN * pace)
        if self.limits.expanded is not None:
            pace = min(pace, self.limits.expanded - self.snapshot.expanded)
        pace = min(pace, (self._most_stored - self.snapshot.stored) // self._successors)
        return max(1, pace)


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a search in any space.

    `path`: its moves, None if none was found.
    `bound`: no path is cheaper, provided the estimate is admissible. `unsolvable`: all states that can
    be reached were seen; `no path within the depth limit`: some were too deep.
    """

    outcome: Outcome
    path: Path | None
    bound: float
    snapshot: Snapshot
    seconds: float


def explore(search: Search, limits: Limits | None = None) -> Found:
    """Run a search to its end, or to the first limit met.

    Parameters
    ----------
    search
        A generator of Stats, such as `best_first` returns.
    limits
        The most seconds, expanded and stored states. A limit on depth is for the search: see `best_first`.

    Returns
    -------
    Found
        The path, its cost and the counts.

    Raises
    ------
    InvalidJobError
        If a depth is limited.

    Examples
    --------
    >>> from npuzzle import Problem, best_first
    >>> explore(best_first(Problem("1 2 3/4 5 6/0 7 8", "blank-last"))).outcome.value
    'solved'
    """
    limits = Limits() if limits is None else limits
    require(search, Generator, "a search is a generator of Stats, such as best_first gives")
    require(limits, Limits, "the limits are Limits, such as Limits(seconds=10)")
    if limits.depth is not None:
        raise InvalidJobError("the limit depth is told to the search itself, as max_depth")
    drive = Drive(search, limits, judge=_nothing_left)
    while drive.outcome is None:
        drive.step(seconds=1)
    now = drive.snapshot
    return Found(drive.outcome, now.path, now.bound, now, drive.seconds)


def _nothing_left(now: Snapshot) -> Outcome | None:
    return Outcome.UNSOLVABLE if now.bound == inf else None
