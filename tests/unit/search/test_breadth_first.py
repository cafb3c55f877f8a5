"""Breadth-first search from one end, which equals uniform-cost search here, and from both ends."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from npuzzle import ALGORITHMS, AlgorithmCard, Board, Problem, SearchOptions, Shape, goal_board
from npuzzle.heuristics.simple import Zero
from tests.support.oracles import distances
from tests.support.strategies import four_goals
from tests.unit.search.common import Counted, drive, last, one_by_one, sample, search_of

BREADTH_FIRST = ALGORITHMS["breadth-first"]
BIDIRECTIONAL = ALGORITHMS["bidirectional"]
UNIFORM_COST = ALGORITHMS["uniform-cost"]

DEEPEST = Board.parse("8 6 7/2 5 4/3 0 1")  # 31 moves from blank-last


@pytest.mark.slow
@pytest.mark.slow_cases("None")
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


@pytest.mark.slow_cases("1 0 3/5 2 4", "1 2 3/4 5 0", "1 2 3/0 5 4")
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


@pytest.mark.slow
def test_two_small_balls_hold_far_fewer_states_than_a_large_one() -> None:
    problem = Problem(DEEPEST, goal_board("blank-last", Shape(3, 3)))
    one, both = (last(search_of(card, problem)) for card in (BREADTH_FIRST, BIDIRECTIONAL))
    assert one.path is not None
    assert both.path is not None
    assert len(one.path) == len(both.path) == 31
    assert (one.expanded, one.generated, one.stored) == (181_439, 483_838, 181_440)
    assert (both.expanded, both.generated, both.stored) == (10_068, 27_464, 15_972)


@pytest.mark.parametrize("card", [BREADTH_FIRST, BIDIRECTIONAL], ids=lambda card: card.name)
@pytest.mark.parametrize("depth", [None, 0, 1, 4, 6])
@pytest.mark.parametrize("tiles", ["1 2/0 3", "0 3/2 1", "1 2/3 0", "2 1/3 0", "2 0 1/4 5 3"])
def test_every_count_is_true_before_every_expansion(
    card: AlgorithmCard, depth: int | None, tiles: str
) -> None:
    board = Board.parse(tiles)
    problem = Problem(board, goal_board("blank-last", board.shape))
    counted = Counted(problem)
    search = card.search(counted, Zero(problem.goal), SearchOptions(max_depth=depth))  # type: ignore[arg-type]
    peak, seen = 0, []
    for now in one_by_one(search):
        seen.append(now.expanded)
        waiting = now.stored - now.expanded
        peak = max(peak, waiting)
        if card is BIDIRECTIONAL or depth is None or now.bound < depth:
            assert now.frontier == waiting, "a state is open until it is expanded"
        assert now.generated == counted.given
        assert now.peak_frontier == peak
    assert seen[:-1] == list(range(len(seen) - 1)), "one more each time, until the end"
    truth = distances(problem.goal).get(board.tiles)  # None: unreachable
    assert (now.path is not None) == (truth is not None and (depth is None or truth <= depth))
    assert now.path is None or len(now.path) == truth
    assert now.path is None or problem.replay(problem.letters(now.path)) == problem.goal


@pytest.mark.parametrize("goal", four_goals(Shape(2, 3)), ids=str)
def test_at_the_depth_limit_states_are_looked_at_and_leave_the_frontier_unexpanded(goal: Board) -> None:
    """Without a limit, the same states are expanded, and so counted."""
    for board in sample(goal, 4, seed=7, least=3, most=8):
        problem, truth = Problem(board, goal), distances(goal)[board.tiles]
        free = last(search_of(BREADTH_FIRST, problem))
        for card in (BREADTH_FIRST, UNIFORM_COST):
            cut = last(search_of(card, problem, depth=truth))
            assert cut.path == free.path
            assert cut.frontier == cut.stored - free.expanded, card.name


def test_of_two_sides_that_are_as_large_the_start_s_goes_first() -> None:
    problem = Problem(Board.parse("1 2 3/4 0 6/7 5 8"), goal_board("blank-last", Shape(3, 3)))
    counted = Counted(problem)
    search = BIDIRECTIONAL.search(counted, Zero(problem.goal), SearchOptions())  # type: ignore[arg-type]
    assert drive(search, [1])[-1].expanded == 1
    assert counted.given == 4, "the start has four successors, the goal two"
