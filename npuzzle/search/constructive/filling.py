"""`Lines`: fill rows from the top and from the bottom, each from the left, the last two tiles as a pair.

Short routes are looked up in exact tables. Such a table has the blank's shortest route from every placement
of a few tiles on a small rectangle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import inf

from npuzzle.puzzle.shape import Shape, neighbours
from npuzzle.search.constructive.board import Field

# The next tile is the one with the least (blank steps + DEPTH x line + CARRY x moves of the tile). Every tile
# must be carried at some time, so only the blank's steps towards a tile can be saved. The other two terms
# keep the lines at about the same length. Measured on 50x50: 2.42 n^3 moves; with CARRY 0 2.44, with CARRY
# 0.3 2.43.
DEPTH = 5
CARRY = 0.15
DEEP = 3  # a pair is placed in a rectangle of this many cells across the pair's line,
BESIDE = 2  # and this many cells along that line


class Lines:
    """The rows of a field to fill: the first `above` rows and the last `below` rows. At least two remain."""

    def __init__(self, field: Field, above: int, below: int) -> None:
        assert above + below <= field.bounds.height - 2
        self._field = field
        self._above = range(field.bounds.top, field.bounds.top + above)
        self._below = range(field.bounds.bottom - below, field.bounds.bottom)
        self._open: dict[int, int] = {}  # for each cell that can be filled next: DEPTH x line

    def fill(self) -> Iterator[None]:
        """Fill the rows, and yield after every tile or pair."""
        if self._above:
            self._open_next(self._above[0])
        if self._below:
            self._open_next(self._below[-1])
        pair_col = self._field.bounds.right - BESIDE
        while self._open:
            cell = self._choose_cell()
            del self._open[cell]
            row = self._field.row_of[cell]
            towards_middle = 1 if row in self._above else -1
            if self._field.col_of[cell] == pair_col:
                _place_pair(self._field, cell, towards_middle * self._field.down)
            else:
                self._field.carry(cell, cell)
                self._field.fix(cell)
            self._open_next(row)
            self._open_next(row + towards_middle)
            yield

    def _open_next(self, row: int) -> None:
        """Open the next cell of this row, if the row before this one is filled further."""
        bounds, filled = self._field.bounds, self._field.filled
        if row in self._above:
            depth, before = row - bounds.top, row - 1
        elif row in self._below:
            depth, before = bounds.bottom - 1 - row, row + 1
        else:
            return
        col = filled[row]
        if col < bounds.right and (depth == 0 or filled[before] > col):
            self._open[self._field.cell(row, col)] = DEPTH * depth

    def _choose_cell(self) -> int:
        """Return the open cell whose tile costs least (ties: the one opened first)."""
        board, rows, cols = self._field.board, self._field.row_of, self._field.col_of
        where, blank = board.where, board.blank
        blank_row, blank_col = rows[blank], cols[blank]
        least, best = inf, -1
        for cell, depth in self._open.items():
            tile = where[cell]
            row, col = rows[tile], cols[tile]
            cost: float = abs(row - blank_row) + abs(col - blank_col) + depth
            if cost < least:
                up, left = abs(row - rows[cell]), abs(col - cols[cell])
                cost += CARRY * (5 * up + left if up > left else 5 * left + up)
                if cost < least:
                    least, best = cost, cell
        return best


def _place_pair(field: Field, first: int, inwards: int) -> None:
    """Fill the last two cells of a row: `first` and the cell to the right.

    Unless both tiles are near, carry the first tile one cell too far, and the second tile next to the first.
    Then both only need to turn the corner, by the route in an exact table.
    """
    board = field.board
    second = first + field.right
    block = [first + depth * inwards + col * field.right for depth in range(DEEP) for col in range(BESIDE)]
    if _find_entry(field, block) is None:
        field.carry(first, second)
    placed = False
    if _find_entry(field, block) is None:
        if board.blank == first:
            board.follow((inwards,))
        field.fix(first)
        field.fix(second)
        placed = True
        field.carry(second, second + inwards)
    stops = _find_entry(field, block)
    assert stops is not None
    field.walk(*stops)
    placement = tuple(block.index(cell) for cell in (board.blank, board.where[first], board.where[second]))
    cells = [block[cell] for cell in blank_route(pair_table(), placement)]
    board.follow(tuple(dst - src for src, dst in pairwise(cells)))
    if not placed:
        field.fix(first)
        field.fix(second)


def _find_entry(field: Field, block: list[int]) -> tuple[int, ...] | None:
    """Return the stops by which the blank enters the block without moving the pair.

    Return None if the pair is not in the block, or the blank cannot get there.
    """
    board = field.board
    tiles = board.where[block[0]], board.where[block[1]]
    if not (tiles[0] in block and tiles[1] in block):
        return None
    if board.blank in block:
        return ()
    free = [cell for cell in block[BESIDE:] if cell not in tiles]
    for cell in sorted(free, key=lambda cell: field.count_steps(board.blank, cell)):
        bend = field.find_bend(cell, *tiles)
        if bend is not None:
            return bend, cell
    return None


# Exact tables

#: The cell of the blank, then the cell of each tile that matters, by numbers of cells in the rectangle.
Placement = tuple[int, ...]
#: For each placement: the cell that the blank moves to next, and the placement after that. None for a goal.
Table = dict[Placement, tuple[int, Placement] | None]


def _make_table(shape: Shape, goals: Iterable[Placement]) -> Table:
    """Make the table of all placements that can reach a goal, breadth-first from the goals."""
    table: Table = dict.fromkeys(goals)
    edge = list(table)
    while edge:
        further = []
        for placement in edge:
            blank = placement[0]
            for beside in neighbours(shape)[blank]:
                before = (beside, *(blank if cell == beside else cell for cell in placement[1:]))
                if before not in table:
                    table[before] = (blank, placement)
                    further.append(before)
        edge = further
    return table


@cache
def pair_table() -> Table:
    """Make the table for 3x2 cells that brings two tiles to the first row, in order. It has 120 placements.

    The blank may end anywhere below that row.
    """
    shape = Shape(3, 2)
    return _make_table(shape, [(blank, 0, 1) for blank in range(2, shape.cells)])


@cache
def rest_table(shape: Shape, home: int) -> Table:
    """Make the table that brings every tile and the blank home. It has half of all placements (2x3: 360)."""
    return _make_table(shape, [(home, *(cell for cell in range(shape.cells) if cell != home))])


def blank_route(table: Table, placement: Placement) -> list[int]:
    """Return the cells of the blank on the way from a placement to the nearest goal, the first cell included.

    >>> blank_route(pair_table(), (0, 2, 1))  # the blank above the first tile
    [0, 2]

    Raises KeyError for a placement that is not in the table.
    """
    cells = [placement[0]]
    while (step := table[placement]) is not None:
        blank, placement = step
        cells.append(blank)
    return cells
