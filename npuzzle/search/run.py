"""`Run`: drives one search in slices, keeps its limits, replays the answer and judges it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from math import ceil, inf
from time import perf_counter

from npuzzle.errors import IllegalMoveError, InvalidJobError, WrongAnswerError
from npuzzle.geometry import Shape
from npuzzle.heuristics import HeuristicCard
from npuzzle.heuristics.linear_conflict import LinearConflict
from npuzzle.notation import Notation, in_notation
from npuzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, SearchOptions, Snapshot

FIRST_PACE = 20  # expansions in the first slice, before the speed is known
SLICE = 0.02  # seconds of search between two looks at the clock
MOST_SUCCESSORS = 4  # a state has no more, so an expansion stores no more
MEMORY = 1_500_000_000  # bytes a run may fill unless told otherwise: it ends before a tab's memory does


class Outcome(Enum):
    """How a run ended. Each has one meaning; wrong input is none of them, it raises."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    NO_PATH = "no path within the depth limit"
    CANCELLED = "cancelled"
    OUT_OF_TIME = "out of time"
    OUT_OF_NODES = "out of nodes"
    OUT_OF_MEMORY = "out of memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a run may use: seconds of search, expanded states, states stored at once, path length.

    None means no limit, but for `stored`: as many as `default_stored` says. Raises InvalidJobError
    for a limit that is negative or not a number.
    """

    seconds: float | None = None
    expanded: int | None = None
    stored: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            kinds = (int, float) if field.name == "seconds" else (int,)
            if value is None:
                continue
            if type(value) not in kinds or not 0 <= value < inf:
                expected = "a number" if field.name == "seconds" else "a whole number"
                raise InvalidJobError(f"the limit {field.name} is {expected}, 0 or more, got {value!r}")


def default_stored(shape: Shape) -> int:
    """States of this shape that fit in MEMORY; measured with A*: 460 bytes each on 4x4, 1,150 on 10x10."""
    return MEMORY // (330 + 8 * shape.cells)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a run. `path` holds tile letters, and None if no path was found.

    `lower_bound`: no path is shorter, whatever the outcome (None: unsolvable, there is no path).
    """

    problem: Problem
    outcome: Outcome
    path: str | None
    lower_bound: int | None
    snapshot: Snapshot
    seconds: float
    algorithm: str
    heuristic: str | None
    engine: str = "python"

    def to_dict(self, notation: Notation = Notation.TILE) -> dict[str, object]:
        """Plain data, moves as one letter each in `notation`."""
        return {
            "board": str(self.problem.start),
            "goal": str(self.problem.goal),
            "outcome": self.outcome.value,
            "claim": self.claim,
            "lower_bound": self.lower_bound,
            "length": self.length,
            "moves": None if self.path is None else in_notation(self.path, notation),
            "notation": notation.value,
            "expanded": self.snapshot.expanded,
            "generated": self.snapshot.generated,
            "peak_frontier": self.snapshot.peak_frontier,
            "seconds": round(self.seconds, 6),
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "engine": self.engine,
        }

    @property
    def length(self) -> int | None:
        return None if self.path is None else len(self.path)

    @property
    def excess(self) -> int | None:
        """How many moves the path may be longer than a shortest one, at most."""
        if self.path is None or self.lower_bound is None:
            return None
        return len(self.path) - self.lower_bound

    @property
    def claim(self) -> str | None:
        """What is certain of the path: it follows from its length and the lower bound, nothing else."""
        if self.excess is None:
            return None
        return "proved shortest" if self.excess == 0 else f"at most {self.excess} longer"


