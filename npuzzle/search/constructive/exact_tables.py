"""Exact tables of small rectangles: from every placing of a few tiles the shortest way to the one wanted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from npuzzle.puzzle.shape import Shape, neighbours

#: Where the blank lies, then each of the tiles that matter; cells of the rectangle.
Placing = tuple[int, ...]
#: For each placing the cell the blank goes to next, and what is the placing then; None where it is the goal.
Table = dict[Placing, tuple[int, Placing] | None]


def _table(shape: Shape, goals: Iterable[Placing]) -> Table:
    """All placings that can reach a goal, by flood fill from the goals."""
    table: Table = dict.fromkeys(goals)
    edge = list(table)
    while edge:
        further = []
        for placing in edge:
            blank = placing[0]
            for beside in neighbours(shape)[blank]:
                before = (beside, *(blank if cell == beside else cell for cell in placing[1:]))
                if before not in table:
                    table[before] = (blank, placing)
                    further.append(before)
        edge = further
    return table


@cache
def pair_table() -> Table:
    """3x2 cells, two tiles to the first row, in order; the blank ends anywhere below. 120 placings."""
    shape = Shape(3, 2)
    return _table(shape, [(blank, 0, 1) for blank in range(2, shape.cells)])


@cache
def rest_table(shape: Shape, home: int) -> Table:
    """Every tile to its home, and so the blank: half of all placings (2x3: 360)."""
    return _table(shape, [(home, *(cell for cell in range(shape.cells) if cell != home))])


def way(table: Table, placing: Placing) -> list[int]:
    """The cells the blank goes through from there to the nearest goal, its own first. Raises KeyError.

    >>> way(pair_table(), (0, 2, 1))  # the blank above the first tile
    [0, 2]
    """
    cells = [placing[0]]
    while (step := table[placing]) is not None:
        blank, placing = step
        cells.append(blank)
    return cells
