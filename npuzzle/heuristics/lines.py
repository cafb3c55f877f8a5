"""The heuristic of line tables: the most line moves that any group of a few tiles needs.

The tiles are taken in groups, once row by row and once column by column. Unlike single moves, line moves of
several groups cannot be added, as one line move slides tiles of several groups. So the largest number of any
group counts. Each table also takes into account where the blank is, and whether the next line move is along a
column or along a row.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from operator import getitem
from threading import Lock

from npuzzle.compiler import Kernel
from npuzzle.heuristics.base import Heuristic, Prepared
from npuzzle.kernels import line_build
from npuzzle.kernels.board_layout import blank_steps, open_ways
from npuzzle.lazy import loadable
from npuzzle.progress import forward
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO

MOST_ENTRIES = 1 << 20  # entries of a table: enough for four tiles and the blank on 16 cells
FIRST_RING = 1 << 16  # states for which the kernel's queue first has room
STATES_PER_STEP = {"python": 1_000, "checked": 200}  # states expanded between two yields
STATES_PER_FAST_STEP = 20_000  # likewise, when compiled
MOST_KEPT = 2  # shapes and homes whose tables a session caches

#: The home cells of a table's tiles.
Group = tuple[int, ...]

_session: dict[tuple[Shape, int], dict[Group, bytes]] = {}
_lock = Lock()  # held by the thread that changes the tables of the session


def list_groups(shape: Shape, home: int) -> list[Group]:
    """List the groups of tiles by home cell: as many tiles as fit into a table, by rows and by columns.

    The last group of each kind, if it would be smaller than the others, also has tiles of the group before
    it.

    >>> list_groups(Shape(2, 3), 5)
    [(0, 1, 2, 3), (1, 2, 3, 4), (0, 3, 1, 4), (3, 1, 4, 2)]
    """
    by_row = [cell for cell in range(shape.cells) if cell != home]
    size = min(4, len(by_row))
    while shape.cells ** (size + 1) > MOST_ENTRIES:
        size -= 1
    by_column = sorted(by_row, key=lambda cell: (cell % shape.cols, cell))
    groups = []
    for cells in (by_row, by_column):
        for first in range(0, len(cells), size):
            first = min(first, len(cells) - size)
            groups.append(tuple(cells[first : first + size]))
    return list(dict.fromkeys(groups))


def weights(shape: Shape, group: Group) -> list[int]:
    """Return, by tile of the group, the factor of its cell in the number of a placement; the blank's is 1."""
    return [shape.cells ** (place + 1) for place in range(len(group))]


@loadable
class LineTables(Heuristic):
    """The most line moves that any of several groups of tiles needs, wherever the other tiles are.

    Pattern databases (Culberson and Schaeffer, 1998) in which the slide of a whole line is one move.
    Admissible, because every path of the board is also a path of each group. Consistent, because a line move
    of the board is one move of a group, or none. A slide of one tile is a line move, so no path of single
    tiles is shorter either: both claims hold in both metrics.
    """

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self.groups = list_groups(self.shape, self.home)
        self._tables: list[bytes] = []
        self._adds: list[list[list[int]]] = []  # by group, cell and tile: the part of a placement's number

    def iter_prepare(self, engine: str = AUTO) -> Generator[float, None, Prepared]:
        """Build the tables that this session does not have; yield the share done, from 0 to 1."""
        yield from self.iter_tables(engine)
        return Prepared()

    def iter_tables(self, engine: str = AUTO) -> Generator[float, None, list[bytes]]:
        """Return the table of each group; build those that this session does not have."""
        if not self._tables:
            with _lock:
                known = _session.setdefault((self.shape, self.home), {})
                while len(_session) > MOST_KEPT:
                    del _session[next(iter(_session))]
            for number, group in enumerate(self.groups):
                if group not in known:
                    work = _iter_build(self.shape, self.home, group, engine)
                    known[group] = yield from forward(work, partial(_share, number, len(self.groups)))
            self._adds = [self._list_addends(group) for group in self.groups]
            self._tables = [known[group] for group in self.groups]
        return self._tables

    def _list_addends(self, group: Group) -> list[list[int]]:
        factor = dict(zip(group, weights(self.shape, group))) | {self.home: 1}
        cells = range(self.shape.cells)
        return [[cell * factor.get(tile, 0) for tile in cells] for cell in cells]

    def numbers(self, state: Sequence[int]) -> list[int]:
        """Return the number of the entry of each group, after `iter_prepare`."""
        return [sum(map(getitem, adds, state)) for adds in self._adds]

    def estimate(self, state: Sequence[int]) -> int:
        return max([entry & line_build.MOST for entry in self._read(state)])

    def estimate_next(self, state: Sequence[int], kind: int) -> int:
        """Estimate the line moves if the next one is along a column (kind 0) or along a row (kind 1)."""
        more = line_build.ONE_MORE + kind
        return max([(entry & line_build.MOST) + (entry >> more & 1) for entry in self._read(state)])

    def _read(self, state: Sequence[int]) -> list[int]:
        if not self._tables:
            for _ in self.iter_tables():
                pass
        return [table[number] for table, number in zip(self._tables, self.numbers(state))]


def _share(number: int, groups: int, part: float) -> float:
    return (number + part) / groups


def _iter_build(shape: Shape, home: int, group: Group, engine: str) -> Generator[float, None, bytes]:
    """Build the table of a group; yield the share of its entries that are known, from 0 to 1."""
    ring, slots = FIRST_RING, shape.cells ** (len(group) + 1)
    while True:
        kernel = Kernel(
            line_build,
            {
                "goes": 4,
                "edges": shape.cells,
                "weight": len(group),
                "place": shape.cells,
                "table": slots,
                "seen": slots // 4 + 1,
                "ring": ring,
                "state": 5,
            },
            {"CELLS": shape.cells, "TILES": len(group), "RING": ring},
            engine=engine,
        )
        kernel.write("goes", blank_steps(shape))
        kernel.write("edges", open_ways(shape))
        kernel.write("weight", weights(shape, group))
        kernel.write("table", bytes([line_build.UNKNOWN]) * slots)
        kernel.call("begin", home + sum(w * tile for w, tile in zip(weights(shape, group), group)))
        states = STATES_PER_STEP.get(kernel.engine, STATES_PER_FAST_STEP)
        while (more := kernel.call("build", states)) == 1:
            yield kernel.read("state")[line_build.FOUND] / (2 * slots)
        if more == 0:
            return bytes(kernel.read("table"))
        ring *= 4  # the queue was full: start again with a larger one
