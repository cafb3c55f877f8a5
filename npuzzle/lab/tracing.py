"""`trace`: record a search step by step. `record_expansions`: record only the expansions, in little memory.

No search is written again for this: the search itself runs, and reports its steps to a watcher (see
`npuzzle.lab.recorder`). A `Trace` has every node that was generated, and the step in which it was expanded or
dropped. So the page can show any moment of a search, forwards and backwards, without running it again. The
cost is memory: a trace is for hundreds of expansions. `record_expansions` stores only a number for each
expansion.

The frontier of a moment is not stored. It follows from the nodes: a node is open from step `made` to step
`taken` or `dropped`, and `Trace.order` sorts the open nodes as the search does. Each best-first search has
one rule for this order, in RULES. The tests compare the rules with the real order of the searches.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Unpack

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import HEURISTICS, Heuristic
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.heuristics.own import instantiate, iter_prepare
from npuzzle.heuristics.simple import Zero
from npuzzle.lab.recorder import Node, OwnSearch, Recorder
from npuzzle.lab.space import count_states, rank
from npuzzle.numbers import require_whole
from npuzzle.progress import Progress, Work, forward, run_to_end
from npuzzle.puzzle.board import BoardLike
from npuzzle.puzzle.problem import Problem, order_moves
from npuzzle.registry import is_auto
from npuzzle.search import AlgorithmCard, SearchOptions
from npuzzle.search.base import Search, Snapshot, Stepper, Watch, is_ours, letters_of
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Limits
from npuzzle.solving.options import TraceOptions, read_options

MOST = 400  # expansions of a trace by default
MOST_LISTED = 400_000  # expansions to list by default: more than any search of the 3x3 that stores its states
EXPANSIONS_PER_STEP = 200  # expansions between reports, so that a caller can draw or cancel
KERNEL = "IDA* with pattern databases runs as a kernel, which cannot be"

#: The best-first searches, each with its priority. Tests compare them with the order of the real algorithms.
RULES: dict[str, Callable[[float, float, float], float]] = {
    "breadth-first": lambda g, h, weight: g,
    "uniform-cost": lambda g, h, weight: g,
    "greedy": lambda g, h, weight: h,
    "astar": lambda g, h, weight: g + h,
    "weighted-astar": lambda g, h, weight: g + weight * h,
}
REOPENING = ("astar", "weighted-astar")  # a shorter path to a known board replaces the longer one
DEPTH_FIRST = ("depth-first", "iterative-deepening", "idastar")
BIDIRECTIONAL = "bidirectional"  # grows two trees, which meet
RBFS = "rbfs"  # forgets branches
BEAM = "beam"  # keeps the best of each level
YOURS = " (yours)"  # after the name of a user's function
SLIDES = "DRLU"  # the order in which successors are generated

#: The algorithms that can be traced, by name.
TRACED = (*RULES, *DEPTH_FIRST, BIDIRECTIONAL, RBFS, BEAM)

#: Why the other algorithms have no tree, by name.
WITHOUT_TREE = {
    "constructive": "it places one tile after the other by fixed moves and never chooses between boards",
    "anytime": "it finds a path with compiled kernels and shortens it piece by piece",
}
UNKNOWN = "nothing records its tree yet"


class Status(Enum):
    """The state of a node at some step of a trace."""

    UNMADE = "not generated yet"
    FRONTIER = "on the frontier"
    EXPANDED = "expanded"
    GOAL = "the goal"
    DUPLICATE = "met before"  # an equally short path was known when it was generated
    REPLACED = "replaced"  # a shorter path was found later
    CUT = "cut off"  # beyond the bound, the depth limit, or the width of a beam
    FORGOTTEN = "forgotten"  # RBFS has left its branch


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A search, step by step: in step k, from 1, the node `steps[k - 1]` is expanded or is the goal.

    Each round of a deepening search has its own tree. `bounds` holds the bound on f of each round. `path`:
    the moves found, in tile letters. `answer`: the nodes along the path. `complete`: whether the search ended
    by itself, not at the limit on expansions. `weight` is for weighted A*, `width` for a beam.
    """

    board: str
    goal: str
    algorithm: str
    heuristic: str | None
    weight: float | None
    width: float | None
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
        """Whether the search chooses among all open nodes. Depth-first searches keep only a path."""
        return self.has_rule or self.has_two_trees

    @property
    def has_rule(self) -> bool:
        """Whether a rule determines from the open nodes alone which of them is taken next."""
        return self.algorithm in (*RULES, RBFS, BEAM)

    @property
    def is_own(self) -> bool:
        """Whether the algorithm is a user's function."""
        return self.algorithm.endswith(YOURS)

    @property
    def prefers_depth(self) -> bool:
        """Whether, among nodes of equal priority, the one with the largest g is first."""
        return self.algorithm in (RBFS, *REOPENING)

    @property
    def has_two_trees(self) -> bool:
        """Whether a second tree grows from the goal. The last step of a path is the node where they meet."""
        return self.algorithm == BIDIRECTIONAL

    def status(self, number: int, at: int) -> Status:
        """Return the state of the node after `at` steps."""
        node = self.nodes[number]
        if node.made > at:
            return Status.UNMADE
        if node.dropped is not None and node.dropped <= at:
            if self.algorithm == RBFS:
                return Status.FORGOTTEN
            if node.twin is None:
                return Status.CUT
            return Status.DUPLICATE if node.dropped == node.made else Status.REPLACED
        if node.taken is None or node.taken > at:
            return Status.FRONTIER
        last = node.taken == len(self.steps) and self.path is not None
        return Status.GOAL if last else Status.EXPANDED

    def frontier(self, at: int) -> tuple[Node, ...]:
        """Return the open nodes after `at` steps, in the order in which the search would take them.

        If `has_frontier` is False, return the nodes of the search's current path, the deepest first.
        """
        if not self.has_frontier:
            line = self.line(self.steps[at - 1]) if at else ()
            return line[::-1]
        open_now = [node for node in self.nodes if self.status(node.number, at) is Status.FRONTIER]
        if self.has_two_trees:
            never = len(self.steps) + 1
            return tuple(sorted(open_now, key=lambda node: (node.taken or never, node.number)))
        return tuple(sorted(open_now, key=self.order))

    def order(self, node: Node) -> tuple[float, ...]:
        """Return the key by which the node is sorted in the frontier.

        The smallest f comes first, then the largest g if `prefers_depth`, then the oldest node. RBFS makes
        new nodes for states to which it returns, so the order of its slides decides instead of the age. In a
        beam search the goal comes first, then the nodes level by level.
        """
        if self.algorithm == BEAM:
            return node.board != self.goal, node.g, node.f, node.number
        age = SLIDES.find(node.letter) if self.algorithm == RBFS else node.number
        return node.f, -node.g if self.prefers_depth else 0, age

    def generated_in(self, step: int) -> tuple[Node, ...]:
        """Return the nodes generated in that step."""
        return tuple(node for node in self.nodes if node.made == step)

    def line(self, number: int) -> tuple[Node, ...]:
        """Return the nodes from the start to this one."""
        found = [self.nodes[number]]
        while found[-1].parent is not None:
            found.append(self.nodes[found[-1].parent])
        return tuple(found[::-1])

    def is_from_goal(self, number: int) -> bool:
        """Return whether the node is in the tree that grows from the goal."""
        return self.has_two_trees and self.line(number)[0].number != 0

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
        """Describe the steps, one per line. O(nodes)."""
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
                f"{what}, {made[at]} generated, frontier {frontier}"
            )
        return "\n".join(lines)


