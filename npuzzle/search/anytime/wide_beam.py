"""Beam search by the kernel `beam_levels`: wide, quick, on any tray; finds short paths, proves nothing."""

from __future__ import annotations

from array import array
from functools import cache
from random import Random

from npuzzle.kernel import Kernel
from npuzzle.kernels import wide_beam
from npuzzle.kernels.board_layout import blank_steps, columns_of, invert, open_ways, rows_of
from npuzzle.pattern_databases.kernel_layout import placement_steps, tile_groups, write_tables
from npuzzle.pattern_databases.table import PatternSet, View
from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO
from npuzzle.search.base import Stats

LETTERS = "DRLU"  # of the tile, by way of the blank
MOST_CELLS = 256
RANKS = 65_535
MOST_TRACED = 32_000_000  # numbers of 4 bytes: the parents of all states kept
MARKS = 8  # places in the kernel's list of keys for each state of a level
FOR_EVER = 1_000_000  # levels


class WideBeam:
    """The kernel, with room for levels of `width` states of trays of up to `cells` cells.

    One search at a time. With `tables`, for their tray only; else for any tray, by Manhattan distance and
    conflicts in lines.
    A path is looked for up to `levels` moves; fewer if that many levels do not fit in memory.
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
                "tray": 3,
                "goes": 4,
                **dict.fromkeys(["edges", "row_of", "col_of", "tail"], cells),
                "table": 0 if tables is None else sum(len(table.data) for table in tables.tables),
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
        self.kernel.write("zobrist", _keys(cells))
        self._shape: Shape | None = None
        self._start = (0, 0)
        if tables is not None:
            self._fill(tables, views)

    def _fill(self, tables: PatternSet, views: tuple[View, ...]) -> None:
        """The tables, and for each view which of a state's readings a tile's move changes, by how much."""
        self._place = write_tables(self.kernel, tables)  # of each table, in the memory of all
        reading, step = bytearray(), []
        for number, view in enumerate(views):
            first = number * len(view.tables)
            reading += bytes([first + group for group in tile_groups(tables.shape, view)])
            step += placement_steps(tables.shape, view)
        self.kernel.write("reading", reading)
        self.kernel.write("step", step)

    def begin(self, shape: Shape, state: State, home: int, *, limit: int, patience: int = FOR_EVER) -> None:
        """Look for a path of up to `limit` moves from a state to the solved one.

        It gives up after `patience` levels without a better rank than before.
        """
        kernel = self.kernel
        if shape != self._shape:
            self._shape = shape
            kernel.write("edges", open_ways(shape))
            kernel.write("row_of", rows_of(shape))
            kernel.write("col_of", columns_of(shape))
            kernel.write("goes", blank_steps(shape))
        kernel.write("tray", [shape.rows, shape.cols, home])
        kernel.write("tiles", state)
        cells = invert(state)
        keys, far, key = _keys(self._cells), 0, 1
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
        """Expand as many states as `stats` has left, and count them there; return what came of it."""
        outcome = self.kernel.call("search", stats.left)
        state = self.kernel.read("state")
        stats.expanded += state[wide_beam.EXPANDED]
        stats.generated += state[wide_beam.GENERATED]
        stats.hold(state[wide_beam.SIZE], state[wide_beam.SIZE])
        return outcome

    def solution(self) -> str:
        """The path that was found, in tile letters."""
        read = self.kernel.read
        number = read("state", wide_beam.FOUND, 1)[0]
        level = read("state", wide_beam.LEVEL, 1)[0]
        return self._traced(level, number // 4) + LETTERS[number % 4]

    def nearest(self) -> str:
        """The way to the state with the least rank of all that were kept."""
        return self._traced(self.kernel.read("state", wide_beam.BEST_AT, 1)[0], 0)

    def _traced(self, level: int, at: int) -> str:
        read, ways = self.kernel.read, []
        while level:
            number = read("trace", read("first", level, 1)[0] + at, 1)[0]
            ways.append(number % 4)
            at = number // 4
            level -= 1
        return "".join([LETTERS[way] for way in reversed(ways)])


@cache
def _keys(cells: int) -> array[int]:
    """A random number for each tile on each cell, the same in every run."""
    return array("i", Random(cells).randbytes(4 * cells * cells))
