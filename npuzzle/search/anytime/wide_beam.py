"""Beam search by the kernel `beam_levels`: wide, quick, on any tray; finds short paths, proves nothing."""

from __future__ import annotations

from array import array
from functools import cache
from random import Random
from typing import NamedTuple

from npuzzle.kernel import Kernel
from npuzzle.kernels import wide_beam
from npuzzle.pattern_databases.table import PatternSet, View
from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Shape, neighbours
from npuzzle.registry import AUTO
from npuzzle.search.move_pruning import WAYS

LETTERS = "DRLU"  # of the tile, by way of the blank
MOST_CELLS = 256
RANKS = 65_535
MOST_TRACED = 32_000_000  # numbers of 4 bytes: the parents of all states kept
MARKS = 8  # places in the kernel's list of keys for each state of a level
FOR_EVER = 1_000_000  # levels


class Counts(NamedTuple):
    """What came of a call, and what it took; `size`: states of the level at hand."""

    outcome: int
    expanded: int
    generated: int
    size: int


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
        write, shape = self.kernel.write, tables.shape
        self._place = []  # of each table, in the memory of all
        start = 0
        for table in tables.tables:
            write("table", table.data, start)
            self._place.append(start * 8 // tables.bits)
            start += len(table.data)
        reading, step = bytearray(), []
        for number, view in enumerate(views):
            of, by = bytearray(shape.cells), [0] * (4 * shape.cells)
            for group, table in enumerate(view.tables):
                for label, weight in zip(table.pattern, table.weights):
                    tile = view.image.index(label)
                    of[tile] = number * len(view.tables) + group
                    for way, change in enumerate(_changes(shape, view)):
                        by[tile * 4 + way] = -weight * change
            reading += of
            step += by
        write("reading", reading)
        write("step", step)

    def begin(self, shape: Shape, state: State, home: int, *, limit: int, patience: int = FOR_EVER) -> None:
        """Look for a path of up to `limit` moves from a state to the solved one.

        It gives up after `patience` levels without a better rank than before.
        """
        kernel = self.kernel
        if shape != self._shape:
            self._shape = shape
            tray = _tray(shape)
            for name in ("edges", "row_of", "col_of", "goes"):
                kernel.write(name, getattr(tray, name))
        kernel.write("tray", [shape.rows, shape.cols, home])
        kernel.write("tiles", state)
        cells = [0] * len(state)
        for cell, tile in enumerate(state):
            cells[tile] = cell
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

    def search(self, most: int) -> Counts:
        """Go on for so many expansions."""
        outcome = self.kernel.call("search", most)
        state = self.kernel.read("state")
        return Counts(outcome, state[wide_beam.EXPANDED], state[wide_beam.GENERATED], state[wide_beam.SIZE])

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


class _Layout(NamedTuple):
    """What the kernel must know of a shape."""

    edges: bytes
    row_of: bytes
    col_of: bytes
    goes: tuple[int, ...]


@cache
def _tray(shape: Shape) -> _Layout:
    around = neighbours(shape)
    goes = _goes(shape)
    return _Layout(
        bytes(
            [
                sum(1 << way for way, go in enumerate(goes) if cell + go in around[cell])
                for cell in range(shape.cells)
            ]
        ),
        bytes([cell // shape.cols for cell in range(shape.cells)]),
        bytes([cell % shape.cols for cell in range(shape.cells)]),
        goes,
    )


def _goes(shape: Shape) -> tuple[int, ...]:
    """By way, the change of the blank's cell."""
    change = {"U": -shape.cols, "L": -1, "R": 1, "D": shape.cols}
    return tuple([change[way] for way in WAYS])


def _changes(shape: Shape, view: View) -> list[int]:
    """By way, the change of the blank's cell as the view sees it."""
    around = neighbours(shape)
    changes = []
    for go in _goes(shape):
        cell = next(cell for cell in range(shape.cells) if cell + go in around[cell])
        changes.append(view.image[cell + go] - view.image[cell])
    return changes


@cache
def _keys(cells: int) -> array[int]:
    """A random number for each tile on each cell, the same in every run."""
    return array("i", Random(cells).randbytes(4 * cells * cells))
