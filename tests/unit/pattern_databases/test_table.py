"""Sums of tables never exceed the distance, for one group or all, directly or mirrored."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from npuzzle import Problem, Shape
from npuzzle.lab.space import enumerate_states
from npuzzle.pattern_databases.catalogue import read_shipped
from npuzzle.pattern_databases.codec import unpack
from npuzzle.pattern_databases.partition import by_columns, partitions
from npuzzle.pattern_databases.symmetry import mirror
from npuzzle.pattern_databases.table import Partition, PatternDatabase, PatternSet, placements, sizes
from npuzzle.puzzle.shape import slides
from tests.support.quick import mostly_slow
from tests.support.strategies import walk
from tests.unit.heuristics.claims import goal_with_blank_at
from tests.unit.pattern_databases.common import build_tables, cells_of, table_of


@cache
def shipped() -> PatternSet:
    return unpack(read_shipped(Shape(4, 4)))


def bound(tables: PatternSet, state: tuple[int, ...]) -> int:
    """Return the lower bound that the tables give for a state."""
    far = [tables.shape.distance(tile, cell) for cell, tile in enumerate(state) if tile != tables.home]
    return sum(far) + tables.excess(cells_of(state))


def hold_to_the_truth(shape: Shape, home: int, partition: Partition, *, every: int = 1) -> None:
    """Check states: the estimate is 0 at the goal, never above the distance, and of the same parity.

    Groups of three or more tiles must also exceed Manhattan distance somewhere, except on 2x2.
    """
    tables, known = build_tables(shape, home, partition), enumerate_states(shape, home)
    excesses = set()
    for state, far in zip(known.states[::every], known.distance[::every]):
        estimate = bound(tables, state)
        assert estimate <= far
        assert (far - estimate) % 2 == 0
        excesses.add(tables.excess(cells_of(state)))
    assert bound(tables, known.states[0]) == 0
    assert min(excesses) == 0
    assert max(excesses) > 0 or len(partition[0]) < 3 or shape.cells == 4


@pytest.mark.parametrize("shape", mostly_slow([Shape(2, 2), Shape(2, 3), Shape(3, 2)]), ids=str)
def test_never_above_the_truth_on_tiny_trays_for_any_home_and_cut(shape: Shape) -> None:
    for home in range(shape.cells):
        for partition in partitions(shape, home):
            hold_to_the_truth(shape, home, partition)


@pytest.mark.slow
@pytest.mark.parametrize("shape", mostly_slow([Shape(2, 4), Shape(3, 3)]), ids=str)
def test_two_tables_without_a_tile_in_common_may_be_added(shape: Shape) -> None:
    """This holds for any two, not only for those of a partition. Checked on every 23rd state."""
    home, random = 1, Random(4)
    known = enumerate_states(shape, home)
    for _ in range(4):
        tiles = random.sample([0, *range(2, shape.cells)], 6)
        pair = [table_of(shape, home, tuple(tiles[:3])), table_of(shape, home, tuple(tiles[3:]))]
        for state, far in zip(known.states[::23], known.distance[::23]):
            cells = cells_of(state)
            assert sum(table.distance([cells[tile] for tile in table.pattern]) for table in pair) <= far


MIRRORED = [
    (Shape(3, 3), 0),
    (Shape(3, 3), 4),
    (Shape(3, 3), 5),
    (Shape(4, 4), 6),
    (Shape(3, 5), 5),
    (Shape(3, 5), 2),
]


@pytest.mark.parametrize(("shape", "home"), MIRRORED, ids=str)
def test_to_read_through_the_mirror_is_to_read_the_mirrored_board_straight(shape: Shape, home: int) -> None:
    tables, turned = build_tables(shape, home, by_columns(shape, home, 3)), mirror(shape, home)
    assert turned is not None
    straight, mirrored = tables.views
    problem = Problem(*2 * [goal_with_blank_at(shape, home)])
    unlike = 0
    for _, state in walk(problem, 120, seed=3):
        seen = turned.of_state(state)
        assert mirrored.numbers(cells_of(state)) == straight.numbers(cells_of(seen))
        assert mirrored.numbers(cells_of(seen)) == straight.numbers(cells_of(state))
        assert (
            tables.excess(cells_of(state))
            == tables.excess(cells_of(seen))
            == 2 * max(entries(tables, straight.numbers(cells_of(board))) for board in (state, seen))
        )
        unlike += entries(tables, straight.numbers(cells_of(state))) != entries(
            tables, straight.numbers(cells_of(seen))
        )
    own_image = {frozenset(map(turned.image.__getitem__, pattern)) for pattern in tables.partition}
    assert (unlike == 0) == (own_image == set(map(frozenset, tables.partition)))


def entries(tables: PatternSet, numbers: list[int]) -> int:
    return sum(table.entry(number) for table, number in zip(tables.tables, numbers))


@pytest.mark.parametrize(("shape", "home"), [(Shape(2, 3), 0), (Shape(4, 2), 5), (Shape(4, 4), 1)], ids=str)
def test_a_tray_without_a_mirror_is_read_once(shape: Shape, home: int) -> None:
    assert len(build_tables(shape, home, by_columns(shape, home, 2)).views) == 1


def test_every_placement_has_a_number_of_its_own() -> None:
    table = PatternDatabase(Shape(2, 4), 0, (1, 4, 6), 4, b"")
    numbers = {table.number(cells) for cells in (tuple(Random(s).sample(range(8), 3)) for s in range(4000))}
    assert len(numbers) == placements(table.shape, table.pattern) == 8 * 7 * 6
    assert min(numbers) == 0 * 64 + 1 * 8 + 2
    assert max(numbers) == 7 * 64 + 6 * 8 + 5


def test_a_move_changes_one_cell_and_so_one_number_by_one_weight() -> None:
    """The search relies on this to update the numbers."""
    tables = build_tables(Shape(3, 3), 0, by_columns(Shape(3, 3), 0, 4))
    problem = Problem(*2 * [goal_with_blank_at(Shape(3, 3), 0)])
    before = problem.initial
    for (src, dst), state in walk(problem, 200, seed=8):
        assert (src, dst) in slides(tables.shape)[before.index(0)]
        tile = before[src]
        old, new = (tables.views[0].numbers(cells_of(seen)) for seen in (before, state))
        changes = [b - a for a, b in zip(old, new)]
        for table, change in zip(tables.tables, changes):
            weight = dict(zip(table.pattern, table.weights)).get(tile, 0)
            assert change == weight * (dst - src)
        before = state


@pytest.mark.slow
def test_sets_are_called_by_the_sizes_of_their_groups() -> None:
    assert shipped().sizes == sizes(shipped().partition) == "6-6-3"
