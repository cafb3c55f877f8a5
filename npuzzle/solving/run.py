"""`Run`: carry out a plan: run one search for a path, check its answer, and make the result.

A Run may search three times. The first search is the requested one: the result reports the outcome, the bound
and the counts of this search. If it ends without a path, a short second search looks for any path. If the
path is proved shortest and all shortest paths were requested, a last search lists them. Only the first search
can prove anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from npuzzle.errors import (
    IllegalMoveError,
    InvalidHeuristicError,
    InvalidJobError,
    SavedBoundError,
    WrongAnswerError,
)
from npuzzle.heuristics import HeuristicCard
from npuzzle.heuristics.base import is_built_in
from npuzzle.heuristics.own import instantiate
from npuzzle.heuristics.simple import Zero
from npuzzle.progress import forward
from npuzzle.puzzle.problem import Problem, order_moves
from npuzzle.puzzle.shape import Shape
from npuzzle.search import ALGORITHMS
from npuzzle.search.base import (
    AlgorithmCard,
    Helpers,
    Path,
    Search,
    SearchOptions,
    Snapshot,
    Stats,
    is_ours,
    letters_of,
    list_assumptions,
)
from npuzzle.solving.claims import Known, bound_without_search
from npuzzle.solving.driver import Drive
from npuzzle.solving.every import Collected, Every
from npuzzle.solving.limits import Limits, Outcome, estimate_memory
from npuzzle.solving.plan import Plan
from npuzzle.solving.result import Result

MEMORY = 1_500_000_000  # bytes that a run may use by default, so that a browser tab does not run out
RULED_OUT = "Paths of fewer than {} moves were ruled out before this run."
FALLBACK = "anytime"  # finds any path
FALLBACK_SECONDS = 1.0  # the longest time to shorten the first path; a shorter limit of the user counts


def default_stored(shape: Shape) -> int:
    """Return how many states fit in MEMORY."""
    return MEMORY // estimate_memory(1, shape)


def start_helpers(processes: int) -> Helpers | None:
    """Return the helpers of a search in this many processes. A helper starts when there is enough work."""
    if processes == 1:
        return None
    try:
        from npuzzle.processes.helpers import ProcessHelpers  # never needed on the page
    except ImportError:
        raise InvalidJobError("in a browser, processes must be 1") from None
    return ProcessHelpers(processes - 1)


def iter_search(
    problem: Problem, algorithm: AlgorithmCard, card: HeuristicCard, options: SearchOptions
) -> Search:
    """Prepare the heuristic, then search. Notes about the preparation go into the search's stats."""
    problem = order_moves(problem, options.order)
    if not algorithm.informed:
        return (yield from algorithm.search(problem, Zero(problem.goal), options))
    heuristic = instantiate(card, problem.goal)
    prepared = yield from forward(heuristic.iter_prepare(options.engine), lambda done: Stats())
    search = algorithm.search(problem, heuristic, options)
    try:
        stats = next(search)
    except StopIteration as end:  # it ended before its first yield
        path: Path | None = end.value
        return path
    if not stats.tables:
        stats.note = " ".join(filter(None, [prepared.note, stats.note]))
        stats.tables = prepared.tables
    yield stats
    return (yield from search)


