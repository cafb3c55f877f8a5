"""Beam search by the kernel `wide_beam`, from either end of a path. It finds short paths and proves nothing.

A beam that ranks states by distances alone may never solve a large board: to place the last tiles, it would
have to move many others away from their homes first. But most tiles are already home, after few moves. So
where the beam gets stuck, take its best state, let the constructive solver finish one line on the edge, cut
that line off, and start a new beam on the smaller board that remains.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator
from dataclasses import dataclass
from functools import cache
from random import Random

from npuzzle.compiler import Kernel
from npuzzle.kernels import wide_beam
from npuzzle.kernels.board_layout import blank_steps, columns_of, invert, open_ways, rows_of
from npuzzle.pattern_databases.symmetry import Symmetry, canonical
from npuzzle.pattern_databases.table import PatternSet, View, placement_steps, tile_groups, write_tables
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.moves import undo
from npuzzle.puzzle.problem import Problem, State, board_of
from npuzzle.puzzle.shape import Shape, letter, neighbours, source
from npuzzle.registry import AUTO
from npuzzle.search.base import Search, Stats, letters_of
from npuzzle.search.constructive.solver import construct

PATIENCE = 20  # levels after which a beam without progress is stuck


def beam_with_tables(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """Search with one beam that has the pattern databases of this board; return None if it finds no path."""
    turned = canonical(problem.shape, problem.home)
    beam.begin(turned.shape, turned.of_state(problem.initial), turned.image[problem.home], limit=limit)
    if not (yield from _run_beam(beam, Stats(frontier=1))):
        return None
    return _turn_back(beam.solution(), turned, problem.shape)


def beam_backward(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """Search from the goal to the board with one beam, which has the pattern databases of that direction.

    Return None if it finds no path.
    """
    path = yield from beam_with_tables(Problem(problem.goal, problem.start), beam, limit=limit)
    return None if path is None else undo(letters_of(problem, path))


def beam_then_lines(problem: Problem, beam: WideBeam, *, limit: int) -> Search:
    """Alternate beams and lines until the board is solved; return None if the path exceeds `limit` moves."""
    rest = _Rest(problem.shape, problem.initial, problem.home)
    path, stats = "", Stats(frontier=1)
    yield stats
    while rest.state != tuple(range(len(rest.state))):
        beam.begin(rest.shape, rest.state, rest.home, limit=limit - len(path), patience=PATIENCE)
        if (yield from _run_beam(beam, stats)):
            return path + beam.solution()
        nearest = beam.nearest()
        rest = rest.after(nearest)
        line, rest = _construct_line(rest)
        path += nearest + line
        if len(path) > limit:
            return None
    return path


def _run_beam(beam: WideBeam, stats: Stats) -> Generator[Stats, None, bool]:
    """Run the beam until it ends; return whether it found a path."""
    outcome = wide_beam.MORE
    while outcome == wide_beam.MORE:
        yield stats
        outcome = beam.search(stats)
    return outcome == wide_beam.SOLVED


@dataclass(frozen=True, slots=True)
class _Rest:
    """The part of a board that is not solved yet, in normal form."""

    shape: Shape
    state: State
    home: int

    def after(self, path: str) -> _Rest:
        """Return it after these moves, tile letters."""
        state, blank = list(self.state), self.state.index(self.home)
        for way in path:
            src = source(self.shape, blank, way)
            assert src is not None, "a beam stays on its board"
            state[blank], state[src] = state[src], state[blank]
            blank = src
        return _Rest(self.shape, tuple(state), self.home)

    def problem(self) -> Problem:
        """Make a problem of it; its tiles are numbered in the order of their homes."""
        numbers = iter(range(1, self.shape.cells))
        goal = Board(
            self.shape, tuple(0 if c == self.home else next(numbers) for c in range(self.shape.cells))
        )
        return Problem(board_of(self.state, goal), goal)

    def without(self, cells: frozenset[int], shape: Shape) -> _Rest:
        """Cut these cells off, whose tiles are home; `shape` is the shape that remains."""
        others = [cell for cell in range(self.shape.cells) if cell not in cells]
        number = {cell: at for at, cell in enumerate(others)}
        return _Rest(shape, tuple(number[self.state[cell]] for cell in others), number[self.home])


def _construct_line(rest: _Rest) -> tuple[str, _Rest]:
    """Return the constructive moves that finish one line on an edge, and what then remains of the board.

    It is the line that needs the fewest moves. If no line can be cut off, return all moves to the goal.
    """
    path = construct(rest.problem())
    last_departure = [-1] * rest.shape.cells  # by cell: the move with which the blank leaves it for good
    blank = rest.state.index(rest.home)
    for move, way in enumerate(path, 1):
        last_departure[blank] = move
        src = source(rest.shape, blank, way)
        assert src is not None
        blank = src
    edges = [edge for edge in _list_edges(rest.shape) if rest.home not in edge[0]]
    if not edges:
        return path, rest.after(path)
    cells, shape = min(edges, key=lambda edge: max(last_departure[cell] for cell in edge[0]))
    begin = path[: max(0, *(last_departure[cell] for cell in cells))]
    return begin, rest.after(begin).without(cells, shape)


def _list_edges(shape: Shape) -> list[tuple[frozenset[int], Shape]]:
    """Return each line on an edge that can be cut off, with the shape that remains."""
    rows, cols = shape.rows, shape.cols
    found = []
    if rows > 2:
        smaller = Shape(rows - 1, cols)
        found += [
            (frozenset(range(cols)), smaller),
            (frozenset(range((rows - 1) * cols, rows * cols)), smaller),
        ]
    if cols > 2:
        smaller = Shape(rows, cols - 1)
        found += [(frozenset(range(col, rows * cols, cols)), smaller) for col in (0, cols - 1)]
    return found


def _turn_back(path: str, turned: Symmetry, shape: Shape) -> str:
    """Translate a path of the turned board into the path of the original one, which has this shape."""
    back: dict[str, str | int | None] = {}
    for cell, around in enumerate(neighbours(turned.shape)):
        for other in around:
            back[letter(turned.shape, (other, cell))] = letter(shape, turned.back((other, cell)))
    return path.translate(str.maketrans(back))


# The kernel

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
        """Return the path to the state with the least rank of all that were stored, in tile letters."""
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