class Run:
    """One search under way: call `step` until `result` is there, or `cancel`.

    What it stored is free when the Run is: giving back a million states takes a second, and the
    result should not wait for that.

    Each `step` is one fresh call that returns after about the seconds asked for, so a page can stop
    it between two. Only time spent inside `step` counts.
    """

    def __init__(
        self,
        problem: Problem,
        algorithm: AlgorithmCard,
        heuristic: HeuristicCard,
        *,
        weight: float = 1.0,
        limits: Limits | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.problem = problem
        self.algorithm = algorithm
        self.heuristic = heuristic
        self.limits = Limits() if limits is None else limits
        self.snapshot = Snapshot()
        self.seconds = 0.0
        self.result: Result | None = None
        self._clock = clock
        self._trusted = heuristic.admissible or not algorithm.informed
        self._pace: int | None = None
        self._failure: BaseException | None = None
        self._floor = 0
        stored = self.limits.stored
        self._most_stored = default_stored(problem.shape) if stored is None else stored
        if not problem.is_solvable:
            self._finish(Outcome.UNSOLVABLE)
            return
        self._floor = self._at_least(LinearConflict(problem.shape, problem.home).estimate(problem.initial))
        self._search = algorithm.search(
            problem,
            heuristic.make(problem.shape, problem.home),
            SearchOptions(weight=weight, max_depth=self.limits.depth),
        )

    def step(self, seconds: float) -> Result | None:
        """Search for about that long; the result if the run has ended, now or before.

        What a search or heuristic raises is raised again at every further step: a search that broke
        off has not shown that there is no path.
        """
        if self.result is None and self._failure is not None:
            raise self._failure
        until = self._clock() + seconds
        while self.result is None:
            try:
                self._slice()
            except BaseException as failure:
                self._failure = failure
                raise
            if self._clock() >= until:
                break
        return self.result

    def cancel(self) -> Result:
        """End the run now, keeping what is known. No effect on one that has ended."""
        if self.result is None:
            self._finish(Outcome.CANCELLED)
        assert self.result is not None
        return self.result

    @property
    def lower_bound(self) -> int:
        """No path is shorter: the search's own bound if its heuristic is admissible, else the start's."""
        return max(self._floor, self._at_least(self.snapshot.bound) if self._trusted else 0)

    def _slice(self) -> None:
        """Let the search expand a few states more, then look at what came of it."""
        began, before = self._clock(), self.snapshot.expanded
        outcome = None
        try:
            self.snapshot = self._search.send(self._pace)
        except StopIteration:
            outcome = Outcome.NO_PATH
        except MemoryError:
            outcome = Outcome.OUT_OF_MEMORY
        spent = self._clock() - began
        self.seconds += spent
        outcome = outcome or self._outcome()
        if outcome is not None:
            self._finish(outcome)
        else:
            self._pace = self._next_pace((self.snapshot.expanded - before) / max(spent, 1e-6))

    def _outcome(self) -> Outcome | None:
        """How the run has ended, if it has."""
        limits, now = self.limits, self.snapshot
        if now.path is not None:
            return Outcome.SOLVED
        if limits.depth is not None and self.lower_bound > limits.depth:
            return Outcome.NO_PATH
        if limits.expanded is not None and now.expanded >= limits.expanded:
            return Outcome.OUT_OF_NODES
        if now.stored >= self._most_stored:
            return Outcome.OUT_OF_MEMORY
        if limits.seconds is not None and self.seconds >= limits.seconds:
            return Outcome.OUT_OF_TIME
        return None

    def _next_pace(self, rate: float) -> int:
        """States to expand in the next slice: about SLICE seconds' worth, and never past a limit."""
        pace = FIRST_PACE
        if self._pace is not None:
            pace = min(int(rate * SLICE), 4 * self._pace)
        if self.limits.expanded is not None:
            pace = min(pace, self.limits.expanded - self.snapshot.expanded)
        pace = min(pace, (self._most_stored - self.snapshot.stored) // MOST_SUCCESSORS)
        return max(1, pace)

    def _finish(self, outcome: Outcome) -> None:
        """Close the search, replay its path on the real board, and make the result."""
        path = None
        if outcome is Outcome.SOLVED:
            assert self.snapshot.path is not None
            path = self.problem.letters(self.snapshot.path)
            if not self._reaches_goal(path):
                raise WrongAnswerError(f"{self.algorithm.name} gave a path that misses the goal: {path}")
        lower_bound = None if outcome is Outcome.UNSOLVABLE else self.lower_bound
        if path is not None and lower_bound is not None and lower_bound > len(path):
            raise WrongAnswerError(f"a path of {len(path)} moves, below its lower bound {lower_bound}")
        self.result = Result(
            problem=self.problem,
            outcome=outcome,
            path=path,
            lower_bound=lower_bound,
            snapshot=self.snapshot,
            seconds=self.seconds,
            algorithm=self.algorithm.name,
            heuristic=self.heuristic.name if self.algorithm.informed else None,
        )

    def _reaches_goal(self, path: str) -> bool:
        try:
            return self.problem.replay(path) == self.problem.goal
        except IllegalMoveError:
            return False

    def _at_least(self, bound: float) -> int:
        """The least length of a solution that is not below `bound`: all have the same parity."""
        length = ceil(bound - 1e-9)
        return length + (length + self.problem.parity) % 2
