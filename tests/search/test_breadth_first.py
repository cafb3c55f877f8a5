"""Breadth-first search from one end, which is uniform-cost search here, and from both."""

from __future__ import annotations

from dataclasses import astuple
from itertools import pairwise

import pytest

from npuzzle import Board, Problem, Shape, goal_board
from npuzzle.search.best_first import UNIFORM_COST
from npuzzle.search.breadth_first import BIDIRECTIONAL, BREADTH_FIRST
from tests.oracles import distances
from tests.search.common import last, one_by_one, sample, search_of
from tests.strategies import four_goals

DEEPEST = Board.parse("8 6 7/2 5 4/3 0 1")  # 31 moves from blank-last


@pytest.mark.parametrize("depth", [None, 7])
def test_breadth_first_and_uniform_cost_look_the_same_before_every_expansion(depth: int | None) -> None:
    for goal in [*four_goals(Shape(2, 3)), *four_goals(Shape(3, 3))]:
        for board in sample(goal, 4, seed=4, most=10):
            problem = Problem(board, goal)
            broad, cheap = (
                list(one_by_one(search_of(card, problem, depth=depth)))
                for card in (BREADTH_FIRST, UNIFORM_COST)
            )
            assert [astuple(s)[:-2] for s in broad] == [astuple(s)[:-2] for s in cheap], "all counts"
            assert broad[-1].path == cheap[-1].path


@pytest.mark.parametrize(
    "goal", [goal for shape in (Shape(2, 2), Shape(2, 3)) for goal in four_goals(shape)], ids=str
)
def test_bidirectional_is_shortest_with_a_true_bound_throughout_on_every_small_board(goal: Board) -> None:
    known = distances(goal)
    for tiles, far in known.items():
        problem = Problem(Board(goal.shape, tiles), goal)
        snapshots = list(one_by_one(search_of(BIDIRECTIONAL, problem)))
        path = snapshots[-1].path
        assert path is not None
        assert problem.replay(problem.letters(path)) == goal
        assert len(path) == far == snapshots[-1].bound
        assert all(s.bound <= far for s in snapshots)
    assert {far % 2 for far in known.values()} == {0, 1}


@pytest.mark.parametrize("goal", four_goals(Shape(3, 3)), ids=str)
def test_bidirectional_is_shortest_with_a_true_bound_throughout_on_3x3(goal: Board) -> None:
    for board in sample(goal, 3, seed=12, least=8):
        problem = Problem(board, goal)
        snapshots = list(one_by_one(search_of(BIDIRECTIONAL, problem)))
        path = snapshots[-1].path
        assert path is not None
        assert problem.replay(problem.letters(path)) == goal
        assert len(path) == distances(goal)[board.tiles] == snapshots[-1].bound
        assert all(a.bound <= b.bound for a, b in pairwise(snapshots))


def test_two_small_balls_hold_far_fewer_states_than_a_large_one() -> None:
    problem = Problem(DEEPEST, goal_board("blank-last", Shape(3, 3)))
    one, both = (last(search_of(card, problem)) for card in (BREADTH_FIRST, BIDIRECTIONAL))
    assert one.path is not None
    assert both.path is not None
    assert len(one.path) == len(both.path) == 31
    assert (one.expanded, one.generated, one.stored) == (181_439, 483_838, 181_440)
    assert (both.expanded, both.generated, both.stored) == (10_068, 27_464, 15_972)
