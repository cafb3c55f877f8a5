"""`trace`: record a small search step by step, as it runs; see `npuzzle.lab.trace_recorder`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Unpack

from npuzzle.errors import InvalidJobError, quote
from npuzzle.heuristics import HEURISTICS, Heuristic
from npuzzle.heuristics.custom import instantiate
from npuzzle.heuristics.pattern_database import PatternDatabases
from npuzzle.lab.own_recorder import OwnSearch
from npuzzle.lab.state_space import Progress
from npuzzle.lab.trace_recorder import BestFirst, Deepening, DepthFirst, Draft, Watcher
from npuzzle.puzzle.board import BoardLike
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.problem import Problem, board_of
from npuzzle.puzzle.shape import letter
from npuzzle.registry import is_auto
from npuzzle.search import AlgorithmCard
from npuzzle.search.base import Stepper
from npuzzle.search.custom import is_ours
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Limits
from npuzzle.solving.options import TraceOptions, explain_options

MOST = 400  # expansions by default


class Status(Enum):
    """The state of a node at some step of a trace."""

    UNMADE = "not made yet"
    FRONTIER = "on the frontier"
    EXPANDED = "expanded"
    GOAL = "the goal"
    DUPLICATE = "met before"  # a path as short was known when it was generated
    REPLACED = "replaced"  # a shorter path was found later
    CUT = "cut off"  # beyond the bound or the depth limit


@dataclass(frozen=True, slots=True)
class Node:
    """A board that was generated, `number` in that order; 0 is the start.

    `g`: moves from the start. `h`: its estimate; None if the search requests none. `f`: the priority; the
    smallest goes first. `made`, `taken`, `dropped`: the step in which it was generated, taken off the
    frontier (expanded, or found to be the goal), and dropped; None if it was not. `twin`: the node of the
    same board that is kept instead. `round`: of a deepening search, from 1; else 0.
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
        """The step in which it left the frontier, or was dropped at once; None if it stays to the end."""
        return min((at for at in (self.taken, self.dropped) if at is not None), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A search, step by step: in step k, from 1, the node `steps[k - 1]` is expanded or is the goal.

    Each round of a deepening search has its own tree; `bounds` holds the bound on f of each round. `path`:
    the moves found, in tile letters; `answer`: the nodes along it. `complete`: whether the search ended by
    itself and not by the limit on expansions.
    """

    board: str
    goal: str
    algorithm: str
    heuristic: str | None
    weight: float | None
    nodes: tuple[Node, ...]
    steps: tuple[int, ...]
    bounds: tuple[float, ...]
    path: str | None
    answer: tuple[int, ...]
    expanded: int
    generated: int
    complete: bool

    @property
    def has_frontier(self) -> bool:
        """Whether the search chooses among all open nodes; depth-first searches keep only a path."""
        return self.algorithm in RULES

    def status(self, number: int, at: int) -> Status:
        """Return the state of the node after `at` steps."""
        node = self.nodes[number]
        if node.made > at:
            return Status.UNMADE
        if node.dropped is not None and node.dropped <= at:
            if node.twin is None:
                return Status.CUT
            return Status.DUPLICATE if node.dropped == node.made else Status.REPLACED
        if node.taken is None or node.taken > at:
            return Status.FRONTIER
        last = node.taken == len(self.steps) and self.path is not None
        return Status.GOAL if last else Status.EXPANDED

    def frontier(self, at: int) -> tuple[Node, ...]:
        """Return the open nodes after `at` steps, in the order in which they would be taken now.

        For a depth-first search: its current path, the deepest node first.
        """
        if not self.has_frontier:
            line = self.line(self.steps[at - 1]) if at else ()
            return line[::-1]
        open_now = [node for node in self.nodes if self.status(node.number, at) is Status.FRONTIER]
        return tuple(sorted(open_now, key=self.order))

    def order(self, node: Node) -> tuple[float, int, int]:
        """Return the sort key in the frontier: smallest f, then largest g if boards reopen, then oldest."""
        reopens = RULES[self.algorithm].reopens
        return node.f, -node.g if reopens else 0, node.number

    def made(self, at: int) -> tuple[Node, ...]:
        """Return the nodes generated in that step."""
        return tuple(node for node in self.nodes if node.made == at)

    def line(self, number: int) -> tuple[Node, ...]:
        """Return the nodes from the start to this one."""
        found = [self.nodes[number]]
        while found[-1].parent is not None:
            found.append(self.nodes[found[-1].parent])
        return tuple(found[::-1])

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for `from_dict`, with nodes as lists in the order of the fields of `Node`."""
        data = {name: getattr(self, name) for name in self.__dataclass_fields__}
        data["nodes"] = [[getattr(node, name) for name in Node.__dataclass_fields__] for node in self.nodes]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Trace:
        """Make a trace from the data that `to_dict` returns."""
        lists = {name: tuple(data[name]) for name in ("steps", "bounds", "answer")}
        return cls(**{**data, **lists, "nodes": tuple(Node(*row) for row in data["nodes"])})

    def to_text(self) -> str:
        """Describe the steps, a line each. O(nodes)."""
        made = Counter(node.made for node in self.nodes)
        left = Counter(node.left for node in self.nodes)
        lines, open_now = [], made[0] - left[0]
        for at, number in enumerate(self.steps, 1):
            node = self.nodes[number]
            what = self.status(number, at).value
            h = "" if node.h is None else f" h {node.h:g}"
            open_now += made[at] - left[at]
            frontier = open_now if self.has_frontier else node.g + 1
            lines.append(
                f"{at:4}  {node.board}  g {node.g}{h} f {node.f:g}  "
                f"{what}, {made[at]} made, frontier {frontier}"
            )
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule of a best-first search: the priority `f(g, h, weight)`, and whether boards are reopened."""

    f: Callable[[float, float, float], float]
    reopens: bool


#: By algorithm; tests compare them with the order in which the real algorithms expand.
RULES = {
    "breadth-first": Rule(lambda g, h, weight: g, reopens=False),
    "uniform-cost": Rule(lambda g, h, weight: g, reopens=False),
    "greedy": Rule(lambda g, h, weight: h, reopens=False),
    "astar": Rule(lambda g, h, weight: g + h, reopens=True),
    "weighted-astar": Rule(lambda g, h, weight: g + weight * h, reopens=True),
}
DEPTH_FIRST = ("depth-first", "iterative-deepening", "idastar")

#: What can be traced, by name.
TRACED = (*RULES, *DEPTH_FIRST)


@explain_options
def trace(
    board: BoardLike, goal: BoardLike = DEFAULT_GOAL, *, most: int = MOST, **options: Unpack[TraceOptions]
) -> Trace:
    """Search, and record every step.

    Parameters
    ----------
    board
        Anything that `Board` takes.
    goal
        The name of a goal, or a board.
    most
        The most states to expand; then the search is stopped.
    algorithm
        One of `npuzzle.lab.TRACED`, as a name or a card; or a function of your own.
    heuristic
        A name, a card, a class, or a function of the board.
    weight
        For weighted A*.
    numbers
        The numbers of the algorithm as a mapping.
    depth
        The most moves of a path, for depth-first searches.
    limits
        The limit on the depth as `Limits` or a mapping.
    engine
        The engine that builds the tables of a heuristic, if it has any.

    Returns
    -------
    Trace
        The nodes in the order in which they were generated, and the steps in which they were expanded.

    Raises
    ------
    InvalidJobError
        If the algorithm cannot be traced, or an option is out of range.
    InvalidBoardError
        If the board or the goal is not a valid board.
    UnknownNameError
        If no goal, algorithm or heuristic has that name.
    UnknownOptionError
        If an option is misspelled; it suggests the nearest one.

    Examples
    --------
    >>> found = trace("2 8 3/1 6 4/7 0 5", "spiral", algorithm="astar", heuristic="misplaced")
    >>> found.path, found.expanded, found.generated
    ('DDRUL', 5, 15)
    """
    found = None
    job = Job.create(board, goal, **options)
    if job.limits != Limits(depth=job.limits.depth):
        raise InvalidJobError("a trace takes only one limit, depth; it ends after `most` expansions")
    for progress in iter_trace(job, most=most):
        found = progress.found
    assert found is not None, "the last progress has the trace"
    return found


def iter_trace(job: Job, *, most: int = MOST) -> Generator[Progress[Trace], bool | None, None]:
    """Trace step by step: yield `done` expansions of at most `total`; the last Progress carries the trace.

    Send True to make the next one the last.
    """
    algorithm = job.resolve().algorithm
    if is_ours(algorithm) and algorithm.name not in TRACED:
        raise InvalidJobError(
            f"expected an algorithm to trace, {', '.join(TRACED)}, or your own function, got {algorithm.name}"
        )
    if type(most) is not int or most < 1:
        raise InvalidJobError(f"expected a whole number of expansions, 1 or more, got {quote(most)}")
    if job.limits.depth is not None and is_ours(algorithm) and algorithm.name in RULES:
        raise InvalidJobError(f"{algorithm.name} is traced without a depth limit")
    return _run_trace(job, algorithm, most)


def _run_trace(
    job: Job, algorithm: AlgorithmCard, most: int
) -> Generator[Progress[Trace], bool | None, None]:
    problem, heuristic, name, stop = Problem(job.board, job.goal), None, None, False
    if algorithm.informed:
        card, is_deepening = job.resolve().heuristic, is_ours(algorithm) and algorithm.name == "idastar"
        if is_deepening and is_auto(job.heuristic):
            card = HEURISTICS["linear-conflict"]  # the automatic choice that can be recorded
        heuristic, name = instantiate(card, job.goal), card.name
        if is_deepening and isinstance(heuristic, PatternDatabases):
            raise InvalidJobError("IDA* with pattern databases runs as a kernel, which cannot be traced")
        for _ in heuristic.iter_prepare(job.engine):
            stop = (yield Progress(0, most)) is True
            if stop:
                break
    watcher = _make_watcher(problem, algorithm, heuristic, job)
    search = watcher.search()
    stepper = Stepper(search)
    now = stepper.advance(1)
    while not (stop or stepper.ended) and now.expanded < most:
        if (yield Progress(now.expanded, most)) is True:
            break
        now = stepper.advance(1)
    search.close()
    while now.path is None and len(watcher.order) > now.expanded:
        watcher.drafts[watcher.order.pop()].taken = None  # it was only about to be expanded
    slides = now.path
    assert not isinstance(slides, str), "searches that can be recorded return slides"
    weight = job.resolve().options.numbers.get("weight")
    yield Progress(
        now.expanded,
        most,
        Trace(
            board=str(job.board),
            goal=str(job.goal),
            algorithm=algorithm.name if is_ours(algorithm) else f"{algorithm.name} (yours)",
            heuristic=name,
            weight=weight,
            nodes=tuple(_make_node(draft, problem) for draft in watcher.drafts),
            steps=tuple(watcher.order),
            bounds=tuple(watcher.bounds),
            path=None if slides is None else problem.letters(slides),
            answer=() if slides is None else tuple(watcher.answer(slides)),
            expanded=now.expanded,
            generated=now.generated,
            complete=stepper.ended,
        ),
    )


def _make_watcher(
    problem: Problem, algorithm: AlgorithmCard, heuristic: Heuristic | None, job: Job
) -> Watcher:
    options = job.resolve().options
    if not is_ours(algorithm):
        return OwnSearch(problem, algorithm, heuristic, options)
    if algorithm.name == "depth-first":
        return DepthFirst(problem, options)
    if algorithm.name in DEPTH_FIRST:
        return Deepening(problem, heuristic, options)
    rule = RULES[algorithm.name]
    return BestFirst(
        problem,
        algorithm.name,
        heuristic,
        options,
        lambda g, h: rule.f(g, h, options.numbers.get("weight", 1.0)),
        reopens=rule.reopens,
    )


def _make_node(draft: Draft, problem: Problem) -> Node:
    """Make a node of a draft: its board as text, and the tile that the last move slid."""
    board = board_of(draft.state, problem.goal)
    return Node(
        number=draft.number,
        parent=draft.parent,
        board=str(board),
        tile=0 if draft.slide is None else board.tiles[draft.slide[1]],
        letter="" if draft.slide is None else letter(problem.shape, draft.slide),
        g=draft.g,
        h=draft.h,
        f=draft.f,
        round=draft.round,
        made=draft.made,
        taken=draft.taken,
        dropped=draft.dropped,
        twin=draft.twin,
    )