def trace(
    board: BoardLike, goal: BoardLike | None = None, *, most: int = MOST, **options: Unpack[TraceOptions]
) -> Trace:
    """Search, and record every step.

    Parameters
    ----------
    board
        Anything that `Board` takes.
    goal
        The name of a goal, or a board. By default the goal in the board's text, or else "blank-last".
    most
        The most states to expand before the search is stopped.
    algorithm
        One of `npuzzle.lab.TRACED`, as a name or a card, or your own function.
    heuristic
        A name, a card, a class, or a function of the board.
    weight
        For weighted A*.
    width
        For beam search.
    numbers
        The numbers of the algorithm, such as the weight, as a mapping.
    depth
        The most moves of a path, for depth-first searches.
    limits
        The limit on the depth, in a `Limits` or a mapping.
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
        If an option is misspelled. The message suggests the nearest one.

    Examples
    --------
    >>> found = trace("2 8 3/1 6 4/7 0 5", "spiral", algorithm="astar", heuristic="misplaced")
    >>> found.path, found.expanded, found.generated
    ('DDRUL', 5, 15)
    """
    given = read_options("trace", TraceOptions, options, "board", "goal", "most")
    job = Job.create(board, goal, **given)
    if job.limits != Limits(depth=job.limits.depth):
        raise InvalidJobError("a trace takes only one limit, depth; it ends after `most` expansions")
    return run_to_end(iter_trace(job, most=most))


