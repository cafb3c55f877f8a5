"""Divide the tree that IDA* searches into subtrees, and search one subtree after the other.

The subtrees of a bound are numbered in the order in which an undivided search would reach them. So the
solution in the subtree with the least number is the one that an undivided search finds, in whatever order the
subtrees are searched.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Generator, Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, NamedTuple

from npuzzle.errors import KernelMemoryError
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.kernels import pattern_ida
from npuzzle.kernels.board_layout import blank_steps, open_ways
from npuzzle.pattern_databases.table import format_partition
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import Message, Refuted, Stats, Ways
from npuzzle.search.pattern_search import PatternSearch, iter_kernel

ROOTS = 600  # subtrees per bound, at least: enough to keep workers busy, few enough to hand out quickly
#: A subtree is divided further if, in the bound before, it had more than LARGE states and more than 1/SHARE
#: of all states. A few subtrees have most of the states, and undivided they would make all workers wait.
SHARE, LARGE = 500, 100_000


class Ended(Enum):
    """Whether the search of a subtree has ended, and how."""

    NOT_YET = "not yet"
    NO_SOLUTION = "no solution"
    SOLVED = "solved"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Subtree:
    """The states on all paths that begin with the blank's moves `ways`: 0 up, 1 left, 2 right, 3 down.

    `bound`: the bound of the whole search, on the sum of moves made and estimate.
    """

    number: int
    ways: Ways
    bound: int


@dataclass(frozen=True, slots=True)
class Report:
    """The work on a subtree since the previous report.

    `peak`: how many states the longest path so far has, from the start. `slides`: the whole path, if the
    subtree has a solution.
    """

    number: int
    ended: Ended
    expanded: int = 0
    generated: int = 0
    peak: int = 0
    slides: tuple[Slide, ...] = ()


class SubtreeSearcher:
    """A searcher with a kernel: it searches subtrees one after the other, in the order they were added.

    `allowed`: the most states that may be expanded before `allow` permits more (None: any number).
    """

    def __init__(self, kernel: PatternSearch, state: State, home: int, allowed: int | None = None) -> None:
        self._kernel, self._state, self._home = kernel, state, home
        self._waiting: deque[Subtree] = deque()
        self._allowed = allowed
        self._has_begun = self._is_at_start = False  # whether the kernel has begun `current`; is at the start

    @property
    def current(self) -> Subtree | None:
        """The subtree that is being searched, or is next."""
        return self._waiting[0] if self._waiting else None

    @property
    def can_search(self) -> bool:
        """Whether there is a subtree to search, and states may be expanded."""
        return bool(self._waiting) and self._allowed != 0

    def release(self) -> None:
        """Leave the kernel to later searches."""
        self._kernel.release()

    def add(self, subtree: Subtree) -> None:
        """Add a subtree to the queue."""
        self._waiting.append(subtree)

    def allow(self, states: int) -> None:
        """Allow this many more states to be expanded. A negative number takes some back."""
        self._allowed = (self._allowed or 0) + states

    def drop_above(self, number: int) -> list[Report]:
        """Drop all subtrees with greater numbers, and return a report for each."""
        dropped = [held for held in self._waiting if held.number > number]
        if self.current in dropped:
            self._has_begun = False
        self._waiting = deque(held for held in self._waiting if held.number <= number)
        return [Report(held.number, Ended.DROPPED) for held in dropped]

    def search(self, most: int) -> Report:
        """Expand up to `most` states of the current subtree. Call it only if `can_search`."""
        subtree, stats = self._waiting[0], Stats()
        if not self._has_begun:
            self._begin(subtree)
        stats.report_at = most if self._allowed is None else min(most, self._allowed)
        outcome = self._kernel.search(stats)
        if self._allowed is not None:
            self._allowed -= stats.expanded
        ended, slides = Ended.NOT_YET, tuple[Slide, ...]()
        if outcome == pattern_ida.SOLVED:
            ended, slides = Ended.SOLVED, tuple(self._kernel.solution())
        elif outcome == pattern_ida.NOTHING:
            ended = Ended.NO_SOLUTION
        report = Report(
            subtree.number,
            ended,
            stats.expanded,
            stats.generated,
            stats.peak_frontier,
            slides,
        )
        if ended is not Ended.NOT_YET:
            self._waiting.popleft()
            self._has_begun, self._is_at_start = False, ended is Ended.NO_SOLUTION
        return report

    def _begin(self, subtree: Subtree) -> None:
        """Begin to search at the root of a subtree with the kernel."""
        if self._is_at_start:
            self._kernel.begin_again(subtree.bound)
        else:
            self._kernel.begin(self._state, self._home, subtree.bound)
        self._kernel.enter(subtree.ways)
        self._has_begun, self._is_at_start = True, False


def write_report(report: Report) -> Message:
    """Turn a report into a message."""
    return {"do": "report", **asdict(report), "ended": report.ended.value}


def read_report(message: Mapping[str, Any]) -> Report:
    slides = tuple((src, dst) for src, dst in message["slides"])
    fields = {name: message[name] for name in ("number", "expanded", "generated", "peak")}
    return Report(ended=Ended(message["ended"]), slides=slides, **fields)


# The worker that searches subtrees

FIRST_PACE, QUICKEN = 1_000, 4  # states in the first slice; the next has at most QUICKEN times as many


class Pace:
    """The number of `states` to expand at once so that this takes about `seconds`, as measured so far."""

    def __init__(self, seconds: float) -> None:
        self.states, self._seconds = FIRST_PACE, seconds

    def note(self, expanded: int, spent: float) -> None:
        """Note that `expanded` states took `spent` seconds."""
        if expanded >= self.states:
            paced = int(self.states * self._seconds / max(spent, 1e-6))
            self.states = max(1, min(paced, QUICKEN * self.states))


class SubtreeWorker:
    """A worker that searches the subtrees it is sent, in a process or on the page. `iter_open` makes it.

    Messages, plain data both ways:

        open {board, goal, engine, tables, is_limited}   find the same pattern databases  -> ready
        search {number, ways, bound}                     search a subtree                 -> reports
        allow {states}                                   expand more, if it is limited
        drop {above}                                     drop subtrees above a number     -> a report for each
    """

    def __init__(self, searcher: SubtreeSearcher) -> None:
        self._searcher = searcher

    @classmethod
    def iter_open(cls, request: Mapping[str, Any]) -> Generator[float, None, SubtreeWorker]:
        """Find the databases for a request, then return a worker. Yield the share done, from 0 to 1.

        Raises KernelMemoryError if there is no memory for the databases of the request.
        """
        problem = Problem(Board.parse(request["board"]), Board.parse(request["goal"]))
        heuristic = PatternDatabases(problem.goal)
        kernel = yield from iter_kernel(heuristic, request["engine"])
        if format_partition(kernel.tables.partition) != request["tables"]:
            raise KernelMemoryError("its pattern databases differ from those of the first worker")
        symmetry = heuristic.symmetry
        state, home = symmetry.of_state(problem.initial), symmetry.image[problem.home]
        return cls(SubtreeSearcher(kernel, state, home, 0 if request["is_limited"] else None))

    @property
    def has_work(self) -> bool:
        """Whether there is work for `work` to do."""
        return self._searcher.can_search

    def receive(self, message: Mapping[str, Any]) -> list[Message]:
        """Act on a message. Return the messages to send in reply."""
        if message["do"] == "drop":
            return [write_report(report) for report in self._searcher.drop_above(message["above"])]
        if message["do"] == "allow":
            self._searcher.allow(message["states"])
        else:
            subtree = Subtree(message["number"], tuple(message["ways"]), message["bound"])
            self._searcher.add(subtree)
        return []

    def release(self) -> None:
        """Leave the kernel with its databases to later searches. Call no method after this one."""
        self._searcher.release()

    def work(self, most: int) -> Message:
        """Expand up to `most` states, and return the report as a message."""
        return write_report(self._searcher.search(most))


# The top of the tree, which is divided into subtrees


class _Node(NamedTuple):
    """A state at the top of the tree, with the moves that lead there and the state of the automaton."""

    state: State
    blank: int
    ways: Ways
    history: int


class TreeTop:
    """The top of the tree: the part above the subtrees. It caches the estimates of its states."""

    def __init__(self, kernel: PatternSearch, state: State, home: int) -> None:
        self._kernel, self._home = kernel, home
        self._steps, self._edges = blank_steps(kernel.tables.shape), open_ways(kernel.tables.shape)
        self._start = _Node(tuple(state), tuple(state).index(home), (), 0)
        self._estimates: dict[Ways, int] = {}

    def divide(self, bound: int, stats: Stats, refuted: Refuted) -> Generator[Stats, None, list[Subtree]]:
        """Expand the top breadth-first until ROOTS states are open, and further where subtrees were large.

        Leave out subtrees that are already refuted for this bound. Count states as the kernel does. The goal
        is never a root.
        """
        done = refuted.done
        level, depth = [] if () in done else [self._start], 0
        while level and depth < bound - 1 and len(level) < ROOTS:
            below: list[_Node] = []
            for node in level:
                below += self._expand(node, bound, stats, done)
                yield stats
            level, depth = below, depth + 1
        sizes_of, has_done = _Sizes(refuted.sizes), _prefixes(done)
        roots, waiting = list[_Node](), [(node, sizes_of.look_up(node.ways)) for node in reversed(level)]
        while waiting:
            node, size = waiting.pop()
            if len(node.ways) < bound - 1 and (size > sizes_of.most or node.ways in has_done):
                children = self._expand(node, bound, stats, done)
                parts = sizes_of.divide(node.ways, size, [child.ways for child in children])
                waiting += zip(reversed(children), reversed(parts))
                yield stats
            else:
                roots.append(node)
        return [Subtree(number, node.ways, bound) for number, node in enumerate(roots)]

    def _expand(self, node: _Node, bound: int, stats: Stats, done: Collection[Ways]) -> list[_Node]:
        """Return the children within the bound and not in `done`. Count states as the kernel does."""
        children = list(self._children(node))
        stats.expanded += 1
        stats.generated += len(children)
        far = 1 + len(node.ways)
        return [
            child for child in children if child.ways not in done and far + self._estimate(child) <= bound
        ]

    def _children(self, node: _Node) -> Generator[_Node, None, None]:
        """Yield the states after one more move, in the kernel's order of moves."""
        automaton = self._kernel.automaton
        open_here = self._edges[node.blank] & automaton.ways[node.history]
        for way, step in enumerate(self._steps):
            if open_here >> way & 1:
                state, src = list(node.state), node.blank + step
                state[node.blank], state[src] = state[src], self._home
                history = automaton.follows[4 * node.history + way]
                yield _Node(tuple(state), src, (*node.ways, way), history)

    def _estimate(self, node: _Node) -> int:
        if node.ways not in self._estimates:
            self._estimates[node.ways] = self._kernel.least(node.state, self._home)
        return self._estimates[node.ways]


class _Sizes:
    """How many states subtrees had in the last bound. A subtree of up to `most` states is not divided."""

    def __init__(self, sizes: Mapping[Ways, int]) -> None:
        self._roots = sizes
        self._known: Counter[Ways] = Counter()
        for ways, size in sizes.items():
            for depth in range(len(ways) + 1):
                self._known[ways[:depth]] += size
        self.most = max(self._known[()] / SHARE, LARGE)

    def look_up(self, ways: Ways) -> float:
        """Return the size of the subtree below a state of the top, or 0 if no size is known."""
        return self._known[ways]

    def divide(self, ways: Ways, size: float, below: list[Ways]) -> list[float]:
        """Return the sizes of the subtrees below the children. If sizes are unknown, assume equal parts."""
        if self._known[ways] and ways not in self._roots:
            return [self._known[child] for child in below]
        return [size / len(below) for _ in below]


def _prefixes(done: Collection[Ways]) -> set[Ways]:
    """Return the roots of all subtrees that contain one of these subtrees."""
    return {ways[:depth] for ways in done for depth in range(len(ways))}
