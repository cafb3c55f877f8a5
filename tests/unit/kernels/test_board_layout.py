"""Boards in the memory of kernels: every array agrees with its board."""

from __future__ import annotations

from itertools import combinations

import pytest

from npuzzle import Shape
from npuzzle.kernels import distances, pattern_build
from npuzzle.kernels.board_layout import (
    LOWEST_WAY,
    NEIGHBOURS,
    NOWHERE,
    blank_steps,
    columns_of,
    image_steps,
    invert,
    moves_away,
    open_ways,
    pack_neighbours,
    rows_of,
)
from npuzzle.pattern_databases.symmetry import symmetries
from npuzzle.puzzle.shape import letter, neighbours
from npuzzle.search.move_pruning import WAYS

SHAPES = [Shape(2, 2), Shape(2, 5), Shape(4, 3), Shape(2, 127)]
OPPOSITE = dict(zip("ULRD", "DRLU"))  # the blank and the tile move in opposite directions


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_ways_open_to_the_blank_lead_to_the_cells_beside_it(shape: Shape) -> None:
    steps = blank_steps(shape)
    for cell, ways in enumerate(open_ways(shape)):
        reached = [cell + steps[way] for way in range(4) if ways >> way & 1]
        assert sorted(reached) == list(neighbours(shape)[cell])
        for way in range(4):
            if ways >> way & 1:
                assert OPPOSITE[letter(shape, (cell + steps[way], cell))] == WAYS[way]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_rows_and_columns_are_those_of_the_cells(shape: Shape) -> None:
    assert list(zip(rows_of(shape), columns_of(shape))) == [shape.place(c) for c in range(shape.cells)]


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(3, 5)], ids=str)
def test_neighbours_are_packed_in_places_of_one_size(shape: Shape) -> None:
    packed = pack_neighbours(shape)
    assert len(packed) == NEIGHBOURS * shape.cells
    for cell, around in enumerate(neighbours(shape)):
        place = packed[NEIGHBOURS * cell : NEIGHBOURS * (cell + 1)]
        assert tuple(place[: len(around)]) == around
        assert set(place[len(around) :]) == {NOWHERE}
    assert NOWHERE == distances.NOWHERE == pattern_build.NOWHERE


def test_a_move_away_is_one_that_makes_the_distance_larger() -> None:
    shape = Shape(3, 4)
    away, steps = moves_away(shape), blank_steps(shape)
    assert len(away) == 4 * shape.cells**2
    for tile in range(shape.cells):
        for src in range(shape.cells):
            for way in range(4):
                dst = src - steps[way]
                further = dst in neighbours(shape)[src] and (
                    shape.distance(tile, dst) == shape.distance(tile, src) + 1
                )
                assert away[(tile * shape.cells + src) * 4 + way] == further


@pytest.mark.parametrize("number", range(8))
def test_steps_in_an_image_are_those_of_its_cells(number: int) -> None:
    shape = Shape(3, 4)
    image = symmetries(shape)[number].image
    for cell, ways in enumerate(open_ways(shape)):
        for way, (step, seen) in enumerate(zip(blank_steps(shape), image_steps(shape, image))):
            if ways >> way & 1:
                assert image[cell + step] - image[cell] == seen


def test_the_lowest_way_is_the_first_of_a_set() -> None:
    for count in range(1, 5):
        for ways in combinations(range(4), count):
            assert LOWEST_WAY[sum(1 << way for way in ways)] == ways[0]
    assert len(LOWEST_WAY) == 16


def test_an_inverse_undoes_its_permutation() -> None:
    permutation = (3, 1, 4, 0, 2)
    inverse = invert(permutation)
    assert [permutation[place] for place in inverse] == list(range(5))
    assert invert(inverse) == list(permutation)
