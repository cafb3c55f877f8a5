"""`Run`: carry out a plan: run one search for a path, check its answer, and make the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from time import perf_counter

from npuzzle.errors import (
    DIGITS,
    IllegalMoveError,
    InvalidHeuristicError,
    SavedBoundError,
    WrongAnswerError,
)
from npuzzle.heuristics.base import is_built_in
from npuzzle.numbers import require_real
from npuzzle.puzzle.shape import Shape
from npuzzle.search.base import Helpers, SearchOptions, Snapshot, is_ours, letters_of, list_assumptions
from npuzzle.solving.driver import Drive
from npuzzle.solving.fallback import Fallback
from npuzzle.solving.floor import least_length, round_up
from npuzzle.solving.limits import Limits, Outcome, estimate_memory
from npuzzle.solving.path_listing import PathListing
from npuzzle.solving.plan import Plan
from npuzzle.solving.prepared_search import iter_search
from npuzzle.solving.result import Result
from npuzzle.solving.splitting import start_helpers

MEMORY = 1_500_000_000  # bytes that a run may use by default, so that a browser tab does not run out


RULED_OUT = "Paths of fewer than {} moves were ruled out before this run."


def default_stored(shape: Shape) -> int:
    """Return how many states fit in MEMORY."""
    return MEMORY // estimate_memory(1, shape)


class Run:
    """A search that is running: call `step` until `result` is not None, or call `cancel`.

    With `every`, a second search follows once the first has proved its path shortest: it finds all other
    shortest paths, within what is left of the limits.

    With `falls_back`, a search of this package that ends without a path is followed by a short search for
    any path. The outcome, the bound and the counts are still those of the first search.

    The memory of the search is freed together with the Run, not before the result is returned, because it
    takes a second to free a million states. Its helpers, other processes or workers, end with the search.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        clock: Callable[[], float] = perf_counter,
        helpers: Helpers | None = None,
        falls_back: bool = False,
    ) -> None:
        problem, algorithm, heuristic = plan.problem, plan.algorithm, plan.heuristic
        self.problem, self.algorithm, self.heuristic = problem, algorithm, heuristic
        self.limits, self._options = plan.limits, plan.options
        self._helpers = helpers or (start_helpers(plan.processes))
        if self._helpers is not None:
            self._options = replace(self._options, helpers=self._helpers, most_expanded=self.limits.expanded)
        refuted = plan.options.refuted
        if refuted is not None:  # a copy, as the claim may rest on it
            refuted = replace(refuted, done=dict(refuted.done), sizes=dict(refuted.sizes))
            self._options = replace(self._options, refuted=refuted)
        self._ruled_out = 0 if refuted is None else refuted.bound  # before this run
        self.result: Result | None = None
        self._listing: PathListing | None = None
        self._fallback: Fallback | None = None
        self._falls_back = falls_back and is_ours(algorithm) and not algorithm.improves
        self._every, self._why, self._clock = plan.every, plan.why, clock
        self._earlier = plan.earlier or (RULED_OUT.format(self._ruled_out) if self._ruled_out else "")
        self._drive: Drive | None = None
        self._replayed = ""  # the path so far that was checked last
        self._at_once = Snapshot()  # of a result that needs no search
        self._known = _Known(problem.parity, trusted=heuristic.admissible or not algorithm.informed)
        self._assumes = list_assumptions(algorithm, heuristic)
        if not problem.is_solvable:
            self._finish(Outcome.UNSOLVABLE)
            return
        if problem.is_goal(problem.initial):
            self._at_once = Snapshot(frontier=1, peak_frontier=1, stored=1, path=())
            self._finish(Outcome.SOLVED)
            return
        floor = max(least_length(problem), self._ruled_out)
        self._known = replace(self._known, floor=floor, depth=self.limits.depth)
        is_complete = is_ours(algorithm) and algorithm.finds_within(self.limits.depth)
        self._drive = Drive(
            iter_search(problem, algorithm, heuristic, self._options),
            self.limits,
            most_stored=default_stored(problem.shape),
            branching=problem.most_successors,
            exhausted=Outcome.NO_PATH if is_complete else Outcome.GAVE_UP,
            improves=algorithm.improves,
            end_early=self._known.judge,
            is_waiting=_waits_of(self._helpers),
            clock=clock,
        )

    @property
    def options(self) -> SearchOptions:
        """The options of the search, without what it writes to."""
        return replace(self._options, refuted=None, helpers=None)

    @property
    def snapshot(self) -> Snapshot:
        """The counts of the search, and its path if it has ended with one."""
        return self._at_once if self._drive is None else self._drive.snapshot

    @property
    def seconds(self) -> float:
        """The time spent searching."""
        return 0.0 if self._drive is None else self._drive.seconds

    @property
    def found(self) -> int:
        """How many shortest paths were found so far, if it looks for all of them."""
        return 0 if self._listing is None else self._listing.paths().count

    @property
    def lower_bound(self) -> int:
        """No path is shorter; it is the search's bound if its heuristic is admissible, else the start's."""
        return self._known.lower_bound(self.snapshot)

    def step(self, seconds: float) -> Result | None:
        """Search for about that many seconds; return the result if the run has ended, else None."""
        try:
            second = self._listing or self._fallback
            if self.result is None and second is not None:
                if second.step(seconds):
                    self._finish(second.after)
            elif self.result is None and self._drive is not None:
                outcome = self._drive.step(seconds)
                if outcome is not None:
                    self._finish(outcome)
        except BaseException:
            self._end_helpers()
            raise
        return self.result

    def _end_helpers(self) -> None:
        if self._helpers is not None:
            self._helpers.close()

    @property
    def lengths(self) -> tuple[tuple[float, int], ...]:
        """Return (seconds, length) of each improvement so far; the last is that of the current path."""
        depth, lengths = self.limits.depth, () if self._drive is None else self._drive.lengths
        return tuple([(at, length) for at, length in lengths if depth is None or length <= depth])

    @property
    def _has_path(self) -> bool:
        """Whether the search has a path within the depth limit, though it has not ended."""
        best, depth = self.snapshot.best, self.limits.depth
        return best is not None and (depth is None or len(best) <= depth)

    @property
    def path_so_far(self) -> str | None:
        """Return the shortest path so far, replayed, while the search looks for a shorter one; else None."""
        best = self.snapshot.best if self.result is None and self._has_path else None
        if best is not None and best != self._replayed:
            self._check_path(best)
            self._replayed = best
        return best

    def stop(self) -> None:
        """End the search; with `falls_back`, the next steps find a path, and then the run ends, too."""
        if self.result is None and self._listing is None and self._fallback is None:
            self._finish(Outcome.CANCELLED)
        if self.result is None and self._listing is not None:
            self._listing.cancel()
            self._finish(self._listing.after)
        if self._fallback is not None:
            self._fallback.hurry()

    def cancel(self) -> Result:
        """End the run now; return the result with what is known. A run that has ended does not change."""
        self.stop()
        while self.result is None:
            Run.step(self, 1)
        return self.result

    def _finish(self, outcome: Outcome) -> None:
        """Check the path and make the result; or begin to search for any path, or for all shortest ones."""
        self._end_helpers()
        path, ended = None, None
        found = self.snapshot.path
        if outcome is not Outcome.SOLVED and self._has_path:
            outcome, ended, found = Outcome.SOLVED, outcome, self.snapshot.best
        if outcome is Outcome.SOLVED:
            assert found is not None
            path = letters_of(self.problem, found)
        elif self._fallback is not None:
            path = self._fallback.path
        elif self._falls_back and outcome not in (Outcome.UNSOLVABLE, Outcome.NO_PATH):
            self._fallback = Fallback(self.problem, self._options, self.limits, self._clock, after=outcome)
            return
        if path is not None:
            self._check_path(path)
        lower_bound = None if outcome is Outcome.UNSOLVABLE else self.lower_bound
        is_known = lower_bound is None or lower_bound <= self._known.proved_bound
        assumes = () if is_known else self._assumes
        if path is not None and lower_bound is not None:
            self._check_bound(path, lower_bound)
        proved = path is not None and lower_bound == self.problem.count_moves(path) and not assumes
        if self._every and self._listing is None and path is not None and proved:
            self._listing = PathListing(
                self.problem,
                path,
                self._options,
                self._remaining_limits(),
                self._clock,
                after=ended or outcome,
            )
            return
        self.result = Result(
            problem=self.problem,
            outcome=outcome,
            path=path,
            lower_bound=lower_bound,
            snapshot=self._noted_snapshot(),
            seconds=self.seconds,
            algorithm=self.algorithm.name,
            promised=self.algorithm.factor(self._options)
            if self._known.trusted and not self._assumes and self._fallback is None
            else None,
            numbers=self._options.numbers,
            heuristic=self.heuristic.name if self.algorithm.informed else None,
            assumes=assumes,
            asked_for_every=self._every,
            every=None if self._listing is None else self._listing.paths(),
            ended=None if proved else ended,
            lengths=self.lengths,
            why=self._why,
            slept=0.0 if self._drive is None else self._drive.slept,
        )

    def _noted_snapshot(self) -> Snapshot:
        """Return the snapshot, whose note says what was ruled out before this run."""
        now = self.snapshot
        return replace(now, note=f"{now.note} {self._earlier}".strip()) if self._earlier else now

    def _check_path(self, path: str) -> None:
        """Replay a path on the board. Raises WrongAnswerError if it misses the goal."""
        try:
            end = self.problem.replay(path)
        except IllegalMoveError:
            end = None
        if end != self.problem.goal:
            raise WrongAnswerError(f"{self.algorithm.name} gave a path that misses the goal: {path}")

    def _check_bound(self, path: str, lower_bound: int) -> None:
        """Compare a path with the lower bound.

        Raises InvalidHeuristicError if the path is below the bound because a user's heuristic is not
        admissible, and WrongAnswerError if it is below for any other reason.
        """
        length = self.problem.count_moves(path)
        if lower_bound <= length:
            return
        wrong = f"a path of {length} moves is below the lower bound {lower_bound}"
        if self.algorithm.informed and not is_built_in(self.heuristic):
            raise InvalidHeuristicError(
                f"{self.heuristic.name} claims to be admissible and is not: {wrong}; certify it"
            )
        raise SavedBoundError(wrong) if self._ruled_out else WrongAnswerError(wrong)

    def _remaining_limits(self) -> Limits:
        """Return what is left of the limits; the depth limit no longer matters."""
        seconds, expanded = self.limits.seconds, self.limits.expanded
        return Limits(
            seconds=None if seconds is None else max(0.0, seconds - self.seconds),
            expanded=None if expanded is None else max(0, expanded - self.snapshot.expanded),
        )


