"""Exact tables of small rectangles: the blank's shortest route from placements of a few tiles to a goal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from npuzzle.puzzle.shape import Shape, neighbours

#: The cell of the blank, then the cell of each tile that matters; cells are those of the rectangle.
Placement = tuple[int, ...]
#: For each placement: the cell that the blank goes to next, and the placement after that; None for a goal.
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
    """Make the table for 3x2 cells that brings two tiles to the first row, in order. 120 placements.

    The blank may end anywhere below.
    """
    shape = Shape(3, 2)
    return _make_table(shape, [(blank, 0, 1) for blank in range(2, shape.cells)])


@cache
def rest_table(shape: Shape, home: int) -> Table:
    """Make the table that brings every tile and the blank home: half of all placements (2x3: 360)."""
    return _make_table(shape, [(home, *(cell for cell in range(shape.cells) if cell != home))])


def blank_route(table: Table, placement: Placement) -> list[int]:
    """Return the cells that the blank goes through from a placement to the nearest goal, its own first.

    >>> blank_route(pair_table(), (0, 2, 1))  # the blank above the first tile
    [0, 2]

    Raises KeyError for a placement that is not in the table.
    """
    cells = [placement[0]]
    while (step := table[placement]) is not None:
        blank, placement = step
        cells.append(blank)
    return cells
