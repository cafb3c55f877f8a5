"""IDA* with additive pattern tables, by the kernel `pattern_search`; and every shortest path."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from npuzzle.errors import KernelMemoryError
from npuzzle.heuristics.pattern_database import PatternTables
from npuzzle.kernel import Kernel, engine_named
from npuzzle.kernels import pattern_ida
from npuzzle.pattern_databases.catalogue import Found
from npuzzle.pattern_databases.table import PatternSet
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Shape, Slide, neighbours
from npuzzle.registry import AUTO
from npuzzle.search.base import REPORT_EVERY, Search, SearchOptions, Snapshot
from npuzzle.search.move_pruning import WAYS, Automaton, without_duplicates, without_returns

FIFTEEN = Shape(4, 4)
DEEPEST = 400  # moves of a path; no board of up to 25 cells needs that many
KEPT = 2  # kernels with their tables, for searches to come

_idle: list[PatternSearch] = []


def pattern_ida_star(problem: Problem, heuristic: PatternTables, options: SearchOptions) -> Search:
    """IDA* as `ida_star`, with tables that are found or built first, a slice at a time."""
    return _searching(problem, heuristic, options, without_duplicates(), every=False)


def every_shortest(
    problem: Problem, heuristic: PatternTables, options: SearchOptions, *, at_least: int = 0
) -> Search:
    """Each path of the least length in a snapshot of its own; the last snapshot has none.

    `at_least`: what that length is known to be at least.
    """
    return _searching(problem, heuristic, options, without_returns(), at_least=at_least, every=True)


def make_ready(shape: Shape = FIFTEEN, engine: str = AUTO) -> Generator[float, None, None]:
    """Find tables and make a kernel before a board comes; yields how much is done, 0 to 1.

    For goals with the blank in a corner.
    """
    heuristic = PatternTables(Board(shape, tuple(range(shape.cells))))
    kernel, _ = yield from _make_kernel(heuristic, engine, without_duplicates())
    _put_back(kernel)


def _searching(
    problem: Problem,
    heuristic: PatternTables,
    options: SearchOptions,
    automaton: Automaton,
    *,
    at_least: int = 0,
    every: bool,
) -> Search:
    symmetry = heuristic.symmetry
    initial, home = symmetry.of_state(problem.initial), symmetry.image[problem.home]
    far = sum(symmetry.shape.distance(c, tile) for c, tile in enumerate(initial) if tile != home)
    now = Snapshot(bound=far, engine=engine_named(options.engine))
    asked = yield now
    if problem.is_goal(problem.initial):
        now = replace(now, frontier=1, peak_frontier=1, stored=1)
        yield replace(now, path=())
        if every:
            yield now
        return
    making = _make_kernel(heuristic, options.engine, automaton)
    while True:
        try:
            next(making)
        except StopIteration as end:
            kernel, found = end.value
            break
        asked = yield now
    least = kernel.least(initial, home)
    first = least + (max(at_least - least, 0) + 1) // 2 * 2  # all paths are of one parity
    deepest = DEEPEST if options.max_depth is None else min(options.max_depth, DEEPEST)
    now = replace(now, bound=first, engine=kernel.engine, note=found.note, tables=kernel.tables.sizes)
    kernel.begin(initial, home, first)
    left = asked or REPORT_EVERY  # to expand before the next snapshot, whatever the bound is by then
    solved = False
    while now.bound <= deepest and not solved:
        if left <= 0:
            left = (yield now) or REPORT_EVERY
        outcome = pattern_ida.MORE
        while outcome != pattern_ida.NOTHING:
            outcome, counts = kernel.search(left)
            left -= counts.expanded
            now = replace(
                now,
                expanded=now.expanded + counts.expanded,
                generated=now.generated + counts.generated,
                frontier=counts.frontier,
                stored=counts.frontier,
                peak_frontier=max(now.peak_frontier, counts.peak_frontier),
                path=None,
            )
            if outcome == pattern_ida.SOLVED:
                solved = True
                now = replace(now, path=tuple([symmetry.back(slide) for slide in kernel.solution()]))
                if not every:
                    _put_back(kernel)
                    yield now
                    return
                left = (yield now) or REPORT_EVERY
            elif outcome == pattern_ida.MORE:
                left = (yield now) or REPORT_EVERY
        if not solved:
            now = replace(now, bound=now.bound + 2)
            kernel.deepen()
    _put_back(kernel)
    yield now


def _make_kernel(
    heuristic: PatternTables, engine: str, automaton: Automaton
) -> Generator[float, None, tuple[PatternSearch, Found]]:
    """A kernel with this tray's tables: one that lay idle, or a new one; with fewer tables if need be."""
    found = yield from heuristic.finding(engine)
    notes: list[str] = []
    while True:
        if found.note:
            notes.append(found.note)
        kernel = _taken(found.tables, engine_named(engine), automaton)
        if kernel is not None:
            return kernel, replace(found, note=" ".join(notes))
        try:
            return PatternSearch(found.tables, automaton, engine), replace(found, note=" ".join(notes))
        except KernelMemoryError as error:
            notes.append(f"{error}: a smaller set of tables is used.")
            found = yield from heuristic.finding(engine, below=found.tables)


def _taken(tables: PatternSet, engine: str, automaton: Automaton) -> PatternSearch | None:
    """A kernel that lay idle."""
    for kernel in list(_idle):
        if (kernel.tables, kernel.engine, kernel.automaton) == (tables, engine, automaton):
            try:
                _idle.remove(kernel)
            except ValueError:  # another thread was quicker
                continue
            return kernel
    return None


