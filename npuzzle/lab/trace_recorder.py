"""Record a search: every request that the real algorithm makes of its problem and its heuristic.

No search is written again here. An algorithm gets a space, or a heuristic, that answers as the real one does
and records every request: if the successors of a state are requested, it is expanded; a successor that is
returned is generated; a requested estimate shows how far a path has come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Protocol, cast

from npuzzle.heuristics import Heuristic
from npuzzle.heuristics.zero import Zero
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search import ALGORITHMS, SearchOptions
from npuzzle.search.base import ROUNDING, Search, whole
from npuzzle.search.depth_first import DEFAULT_DEPTH
from npuzzle.search.ida_star import generic_ida_star, slides_onward


@dataclass(slots=True)
class Draft:
    """A node while the search runs; its fields are those of `Node`."""

    number: int
    parent: int | None
    slide: Slide | None
    state: State
    g: int
    made: int
    h: float | None = None
    f: float = 0
    round: int = 0
    taken: int | None = None
    dropped: int | None = None
    twin: int | None = None


class Watcher(Protocol):
    """An object that starts a search and records it: `drafts` as generated, `order` as taken.

    `bounds`: the bound of each round of a deepening search.
    """

    drafts: list[Draft]
    order: list[int]
    bounds: list[float]

    def search(self) -> Search: ...

    def answer(self, path: Sequence[Slide]) -> list[int]:
        """Return the nodes along the path found, from the start to the goal."""


class Notes:
    """The records that all watchers keep."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.drafts: list[Draft] = []
        self.order: list[int] = []
        self.bounds: list[float] = []

    def note(self, parent: Draft | None, slide: Slide | None, state: State) -> Draft:
        """Record a node that has just been generated."""
        draft = Draft(
            number=len(self.drafts),
            parent=None if parent is None else parent.number,
            slide=slide,
            state=state,
            g=0 if parent is None else parent.g + 1,
            made=len(self.order),
            round=0 if parent is None else parent.round,
        )
        self.drafts.append(draft)
        return draft

    def take(self, draft: Draft) -> None:
        """Record the next step of the trace: the node is expanded, or is the goal."""
        self.order.append(draft.number)
        draft.taken = len(self.order)

    def trace_line(self, draft: Draft) -> list[Draft]:
        """Return the nodes from the root of its tree to this one."""
        line = [draft]
        while line[-1].parent is not None:
            line.append(self.drafts[line[-1].parent])
        return line[::-1]


class BestFirst(Notes):
    """Breadth-first search and the searches of `best_first`; `f(g, h)` is their priority.

    With `reopens`, a shorter path to a known state replaces the longer one.
    """

    def __init__(
        self,
        problem: Problem,
        algorithm: str,
        heuristic: Heuristic | None,
        options: SearchOptions,
        f: Callable[[float, float], float],
        *,
        reopens: bool,
    ) -> None:
        super().__init__(problem)
        self._algorithm, self._heuristic, self._options = algorithm, heuristic, options
        self._f, self._reopens = f, reopens
        self._best: dict[State, Draft] = {}
        self.initial = problem.initial

    def search(self) -> Search:
        blind = Zero(self.problem.goal)
        estimator = (
            blind
            if self._heuristic is None
            else RecordedHeuristic(self._heuristic, self._record_estimate, self._record_estimate)
        )
        self._best[self.initial] = self.note(None, None, self.initial)
        self._set_f(self.drafts[0], None)
        return ALGORITHMS[self._algorithm].search(cast(Problem, self), estimator, self._options)

    def is_goal(self, state: State) -> bool:
        """Record that a state comes off the frontier, if it is the goal."""
        if not self.problem.is_goal(state):
            return False
        self.take(self._best[state])
        return True

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Record that a state is expanded, and return its successors."""
        draft = self._best[state]
        self.take(draft)
        return self._successors(draft)

    def answer(self, path: Sequence[Slide]) -> list[int]:
        state, numbers = self.initial, [0]
        for slide in path:
            state = dict(self.problem.successors(state))[slide]
            numbers.append(self._best[state].number)
        return numbers

    def _successors(self, parent: Draft) -> Iterator[tuple[Slide, State]]:
        for slide, state in self.problem.successors(parent.state):
            child, known = self.note(parent, slide, state), self._best.get(state)
            if known is not None and not (self._reopens and child.g < known.g):
                child.dropped, child.twin = child.made, known.number
                self._set_f(child, known.h)
            else:
                if known is not None:
                    known.dropped, known.twin = child.made, child.number
                self._best[state] = child
                self._set_f(child, None)
            yield slide, state

    def _record_estimate(self, state: Sequence[int], h: float, slide: Slide | None = None) -> None:
        """Record the estimate of the state that was generated last."""
        assert self.drafts[-1].twin is None, "a known state is not estimated again"
        self._set_f(self.drafts[-1], h)

    def _set_f(self, draft: Draft, h: float | None) -> None:
        draft.h, draft.f = h, self._f(draft.g, 0 if h is None else h)


class DepthFirst(Notes):
    """Plain depth-first search within its limit."""

    def __init__(self, problem: Problem, options: SearchOptions) -> None:
        super().__init__(problem)
        self._options = options
        self._limit = DEFAULT_DEPTH if options.max_depth is None else options.max_depth
        self.initial = problem.initial

    def search(self) -> Search:
        self.note(None, None, self.initial)
        blind = Zero(self.problem.goal)
        return ALGORITHMS["depth-first"].search(cast(Problem, self), blind, self._options)

    def is_goal(self, state: State) -> bool:
        """Record the state generated last: it is the goal, or cut off at the limit, or neither."""
        if self.problem.is_goal(state):
            self.take(self.drafts[-1])
            return True
        if self.drafts[-1].g >= self._limit:
            self.drafts[-1].dropped = self.drafts[-1].made
        return False

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Record that the state generated last is expanded, and return its successors."""
        draft = self.drafts[-1]
        self.take(draft)
        return self._successors(draft)

    def answer(self, path: Sequence[Slide]) -> list[int]:
        return [draft.number for draft in self.trace_line(self.drafts[self.order[-1]])]

    def _successors(self, parent: Draft) -> Iterator[tuple[Slide, State]]:
        line = {draft.state: draft.number for draft in self.trace_line(parent)}
        for slide, state in self.problem.successors(parent.state):
            child = self.note(parent, slide, state)
            child.f = child.g
            if state in line:
                child.dropped, child.twin = child.made, line[state]
            yield slide, state


