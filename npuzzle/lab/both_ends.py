"""Record a bidirectional search for a trace: two trees, one from the start and one from the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from npuzzle.heuristics.zero import Zero
from npuzzle.lab.trace_recorder import Draft, Notes
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search import ALGORITHMS, SearchOptions
from npuzzle.search.base import Search


class BothEnds(Notes):
    """Bidirectional search: nodes of the second tree go back to a root of their own, the goal.

    No state is in both trees before they meet, so a state tells its tree. The node with which they meet is
    the last step; its `twin` is the node of the same state in the other tree.
    """

    def __init__(self, problem: Problem, options: SearchOptions) -> None:
        super().__init__(problem)
        self._options = options
        self._drafts: dict[State, Draft] = {}
        self._meeting: tuple[Draft, Draft] | None = None

    def __getattr__(self, name: str) -> Any:
        """Answer as the problem does; only its successors are recorded."""
        return getattr(self.problem, name)

    def search(self) -> Search:
        self._drafts[self.problem.initial] = self.note(None, None, self.problem.initial)
        if self.problem.is_goal(self.problem.initial):
            self.take(self.drafts[0])
        else:
            self._drafts[self.problem.solved] = self.note(None, None, self.problem.solved)
        blind = Zero(self.problem.goal)
        return ALGORITHMS["bidirectional"].search(cast(Problem, self), blind, self._options)

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Record that a state is expanded, and return its successors."""
        draft = self._drafts[state]
        self.take(draft)
        return self._successors(draft)

    def answer(self, path: Sequence[Slide]) -> list[int]:
        """Return the nodes from the start to where the trees meet, and from there on to the goal."""
        if self._meeting is None:
            return [0]
        lines = [self.trace_line(draft) for draft in self._meeting]
        first, second = lines if lines[0][0].number == 0 else lines[::-1]
        return [draft.number for draft in (*first, *second[::-1])]

    def _successors(self, parent: Draft) -> Iterator[tuple[Slide, State]]:
        root = self.trace_line(parent)[0]
        for slide, state in self.problem.successors(parent.state):
            child, known = self.note(parent, slide, state), self._drafts.get(state)
            child.f = child.g
            if known is None:
                self._drafts[state] = child
            else:
                child.twin = known.number
                if self.trace_line(known)[0] is root:
                    child.dropped = child.made
                else:
                    self._meeting = child, known
                    self.take(child)
            yield slide, state
