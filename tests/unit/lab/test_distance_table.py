"""The table of all distances of a small tray is the search's own, by state, on every engine."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from npuzzle import Board, GoalMismatchError, Problem, Shape, goal_board, random_board, solve
from npuzzle.compiler.kernel import available
from npuzzle.lab.space import DistanceTable, build_distance_table, enumerate_states, rank
from tests.support.quick import mostly_slow


def test_ranks_number_the_permutations_in_order() -> None:
    assert [rank(p) for p in permutations(range(4))] == list(range(24))


@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
@pytest.mark.parametrize(("shape", "home"), [(Shape(2, 2), 0), (Shape(2, 3), 4), (Shape(4, 2), 7)])
def test_every_state_has_its_distance_and_every_other_none(shape: Shape, home: int, engine: str) -> None:
    table, known = build_distance_table(shape, home, engine), enumerate_states(shape, home)
    assert [table.distance(state) for state in known.states] == list(known.distance)
    reachable = set(known.states)
    if shape.cells <= 6:
        for state in permutations(range(shape.cells)):
            assert (table.distance(state) is None) == (state not in reachable)
    assert len(table.by_rank) - table.by_rank.count(255) == len(known.states)


@pytest.mark.slow
@pytest.mark.slow_cases("spiral-2x4", "blank-last-2x4")
@pytest.mark.parametrize("shape", mostly_slow([Shape(2, 4), Shape(3, 3)]), ids=str)
@pytest.mark.parametrize("name", ["blank-last", "blank-first", "spiral"])
def test_best_moves_are_those_that_come_nearer(name: str, shape: Shape) -> None:
    goal = goal_board(name, shape)
    table = build_distance_table(goal.shape, goal.blank)
    random = Random(7)
    for _ in range(20):
        board = random_board(goal, random)
        problem = Problem(board, goal)
        length = solve(board, goal).length
        assert table.distance(problem.initial) == length
        best = {move.src for move in table.best(problem)}
        for cell in board.movable:
            nearer = solve(board.slide(cell), goal).length == (length or 0) - 1
            assert nearer == (cell in best)


def test_nothing_is_best_where_nothing_helps() -> None:
    goal = Board.parse("1 2/3 0")
    table = build_distance_table(goal.shape, goal.blank)
    assert table.best(Problem(goal, goal)) == ()
    unsolvable = Problem(Board.parse("2 1/3 0"), goal)
    assert table.distance(unsolvable.initial) is None
    assert table.best(unsolvable) == ()


def test_a_table_survives_being_sent() -> None:
    table = build_distance_table(Shape(2, 3), 5)
    assert DistanceTable.from_text(table.shape, table.home, table.to_text()) == table


def test_a_table_for_another_goal_is_refused() -> None:
    with pytest.raises(GoalMismatchError, match="home at cell 5"):
        build_distance_table(Shape(2, 3), 5).best(Problem(Board.parse("1 0/2 3"), Board.parse("0 1/2 3")))
