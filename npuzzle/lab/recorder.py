"""Record a search for a trace.

No search is written again here. Each search of the package tells a `Watch` what it does, and `Recorder`
writes it down. A user's own algorithm tells nothing: `OwnSearch` gives it a problem and a heuristic that
answer as the real ones do, and records each request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from npuzzle.errors import IllegalMoveError, WrongAnswerError
from npuzzle.heuristics import Heuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search import AlgorithmCard, SearchOptions
from npuzzle.search.base import Fate, Path, Search, Stats, Watch, letters_of


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


class Notes:
    """The drafts of a search as generated, the `order` in which they were taken, the bounds of its rounds."""

    def __init__(self) -> None:
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
            round=len(self.bounds),
        )
        self.drafts.append(draft)
        return draft

    def take(self, draft: Draft) -> None:
        """Record the next step of the trace: the node is expanded, or is the goal."""
        self.order.append(draft.number)
        draft.taken = len(self.order)


class Recorder(Notes, Watch):
    """A watcher that records the tree of a search; `rank(g, h)` is the usual priority of the algorithm."""

    def __init__(self, rank: Callable[[int, float], float], *, informed: bool) -> None:
        super().__init__()
        self._rank, self._informed = rank, informed
        self._at: dict[tuple[int, State], Draft] = {}
        self._known: dict[State, Draft] = {}  # the newest of each state that was not dropped at once
        self._line: dict[int, Draft] = {}  # the node that was expanded last, by g

    def note_round(self, bound: float) -> None:
        self.bounds.append(bound)

    def note_node(
        self,
        g: int,
        move: Any,
        state: Any,
        h: float | None = None,
        fate: Fate = Fate.OPEN,
        *,
        f: float | None = None,
    ) -> None:
        draft = self.note(self._line[g - 1] if g else None, move, state)
        known = self._known.get(state)
        if known is not None and fate in (Fate.KNOWN, Fate.MEETS):
            draft.twin, h = known.number, known.h
        if fate is Fate.REPLACES:
            known = self._at.get((g, state), known)  # RBFS returns to a node; A* finds a shorter path
            assert known is not None, "only a node that is known is replaced"
            known.dropped, known.twin = draft.made, draft.number
        if fate in (Fate.KNOWN, Fate.CUT):
            draft.dropped = draft.made
        draft.h = h if self._informed else None
        draft.f = self._rank(g, 0 if draft.h is None else draft.h) if f is None else f
        if fate is not Fate.KNOWN:
            self._known[state] = self._at[g, state] = draft

    def note_expansion(self, g: int, state: Any) -> None:
        self._line[g] = self._at[g, state]
        self.take(self._line[g])

    def note_drop(self, g: int, state: Any) -> None:
        self._at[g, state].dropped = len(self.order)

    def note_goal(self, g: int, state: Any) -> None:
        self.take(self._at[g, state])

    def answer(self) -> list[int]:
        """Return the nodes along the path found: to the goal, or to where two trees meet and back to it."""
        goal = self.drafts[self.order[-1]]
        if goal.twin is None:
            return self._trace_line(goal)
        first, second = sorted((self._trace_line(goal), self._trace_line(self.drafts[goal.twin])))
        return [*first, *second[::-1]]

    def _trace_line(self, draft: Draft) -> list[int]:
        """Return the nodes from the root to this one: of each state the node that replaced the others."""
        line = [draft.number]
        while draft.parent is not None:
            draft = self.drafts[draft.parent]
            while draft.twin is not None:
                draft = self.drafts[draft.twin]
            line.append(draft.number)
        return line[::-1]


class OwnSearch(Notes):
    """A user's own algorithm, recorded by the successors and the estimates that it requests.

    If the successors of a state are requested, its node that was generated last is expanded. A state that is
    expanded again, as in a deepening search, becomes a new node.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem
        self._latest: dict[State, Draft] = {}
        self._line: list[int] = []

    def __getattr__(self, name: str) -> Any:
        """Answer as the problem does; only its successors are recorded."""
        return getattr(self.problem, name)

    def search(self, algorithm: AlgorithmCard, heuristic: Heuristic, options: SearchOptions) -> Search:
        """Run the algorithm; count what it requests, instead of what it says."""
        recorded = _RecordedHeuristic(heuristic, self._record_estimate)
        self._latest[self.problem.initial] = self.note(None, None, self.problem.initial)
        search, stats = algorithm.search(cast(Problem, self), recorded, options), Stats()
        while True:
            yield stats
            path, is_over = None, False
            try:
                next(search)
            except StopIteration as end:
                path, is_over = end.value, True
            stats.expanded, stats.generated = len(self.order), len(self.drafts) - 1
            if is_over:
                return self._follow(algorithm.name, path)

    def successors(self, state: Sequence[int]) -> Iterator[tuple[Slide, State]]:
        """Record that a state is expanded, and return its successors."""
        draft = self._latest.get(tuple(state)) or self.note(None, None, tuple(state))
        if draft.taken is not None:
            parent = None if draft.parent is None else self.drafts[draft.parent]
            draft = self.note(parent, draft.slide, draft.state)
        self._latest[draft.state], draft.dropped, draft.twin = draft, None, None
        self.take(draft)
        return self._successors(draft)

    def answer(self) -> list[int]:
        """Return the nodes along the path found."""
        return self._line

    def _successors(self, parent: Draft) -> Iterator[tuple[Slide, State]]:
        for slide, state in self.problem.successors(parent.state):
            child, known = self.note(parent, slide, state), self._latest.get(state)
            child.f = child.g
            if known is not None:
                child.dropped, child.twin = child.made, known.number
            if known is None or known.taken is not None:
                self._latest[state] = child
            yield slide, state

    def _record_estimate(self, state: Sequence[int], h: float) -> None:
        draft = self._latest.get(tuple(state))
        if draft is not None:
            draft.h, draft.f = h, draft.g + h

    def _follow(self, name: str, path: Path | None) -> tuple[Slide, ...] | None:
        """Return the slides of the path; store the nodes along it, and record the goal as the last step.

        Raises WrongAnswerError if the path misses the goal.
        """
        if path is None:
            return None
        letters = letters_of(self.problem, path)
        try:
            end = self.problem.replay(letters)
        except IllegalMoveError:
            end = None
        if end != self.problem.goal:
            raise WrongAnswerError(f"{name} gave a path that misses the goal: {letters}")
        slides = tuple((move.src, move.dst) for move in self.problem.moves(letters))
        state, drafts = self.problem.initial, [self.drafts[0]]
        for slide in slides:
            state = dict(self.problem.successors(state))[slide]
            drafts.append(self._latest.get(state) or self.note(drafts[-1], slide, state))
        if drafts[-1].taken is None:
            drafts[-1].dropped = drafts[-1].twin = None
            self.take(drafts[-1])
        self._line = [draft.number for draft in drafts]
        return slides


class _RecordedHeuristic(Heuristic):
    """A heuristic that passes each state it is asked about, and the estimate, to the recorder."""

    def __init__(self, heuristic: Heuristic, record: Callable[[Sequence[int], float], None]) -> None:
        super().__init__(heuristic.goal)
        self._heuristic, self._record = heuristic, record

    def estimate(self, state: Sequence[int]) -> float:
        h = self._heuristic.estimate(state)
        self._record(state, h)
        return h

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        child_h = self._heuristic.step(h, state, slide)
        self._record(state, child_h)
        return child_h
