"""Beam search with pattern databases, forward or backward. It finds short paths and proves nothing."""

from __future__ import annotations

from array import array
from functools import cache
from random import Random

from npuzzle.compiler import Kernel
from npuzzle.kernels import wide_beam
from npuzzle.kernels.board_layout import blank_steps, columns_of, invert, open_ways, rows_of
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import PatternSet, View, placement_steps, tile_groups, write_tables
from npuzzle.puzzle.moves import undo
from npuzzle.puzzle.problem import Problem, State
from npuzzle.registry import AUTO
from npuzzle.search.base import Search, Stats, letters_of


def beam_with_tables(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """Search with one beam, made for this board's goal. Return the path, or None if the beam finds none."""
    turned = canonical(problem.shape, problem.home)
    beam.begin(turned.of_state(problem.initial), turned.image[problem.home], limit=limit)
    stats, outcome = Stats(frontier=1), wide_beam.MORE
    while outcome == wide_beam.MORE:
        yield stats
        outcome = beam.search(stats)
    return turned.path_back(beam.solution(), problem.shape) if outcome == wide_beam.SOLVED else None


def beam_backward(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """Search from the goal to the board with one beam, which has pattern databases for that direction.

    Return the path, or None if the beam finds none.
    """
    path = yield from beam_with_tables(Problem(problem.goal, problem.start), beam, limit=limit)
    return None if path is None else undo(letters_of(problem, path))


# The kernel

LETTERS = "DRLU"  # the tile's letter, by the blank's way
RANKS = 65_535
MOST_TRACED = 44_000_000  # states whose parent is stored, 4 bytes each
MARKS = 8  # elements of the kernel's hash table for each state of a level


class WideBeam:
    """The kernel, with memory for levels of `width` states, for the boards that the databases `tables` fit.

    It runs one search at a time. Paths have at most `levels` moves, or fewer if memory does not suffice for
    all levels.
    """

    def __init__(self, tables: PatternSet, *, width: int, levels: int, engine: str = AUTO) -> None:
        assert levels >= 1, "a path has a move"
        self.width, self.tables = width, tables
        self.traced = min(width * (levels + 1), MOST_TRACED)
        self._cells = cells = tables.shape.cells
        views = tables.views
        readings = sum(len(view.tables) for view in views)
        fields = wide_beam.EXCESS + len(views)
        slots = 1 << (width * MARKS - 1).bit_length()
        children = 3 * width + 1
        self.kernel = Kernel(
            wide_beam,
            {
                "goes": 4,
                **dict.fromkeys(["edges", "row_of", "col_of"], cells),
                "table": sum(map(len, tables.distinct_data)),
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
                "state": wide_beam.NUMBERS,
            },
            {
                "CELLS": cells,
                "WIDTH": width,
                "VIEWS": len(views),
                "READINGS": readings,
                "FIELDS": fields,
                "BITS": tables.bits,
                "PER_BYTE": 8 // tables.bits,
                "MOST": (1 << tables.bits) - 1,
                "RANKS": RANKS,
                "SLOTS": slots,
                "TRACED": self.traced,
            },
            engine=engine,
        )
        self.engine = self.kernel.engine
        self._levels = levels
        write, shape = self.kernel.write, tables.shape
        write("zobrist", _random_keys(cells))
        write("edges", open_ways(shape))
        write("row_of", rows_of(shape))
        write("col_of", columns_of(shape))
        write("goes", blank_steps(shape))
        self._write_databases(tables, views)

    def _write_databases(self, tables: PatternSet, views: tuple[View, ...]) -> None:
        """Write the databases, and for each view how a tile's move changes the number of the entry."""
        self._place = write_tables(self.kernel, tables)  # for each database, the number of the first entry
        reading, step = bytearray(), []
        for number, view in enumerate(views):
            first = number * len(view.tables)
            reading += bytes([first + group for group in tile_groups(tables.shape, view)])
            step += placement_steps(tables.shape, view)
        self.kernel.write("reading", reading)
        self.kernel.write("step", step)

    def begin(self, state: State, home: int, *, limit: int) -> None:
        """Begin to search for a path of up to `limit` moves from `state` to the goal."""
        kernel, shape = self.kernel, self.tables.shape
        kernel.write("tiles", state)
        cells = invert(state)
        keys, far, key = _random_keys(self._cells), 0, 1
        for tile, cell in enumerate(cells):
            if tile != home:
                far += shape.distance(tile, cell)
                key ^= keys[tile * self._cells + cell]
        numbers, excess = [], []
        for view in self.tables.views:
            places = view.numbers(cells)
            excess.append(sum(table.entry(n) for table, n in zip(view.tables, places)))
            numbers += [first + n for first, n in zip(self._place, places)]
        kernel.write("numbers", numbers)
        kernel.write("states", excess, wide_beam.EXCESS)
        kernel.call("begin", cells[home], far, key, min(limit, self._levels))

    def search(self, stats: Stats) -> int:
        """Expand as many states as `stats` allows, and count them there. Return the kernel's outcome."""
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
