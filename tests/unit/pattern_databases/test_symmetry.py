"""Mirrored and turned trays: what they have in common, and the orientation that all images share."""

from __future__ import annotations

from random import Random

import pytest

from npuzzle import Problem, Shape
from npuzzle.pattern_databases.symmetry import canonical, mirror, symmetries
from npuzzle.puzzle.problem import board_of
from npuzzle.puzzle.shape import neighbours
from tests.support.strategies import walk
from tests.unit.heuristics.claims import goal_with_blank_at

SHAPES = [Shape(rows, cols) for rows in range(2, 6) for cols in range(2, 6)]
HOMES = [(shape, home) for shape in SHAPES for home in range(shape.cells)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_there_are_eight_and_the_first_leaves_the_tray_as_it_is(shape: Shape) -> None:
    all_eight = symmetries(shape)
    assert len(set(all_eight)) == len(all_eight) == 8
    assert (all_eight[0].shape, all_eight[0].image) == (shape, tuple(range(shape.cells)))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_each_cell_goes_to_one_cell_and_the_inverse_leads_back(shape: Shape) -> None:
    for symmetry in symmetries(shape):
        assert sorted(symmetry.image) == list(range(shape.cells))
        assert all(symmetry.inverse[there] == cell for cell, there in enumerate(symmetry.image))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_distances_and_neighbours_are_kept(shape: Shape) -> None:
    for symmetry in symmetries(shape):
        image, turned = symmetry.image, symmetry.shape
        assert turned.cells == shape.cells
        for cell in range(shape.cells):
            around = {image[beside] for beside in neighbours(shape)[cell]}
            assert around == set(neighbours(turned)[image[cell]])
            for other in range(shape.cells):
                assert shape.distance(cell, other) == turned.distance(image[cell], image[other])


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_all_images_of_a_tray_lie_down_the_same_way(shape: Shape) -> None:
    for home in range(shape.cells):
        mine = canonical(shape, home)
        assert mine.shape.rows <= mine.shape.cols
        for symmetry in symmetries(shape):
            turned_home = symmetry.image[home]
            other = canonical(symmetry.shape, turned_home)
            assert (other.shape, other.image[turned_home]) == (mine.shape, mine.image[home])


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_turned_state_has_the_turned_moves_and_solved_stays_solved(shape: Shape) -> None:
    random = Random(7)
    for symmetry in symmetries(shape):
        home = random.randrange(shape.cells)
        problem = Problem(*2 * [goal_with_blank_at(shape, home)])
        assert symmetry.of_state(problem.solved) == problem.solved
        turned_goal = goal_with_blank_at(symmetry.shape, symmetry.image[home])
        for _, state in walk(problem, 12, seed=shape.cells):
            seen = symmetry.of_state(state)
            assert seen.index(symmetry.image[home]) == symmetry.image[state.index(home)]
            turned = Problem(board_of(seen, turned_goal), turned_goal)
            there = {(symmetry.back(slide), child) for slide, child in turned.successors(seen)}
            here = {(slide, symmetry.of_state(child)) for slide, child in problem.successors(state)}
            assert here == there


def on_an_axis(shape: Shape, home: int) -> bool:
    """Return whether the cell is in the middle row or column, or on a diagonal of a square."""
    row, col = divmod(home, shape.cols)
    middle = 2 * row == shape.rows - 1 or 2 * col == shape.cols - 1
    return middle or (shape.rows == shape.cols and (row == col or row + col == shape.cols - 1))


def test_there_is_a_mirror_exactly_if_the_home_lies_on_an_axis() -> None:
    for shape, home in HOMES:
        assert (mirror(shape, home) is not None) == on_an_axis(shape, home)


def test_a_mirror_keeps_the_home_moves_something_and_undoes_itself() -> None:
    for shape, home in HOMES:
        found = mirror(shape, home)
        if found is not None:
            assert found.shape == shape
            assert found.image[home] == home
            assert any(cell != there for cell, there in enumerate(found.image))
            assert all(found.image[there] == cell for cell, there in enumerate(found.image))
