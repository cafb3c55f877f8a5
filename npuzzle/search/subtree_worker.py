"""`SubtreeWorker`: a helper of a split search. It lives in a process, or in a worker of the page.

Messages, plain data both ways:

    open {board, goal, engine, tables, is_limited}   find the same pattern databases    -> ready
    search {number, ways, bound}                     search a subtree                   -> reports
    allow {states}                                   expand so many more, if it is limited
    drop {above}                                     drop the subtrees above a number   -> a report for each
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from npuzzle.errors import KernelMemoryError
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.pattern_databases.table import format_partition
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import Message
from npuzzle.search.pattern_ida import iter_kernel
from npuzzle.search.split_search import write_report
from npuzzle.search.subtrees import Subtree, SubtreeSearcher

FIRST_PACE, QUICKEN = 1_000, 4  # states in the first slice; at most so many times as many in the next


class Pace:
    """Find out how many `states` to expand at once so that it takes about `seconds`."""

    def __init__(self, seconds: float) -> None:
        self.states, self._seconds = FIRST_PACE, seconds

    def note(self, expanded: int, spent: float) -> None:
        """Note how long so many states have taken."""
        if expanded >= self.states:
            paced = int(self.states * self._seconds / max(spent, 1e-6))
            self.states = max(1, min(paced, QUICKEN * self.states))


class SubtreeWorker:
    """Search the subtrees that come by message. It is made by `iter_open`."""

    def __init__(self, searcher: SubtreeSearcher) -> None:
        self._searcher = searcher

    @classmethod
    def iter_open(cls, request: Mapping[str, Any]) -> Generator[float, None, SubtreeWorker]:
        """Find the databases of a request; yield how much is done, 0 to 1.

        Raises KernelMemoryError if there is no memory for the same databases as those of the request.
        """
        problem = Problem(Board.parse(request["board"]), Board.parse(request["goal"]))
        heuristic = PatternDatabases(problem.goal)
        kernel = yield from iter_kernel(heuristic, request["engine"])
        if format_partition(kernel.tables.partition) != request["tables"]:
            raise KernelMemoryError("its pattern databases are others than those of the first worker")
        symmetry = heuristic.symmetry
        state, home = symmetry.of_state(problem.initial), symmetry.image[problem.home]
        return cls(SubtreeSearcher(kernel, state, home, 0 if request["is_limited"] else None))

    @property
    def has_work(self) -> bool:
        """Whether `work` would do something."""
        return self._searcher.can_search

    def hear(self, message: Mapping[str, Any]) -> list[Message]:
        """Take in a message; return what is to be sent at once."""
        if message["do"] == "drop":
            return [write_report(report) for report in self._searcher.drop_above(message["above"])]
        if message["do"] == "allow":
            self._searcher.allow(message["states"])
        else:
            subtree = Subtree(message["number"], tuple(message["ways"]), message["bound"])
            self._searcher.give(subtree)
        return []

    def rest(self) -> None:
        """Keep the kernel with its databases for the next search; nothing comes after this."""
        self._searcher.rest()

    def work(self, most: int) -> Message:
        """Expand up to `most` states; return the report."""
        return write_report(self._searcher.search(most))