def _put_back(kernel: PatternSearch) -> None:
    """For searches to come. Only at the end of a search: one that is dropped half-way drops its kernel.

    (Its generator may be collected together with the kernel, whose memory is then gone.)
    """
    _idle.append(kernel)
    del _idle[:-KEPT]


class PatternSearch:
    """The kernel, with the tables of one tray in its memory; one search at a time."""

    def __init__(self, tables: PatternSet, automaton: Automaton, engine: str) -> None:
        self.tables, self.automaton = tables, automaton
        self._depth = self._last = 0  # moves of the path under way; the way of the one that solved it
        self.start = (0, 0, 0, 0)
        shape, cells, groups = tables.shape, tables.shape.cells, len(tables.tables)
        self.kernel = Kernel(
            pattern_ida,
            {
                "table": sum(len(table.data) for table in tables.tables),
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
        self._first = []  # entry of each table, in the memory of all
        start = 0
        for table in tables.tables:
            write("table", table.data, start)
            self._first.append(start * 8 // tables.bits)
            start += len(table.data)
        self._goes = dict(zip(WAYS, (-shape.cols, -1, 1, shape.cols)))
        write("goes", list(self._goes.values()))
        self._src = [[cell + go for go in self._goes.values()] for cell in range(cells)]
        around = neighbours(shape)
        write("edges", bytes([self._open(self._src[cell], around[cell]) for cell in range(cells)]))
        write("away", bytes(self._away()))
        for view, prefix in zip(tables.views, ("", "mirror_")):
            group, step = [0] * cells, [0] * (cells * 4)
            seen = view.image
            for number, table in enumerate(view.tables):
                for label, weight in zip(table.pattern, table.weights):
                    tile = seen.index(label)
                    group[tile] = number
                    for way, go in enumerate(self._goes.values()):
                        step[tile * 4 + way] = -weight * self._seen_change(seen, way, go)
            write(f"{prefix}group", bytes(group))
            write(f"{prefix}step", step)
        write("ways", automaton.ways)
        write("follows", automaton.follows)
        write("lowest", bytes([0, *((ways & -ways).bit_length() - 1 for ways in range(1, 16))]))

    def _open(self, sources: list[int], around: tuple[int, ...]) -> int:
        """The ways the blank can go from a cell, as bits."""
        return sum(1 << way for way, src in enumerate(sources) if src in around)

    def _away(self) -> list[int]:
        """By tile, its cell and the blank's way: whether the move takes the tile further from home."""
        shape = self.tables.shape
        found = []
        for tile in range(shape.cells):
            for src in range(shape.cells):
                for go in self._goes.values():
                    dst = src - go
                    beside = dst in neighbours(shape)[src]
                    found.append(int(beside and shape.distance(tile, dst) > shape.distance(tile, src)))
        return found

    def _seen_change(self, seen: tuple[int, ...], way: int, go: int) -> int:
        """By how much a cell changes in a view where in truth it changes by `go`."""
        around = neighbours(self.tables.shape)
        cell = next(c for c in range(len(seen)) if self._src[c][way] in around[c])
        return seen[cell + go] - seen[cell]

    def least(self, state: State, home: int) -> int:
        """The estimate of a state."""
        cells = _cells(state)
        far = sum(self.tables.shape.distance(t, cell) for t, cell in enumerate(cells) if t != home)
        return far + self.tables.excess(cells)

    def begin(self, state: State, home: int, bound: int) -> None:
        """Look for paths of at most that many moves, from the start."""
        cells, kernel = _cells(state), self.kernel
        half = (bound - self.least(state, home) + self.tables.excess(cells)) // 2
        slack = []
        for view, name in zip(self.tables.views, ("at", "mirror_at")):
            numbers = view.numbers(cells)
            slack.append(half - sum(table.entry(n) for table, n in zip(view.tables, numbers)))
            kernel.write(name, [first + number for first, number in zip(self._first, numbers)])
        kernel.write("tiles", bytes(state))
        self.start = (cells[home], slack[0], slack[-1], bound)
        kernel.call("begin", *self.start)

    def deepen(self) -> None:
        """Look for paths of two moves more, from the start, after none was found."""
        blank, slack, mirror_slack, bound = self.start
        self.start = (blank, slack + 1, mirror_slack + 1, bound + 2)
        self.kernel.call("begin", *self.start)

    def search(self, most: int) -> tuple[int, Snapshot]:
        """Go on for so many expansions: what came of it, and the counts of this call."""
        outcome = self.kernel.call("search", most)
        self._depth, _, expanded, generated, _, peak, self._last = self.kernel.read("state")
        return outcome, Snapshot(
            expanded=expanded, generated=generated, frontier=self._depth + 1, peak_frontier=peak
        )

    def solution(self) -> list[Slide]:
        """The moves of the path under way, and the one that solved it."""
        fields = pattern_ida.FIELDS
        path = self.kernel.read("path", 0, (self._depth + 1) * fields)
        ways = [path[move * fields + pattern_ida.WAY] for move in range(1, self._depth + 1)]
        blank, slides = path[pattern_ida.BLANK], []
        for way in [*ways, self._last]:
            src = self._src[blank][way]
            slides.append((src, blank))
            blank = src
        return slides


def _cells(state: State) -> list[int]:
    """By tile, the cell it lies on."""
    cells = [0] * len(state)
    for cell, tile in enumerate(state):
        cells[tile] = cell
    return cells