def iter_trace(job: Job, *, most: int = MOST) -> Work[Trace]:
    """Trace step by step. Send True to get the trace so far."""
    algorithm = job.resolve().algorithm
    if is_ours(algorithm) and algorithm.name not in TRACED:
        raise InvalidJobError(
            f"{algorithm.name} has no search tree: {WITHOUT_TREE.get(algorithm.name, UNKNOWN)}; expected "
            f"{', '.join(TRACED)}, or your own function"
        )
    most = require_whole(most, "expected a whole number of expansions, 1 or more", 1)
    if job.limits.depth is not None and is_ours(algorithm) and algorithm.name not in DEPTH_FIRST:
        raise InvalidJobError(f"{algorithm.name} is traced without a depth limit")
    return _run_trace(job, algorithm, most)


def _run_trace(job: Job, algorithm: AlgorithmCard, most: int) -> Work[Trace]:
    options = job.resolve().options
    problem = order_moves(Problem(job.board, job.goal), options.order)
    heuristic: Heuristic = Zero(job.goal)
    ours, name, stop = is_ours(algorithm), None, False
    if algorithm.informed:
        card, is_deepening = job.resolve().heuristic, ours and algorithm.name == "idastar"
        if is_deepening and is_auto(job.heuristic):
            card = HEURISTICS["linear-conflict"]  # pattern databases run as a kernel, which reports no steps
        heuristic, name = instantiate(card, job.goal), card.name
        if is_deepening and isinstance(heuristic, PatternDatabases):
            raise InvalidJobError(f"{KERNEL} traced")
        for _ in heuristic.iter_prepare(job.engine):
            stop = (yield Progress(0, most)) is True
            if stop:
                break
    recorder: Recorder | OwnSearch
    if ours:
        recorder = Recorder(problem, _rank_by(algorithm, options), informed=algorithm.informed)
        search = algorithm.search(problem, heuristic, replace(options, watch=recorder))
    else:
        recorder = OwnSearch(problem)
        search = recorder.search(algorithm, heuristic, options)
    now, path, is_over = yield from _run(search, problem, 0 if stop else most, 1)
    numbers = options.numbers if ours else {}
    return Trace(
        board=str(job.board),
        goal=str(job.goal),
        algorithm=algorithm.name if ours else f"{algorithm.name}{YOURS}",
        heuristic=name,
        weight=numbers.get("weight"),
        width=numbers.get("width"),
        nodes=tuple(recorder.nodes),
        steps=tuple(recorder.steps),
        bounds=tuple(recorder.bounds),
        path=path,
        answer=() if path is None else tuple(recorder.answer()),
        expanded=now.expanded,
        generated=now.generated,
        complete=is_over,
    )


def _rank_by(algorithm: AlgorithmCard, options: SearchOptions) -> Callable[[float, float], float]:
    """Return the rule for an algorithm's priority, a function of g and h: by default g + h, in a beam h."""
    rule = RULES["greedy"] if algorithm.name == BEAM else RULES.get(algorithm.name, RULES["astar"])
    weight = options.numbers.get("weight", 1.0)
    return lambda g, h: rule(g, h, weight)


def _run(search: Search, problem: Problem, most: int, pace: int) -> Work[tuple[Snapshot, str | None, bool]]:
    """Run a search for at most `most` expansions. Send True to stop it.

    Return its counts, its path in tile letters, and whether it ended without being stopped.
    """
    stepper = Stepper(search)
    now = stepper.advance(1)
    while not stepper.ended and now.expanded < most:
        if (yield Progress(now.expanded, most)) is True:
            break
        now = stepper.advance(min(pace, most - now.expanded))
    search.close()
    return now, None if now.path is None else letters_of(problem, now.path), stepper.ended


