"""All states of a small puzzle, each with its true distance, and every arc once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from npuzzle import Board, InvalidJobError, Problem, Shape, goal_board
from npuzzle.compiler.kernel import available
from npuzzle.lab import (
    boards_at_depths,
    certify,
    enumerate_states,
    judge,
    measure_errors,
    record_expansions,
    space,
)
from npuzzle.lab.space import build_distance_table, iter_enumerate_by_kernel, iter_enumerate_in_python
from npuzzle.progress import run_to_end
from npuzzle.puzzle.problem import board_of
from tests.support.oracles import distance, distances
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals

SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4)]


@pytest.mark.parametrize(
    "goal", mostly_slow([goal for shape in SHAPES for goal in four_goals(shape)], 13), ids=str
)
def test_states_and_distances_are_those_of_the_slow_twin(goal: Board) -> None:
    known = enumerate_states(goal.shape, goal.blank)
    boards = [board_of(state, goal).tiles for state in known.states]
    assert dict(zip(boards, known.distance)) == distances(goal)
    assert list(known.distance) == sorted(known.distance)
    assert known.states[0] == tuple(range(goal.shape.cells))


@pytest.mark.parametrize(
    "goal", mostly_slow([goal for shape in SHAPES for goal in four_goals(shape)], 13), ids=str
)
def test_every_pair_of_states_a_move_apart_is_an_arc_once(goal: Board) -> None:
    known, problem = enumerate_states(goal.shape, goal.blank), Problem(goal, goal)
    index = {state: at for at, state in enumerate(known.states)}
    pairs = {(at, index[child]) for state, at in index.items() for _, child in problem.successors(state)}
    assert sorted(zip(*known.arcs)) == sorted((a, b) for a, b in pairs if a < b)
    assert list(known.arcs[0]) == sorted(known.arcs[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", mostly_slow(["blank-last", "spiral"]))
def test_the_3x3_has_181440_states(name: str) -> None:
    goal = goal_board(name, Shape(3, 3))
    known = enumerate_states(goal.shape, goal.blank)
    assert len(known.states) == len(known.distance) == len(set(known.states)) == 181_440
    assert len(known.arcs[0]) == len(known.arcs[1]) == 241_920
    assert known.distance[-1] == (31 if name == "blank-last" else 30)


LARGE = goal_board("blank-last", Shape(2, 5))


@pytest.mark.parametrize(
    "enumerate_all",
    [
        lambda: enumerate_states(Shape(2, 5), 0),
        lambda: build_distance_table(Shape(2, 5), 0),
        lambda: certify("manhattan", "2x5"),
        lambda: judge("mine", LARGE, [0]),
        lambda: record_expansions(LARGE, algorithm="astar"),
        lambda: measure_errors("manhattan", "2x5"),
    ],
    ids=range(6),
)
def test_larger_shapes_are_refused_with_the_reason(enumerate_all: Callable[[], object]) -> None:
    with pytest.raises(InvalidJobError, match=r"up to 9 cells(, such as 3x3; 2x5 has 10 cells)?"):
        enumerate_all()


def test_boards_at_depths_are_as_far_as_they_should_be_and_repeat_for_a_seed() -> None:
    goal = goal_board("spiral", Shape(2, 3))
    drawn = list(boards_at_depths(goal, 3, Random(7)))
    assert drawn == list(boards_at_depths(goal, 3, Random(7)))
    assert drawn != list(boards_at_depths(goal, 3, Random(8)))
    far = [distance(board, goal) for board in drawn]
    at = list(distances(goal).values())
    assert far == [depth for depth in range(max(at) + 1) for _ in range(min(3, at.count(depth)))]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.slow_cases("3x2-checked", "2x3-checked")
@pytest.mark.parametrize("engine", available())
@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 2)], ids=str)
def test_the_kernel_finds_the_same_states_in_the_same_order(engine: str, shape: Shape) -> None:
    for home in range(shape.cells):
        by_kernel = run_to_end(iter_enumerate_by_kernel(shape, home, engine))
        assert by_kernel == run_to_end(iter_enumerate_in_python(shape, home))


@pytest.mark.slow
@pytest.mark.parametrize("home", [0, 4, 8])
def test_the_kernel_finds_the_same_181440_states(home: int) -> None:
    by_kernel = run_to_end(iter_enumerate_by_kernel(Shape(3, 3), home))
    assert len(by_kernel.states) == 181_440
    assert by_kernel == run_to_end(iter_enumerate_in_python(Shape(3, 3), home))


def test_another_thread_that_replaces_what_is_kept_takes_nothing_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Replaced(dict[Any, Any]):
        def __setitem__(self, key: Any, value: Any) -> None:
            """Store nothing, as if another thread had replaced the item at once."""

    monkeypatch.setattr(space, "_latest", Replaced())
    assert len(enumerate_states(Shape(2, 3), 0).states) == 360
