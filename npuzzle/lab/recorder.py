"""Record a search: the nodes in the order in which they were generated, and what became of each node.

Each search of the package reports its steps to a `Watch`, and `Recorder` writes them down. A user's own
algorithm reports nothing: `OwnSearch` gives it a problem and a heuristic that answer as the real ones do, and
records each request. Both write the same `Node`s.

A node is identified by its number. A `Node` never changes: a later event replaces it with a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from npuzzle.errors import IllegalMoveError, WrongAnswerError
from npuzzle.heuristics import Heuristic
from npuzzle.puzzle.problem import Problem, State, board_of
from npuzzle.puzzle.shape import Slide, letter
from npuzzle.search import AlgorithmCard, SearchOptions
from npuzzle.search.base import Fate, Path, Search, Stats, Watch, letters_of


@dataclass(frozen=True, slots=True)
class Node:
    """A board that was generated. `number`: the node's place in the order of generation, from 0.

    `g`: moves from the start. `h`: the estimate of the board, or None if the search does not ask for one.
    `f`: the priority. The node with the smallest f is taken first. `made`, `taken`, `dropped`: the steps in
    which the node was generated, taken off the frontier (expanded, or found to be the goal) and dropped, or
    None if that did not happen. `twin`: the node of the same board that is kept instead of this one, or, if
    two trees meet here, the node of the other tree. `round`: the round of a deepening search, from 1, or 0 in
    other searches.
    """

    number: int
    parent: int | None
    board: str
    tile: int
    letter: str
    g: int
    h: float | None
    f: float
    round: int
    made: int
    taken: int | None
    dropped: int | None
    twin: int | None

    @property
    def left(self) -> int | None:
        """The step in which this node left the frontier or was dropped before entering it, or None."""
        return min((at for at in (self.taken, self.dropped) if at is not None), default=None)


class _Record:
    """The nodes of a search, the numbers of the nodes taken in the `steps`, and the bounds of the rounds."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.nodes: list[Node] = []
        self.steps: list[int] = []
        self.bounds: list[float] = []

    def add(
        self,
        parent: int | None,
        slide: Slide | None,
        state: State,
        *,
        h: float | None = None,
        f: float = 0,
        is_dropped: bool = False,
        twin: int | None = None,
    ) -> int:
        """Record a node that has just been generated, and return its number."""
        board = board_of(state, self.problem.goal)
        node = Node(
            number=len(self.nodes),
            parent=parent,
            board=str(board),
            tile=0 if slide is None else board.tiles[slide[1]],
            letter="" if slide is None else letter(self.problem.shape, slide),
            g=0 if parent is None else self.nodes[parent].g + 1,
            h=h,
            f=f,
            round=len(self.bounds),
            made=len(self.steps),
            taken=None,
            dropped=len(self.steps) if is_dropped else None,
            twin=twin,
        )
        self.nodes.append(node)
        return node.number

    def change(self, number: int, **fields: Any) -> None:
        self.nodes[number] = replace(self.nodes[number], **fields)

    def take(self, number: int, **fields: Any) -> None:
        """Record the next step of the trace: the node is expanded, or is the goal."""
        self.steps.append(number)
        self.change(number, taken=len(self.steps), **fields)


