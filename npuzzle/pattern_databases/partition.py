"""Divide the tiles of a board into groups: the best that were found, or compact ones of equal size.

Large groups give better estimates and take more memory: a table of k tiles has cells^k entries. Tiles
of one group are close together, because tiles that get in each other's way should be counted together.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from npuzzle.pattern_databases.table import Partition, is_large, placements, sizes
from npuzzle.puzzle.shape import Shape

MAX_GROUP = 6  # tiles of the largest group
BUILT_BITS = 4  # of an entry of a small table
LARGE_BITS = 2  # of an entry of a large table: 4 bits would fill a kernel's memory

#: For a home in the first corner: the number of the group of each cell. The package ships these databases,
#: except LARGE_5X5, the partition of Korf and Felner (2002): three of its groups are turned or mirrored
#: images of each other. CORNER_4X4 is the best of 1,285 partitions that were tried.
CORNER_4X4 = """
. 0 0 0
0 0 0 2
1 1 1 2
1 1 1 2
"""
CORNER_5X5 = """
. 0 0 4 4
0 0 0 4 4
1 2 2 2 3
1 1 2 2 3
1 1 3 3 3
"""
LARGE_5X5 = """
. 0 0 1 1
0 0 0 1 1
2 2 0 1 1
2 2 3 3 3
2 2 3 3 3
"""
CORNERS = {Shape(4, 4): (CORNER_4X4,), Shape(5, 5): (LARGE_5X5, CORNER_5X5)}


@cache
def partitions(shape: Shape, home: int) -> tuple[Partition, ...]:
    """Return partitions for a shape and home, those with the largest databases first."""
    found = [parse_partition(picture) for picture in CORNERS.get(shape, ()) if home == 0]
    for largest in range(MAX_GROUP, 0, -1):
        partition = by_columns(shape, home, largest)
        if partition not in found and (
            not found or largest_table(shape, partition) < largest_table(shape, found[-1])
        ):
            found.append(partition)
    return tuple(found)


def is_large_partition(shape: Shape, partition: Partition) -> bool:
    """Return whether a database of the partition is large, so that it is built only when asked for."""
    return any(is_large(shape, pattern) for pattern in partition)


def bits_for(shape: Shape, partition: Partition) -> int:
    """Return how many bits an entry has by default."""
    return LARGE_BITS if is_large_partition(shape, partition) else BUILT_BITS


def divide(shape: Shape, home: int, largest: int) -> Partition:
    """Divide the tiles into groups of at most `largest`, by columns, or by LARGE_5X5 if sizes are equal."""
    columns = by_columns(shape, home, largest)
    first = partitions(shape, home)[0]
    is_tried = is_large_partition(shape, first) and sizes(first) == sizes(columns)
    return first if is_tried else columns


def largest_table(shape: Shape, partition: Partition) -> int:
    """Count the placements of the largest group."""
    return max(placements(shape, pattern) for pattern in partition)


def parse_partition(picture: str) -> Partition:
    """Read a picture of a partition: for each cell the digit of its group, `.` for the home.

    >>> parse_partition(". 0 0/1 1 0")
    ((1, 2, 5), (3, 4))
    """
    marks = picture.replace("/", " ").split()
    return tuple(
        tuple(cell for cell, mark in enumerate(marks) if mark == group)
        for group in sorted(set(marks) - {"."})
    )


def by_columns(shape: Shape, home: int, largest: int) -> Partition:
    """Make compact groups, column by column, of about equal size, with at most `largest` tiles each.

    >>> by_columns(Shape(2, 3), 0, 3)
    ((1, 3, 4), (2, 5))
    """
    cells = [row * shape.cols + col for col in range(shape.cols) for row in range(shape.rows)]
    cells.remove(home)
    groups = -(-len(cells) // largest)
    size, larger = divmod(len(cells), groups)
    ends = [size * group + min(group, larger) for group in range(groups + 1)]
    return tuple(tuple(sorted(cells[start:end])) for start, end in pairwise(ends))
