"""`iter_record_depths`: how many moves from its start each state of a search is when it is expanded."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics.own import instantiate
from npuzzle.heuristics.pattern_database import PatternDatabases
from npuzzle.lab.expansions import KERNEL, MOST, RecordedDeepening, RecordedSpace, watch
from npuzzle.lab.search_trace import TRACED
from npuzzle.lab.state_space import Progress
from npuzzle.lab.trace_recorder import Draft
from npuzzle.numbers import require_whole
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import is_ours
from npuzzle.solving.job import Job


def why_no_depths(job: Job) -> str:
    """Say why the depths of a search cannot be recorded; empty if they can."""
    plan = job.resolve()
    if not is_ours(plan.algorithm) or plan.algorithm.name not in TRACED:
        known = ", ".join(TRACED)
        return f"expected an algorithm whose depths can be recorded, {known}, got {plan.algorithm.name}"
    if plan.algorithm.name != "idastar":
        return ""
    return KERNEL if isinstance(instantiate(plan.heuristic, job.goal), PatternDatabases) else ""


def iter_record_depths(job: Job, *, most: int = MOST) -> Iterator[Progress[array[int]]]:
    """Search step by step; each Progress has the depths of the states expanded since the one before.

    A state that is expanded again is listed again. The backward part of a bidirectional search counts from
    the goal. Raises InvalidJobError if the search cannot be recorded. To cancel, stop iterating.
    """
    if why := why_no_depths(job):
        raise InvalidJobError(why)
    most = require_whole(most, "expected a whole number of expansions, 1 or more", 1)
    return (
        Progress(done, most, depths) for done, depths, _, _ in watch(job, most, DepthSpace, DepthDeepening)
    )


class MovedState(tuple[int, ...]):
    """A state that knows after how many moves it was reached. Searches keep the states they are given."""

    g = 0


class DepthSpace(RecordedSpace):
    """A puzzle whose states know after how many moves they were reached; `record` has these numbers."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.initial, self.solved = MovedState(problem.initial), MovedState(problem.solved)

    def successors(self, state: Sequence[int]) -> Iterator[tuple[Slide, State]]:
        """Record the depth of a state that is expanded, and return its successors."""
        assert isinstance(state, MovedState), "a search expands the states that it was given"
        self.record.append(state.g)
        return self._mark(state)

    def _mark(self, state: MovedState) -> Iterator[tuple[Slide, State]]:
        for slide, child in self._problem.successors(state):
            marked = MovedState(child)
            marked.g = state.g + 1
            yield slide, marked


class DepthDeepening(RecordedDeepening):
    """A deepening search whose `record` has the depths of what it expands."""

    def take(self, draft: Draft) -> None:
        """Record the depth of a node that is expanded, or is the goal, which comes last."""
        self.record.append(draft.g)
