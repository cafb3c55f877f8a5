"""The bounds, paths and counts of a `Run` only improve, in any order of steps, cancels and looks.

The distances come from the oracle. The limits are drawn, and so is the time: the clock ticks when it is read.
"""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from npuzzle import ALGORITHMS, HEURISTICS, Board, Limits, Outcome, Problem, Result, Shape
from npuzzle.search import WEIGHT
from tests.support import oracles
from tests.support.strategies import four_goals
from tests.unit.search.common import run_with

GOALS = [goal for shape in (Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3)) for goal in four_goals(shape)]
MOST_SUCCESSORS = 4
#: Algorithms that may give up, or have a path before they end: they cause most outcomes.
OFTEN = [ALGORITHMS["beam"], *[ALGORITHMS["anytime"]] * 2]

#: No limit, small limits that a run reaches, and large ones that it does not reach.
limits = st.builds(
    Limits,
    seconds=st.sampled_from([None, None, 0, 0.3, 2, 50]),
    expanded=st.sampled_from([None, None, 0, 1, 7, 100, 3_000]),
    stored=st.sampled_from([None, None, 0, 3, 40, 2_000]),
    depth=st.sampled_from([None, None, None, 0, 3, 12, 21, 40]),
)


class Ticking:
    """A clock that advances by `tick` whenever it is read."""

    def __init__(self, tick: float) -> None:
        self.now, self.tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


