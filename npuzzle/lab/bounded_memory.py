"""Record the searches that forget states to save memory for a trace: RBFS and beam search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, SupportsIndex, cast

from npuzzle.heuristics import Heuristic
from npuzzle.lab.trace_recorder import Draft, Notes, RecordedHeuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import Path, Search, SearchOptions, whole
from npuzzle.search.beam import beam
from npuzzle.search.rbfs import Frame, Node, recursive_best_first


class RecursiveBestFirst(Notes):
    """RBFS, recorded by its stack: a frame that is pushed is an expansion, one that is popped is forgotten.

    A node whose branch is forgotten is dropped with it, and a new node of the same board takes its place,
    with the f that the search remembers; that node is its `twin`.
    """

    def __init__(self, problem: Problem, heuristic: Heuristic, options: SearchOptions) -> None:
        super().__init__(problem)
        self._heuristic, self._options = heuristic, options
        self._stack = _Stack(self)
        self._known: dict[int, Draft] = {}  # by the id of each node in the stack
        self._left: Node | None = None  # the one whose branch was forgotten last

    def search(self) -> Search:
        recorded = RecordedHeuristic(self._heuristic, self._record_start, lambda *step: None)
        search = recursive_best_first(self.problem, recorded, self._options, self._stack)
        self.note(None, None, self.problem.initial)
        while True:
            try:
                stats = next(search)
            except StopIteration as end:
                path: Path | None = end.value
                self._come_back()
                if path is not None:
                    self.take(self._known[id(self._stack[-1].best)] if self._stack else self.drafts[0])
                return path
            self._come_back()
            yield stats

    def answer(self, path: Sequence[Slide]) -> list[int]:
        return [draft.number for draft in self.trace_line(self.drafts[self.order[-1]])]

    def push(self, frame: Frame) -> None:
        """Record that a node is expanded, and its children."""
        self._come_back()
        parent = self._known.get(id(frame.node), self.drafts[0])
        self.take(parent)
        for child in frame.children:
            self._note_child(parent, child)

    def pop(self, frame: Frame) -> None:
        """Record that the children of a node are forgotten."""
        for child in frame.children:
            self._known.pop(id(child)).dropped = len(self.order)
        self._left = frame.node

    def _record_start(self, state: Sequence[int], h: float) -> None:
        self.drafts[0].h, self.drafts[0].f = h, whole(h)

    def _come_back(self) -> None:
        """Record that a node whose branch was forgotten is open again."""
        node, self._left = self._left, None
        if node is None or id(node) not in self._known:
            return
        before = self._known[id(node)]
        before.dropped = len(self.order)
        if node.backed_up < inf and before.parent is not None:
            before.twin = self._note_child(self.drafts[before.parent], node).number

    def _note_child(self, parent: Draft, child: Node) -> Draft:
        draft = self._known[id(child)] = self.note(parent, child.slide, child.state)
        draft.h, draft.f = child.h, child.backed_up
        return draft


class _Stack(list[Frame]):
    """The stack of the search, which tells the recorder what is pushed and popped."""

    def __init__(self, recorder: RecursiveBestFirst) -> None:
        super().__init__()
        self._recorder = recorder

    def append(self, frame: Frame) -> None:
        super().append(frame)
        self._recorder.push(frame)

    def pop(self, at: SupportsIndex = -1) -> Frame:
        frame = super().pop(at)
        self._recorder.pop(frame)
        return frame


class Beam(Notes):
    """Beam search, recorded by the successors that it requests and the states that it keeps."""

    def __init__(self, problem: Problem, heuristic: Heuristic, options: SearchOptions) -> None:
        super().__init__(problem)
        self._heuristic, self._options = heuristic, options
        self._kept = _Kept(self)
        self._latest: dict[State, Draft] = {}

    def __getattr__(self, name: str) -> Any:
        """Answer as the problem does; only its successors are recorded."""
        return getattr(self.problem, name)

    def search(self) -> Search:
        recorded = RecordedHeuristic(self._heuristic, self._record_estimate, self._record_estimate)
        self._latest[self.problem.initial] = self.note(None, None, self.problem.initial)
        path = yield from beam(cast(Problem, self), recorded, self._options, self._kept)
        if path is not None:
            self.take(self.drafts[-1])
        return path

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        """Record that a state is expanded, and return its successors."""
        draft = self._latest[state]
        self.take(draft)
        return self._successors(draft)

    def answer(self, path: Sequence[Slide]) -> list[int]:
        return [draft.number for draft in self.trace_line(self.drafts[self.order[-1]])]

    def cut(self, state: State) -> None:
        """Record that a state is not among the best of its level."""
        self._latest[state].dropped = len(self.order)

    def _successors(self, parent: Draft) -> Iterator[tuple[Slide, State]]:
        for slide, state in self.problem.successors(parent.state):
            child = self.note(parent, slide, state)
            if state in self._kept:
                known = self._latest[state]
                child.dropped, child.twin, child.h, child.f = child.made, known.number, known.h, known.f
            else:
                self._latest[state] = child
            yield slide, state

    def _record_estimate(self, state: Sequence[int], h: float, slide: Slide | None = None) -> None:
        draft = self._latest[tuple(state)]
        draft.h = draft.f = h


class _Kept(dict[State, tuple[Any, State] | None]):
    """The states that the search keeps; it tells the recorder of each that it drops."""

    def __init__(self, recorder: Beam) -> None:
        super().__init__()
        self._recorder = recorder

    def __delitem__(self, state: State) -> None:
        super().__delitem__(state)
        self._recorder.cut(state)
