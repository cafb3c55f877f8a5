"""Eyes in a search: what the real algorithm asks of its problem and its heuristic, noted as it asks.

No search is written anew here. An algorithm is given a space, or a heuristic, that answers as the real
one does and notes every question: a state whose successors are asked for is being expanded, a successor
that is handed out has been generated, an estimate that is asked for shows how far a path has come.
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
    """A node while it is watched; its fields are those of `Node`."""

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
    """Sets a search up and notes what it does: `drafts` as generated, `order` as looked at.

    `bounds`: of each round of a deepening search.
    """

    drafts: list[Draft]
    order: list[int]
    bounds: list[float]

    def search(self) -> Search: ...

    def answer(self, path: Sequence[Slide]) -> list[int]:
        """The nodes along the path found, from the start to the goal."""


class Notes:
    """What all watchers keep."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.drafts: list[Draft] = []
        self.order: list[int] = []
        self.bounds: list[float] = []

    def note(self, parent: Draft | None, slide: Slide | None, state: State) -> Draft:
        """A node that has just been generated."""
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
        """The node is expanded, or found to be the goal: the next step of the trace."""
        self.order.append(draft.number)
        draft.taken = len(self.order)


class BestFirst(Notes):
    """Breadth-first and all that `best_first` serves; `f(g, h)` is what they go by.

    With `reopens` a cheaper way to a known state takes the place of the dearer one.
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
        estimator = blind if self._heuristic is None else Heard(self._heuristic, self._hear, self._hear)
        self._best[self.initial] = self.note(None, None, self.initial)
        self._value(self.drafts[0], None)
        return ALGORITHMS[self._algorithm].search(cast(Problem, self), estimator, self._options)

    def is_goal(self, state: State) -> bool:
        """A state comes off the frontier."""
        if not self.problem.is_goal(state):
            return False
        self.take(self._best[state])
        return True

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """A state is expanded."""
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
                self._value(child, known.h)
            else:
                if known is not None:
                    known.dropped, known.twin = child.made, child.number
                self._best[state] = child
                self._value(child, None)
            yield slide, state

    def _hear(self, state: Sequence[int], h: float, slide: Slide | None = None) -> None:
        """The search was told the estimate of the state it has just been given."""
        assert self.drafts[-1].twin is None, "a state that is known is not estimated again"
        self._value(self.drafts[-1], h)

    def _value(self, draft: Draft, h: float | None) -> None:
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
        """The state generated last is looked at."""
        if self.problem.is_goal(state):
            self.take(self.drafts[-1])
            return True
        if self.drafts[-1].g >= self._limit:
            self.drafts[-1].dropped = self.drafts[-1].made
        return False

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """The state generated last is expanded."""
        draft = self.drafts[-1]
        self.take(draft)
        return self._successors(draft)

    def answer(self, path: Sequence[Slide]) -> list[int]:
        return [draft.number for draft in self._line(self.drafts[self.order[-1]])]

    def _successors(self, parent: Draft) -> Iterator[tuple[Slide, State]]:
        line = {draft.state: draft.number for draft in self._line(parent)}
        for slide, state in self.problem.successors(parent.state):
            child = self.note(parent, slide, state)
            child.f = child.g
            if state in line:
                child.dropped, child.twin = child.made, line[state]
            yield slide, state

    def _line(self, draft: Draft) -> list[Draft]:
        """The path from the start to a node."""
        line = [draft]
        while line[-1].parent is not None:
            line.append(self.drafts[line[-1].parent])
        return line[::-1]


class Deepening(Notes):
    """IDA* and iterative deepening: each round starts anew, with a higher bound on f.

    Seen through the heuristic: the root's estimate begins a round, each `step` follows one slide.
    """

    def __init__(self, problem: Problem, heuristic: Heuristic | None, options: SearchOptions) -> None:
        super().__init__(problem)
        self._heuristic, self._options = heuristic, options
        self._deepest = inf if options.max_depth is None else options.max_depth
        self._asked = 0
        self._cut_off = 0.0
        self._stack: list[tuple[Draft, Iterator[Slide]]] = []
        self._ways = slides_onward(problem.shape)

    def search(self) -> Search:
        blind = Zero(self.problem.goal)
        heard = Heard(self._heuristic or blind, self._begin, self._follow)
        if self.problem.is_goal(self.problem.initial):
            self.take(self.note(None, None, self.problem.initial))
        return generic_ida_star(self.problem, heard, self._options)

    def answer(self, path: Sequence[Slide]) -> list[int]:
        line = [draft.number for draft, _ in self._stack]
        return [*line, self.order[-1]]

    def _begin(self, state: Sequence[int], h: float) -> None:
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

    def _follow(self, state: Sequence[int], h: float, slide: Slide) -> None:
        while True:
            parent, untried = self._stack[-1]
            expected = next(untried, None)
            if expected is not None:
                break
            self._stack.pop()
        assert expected == slide, "the search took another way than was foreseen"
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


class Heard(Heuristic):
    """A heuristic that tells what it was asked and what it gave."""

    def __init__(self, heuristic: Heuristic, begin: Callable[..., None], follow: Callable[..., None]) -> None:
        super().__init__(heuristic.goal)
        self._heuristic, self._begin, self._follow = heuristic, begin, follow

    def estimate(self, state: Sequence[int]) -> float:
        h = self._heuristic.estimate(state)
        self._begin(state, h)
        return h

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        child_h = self._heuristic.step(h, state, slide)
        self._follow(state, child_h, slide)
        return child_h
