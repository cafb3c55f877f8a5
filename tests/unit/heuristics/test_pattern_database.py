"""The pattern database heuristic: compared with the slow builder, and in searches that tolerate its jumps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from npuzzle import Problem, Shape, goal_board
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.progress import run_to_end
from tests.support.oracles import pattern_moves
from tests.support.quick import mostly_slow
from tests.support.strategies import walk
from tests.unit.heuristics.claims import BLANK_LAST, goal_with_blank_at, states_by_distance
from tests.unit.pattern_databases.common import empty_store


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    with empty_store():
        yield


def turns(rows: int, cols: int) -> Iterator[tuple[int, int, list[int]]]:
    """Yield all eight orientations of a tray: the rows, the columns and the new place of each cell."""
    for flip_rows, flip_cols, transposed in product((False, True), repeat=3):
        image = []
        for cell in range(rows * cols):
            r, c = divmod(cell, cols)
            y, x = rows - 1 - r if flip_rows else r, cols - 1 - c if flip_cols else c
            image.append(x * rows + y if transposed else y * cols + x)
        yield (cols, rows, image) if transposed else (rows, cols, image)


def slow_readings(heuristic: PatternDatabases, state: tuple[int, ...]) -> list[int]:
    """Estimate a state by the slow builder's tables, in each orientation that the heuristic's tables fit."""
    tables = run_to_end(heuristic.iter_find()).tables
    lying, readings = (tables.shape.rows, tables.shape.cols, tables.home), []
    for rows, cols, image in turns(heuristic.shape.rows, heuristic.shape.cols):
        if (rows, cols, image[heuristic.home]) == lying:
            lies = {image[tile]: image[cell] for cell, tile in enumerate(state)}
            readings.append(
                sum(
                    pattern_moves(rows, cols, tables.home, group)[tuple([lies[tile] for tile in group])]
                    for group in tables.partition
                )
            )
    return readings


def assert_matches_slow_builder(heuristic: PatternDatabases, state: tuple[int, ...]) -> None:
    """Check for the best reading. With eight (blank in the middle of an odd square), any of them will do."""
    readings = slow_readings(heuristic, state)
    assert len(readings) in (1, 2, 4, 8)
    if len(readings) <= 2:
        assert heuristic.estimate(state) == max(readings)
    else:
        assert heuristic.estimate(state) in readings


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 2)], ids=str)
def test_all_estimates_on_tiny_trays_are_those_of_the_slow_builder(shape: Shape) -> None:
    for goal in [goal_with_blank_at(shape, home) for home in range(shape.cells)]:
        heuristic = PatternDatabases(goal)
        for state in states_by_distance(goal):
            assert_matches_slow_builder(heuristic, state)


@pytest.mark.parametrize(
    "shape", mostly_slow([Shape(2, 4), Shape(4, 2), Shape(3, 3), Shape(3, 4), Shape(4, 3)]), ids=str
)
def test_estimates_are_those_of_the_slow_builder(shape: Shape, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 1_400)
    monkeypatch.setattr(catalogue, "MOST_BUILT", {})
    for home in (0, shape.cells // 2, shape.cells - 1, 1):
        goal = goal_with_blank_at(shape, home)
        heuristic = PatternDatabases(goal)
        for _, state in walk(Problem(goal, goal), 60, seed=home):
            assert_matches_slow_builder(heuristic, state)


def test_a_goal_in_any_corner_is_served_by_the_shipped_tables() -> None:
    for home in (0, 3, 12, 15):
        heuristic = PatternDatabases(goal_with_blank_at(Shape(4, 4), home))
        assert run_to_end(heuristic.iter_find()).tables.sizes == "6-6-3"


def test_turned_boards_have_the_same_estimate() -> None:
    """The tables of the 4x4 are also read across the diagonal, so all eight orientations agree."""
    goal = goal_board("blank-first", Shape(4, 4))
    states = [state for _, state in walk(Problem(goal, goal), 120, seed=1)][::3]
    straight = [PatternDatabases(goal).estimate(state) for state in states]
    assert max(straight) > 30
    for _, _, image in turns(4, 4):
        heuristic = PatternDatabases(goal_with_blank_at(Shape(4, 4), image[0]))
        for state, h in zip(states, straight):
            turned = [0] * 16
            for cell, tile in enumerate(state):
                turned[image[cell]] = image[tile]
            assert heuristic.estimate(turned) == h


@pytest.mark.slow
def test_boards_of_25_cells_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 20_000)
    monkeypatch.setattr(catalogue, "MOST_BUILT", {})
    for shape in (Shape(5, 5), Shape(2, 12), Shape(8, 3)):
        goal = goal_board("blank-last", shape)
        heuristic = PatternDatabases(goal)
        assert heuristic.estimate(Problem(goal, goal).initial) == 0
        for moves, (_, state) in enumerate(walk(Problem(goal, goal), 60, seed=5), 1):
            assert heuristic.estimate(state) <= moves


def test_nothing_is_looked_for_before_it_is_asked() -> None:
    heuristic = PatternDatabases(BLANK_LAST)
    assert catalogue._session == {}
    heuristic.estimate(Problem(BLANK_LAST, BLANK_LAST).initial)
    turned = canonical(Shape(3, 3), 8)
    assert [(shape, home) for shape, home, _ in catalogue._session] == [(turned.shape, turned.image[8])]