class Recorder(_Record, Watch):
    """A watcher that records the tree of a search. `rank(g, h)` is the usual priority of the algorithm."""

    def __init__(self, problem: Problem, rank: Callable[[int, float], float], *, informed: bool) -> None:
        super().__init__(problem)
        self._rank, self._informed = rank, informed
        self._at: dict[tuple[int, State], int] = {}
        self._known: dict[State, int] = {}  # by state: its newest node that was not dropped when generated
        self._line: dict[int, int] = {}  # by g: the node that was expanded last

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
        known, twin = self._known.get(state), None
        if known is not None and fate in (Fate.KNOWN, Fate.MEETS):
            twin, h = known, self.nodes[known].h
        if not self._informed:
            h = None
        number = self.add(
            self._line[g - 1] if g else None,
            move,
            state,
            h=h,
            f=self._rank(g, 0 if h is None else h) if f is None else f,
            is_dropped=fate in (Fate.KNOWN, Fate.CUT),
            twin=twin,
        )
        if fate is Fate.REPLACES:
            replaced = self._at.get((g, state), known)  # RBFS returns to a node, A* finds a shorter path
            assert replaced is not None, "only a node that is known is replaced"
            self.change(replaced, dropped=len(self.steps), twin=number)
        if fate is not Fate.KNOWN:
            self._known[state] = self._at[g, state] = number

    def note_expansion(self, g: int, state: Any) -> None:
        self._line[g] = self._at[g, state]
        self.take(self._line[g])

    def note_drop(self, g: int, state: Any) -> None:
        self.change(self._at[g, state], dropped=len(self.steps))

    def note_goal(self, g: int, state: Any) -> None:
        self.take(self._at[g, state])

    def answer(self) -> list[int]:
        """Return the nodes along the path found: with two trees, through the node where they meet."""
        goal = self.nodes[self.steps[-1]]
        if goal.twin is None:
            return self._trace_line(goal)
        first, second = sorted((self._trace_line(goal), self._trace_line(self.nodes[goal.twin])))
        return [*first, *second[::-1]]

    def _trace_line(self, node: Node) -> list[int]:
        """Return the nodes from the root to this one: for each state, the node that replaced the others."""
        line = [node.number]
        while node.parent is not None:
            node = self.nodes[node.parent]
            while node.twin is not None:
                node = self.nodes[node.twin]
            line.append(node.number)
        return line[::-1]


class OwnSearch(_Record):
    """A user's own algorithm, recorded by the successors and the estimates that it requests.

    A request for the successors of a state counts as an expansion of that state's newest node. A state that
    is expanded again, as in a deepening search, becomes a new node.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._latest: dict[State, int] = {}
        self._line: list[int] = []

    def __getattr__(self, name: str) -> Any:
        """Answer as the problem does. Only requests for successors are recorded."""
        return getattr(self.problem, name)

    def search(self, algorithm: AlgorithmCard, heuristic: Heuristic, options: SearchOptions) -> Search:
        """Run the algorithm. Count its requests instead of trusting the counts that it reports."""
        recorded = _RecordedHeuristic(heuristic, self._record_estimate)
        self._latest[self.problem.initial] = self.add(None, None, self.problem.initial)
        search, stats = algorithm.search(cast(Problem, self), recorded, options), Stats()
        while True:
            yield stats
            path, is_over = None, False
            try:
                next(search)
            except StopIteration as end:
                path, is_over = end.value, True
            stats.expanded, stats.generated = len(self.steps), len(self.nodes) - 1
            if is_over:
                return self._follow(algorithm.name, path)

    def successors(self, state: Sequence[int]) -> Iterator[tuple[Slide, State]]:
        """Record that a state is expanded, and return its successors."""
        state = tuple(state)
        number = self._latest.get(state)
        if number is None:
            number = self.add(None, None, state)
        node = self.nodes[number]
        if node.taken is not None:
            number = len(self.nodes)
            self.nodes.append(replace(node, number=number, made=len(self.steps), taken=None, h=None, f=0))
        self._latest[state] = number
        self.take(number, dropped=None, twin=None)
        return self._successors(number, state)

    def answer(self) -> list[int]:
        """Return the nodes along the path found."""
        return self._line

    def _successors(self, parent: int, state: State) -> Iterator[tuple[Slide, State]]:
        for slide, child in self.problem.successors(state):
            known, g = self._latest.get(child), self.nodes[parent].g + 1
            number = self.add(parent, slide, child, f=g, is_dropped=known is not None, twin=known)
            if known is None or self.nodes[known].taken is not None:
                self._latest[child] = number
            yield slide, child

    def _record_estimate(self, state: Sequence[int], h: float) -> None:
        number = self._latest.get(tuple(state))
        if number is not None:
            self.change(number, h=h, f=self.nodes[number].g + h)

    def _follow(self, name: str, path: Path | None) -> tuple[Slide, ...] | None:
        """Return the slides of the path. Store the nodes along it, and record the goal as the last step.

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
        state, self._line = self.problem.initial, [0]
        for slide in slides:
            state = dict(self.problem.successors(state))[slide]
            number = self._latest.get(state)
            self._line.append(self.add(self._line[-1], slide, state) if number is None else number)
        if self.nodes[self._line[-1]].taken is None:
            self.take(self._line[-1], dropped=None, twin=None)
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
