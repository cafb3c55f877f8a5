"""Subtrees of the tree that IDA* searches: make them at its top, and search one after the other.

The subtrees of a bound are numbered in the order in which one search would come to them. So the solution in
the subtree with the least number is the one that an undivided search finds, whatever the order of the work.
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

ROOTS = 600  # fewest subtrees per bound: enough to keep workers busy, few enough to hand out quickly
#: A subtree is divided further if it had more than LARGE states, and more than 1/SHARE of all states of the
#: bound before. A few subtrees have most of the states, and all workers wait for the last one.
SHARE, LARGE = 500, 100_000


class Ended(Enum):
    """The progress of the work on a subtree."""

    NOT_YET = "not yet"
    NO_SOLUTION = "no solution"
    SOLVED = "solved"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Subtree:
    """The states on paths that begin with the blank's moves `ways`: 0, 1, 2, 3 is up, left, right, down.

    `bound`: the bound of the whole search on moves made plus estimate.
    """

    number: int
    ways: Ways
    bound: int


@dataclass(frozen=True, slots=True)
class Report:
    """The work on a subtree since the report before.

    `peak`: states on the longest path so far, from the start. `slides`: the whole path, if it is solved.
    """

    number: int
    ended: Ended
    expanded: int = 0
    generated: int = 0
    peak: int = 0
    slides: tuple[Slide, ...] = ()


class SubtreeSearcher:
    """Search subtrees with a kernel, one after the other, in the order in which they come.

    `allowed`: the most states that may be expanded before `allow` adds some, or None for any number.
    """

    def __init__(self, kernel: PatternSearch, state: State, home: int, allowed: int | None = None) -> None:
        self._kernel, self._state, self._home = kernel, state, home
        self._waiting: deque[Subtree] = deque()
        self._allowed = allowed
        self._has_begun = self._is_at_start = False  # the kernel: in the current subtree; back at the start

    @property
    def current(self) -> Subtree | None:
        """The subtree that is searched now, or next."""
        return self._waiting[0] if self._waiting else None

    @property
    def can_search(self) -> bool:
        """Whether there is a subtree whose states may be expanded."""
        return bool(self._waiting) and self._allowed != 0

    def release(self) -> None:
        """Leave the kernel to the next searches."""
        self._kernel.release()

    def add(self, subtree: Subtree) -> None:
        """Add a subtree to those that wait."""
        self._waiting.append(subtree)

    def allow(self, states: int) -> None:
        """Allow `states` more. A number below 0 takes some back."""
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
        """Let the kernel begin at the root of a subtree."""
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


# The worker that searches them

FIRST_PACE, QUICKEN = 1_000, 4  # states in the first slice: the next slice has at most QUICKEN times as many


class Pace:
    """Find out how many `states` to expand at once so that it takes about `seconds`."""

    def __init__(self, seconds: float) -> None:
        self.states, self._seconds = FIRST_PACE, seconds

    def note(self, expanded: int, spent: float) -> None:
        """Note how long the states have taken."""
        if expanded >= self.states:
            paced = int(self.states * self._seconds / max(spent, 1e-6))
            self.states = max(1, min(paced, QUICKEN * self.states))


class SubtreeWorker:
    """Search the subtrees that come by message, in a process or in a worker of the page. Made by `iter_open`.

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
        """Find the databases of a request, and yield the share done, from 0 to 1.

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
        """Whether `work` would do something."""
        return self._searcher.can_search

    def receive(self, message: Mapping[str, Any]) -> list[Message]:
        """Act on a message, and return the messages to send in reply."""
        if message["do"] == "drop":
            return [write_report(report) for report in self._searcher.drop_above(message["above"])]
        if message["do"] == "allow":
            self._searcher.allow(message["states"])
        else:
            subtree = Subtree(message["number"], tuple(message["ways"]), message["bound"])
            self._searcher.add(subtree)
        return []

    def release(self) -> None:
        """Leave the kernel with its databases to the next searches. No call may follow."""
        self._searcher.release()

    def work(self, most: int) -> Message:
        """Expand up to `most` states, and return the report."""
        return write_report(self._searcher.search(most))


# The top of the tree, which is divided into subtrees


class _Node(NamedTuple):
    """A state at the top of the tree, the moves that lead to it, and the automaton's state."""

    state: State
    blank: int
    ways: Ways
    history: int


class TreeTop:
    """The top of the tree: the part above the subtrees. It remembers the estimates of its states."""

    def __init__(self, kernel: PatternSearch, state: State, home: int) -> None:
        self._kernel, self._home = kernel, home
        self._steps, self._edges = blank_steps(kernel.tables.shape), open_ways(kernel.tables.shape)
        self._start = _Node(tuple(state), tuple(state).index(home), (), 0)
        self._estimates: dict[Ways, int] = {}

    def divide(self, bound: int, stats: Stats, refuted: Refuted) -> Generator[Stats, None, list[Subtree]]:
        """Expand the top breadth-first until ROOTS states are open, and further where subtrees were large.

        Subtrees already refuted for this bound are left out. It counts as the kernel does. The goal is not
        among the roots.
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
        """Return the children that are within the bound and not done. Count as the kernel does."""
        children = list(self._children(node))
        stats.expanded += 1
        stats.generated += len(children)
        far = 1 + len(node.ways)
        return [
            child for child in children if child.ways not in done and far + self._estimate(child) <= bound
        ]

    def _children(self, node: _Node) -> Generator[_Node, None, None]:
        """Yield the states after one more move, in the order of the kernel."""
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
    """The sizes of subtrees in the last bound, in states. Up to `most` states, a subtree is not divided."""

    def __init__(self, sizes: Mapping[Ways, int]) -> None:
        self._roots = sizes
        self._known: Counter[Ways] = Counter()
        for ways, size in sizes.items():
            for depth in range(len(ways) + 1):
                self._known[ways[:depth]] += size
        self.most = max(self._known[()] / SHARE, LARGE)

    def look_up(self, ways: Ways) -> float:
        """Return the size of the subtree below a state of the top, or 0 if it had none."""
        return self._known[ways]

    def divide(self, ways: Ways, size: float, below: list[Ways]) -> list[float]:
        """Return the sizes of the subtrees below its children, equal ones where they are not known."""
        if self._known[ways] and ways not in self._roots:
            return [self._known[child] for child in below]
        return [size / len(below) for _ in below]


def _prefixes(done: Collection[Ways]) -> set[Ways]:
    """Return the roots of all subtrees that have one of these in them."""
    return {ways[:depth] for ways in done for depth in range(len(ways))}