@dataclass(frozen=True, slots=True)
class Expansions:
    """The states that a search expanded, in order, as ranks: see `npuzzle.lab.space.rank`.

    A state that is expanded again is listed again. `path`: the moves found, in tile letters, or None.
    `complete`: whether the search ended before the limit on expansions was reached.
    """

    ranks: array[int] = field(default_factory=lambda: array("I"))
    path: str | None = None
    complete: bool = False


def record_expansions(
    board: BoardLike,
    goal: BoardLike | None = None,
    *,
    most: int = MOST_LISTED,
    **options: Unpack[TraceOptions],
) -> Expansions:
    """Search, and list the states that are expanded, for shapes of up to 9 cells.

    The arguments and the errors are the same as for `trace`. The algorithm is one of `npuzzle.lab.TRACED`.

    >>> found = record_expansions("1 2 3/4 5 0/7 8 6", "blank-last", algorithm="astar", heuristic="manhattan")
    >>> list(found.ranks), found.path, found.complete
    ([21], 'U', True)
    """
    given = read_options("record_expansions", TraceOptions, options, "board", "goal", "most")
    return run_to_end(iter_record_expansions(Job.create(board, goal, **given), most=most))


def iter_record_expansions(
    job: Job, *, most: int = MOST_LISTED, ranks: array[int] | None = None
) -> Work[Expansions]:
    """Search step by step. `ranks`: the list to extend, so that the caller can read it during the search."""
    count_states(job.board.shape)
    most = _require_recordable(job, "expansions can be listed", most)
    return _record_ranks(job, most, array("I") if ranks is None else ranks)


def iter_record_depths(
    job: Job, *, most: int = MOST_LISTED, states: bytearray | None = None
) -> Work[array[int]]:
    """Search step by step, and list the depths of the states that are expanded.

    A state that is expanded again is listed again. The backward part of a bidirectional search counts from
    the goal. The states are appended to `states`, one byte per cell, so boards can have up to 256 cells.
    Raises InvalidJobError if the search cannot be recorded.
    """
    return _record_depths(job, _require_recordable(job, "depths can be recorded", most), states)


def _require_recordable(job: Job, what: str, most: int) -> int:
    """Return `most` as an int. Raises InvalidJobError if the job's search cannot be recorded."""
    plan = job.resolve()
    if not is_ours(plan.algorithm) or plan.algorithm.name not in TRACED:
        known = ", ".join(TRACED)
        raise InvalidJobError(f"expected an algorithm whose {what}, {known}, got {plan.algorithm.name}")
    is_deepening = plan.algorithm.name == "idastar"
    if is_deepening and isinstance(instantiate(plan.heuristic, job.goal), PatternDatabases):
        raise InvalidJobError(f"{KERNEL} recorded")
    return require_whole(most, "expected a whole number of expansions, 1 or more", 1)


def _record_ranks(job: Job, most: int, ranks: array[int]) -> Work[Expansions]:
    path, is_over = yield from _record(job, most, lambda g, state: ranks.append(rank(state)))
    return Expansions(ranks, path, is_over)


def _record_depths(job: Job, most: int, states: bytearray | None) -> Work[array[int]]:
    depths = array("I")

    def record(g: int, state: Any) -> None:
        depths.append(g)
        if states is not None:
            states.extend(state)

    yield from _record(job, most, record)
    return depths


def _record(job: Job, most: int, record: Callable[[int, Any], None]) -> Work[tuple[str | None, bool]]:
    """Run a search, and call `record(g, state)` for each state that it expands. Return how it ended."""
    plan = job.resolve()
    problem = order_moves(Problem(job.board, job.goal), plan.options.order)
    heuristic: Heuristic = Zero(job.goal)
    if plan.algorithm.informed:
        heuristic = instantiate(plan.heuristic, job.goal)
        preparing = iter_prepare(heuristic, plan.heuristic.name, job.engine)
        yield from forward(preparing, lambda share: Progress(0, most))
    search = plan.algorithm.search(problem, heuristic, replace(plan.options, watch=_Expanded(record)))
    now, path, is_over = yield from _run(search, problem, most, EXPANSIONS_PER_STEP)
    yield Progress(now.expanded, most)
    return path, is_over


class _Expanded(Watch):
    """A watcher that passes on each expansion, and nothing else."""

    def __init__(self, record: Callable[[int, Any], None]) -> None:
        self._record = record

    def note_expansion(self, g: int, state: Any) -> None:
        self._record(g, state)
