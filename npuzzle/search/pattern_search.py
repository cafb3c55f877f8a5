"""`PatternSearch`: the kernel `pattern_ida` and, in its memory, the pattern databases for one shape and home.

Writing the databases into that memory takes longer than most searches. Therefore a search that has ended
leaves its kernel to later searches, and `iter_make` returns an idle kernel if a suitable one exists.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from npuzzle.compiler import Kernel, engine_named
from npuzzle.errors import KernelMemoryError
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.kernels import pattern_ida
from npuzzle.kernels.board_layout import LOWEST_WAY, blank_steps, invert, moves_away, open_ways
from npuzzle.pattern_databases.catalogue import FoundTables
from npuzzle.pattern_databases.table import PatternSet, placement_steps, tile_groups, write_tables
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Shape, Slide
from npuzzle.registry import AUTO
from npuzzle.search.base import Stats
from npuzzle.search.move_pruning import Automaton, skip_duplicates

FIFTEEN = Shape(4, 4)
DEEPEST = 400  # moves of a path; no board of up to 25 cells needs so many
KEPT = 2  # idle kernels that stay in memory, with their databases, for later searches

_idle: list[PatternSearch] = []


class PatternSearch:
    """The kernel with databases for one shape and home in memory. It runs one search at a time."""

    def __init__(self, tables: PatternSet, automaton: Automaton, engine: str) -> None:
        self.tables, self.automaton = tables, automaton
        self._depth = self._last = 0  # number of moves of the current path; way of a solution's last move
        self.start = (0, 0, 0, 0)
        shape, cells, groups = tables.shape, tables.shape.cells, len(tables.tables)
        self.kernel = Kernel(
            pattern_ida,
            {
                "table": sum(map(len, tables.distinct_data)),
                "tiles": cells,
                "goes": 4,
                "edges": cells,
                "away": cells * cells * 4,
                **dict.fromkeys(["group", "mirror_group"], cells),
                **dict.fromkeys(["step", "mirror_step"], cells * 4),
                **dict.fromkeys(["at", "mirror_at"], groups),
                "ways": len(automaton.ways),
                "follows": len(automaton.follows),
                "lowest": 16,
                "entry": DEEPEST,
                "path": (DEEPEST + 1) * pattern_ida.FIELDS,
                "state": 7,
            },
            {
                "CELLS": cells,
                "MIRRORED": len(tables.views) - 1,
                "BITS": tables.bits,
                "PER_BYTE": 8 // tables.bits,
                "MOST": (1 << tables.bits) - 1,
            },
            engine=engine,
        )
        self.engine = self.kernel.engine
        write = self.kernel.write
        self._first = write_tables(self.kernel, tables)  # for each database, the number of the first entry
        self._steps = blank_steps(shape)
        write("goes", self._steps)
        write("edges", open_ways(shape))
        write("away", moves_away(shape))
        for view, prefix in zip(tables.views, ("", "mirror_")):
            write(f"{prefix}group", tile_groups(shape, view))
            write(f"{prefix}step", placement_steps(shape, view))
        write("ways", automaton.ways)
        write("follows", automaton.follows)
        write("lowest", LOWEST_WAY)

    def release(self) -> None:
        """Leave the kernel to later searches.

        Call this only after a search that has ended. If the generator of an unfinished search is
        garbage-collected, the kernel may be collected at the same time, and then has lost its memory.
        """
        _idle.append(self)
        del _idle[:-KEPT]

    def least(self, state: State, home: int) -> int:
        """Return the estimate of the moves from a state to the goal."""
        cells = invert(state)
        far = sum(self.tables.shape.distance(t, cell) for t, cell in enumerate(cells) if t != home)
        return far + self.tables.excess(cells)

    def begin(self, state: State, home: int, bound: int) -> None:
        """Begin to search from `state` for paths of up to `bound` moves."""
        cells, kernel = invert(state), self.kernel
        half = (bound - self.least(state, home) + self.tables.excess(cells)) // 2
        slack = []
        for view, name in zip(self.tables.views, ("at", "mirror_at")):
            numbers = view.numbers(cells)
            slack.append(half - sum(table.entry(n) for table, n in zip(view.tables, numbers)))
            kernel.write(name, [first + number for first, number in zip(self._first, numbers)])
        kernel.write("tiles", bytes(state))
        self.start = (cells[home], slack[0], slack[-1], bound)
        kernel.call("begin", *self.start)

    def begin_again(self, bound: int) -> None:
        """Begin again at the same state for paths of up to `bound` moves, after a search found none."""
        blank, slack, mirror_slack, before = self.start
        more = (bound - before) // 2
        self.start = (blank, slack + more, mirror_slack + more, bound)
        self.kernel.call("begin", *self.start)

    def enter(self, ways: Sequence[int]) -> None:
        """Restrict the search to paths that start with these moves of the blank. Call it after `begin`."""
        self.kernel.write("entry", bytes(ways))
        self.kernel.call("enter", len(ways))

    def search(self, stats: Stats) -> int:
        """Expand as many states as `stats` allows, count them there, and return the kernel's outcome."""
        outcome = self.kernel.call("search", stats.left)
        self._depth, _, expanded, generated, _, peak, self._last = self.kernel.read("state")
        stats.expanded += expanded
        stats.generated += generated
        stats.peak_frontier = stats.deepest = max(stats.peak_frontier, peak)
        stats.frontier = stats.stored = self._depth + 1
        return outcome

    def solution(self) -> list[Slide]:
        """Return the moves of the path that was found."""
        fields = pattern_ida.FIELDS
        path = self.kernel.read("path", 0, (self._depth + 1) * fields)
        ways = [path[move * fields + pattern_ida.WAY] for move in range(1, self._depth + 1)]
        blank, slides = path[pattern_ida.BLANK], []
        for way in [*ways, self._last]:
            src = blank + self._steps[way]
            slides.append((src, blank))
            blank = src
        return slides