class Deepening(Notes):
    """IDA* and iterative deepening: each round starts again, with a higher bound on f.

    Recorded by the heuristic: the estimate of the root begins a round, and each `step` follows one slide.
    """

    def __init__(self, problem: Problem, heuristic: Heuristic | None, options: SearchOptions) -> None:
        super().__init__(problem)
        self._heuristic, self._options = heuristic, options
        self._deepest = inf if options.max_depth is None else options.max_depth
        self._asked = 0
        self._cut_off = 0.0
        self._stack: list[tuple[Draft, Iterator[Slide]]] = []
        self._ways = slides_onward(problem.shape, problem.order)

    def search(self) -> Search:
        blind = Zero(self.problem.goal)
        recorded = RecordedHeuristic(self._heuristic or blind, self._begin_round, self._follow_slide)
        if self.problem.is_goal(self.problem.initial):
            self.take(self.note(None, None, self.problem.initial))
        return generic_ida_star(self.problem, recorded, self._options)

    def answer(self, path: Sequence[Slide]) -> list[int]:
        line = [draft.number for draft, _ in self._stack]
        return [*line, self.order[-1]]

    def _begin_round(self, state: Sequence[int], h: float) -> None:
        self._asked += 1
        if self._asked == 1:
            self._cut_off = h
            return
        self.bounds.append(whole(self._cut_off))
        self._cut_off = inf
        root = self.note(None, None, tuple(state))
        root.round, root.f = len(self.bounds), h
        root.h = None if self._heuristic is None else h
        self._stack.clear()
        self._enter(root, None)

    def _follow_slide(self, state: Sequence[int], h: float, slide: Slide) -> None:
        while True:
            parent, untried = self._stack[-1]
            expected = next(untried, None)
            if expected is not None:
                break
            self._stack.pop()
        assert expected == slide, "the search made another move than the recorder expected"
        child = self.note(parent, slide, tuple(state))
        child.f = child.g + h
        child.h = None if self._heuristic is None else h
        if child.f > self.bounds[-1] + ROUNDING:
            child.dropped = child.made
            if child.g <= self._deepest:
                self._cut_off = min(self._cut_off, child.f)
        elif self.problem.is_goal(child.state):
            self.take(child)
        elif child.g >= self._deepest:
            child.dropped = child.made
        else:
            self._enter(child, slide)

    def _enter(self, draft: Draft, slide: Slide | None) -> None:
        if draft.g < self._deepest:
            self.take(draft)
        blank = self.problem.home
        ways = self._ways[draft.state.index(blank), None if slide is None else slide[1]]
        self._stack.append((draft, iter(ways)))


class RecordedHeuristic(Heuristic):
    """A heuristic that passes every request and its result to the recorder."""

    def __init__(self, heuristic: Heuristic, begin: Callable[..., None], follow: Callable[..., None]) -> None:
        super().__init__(heuristic.goal)
        self._heuristic, self._begin_round, self._follow_slide = heuristic, begin, follow

    def estimate(self, state: Sequence[int]) -> float:
        h = self._heuristic.estimate(state)
        self._begin_round(state, h)
        return h

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        child_h = self._heuristic.step(h, state, slide)
        self._follow_slide(state, child_h, slide)
        return child_h
