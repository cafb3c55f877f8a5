"""Boards as the kernels see them: flat arrays that a driver writes into a kernel's memory.

The blank goes up, left, right or down: way 0, 1, 2 or 3. A set of ways is a number that has the bit `1 <<
way` for each way in the set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from npuzzle.puzzle.shape import Shape, neighbours

NOWHERE = 255  # not a cell, because a board for `pack_neighbours` has fewer cells
NEIGHBOURS = 5  # elements for each cell: up to four neighbours, then NOWHERE

#: For each set of ways, the lowest way in the set, or 0 for the empty set.
LOWEST_WAY = bytes([0, *((ways & -ways).bit_length() - 1 for ways in range(1, 16))])


def blank_steps(shape: Shape) -> tuple[int, int, int, int]:
    """Return, for each way, by how much it changes the number of the blank's cell."""
    return -shape.cols, -1, 1, shape.cols


@cache
def open_ways(shape: Shape) -> bytes:
    """Return, for each cell, the set of ways that keep the blank on the board."""
    steps, around = blank_steps(shape), neighbours(shape)
    return bytes(
        [
            sum(1 << way for way, step in enumerate(steps) if cell + step in around[cell])
            for cell in range(shape.cells)
        ]
    )


def rows_of(shape: Shape) -> bytes:
    """Return the row of each cell."""
    return bytes([cell // shape.cols for cell in range(shape.cells)])


def columns_of(shape: Shape) -> bytes:
    """Return the column of each cell."""
    return bytes([cell % shape.cols for cell in range(shape.cells)])


def pack_neighbours(shape: Shape) -> bytes:
    """Return NEIGHBOURS elements for each cell: the neighbours, then NOWHERE."""
    fill = bytes([NOWHERE])
    return b"".join(bytes(around).ljust(NEIGHBOURS, fill) for around in neighbours(shape))


@cache
def moves_away(shape: Shape) -> bytes:
    """Return 1 for each move that takes a tile further from home, indexed by tile, cell and the blank's way.

    There are 4 * cells * cells elements, and 0 where the blank cannot come that way.
    """
    around = neighbours(shape)
    away = bytearray()
    for tile in range(shape.cells):
        for src in range(shape.cells):
            for step in blank_steps(shape):
                dst = src - step
                away.append(dst in around[src] and shape.distance(tile, dst) > shape.distance(tile, src))
    return bytes(away)


def image_steps(shape: Shape, image: Sequence[int]) -> list[int]:
    """Return the `blank_steps` of an image in which each cell is at `image[cell]`, as in a mirror."""
    open_at = open_ways(shape)
    steps = []
    for way, step in enumerate(blank_steps(shape)):
        cell = next(cell for cell in range(shape.cells) if open_at[cell] >> way & 1)
        steps.append(image[cell + step] - image[cell])
    return steps


def invert(permutation: Iterable[int]) -> list[int]:
    """Return the place of each number: for a state, these are the cells of the tiles.

    >>> invert((2, 0, 1))
    [1, 2, 0]
    """
    places = list(permutation)
    inverse = [0] * len(places)
    for place, number in enumerate(places):
        inverse[number] = place
    return inverse
