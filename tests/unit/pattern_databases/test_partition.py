"""How trays are divided into groups: laws for every tray that has tables."""

from __future__ import annotations

from itertools import pairwise, product

from npuzzle import Shape
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.pattern_databases.partition import (
    CORNER_4X4,
    MAX_GROUP,
    by_columns,
    largest_table,
    parse_partition,
    partitions,
)
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import Partition, placements

TRAYS = [
    (shape, home)
    for shape in (Shape(rows, cols) for rows in range(2, 6) for cols in range(rows, 13))
    if shape.cells <= MAX_PATTERN_CELLS
    for home in sorted({canonical(shape, home).image[home] for home in range(shape.cells)})
]


def is_a_cut(shape: Shape, home: int, partition: Partition) -> bool:
    """Return whether each tile is in exactly one group."""
    return sorted(sum(partition, ())) == [cell for cell in range(shape.cells) if cell != home]


def test_each_tile_is_in_one_group_and_no_group_is_large_or_empty() -> None:
    for shape, home in TRAYS:
        for partition in partitions(shape, home):
            assert is_a_cut(shape, home, partition)
            assert all(1 <= len(pattern) <= MAX_GROUP == 6 for pattern in partition)
            assert all(pattern == tuple(sorted(pattern)) for pattern in partition)


def test_the_largest_tables_come_first_and_in_the_end_each_tile_is_alone() -> None:
    """So there is always a partition that needs less memory, down to Manhattan distance."""
    for shape, home in TRAYS:
        found = partitions(shape, home)
        largest = [largest_table(shape, partition) for partition in found]
        assert all(more > less for more, less in pairwise(largest))
        assert largest[-1] == shape.cells
        assert {len(pattern) for pattern in found[-1]} == {1}


def test_by_columns_cuts_into_as_few_groups_as_can_be_of_about_one_size() -> None:
    for (shape, home), largest in product(TRAYS, range(1, 9)):
        partition = by_columns(shape, home, largest)
        sizes = [len(pattern) for pattern in partition]
        assert is_a_cut(shape, home, partition)
        assert max(sizes) <= largest
        assert max(sizes) - min(sizes) <= 1
        assert (len(sizes) - 1) * largest < shape.cells - 1 <= len(sizes) * largest


def test_the_picture_of_the_4x4_is_the_first_choice_for_a_home_in_its_corner() -> None:
    assert partitions(Shape(4, 4), 0)[0] == parse_partition(CORNER_4X4)
    assert parse_partition(CORNER_4X4) == ((1, 2, 3, 4, 5, 6), (8, 9, 10, 12, 13, 14), (7, 11, 15))
    assert [tuple(map(len, partition)) for partition in partitions(Shape(4, 4), 0)] == [
        (6, 6, 3),
        (5, 5, 5),
        (4, 4, 4, 3),
        (3, 3, 3, 3, 3),
        (2, 2, 2, 2, 2, 2, 2, 1),
        (1,) * 15,
    ]


def test_a_picture_is_read_digit_by_digit_whatever_its_lines() -> None:
    assert (
        parse_partition("0 1 .\n1 0 1")
        == parse_partition("0 1 . 1 0 1")
        == parse_partition("0 1 ./1 0 1")
        == ((0, 4), (1, 3, 5))
    )
    assert parse_partition(". 2 1/1 0 2") == ((4,), (2, 3), (1, 5))


def test_the_largest_table_is_that_of_the_largest_group() -> None:
    shape = Shape(3, 3)
    partition = ((1,), (2, 3, 4), (5, 6, 7, 8))
    assert largest_table(shape, partition) == placements(shape, (5, 6, 7, 8)) == 9 * 8 * 7 * 6