def _waits_of(helpers: Helpers | None) -> Callable[[], bool]:
    """Return a function that tells whether the search can only wait for its helpers."""
    return lambda: helpers is not None and helpers.is_waiting


def require_bound(bound: float) -> float:
    """Return the bound of a search. Raises InvalidJobError if a user's search gives anything but a number."""
    rule = f"the bound of a search is a number, 0 or more, of at most {DIGITS} digits"
    return require_real(bound, rule, 0, 10**DIGITS - 1)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known about the lengths of paths: all have the parity, if there is one; none is below `floor`.

    `trusted`: whether the bound of the search counts. It does not refer to `Run`, so that no reference cycle
    arises: the memory of a search is freed as soon as its Run is dropped.
    """

    parity: int | None
    _: KW_ONLY
    trusted: bool
    floor: float = 0
    depth: int | None = None

    def lower_bound(self, now: Snapshot) -> int:
        """Return a length below which there is no path; the bound of the search counts only if trusted."""
        bound = max(self.floor, require_bound(now.bound)) if self.trusted else self.floor
        return round_up(bound, self.parity)

    @property
    def proved_bound(self) -> int:
        """No path is shorter, even if the claims of the heuristic are wrong."""
        return round_up(self.floor, self.parity)

    def judge(self, now: Snapshot) -> Outcome | None:
        """Return NO_PATH if the bound is above the depth limit, else None."""
        return Outcome.NO_PATH if self.depth is not None and self.lower_bound(now) > self.depth else None