class AnyOrder(RuleBasedStateMachine):
    @initialize(
        goal=st.sampled_from(GOALS),
        half=st.sampled_from(["solvable", "solvable", "solvable", "not"]),
        seed=st.integers(0, 2**32),
        algorithm=st.sampled_from([*ALGORITHMS, *OFTEN]),
        heuristic=st.sampled_from(list(HEURISTICS)),
        weight=st.sampled_from([1.0, 1.5, 4.0]),
        width=st.sampled_from([1, 8, 300]),
        limits=limits,
        tick=st.sampled_from([0.0001, 0.01, 0.2]),
        every=st.booleans(),
        falls_back=st.booleans(),
    )
    def begin(  # type: ignore[no-untyped-def]
        self, goal, half, seed, algorithm, heuristic, weight, width, limits, tick, every, falls_back
    ) -> None:
        known = oracles.distances(goal)
        near = 12 if goal.shape.cells == 9 else 99
        reachable = [tiles for tiles, far in known.items() if far <= near]
        board = Board(goal.shape, Random(seed).choice(reachable))
        if half == "not":
            board = board.swap(1, 2)
        self.goal, self.board = goal, board
        self.truth = known.get(board.tiles)
        self.algorithm, self.limits, self.every = algorithm, limits, every
        self.trusted = heuristic.admissible or not algorithm.informed
        self.promised = weight if WEIGHT in algorithm.numbers and self.trusted else None
        self.run = run_with(
            Problem(board, goal),
            algorithm,
            heuristic,
            weight=weight,
            width=width,
            limits=limits,
            every=every,
            clock=Ticking(tick),
            falls_back=falls_back,
        )
        self.tick, self.falls_back = tick, falls_back and not algorithm.improves
        self.cancelled = False
        self.counts: tuple[float, ...] = ()
        self.bound = 0
        self.final: Result | None = None

    @rule(seconds=st.sampled_from([0, 0, 0.05, 1, 30]))
    def step(self, seconds: float) -> None:
        ended = self.run.result
        got = self.run.step(seconds)
        assert got is self.run.result
        assert ended is None or got is ended

    @rule()
    @precondition(lambda self: self.run.result is None)
    def step_to_the_end(self) -> None:
        """Step until the run ends, if a limit or a quick search makes it end soon."""
        if self.limits.expanded is not None or self.algorithm.optimal or self.algorithm.name == "beam":
            while self.run.step(1) is None:
                self.nothing_turns_back()

    @rule(sure=st.sampled_from([True, False, False]))
    def cancel(self, sure: bool) -> None:
        if sure:
            self.cancelled = self.cancelled or self.run.result is None
            assert self.run.cancel() is self.run.result is self.run.cancel()

    @invariant()
    def nothing_turns_back(self) -> None:
        run, now = self.run, self.run.snapshot
        counts = (now.expanded, now.generated, now.peak_frontier, run.seconds, run.found, len(run.lengths))
        assert all(before <= after for before, after in zip(self.counts, counts))
        assert run.lower_bound >= self.bound
        self.counts, self.bound = counts, run.lower_bound

    @invariant()
    def the_lower_bound_is_true(self) -> None:
        if self.truth is not None:
            assert self.run.lower_bound <= self.truth
            assert (self.truth - self.run.lower_bound) % 2 == 0

    @invariant()
    def a_path_in_hand_leads_to_the_goal(self) -> None:
        best = self.run.snapshot.best
        if best is not None:
            self.leads_to_the_goal(best)
        lengths = [length for _, length in self.run.lengths]
        assert lengths == sorted(set(lengths), reverse=True), "each path is shorter than the one before"
        fits = best is not None and (self.limits.depth is None or len(best) <= self.limits.depth)
        assert not fits or lengths[-1] == len(best or "")

    @invariant()
    def no_limit_is_passed(self) -> None:
        now, limits = self.run.snapshot, self.limits
        if self.algorithm.improves:
            return  # a beam, a stretch or a proof continues to its next pause
        if limits.expanded is not None:
            assert now.expanded <= limits.expanded
        if limits.stored is not None:
            assert now.stored <= max(1, limits.stored) + MOST_SUCCESSORS
        if limits.seconds is not None:
            assert self.run.seconds <= limits.seconds + self.tick + 1e-9, "at most one slice late"

    @invariant()
    def a_result_never_changes(self) -> None:
        result = self.run.result
        if result is None:
            assert self.final is None
            return
        if self.final is None:
            self.final, self.data = result, result.to_dict()
            self.the_result_is_true(result)
        assert result is self.final
        assert result.to_dict() == self.data
        assert self.run.snapshot == result.snapshot

    def the_result_is_true(self, result: Result) -> None:
        """Check that the outcome and the claim are true."""
        limits, outcome, path = self.limits, result.outcome, result.path
        without = (Outcome.UNSOLVABLE, Outcome.NO_PATH)
        if not self.falls_back:
            assert (outcome is Outcome.SOLVED) == (path is not None)
        elif limits.depth is None or path is not None:
            assert (outcome in without) == (path is None), "the outcome says whether there is a path"
        assert (outcome is Outcome.UNSOLVABLE) == (self.truth is None) == (result.lower_bound is None)
        if outcome is Outcome.NO_PATH:
            assert limits.depth is not None
            assert self.truth is not None
            assert limits.depth < self.truth
        asked_for = {
            Outcome.CANCELLED: self.cancelled,
            Outcome.OUT_OF_TIME: limits.seconds is not None,
            Outcome.OUT_OF_NODES: limits.expanded is not None,
            Outcome.OUT_OF_MEMORY: limits.stored is not None,
            Outcome.GAVE_UP: not self.algorithm.finds_within(limits.depth),
        }
        assert asked_for.get(outcome, True)
        assert result.ended is None or asked_for.get(result.ended, True)
        if path is None:
            assert result.length is result.claim is result.every is None
            return
        self.leads_to_the_goal(path)
        assert self.truth is not None
        assert result.lower_bound is not None
        assert result.lower_bound <= self.truth <= len(path)
        assert limits.depth is None or len(path) <= limits.depth
        proved = result.lower_bound == len(path)
        assert (result.claim == "proved shortest") == proved
        assert not proved or len(path) == self.truth
        own = outcome is Outcome.SOLVED
        assert own or result.promised is None, "the path is from another search"
        if own and self.promised is not None:
            assert len(path) <= max(1.0, self.promised) * self.truth
        if own and self.algorithm.optimal and self.trusted and self.promised in (None, 1.0):
            assert proved
        if result.every is not None:
            assert proved
            assert self.every
            assert len(set(result.every.paths)) == result.every.count
            for other in result.every.paths:
                assert len(other) == self.truth
                self.leads_to_the_goal(other)

    def leads_to_the_goal(self, path: str) -> None:
        shape = self.board.shape
        assert oracles.played(self.board.tiles, shape.rows, shape.cols, path) == self.goal.tiles


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=70, stateful_step_count=12)