def iter_make(
    heuristic: PatternDatabases, engine: str, automaton: Automaton
) -> Generator[float, None, tuple[PatternSearch, FoundTables]]:
    """Return an idle or a new kernel with databases for the heuristic's shape and home.

    If memory does not suffice for the databases, try smaller ones.
    """
    found = yield from heuristic.iter_find(engine)
    notes: list[str] = []
    while True:
        if found.note:
            notes.append(found.note)
        kernel = _take_idle(found.tables, engine_named(engine), automaton)
        if kernel is not None:
            return kernel, replace(found, note=" ".join(notes))
        try:
            return PatternSearch(found.tables, automaton, engine), replace(found, note=" ".join(notes))
        except KernelMemoryError as error:
            notes.append(f"{error}: a smaller set of tables is used.")
            found = yield from heuristic.iter_find(engine, below=found.tables)


def _take_idle(tables: PatternSet, engine: str, automaton: Automaton) -> PatternSearch | None:
    """Return an idle kernel with these databases, engine and automaton, which is then in use, or None."""
    for kernel in list(_idle):
        if (kernel.tables, kernel.engine, kernel.automaton) == (tables, engine, automaton):
            try:
                _idle.remove(kernel)
            except ValueError:  # another thread took this kernel
                continue
            return kernel
    return None


def iter_kernel(heuristic: PatternDatabases, engine: str) -> Generator[float, None, PatternSearch]:
    """Return a new or idle kernel for `pattern_ida_star`. Yield the share of the work done, from 0 to 1."""
    kernel, _ = yield from iter_make(heuristic, engine, skip_duplicates())
    return kernel


def make_ready(shape: Shape = FIFTEEN, engine: str = AUTO) -> Generator[float, None, None]:
    """Find databases and make a kernel before the first board is known. Yield the share done, from 0 to 1.

    The databases are for goals with the blank in a corner.
    """
    heuristic = PatternDatabases(Board(shape, tuple(range(shape.cells))))
    kernel, _ = yield from iter_make(heuristic, engine, skip_duplicates())
    kernel.release()
