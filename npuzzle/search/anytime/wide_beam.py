"""Drive the kernel `wide_beam`: a fast beam search on any board. It finds short paths and proves nothing."""

from __future__ import annotations

from array import array
from functools import cache
from random import Random

from npuzzle.compiler import Kernel
from npuzzle.kernels import wide_beam
from npuzzle.kernels.board_layout import blank_steps, columns_of, invert, open_ways, rows_of
from npuzzle.pattern_databases.kernel_layout import placement_steps, tile_groups, write_tables
from npuzzle.pattern_databases.table import PatternSet, View
from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO
from npuzzle.search.base import Stats

LETTERS = "DRLU"  # the tile's letter, by the blank's way
MOST_CELLS = 256
RANKS = 65_535
MOST_TRACED = 44_000_000  # states whose parent is stored, 4 bytes each
MARKS = 8  # elements of the kernel's hash table for each state of a level
UNLIMITED = 1_000_000  # levels


class WideBeam:
    """The kernel, with memory for levels of `width` states of boards of up to `cells` cells.

    It runs one search at a time. With `tables`, it is for boards of their shape and home only; without, for
    any board, by Manhattan distance and linear conflicts. Paths have at most `levels` moves, or fewer if
    that many levels do not fit in memory.
    """

    def __init__(
        self, cells: int, *, width: int, levels: int, tables: PatternSet | None = None, engine: str = AUTO
    ) -> None:
        assert levels >= 1, "a path has a move"
        self.width, self.tables = width, tables
        self.traced = min(width * (levels + 1), MOST_TRACED)
        self._cells = cells
        views = () if tables is None else tables.views
        readings = sum(len(view.tables) for view in views)
        fields = wide_beam.EXCESS + len(views)
        bits = 4 if tables is None else tables.bits
        slots = 1 << (width * MARKS - 1).bit_length()
        children = 3 * width + 1
        self.kernel = Kernel(
            wide_beam,
            {
                "layout": 3,
                "goes": 4,
                **dict.fromkeys(["edges", "row_of", "col_of", "tail"], cells),
                "table": 0 if tables is None else sum(map(len, tables.distinct_data)),
                "reading": len(views) * cells,
                "step": len(views) * cells * 4,
                "zobrist": cells * cells,
                "tiles": 2 * width * cells,
                **dict.fromkeys(["numbers", "entries"], 2 * width * readings),
                "states": 2 * width * fields,
                **dict.fromkeys(["chosen", "ranked", "order"], children),
                "counted": RANKS,
                "seen": slots,
                "trace": self.traced,
                "first": levels + 2,
                "state": 14,
            },
            {
                "CELLS": cells,
                "WIDTH": width,
                "VIEWS": len(views),
                "READINGS": readings,
                "FIELDS": fields,
                "BITS": bits,
                "PER_BYTE": 8 // bits,
                "MOST": (1 << bits) - 1,
                "RANKS": RANKS,
                "SLOTS": slots,
                "TRACED": self.traced,
            },
            engine=engine,
        )
        self.engine = self.kernel.engine
        self._levels = levels
        self.kernel.write("zobrist", _random_keys(cells))
        self._shape: Shape | None = None
        self._start = (0, 0)
        if tables is not None:
            self._write_databases(tables, views)

    def _write_databases(self, tables: PatternSet, views: tuple[View, ...]) -> None:
        """Write the databases, and for each view which entry a tile's move changes and by how much."""
        self._place = write_tables(self.kernel, tables)  # by database: the number of its first entry
        reading, step = bytearray(), []
        for number, view in enumerate(views):
            first = number * len(view.tables)
            reading += bytes([first + group for group in tile_groups(tables.shape, view)])
            step += placement_steps(tables.shape, view)
        self.kernel.write("reading", reading)
        self.kernel.write("step", step)

    def begin(self, shape: Shape, state: State, home: int, *, limit: int, patience: int = UNLIMITED) -> None:
        """Begin to search for a path of up to `limit` moves from `state` to the solved one.

        The search gives up when `patience` levels in a row bring no better rank.
        """
        kernel = self.kernel
        if shape != self._shape:
            self._shape = shape
            kernel.write("edges", open_ways(shape))
            kernel.write("row_of", rows_of(shape))
            kernel.write("col_of", columns_of(shape))
            kernel.write("goes", blank_steps(shape))
        kernel.write("layout", [shape.rows, shape.cols, home])
        kernel.write("tiles", state)
        cells = invert(state)
        keys, far, key = _random_keys(self._cells), 0, 1
        for tile, cell in enumerate(cells):
            if tile != home:
                far += shape.distance(tile, cell)
                key ^= keys[tile * self._cells + cell]
        if self.tables is not None:
            numbers, excess = [], []
            for view in self.tables.views:
                places = view.numbers(cells)
                excess.append(sum(table.entry(n) for table, n in zip(view.tables, places)))
                numbers += [first + n for first, n in zip(self._place, places)]
            kernel.write("numbers", numbers)
            kernel.write("states", excess, wide_beam.EXCESS)
        self._start = (cells[home], far)
        kernel.call("begin", cells[home], far, key, min(limit, self._levels), patience)

    def search(self, stats: Stats) -> int:
        """Expand as many states as `stats` has left, and count them there; return the kernel's outcome."""
        outcome = self.kernel.call("search", stats.left)
        state = self.kernel.read("state")
        stats.expanded += state[wide_beam.EXPANDED]
        stats.generated += state[wide_beam.GENERATED]
        stats.hold(state[wide_beam.SIZE], state[wide_beam.SIZE])
        return outcome

    def solution(self) -> str:
        """Return the path that was found, in tile letters."""
        read = self.kernel.read
        number = read("state", wide_beam.FOUND, 1)[0]
        level = read("state", wide_beam.LEVEL, 1)[0]
        return self._trace_back(level, number // 4) + LETTERS[number % 4]

    def nearest(self) -> str:
        """Return the path to the state with the least rank of all that were kept, in tile letters."""
        return self._trace_back(self.kernel.read("state", wide_beam.BEST_AT, 1)[0], 0)

    def _trace_back(self, level: int, at: int) -> str:
        """Return the moves that led to state `at` of a level, in tile letters."""
        read, ways = self.kernel.read, []
        while level:
            number = read("trace", read("first", level, 1)[0] + at, 1)[0]
            ways.append(number % 4)
            at = number // 4
            level -= 1
        return "".join([LETTERS[way] for way in reversed(ways)])


@cache
def _random_keys(cells: int) -> array[int]:
    """Return a random number for each tile on each cell, the same in every run."""
    return array("i", Random(cells).randbytes(4 * cells * cells))