class Run:
    """A search that is running: call `step` until `result` is not None, or call `cancel`.

    With `every`, a second search lists all shortest paths, within what is left of the limits. With
    `falls_back`, if an algorithm of this package ends without a path, a short search looks for any path.

    The memory of the search is freed with the Run, not before the result is returned: freeing a million
    states takes a second. The helpers, which are other processes or browser workers, end with the search.
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
        self._helpers = helpers or start_helpers(plan.processes)
        options, refuted = replace(plan.options, numbers=dict(plan.options.numbers)), plan.options.refuted
        if helpers := self._helpers:
            options = replace(options, helpers=helpers, most_expanded=plan.limits.expanded)
        if refuted is not None:  # a copy, because the claim may depend on it
            refuted = replace(refuted, done=dict(refuted.done), sizes=dict(refuted.sizes))
            options = replace(options, refuted=refuted)
        self._ruled_out = 0 if refuted is None else refuted.bound  # the bound that earlier runs proved
        self._plan, self._options, self._clock = plan, options, clock
        self._falls_back = falls_back and is_ours(algorithm) and not algorithm.improves
        self.result: Result | None = None
        self._drive: Drive | None = None  # the drive of the first search
        self._fallback: Drive | None = None
        self._listing: Drive | None = None
        self._paths: Collected | None = None  # the shortest paths listed so far
        self._first_outcome = Outcome.CANCELLED  # how the first search ended, once a second one runs
        self._replayed = ""  # the last path that was checked
        self._at_once = Snapshot()  # the counts of a result that needs no search
        trusted, depth = heuristic.admissible or not algorithm.informed, plan.limits.depth
        self._known = Known(problem.parity, trusted=trusted)
        # List the assumptions now: the code of a user's heuristic runs later, and could change its card.
        self._may_assume = list_assumptions(algorithm, heuristic)
        if not problem.is_solvable:
            self._finish(Outcome.UNSOLVABLE)
            return
        if problem.is_goal(problem.initial):
            self._at_once = Snapshot(frontier=1, peak_frontier=1, stored=1, path=())
            self._finish(Outcome.SOLVED)
            return
        floor = max(bound_without_search(problem), self._ruled_out)
        self._known = Known(problem.parity, trusted=trusted, floor=floor, depth=depth)
        is_complete = is_ours(algorithm) and algorithm.finds_within(depth)
        self._drive = Drive(
            iter_search(problem, algorithm, heuristic, options),
            plan.limits,
            most_stored=default_stored(problem.shape),
            branching=problem.most_successors,
            exhausted=Outcome.NO_PATH if is_complete else Outcome.GAVE_UP,
            improves=algorithm.improves,
            count_moves=problem.count_moves,
            end_early=self._known.end_early,
            is_waiting=lambda: helpers is not None and helpers.is_waiting,
            clock=clock,
        )

    @property
    def problem(self) -> Problem:
        """The board and the goal."""
        return self._plan.problem

    @property
    def algorithm(self) -> AlgorithmCard:
        """The card of the algorithm: its name, functions and guarantees."""
        return self._plan.algorithm

    @property
    def heuristic(self) -> HeuristicCard:
        """The card of the heuristic: its name, functions and guarantees."""
        return self._plan.heuristic

    @property
    def limits(self) -> Limits:
        """The limits of the run."""
        return self._plan.limits

    @property
    def options(self) -> SearchOptions:
        """A copy of the search's options, without the objects that the search writes to."""
        return replace(self._options, numbers=dict(self._options.numbers), refuted=None, helpers=None)

    @property
    def snapshot(self) -> Snapshot:
        """The counts of the search, and the path if the search has ended with one."""
        return self._at_once if self._drive is None else self._drive.snapshot

    @property
    def seconds(self) -> float:
        """The time spent searching."""
        return 0.0 if self._drive is None else self._drive.seconds

    @property
    def found(self) -> int:
        """How many shortest paths were found so far, if the run looks for all of them."""
        return 0 if self._paths is None else self._paths.count

    @property
    def lower_bound(self) -> int:
        """No path is shorter than this length. The search raises it only if its heuristic is admissible."""
        return self._known.lower_bound(self.snapshot)

    def step(self, seconds: float) -> Result | None:
        """Search for about that many seconds. Return the result if the run has ended, else None."""
        drive = self._listing or self._fallback or self._drive
        try:
            outcome = None if self.result is not None or drive is None else drive.step(seconds)
            if outcome is not None:
                self._finish(outcome if drive is self._drive else self._first_outcome)
        except BaseException:
            self._end_helpers()
            raise
        return self.result

    def _end_helpers(self) -> None:
        if self._helpers is not None:
            self._helpers.close()

    @property
    def lengths(self) -> tuple[tuple[float, int], ...]:
        """A pair (seconds, length) for each improvement so far; the last pair describes the current path."""
        depth, lengths = self.limits.depth, () if self._drive is None else self._drive.lengths
        return tuple([(at, length) for at, length in lengths if depth is None or length <= depth])

    @property
    def _has_path(self) -> bool:
        """Whether the running search already has a path within the depth limit."""
        best, depth = self.snapshot.best, self.limits.depth
        return best is not None and (depth is None or self.problem.count_moves(best) <= depth)

    @property
    def path_so_far(self) -> str | None:
        """The best path so far, checked by replaying it, or None if no shorter path is sought."""
        best = self.snapshot.best if self.result is None and self._has_path else None
        if best is not None and best != self._replayed:
            self._check_path(best)
            self._replayed = best
        return best

    def stop(self) -> None:
        """End the search. With `falls_back`, the next steps still find a path before the run ends."""
        if self.result is None and self._listing is None and self._fallback is None:
            self._finish(Outcome.CANCELLED)
        if self.result is None and self._listing is not None:
            self._listing.cancel()
            self._finish(self._first_outcome)
        elif self._fallback is not None:  # ends at its first path: one second on 127x127
            self._fallback.limits = replace(self._fallback.limits, seconds=0)

    def cancel(self) -> Result:
        """End the run now, and return the result so far. A run that has ended does not change."""
        self.stop()
        while self.result is None:
            Run.step(self, 1)
        return self.result

    def _finish(self, outcome: Outcome) -> None:
        """Check the path, then make the result, or start a search for any path or all shortest paths."""
        self._end_helpers()
        path, ended, found, self._first_outcome = None, None, self.snapshot.path, outcome
        if outcome is not Outcome.SOLVED and self._has_path:
            outcome, ended, found = Outcome.SOLVED, outcome, self.snapshot.best
        if outcome is Outcome.SOLVED:
            assert found is not None
            path = letters_of(self.problem, found)
        elif self._fallback is not None:
            path = self._path_of_fallback(self._fallback.snapshot)
        elif self._falls_back and outcome not in (Outcome.UNSOLVABLE, Outcome.NO_PATH):
            self._fallback = self._drive_to_any_path()
            return
        if path is not None:
            self._check_path(path)
        lower_bound = None if outcome is Outcome.UNSOLVABLE else self.lower_bound
        is_known = lower_bound is None or lower_bound <= self._known.proved_bound
        assumes = () if is_known else self._may_assume
        if path is not None and lower_bound is not None:
            self._check_bound(path, lower_bound)
        proved = path is not None and lower_bound == self.problem.count_moves(path) and not assumes
        if self._plan.every and self._listing is None and path is not None and proved:
            self._paths = Collected(self.problem, path)
            self._listing = self._drive_to_all_paths(self._paths)
            return
        has_promise = self._known.trusted and not self._may_assume and self._fallback is None
        self.result = Result(
            problem=self.problem,
            outcome=outcome,
            path=path,
            lower_bound=lower_bound,
            snapshot=self._noted_snapshot(),
            seconds=self.seconds,
            algorithm=self.algorithm.name,
            promised=self.algorithm.factor(self._options) if has_promise else None,
            numbers=self._options.numbers,
            heuristic=self.heuristic.name if self.algorithm.informed else None,
            assumes=assumes,
            asked_for_every=self._plan.every,
            every=self._list_paths(),
            ended=None if proved else ended,
            lengths=self.lengths,
            why=self._plan.why,
            slept=0.0 if self._drive is None else self._drive.slept,
        )

    def _drive_to_any_path(self) -> Drive:
        """Start a short search for a path of any length."""
        card, problem = ALGORITHMS[FALLBACK], self.problem
        options = card.options(engine=self._options.engine)
        options = replace(options, known_path=self._options.known_path)
        seconds = self.limits.seconds
        seconds = FALLBACK_SECONDS if seconds is None else min(FALLBACK_SECONDS, seconds)
        return Drive(
            card.search(problem, Zero(problem.goal), options),
            replace(self.limits, seconds=seconds),
            improves=card.improves,
            count_moves=problem.count_moves,
            clock=self._clock,
        )

    def _path_of_fallback(self, now: Snapshot) -> str | None:
        """Return the path that the short search found, in tile letters, or None if it is too long."""
        path = now.best if now.path is None else letters_of(self.problem, now.path)
        depth = self.limits.depth
        is_within = path is None or depth is None or self.problem.count_moves(path) <= depth
        return path if is_within else None

    def _drive_to_all_paths(self, paths: Collected) -> Drive:
        """Start the search for all paths as short as the first one, within what is left of the limits."""
        from npuzzle.heuristics.databases import PatternDatabases  # few requests need them
        from npuzzle.search.pattern_ida import every_shortest

        problem, known = self.problem, paths.paths[0]
        tables = PatternDatabases(problem.goal)
        search = every_shortest(problem, tables, self._options, report=paths.add, at_least=len(known))
        return Drive(search, self._remaining_limits(), exhausted=Outcome.SOLVED, clock=self._clock)

    def _list_paths(self) -> Every | None:
        """Return the shortest paths found so far, or None if the run did not look for all of them."""
        if self._paths is None or self._listing is None:
            return None
        return Every(
            self._paths.count,
            tuple(sorted(self._paths.paths)),
            complete=self._listing.outcome is Outcome.SOLVED,
            expanded=self._listing.snapshot.expanded,
            seconds=self._listing.seconds,
        )

    def _noted_snapshot(self) -> Snapshot:
        """Return the snapshot with a note about the paths that were ruled out before this run."""
        now = self.snapshot
        earlier = self._plan.earlier or (RULED_OUT.format(self._ruled_out) if self._ruled_out else "")
        return replace(now, note=f"{now.note} {earlier}".strip()) if earlier else now

    def _check_path(self, path: str) -> None:
        """Replay a path on the board. Raises WrongAnswerError if the path misses the goal."""
        try:
            end = self.problem.replay(path)
        except IllegalMoveError:
            end = None
        if end != self.problem.goal:
            raise WrongAnswerError(f"{self.algorithm.name} gave a path that misses the goal: {path}")

    def _check_bound(self, path: str, lower_bound: int) -> None:
        """Compare a path with the lower bound.

        A path shorter than the bound raises an error: InvalidHeuristicError if the search used a user's
        heuristic, which is then not admissible, otherwise WrongAnswerError.
        """
        length = self.problem.count_moves(path)
        if lower_bound <= length:
            return
        wrong = f"a path of {length} moves is shorter than the lower bound {lower_bound}"
        if self.algorithm.informed and not is_built_in(self.heuristic):
            raise InvalidHeuristicError(
                f"{self.heuristic.name} claims to be admissible and is not: {wrong}; certify it"
            )
        raise SavedBoundError(wrong) if self._ruled_out else WrongAnswerError(wrong)

    def _remaining_limits(self) -> Limits:
        """Return what is left of the limits of time and states. The depth limit no longer matters."""
        seconds, expanded = self.limits.seconds, self.limits.expanded
        return Limits(
            seconds=None if seconds is None else max(0.0, seconds - self.seconds),
            expanded=None if expanded is None else max(0, expanded - self.snapshot.expanded),
        )
