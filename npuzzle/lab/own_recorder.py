"""Record the search of a user's own algorithm for a trace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from npuzzle.errors import IllegalMoveError, WrongAnswerError
from npuzzle.heuristics import Heuristic
from npuzzle.heuristics.zero import Zero
from npuzzle.lab.trace_recorder import Draft, Notes, RecordedHeuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search import AlgorithmCard, SearchOptions
from npuzzle.search.base import Path, Search, Stats, letters_of


class OwnSearch(Notes):
    """A user's own algorithm, recorded by the successors and the estimates that it requests.

    If the successors of a state are requested, its node that was generated last is expanded. A state that is
    expanded again, as in a deepening search, becomes a new node.
    """

    def __init__(
        self,
        problem: Problem,
        algorithm: AlgorithmCard,
        heuristic: Heuristic | None,
        options: SearchOptions,
    ) -> None:
        super().__init__(problem)
        self._algorithm, self._heuristic, self._options = algorithm, heuristic, options
        self._latest: dict[State, Draft] = {}
        self._line: list[int] = []

    def __getattr__(self, name: str) -> Any:
        """Answer as the problem does; only its successors are recorded."""
        return getattr(self.problem, name)

    def search(self) -> Search:
        blind = Zero(self.problem.goal)
        recorded = RecordedHeuristic(self._heuristic or blind, self._record_estimate, self._record_estimate)
        self._latest[self.problem.initial] = self.note(None, None, self.problem.initial)
        search, stats = self._algorithm.search(cast(Problem, self), recorded, self._options), Stats()
        while True:
            try:
                next(search)
            except StopIteration as end:
                self._count(stats)
                return self._follow(end.value)
            self._count(stats)
            yield stats

    def successors(self, state: Sequence[int]) -> Iterator[tuple[Slide, State]]:
        """Record that a state is expanded, and return its successors."""
        draft = self._latest.get(tuple(state)) or self.note(None, None, tuple(state))
        if draft.taken is not None:
            parent = None if draft.parent is None else self.drafts[draft.parent]
            draft = self.note(parent, draft.slide, draft.state)
        self._latest[draft.state], draft.dropped, draft.twin = draft, None, None
        self.take(draft)
        return self._successors(draft)

    def answer(self, path: Sequence[Slide]) -> list[int]:
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

    def _record_estimate(self, state: Sequence[int], h: float, slide: Slide | None = None) -> None:
        draft = self._latest.get(tuple(state))
        if draft is not None:
            draft.h, draft.f = h, draft.g + h

    def _count(self, stats: Stats) -> None:
        stats.expanded, stats.generated = len(self.order), len(self.drafts) - 1

    def _follow(self, path: Path | None) -> tuple[Slide, ...] | None:
        """Return the slides of the path; store the nodes along it, and record the goal as the last step."""
        if path is None:
            return None
        letters = letters_of(self.problem, path)
        self._require_goal(letters)
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

    def _require_goal(self, letters: str) -> None:
        """Replay a path on the board. Raises WrongAnswerError if it misses the goal."""
        try:
            end = self.problem.replay(letters)
        except IllegalMoveError:
            end = None
        if end != self.problem.goal:
            raise WrongAnswerError(f"{self._algorithm.name} gave a path that misses the goal: {letters}")
