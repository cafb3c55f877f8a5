"""The constructive solver: any shape, any goal, reasonably short, and the same path every time."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    InvalidJobError,
    Limits,
    Outcome,
    Problem,
    Shape,
    goal_board,
    random_board,
)
from npuzzle.puzzle.reachability import permutation_parity
from npuzzle.search.constructive.filling import blank_route, pair_table, rest_table
from npuzzle.search.constructive.solver import construct, iter_construct
from tests.support.oracles import distances
from tests.support.strategies import SMALL_SHAPES, shuffled
from tests.unit.heuristics.claims import goal_with_blank_at
from tests.unit.search.common import last, one_by_one, run_with, search_of, search_to_end

CONSTRUCTIVE = ALGORITHMS["constructive"]

#: Moves over n^3, by n: the number of boards drawn with seed 1, and their mean, rounded up.
MOST_MOVES = {10: (30, 2.24), 20: (20, 2.38), 30: (8, 2.4), 50: (2, 2.45)}
TAKEN_BACK = ("UD", "DU", "LR", "RL")


def assert_solves(problem: Problem) -> str:
    path = construct(problem)
    assert problem.replay(path) == problem.goal
    assert not any(pair in path for pair in TAKEN_BACK)
    return path


def drawn(goal: Board, seed: int) -> Problem:
    return Problem(random_board(goal, Random(seed)), goal)


# Any board


@pytest.mark.slow
@pytest.mark.parametrize("shape", SMALL_SHAPES, ids=str)
def test_every_board_of_the_smallest_shapes_is_solved_for_every_home(shape: Shape) -> None:
    for home in range(shape.cells):
        goal = goal_with_blank_at(shape, home)
        for tiles in distances(goal):
            assert_solves(Problem(Board(shape, tiles), goal))


@pytest.mark.long
def test_every_3x3_board_is_solved() -> None:
    goal = goal_board("blank-last", Shape(3, 3))
    boards = distances(goal)
    assert len(boards) == 181_440
    for tiles in boards:
        assert_solves(Problem(Board(goal.shape, tiles), goal))


@pytest.mark.slow
@pytest.mark.parametrize("rows", range(2, 9))
def test_every_shape_up_to_8x8_is_solved_for_any_goal(rows: int) -> None:
    for cols, seed in product(range(2, 9), range(12)):
        assert_solves(drawn(shuffled(Shape(rows, cols), seed), seed))


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(2, 40), st.integers(2, 40), st.integers(0, 2**32))
def test_larger_shapes_are_solved_for_any_goal(rows: int, cols: int, seed: int) -> None:
    assert_solves(drawn(shuffled(Shape(rows, cols), seed), seed))


@pytest.mark.slow_cases("127x20")
@pytest.mark.parametrize("shape", [Shape(127, 2), Shape(2, 127), Shape(3, 126), Shape(127, 20)], ids=str)
def test_the_longest_sides_are_no_trouble(shape: Shape) -> None:
    for name in ("blank-last", "blank-first", "spiral"):
        assert_solves(drawn(goal_board(name, shape), 4))


@pytest.mark.slow
@pytest.mark.parametrize("shape", [Shape(127, 127), Shape(126, 127), Shape(100, 63)], ids=str)
def test_the_largest_boards_are_solved(shape: Shape) -> None:
    assert_solves(drawn(shuffled(shape, 6), 1))


def test_a_path_is_the_same_every_time() -> None:
    problem = drawn(goal_board("spiral", Shape(9, 14)), 8)
    assert len({construct(problem) for _ in range(3)}) == 1


def test_a_board_that_cannot_reach_the_goal_is_refused() -> None:
    problem = Problem(Board.parse("2 1 3/4 5 6/7 8 0"), goal_board("blank-last", Shape(3, 3)))
    assert not problem.is_solvable
    with pytest.raises(InvalidJobError, match="cannot reach the goal"):
        construct(problem)
    assert last(search_of(CONSTRUCTIVE, problem)).path is None


# Lengths and reports


@pytest.mark.slow
@pytest.mark.slow_cases("50", "20", "30")
@pytest.mark.parametrize("side", MOST_MOVES)
def test_paths_are_short_enough_on_average(side: int) -> None:
    boards, most = MOST_MOVES[side]
    random, goal = Random(1), goal_board("blank-last", Shape(side, side))
    moves = [len(construct(Problem(random_board(goal, random), goal))) for _ in range(boards)]
    assert sum(moves) / boards / side**3 <= most


@pytest.mark.slow
def test_moves_are_reported_about_every_hundred_thousand() -> None:
    making = iter_construct(drawn(goal_board("blank-last", Shape(50, 50)), 1))
    reports = list(making)
    assert len(reports) >= 2
    assert all(100_000 <= after - before < 101_000 for before, after in pairwise([0, *reports]))


@pytest.mark.slow
def test_the_search_tells_moves_and_stores_nothing() -> None:
    problem = drawn(goal_board("blank-first", Shape(44, 47)), 1)
    snapshots = list(one_by_one(search_of(CONSTRUCTIVE, problem)))
    path = construct(problem)
    assert [snapshot.path for snapshot in snapshots] == [*[None] * (len(snapshots) - 1), path]
    generated = [snapshot.generated for snapshot in snapshots]
    assert generated == [0, *iter_construct(problem), len(path)]
    assert {(snapshot.expanded, snapshot.stored, snapshot.bound) for snapshot in snapshots} == {(0, 0, 0)}


@pytest.mark.parametrize("shape", [Shape(4, 4), Shape(2, 9), Shape(20, 15)], ids=str)
def test_a_run_replays_the_path_and_says_how_far_it_is_from_shortest(shape: Shape) -> None:
    problem = drawn(goal_board("spiral", shape), 3)
    result = search_to_end(problem, "constructive")
    assert result.outcome is Outcome.SOLVED
    assert result.path == construct(problem)
    assert result.claim == f"at most {result.excess:,} longer"
    assert result.lower_bound is not None
    assert 0 < result.lower_bound <= len(result.path)


def test_a_run_stops_between_two_reports() -> None:
    problem = drawn(goal_board("blank-last", Shape(60, 60)), 3)
    run = run_with(problem, CONSTRUCTIVE, HEURISTICS["zero"])
    run.step(0)
    run.step(0)
    result = run.cancel()
    assert result.outcome is Outcome.CANCELLED
    assert result.path is None
    assert 100_000 <= result.snapshot.generated < 101_000


@pytest.mark.slow
def test_a_depth_that_the_path_exceeds_makes_it_give_up_without_saying_that_there_is_no_path() -> None:
    goal = goal_board("blank-last", Shape(3, 3))
    seen = set()
    for tiles in Random(5).sample(sorted(distances(goal)), 30):
        problem, truth = Problem(Board(goal.shape, tiles), goal), distances(goal)[tiles]
        length = len(construct(problem))
        for depth in {length, length - 1, truth, truth - 1, 1}:
            result = search_to_end(problem, "constructive", limits=Limits(depth=depth))
            seen.add(result.outcome)
            assert (result.outcome is Outcome.SOLVED) == (length <= depth)
            if result.outcome is Outcome.NO_PATH:  # follows from the first lower bound
                assert depth < truth
    assert seen == {Outcome.SOLVED, Outcome.GAVE_UP, Outcome.NO_PATH}


# The tables


def test_tables_hold_what_can_be_reached_and_lead_to_their_goals() -> None:
    assert len(pair_table()) == 6 * 5 * 4
    for placing in pair_table():
        cells = blank_route(pair_table(), placing)
        assert cells[0] == placing[0]
        assert cells[-1] >= 2
    for shape in SMALL_SHAPES:
        for home in range(shape.cells):
            goal = goal_with_blank_at(shape, home)
            table = rest_table(shape, home)
            assert len(table) == len(distances(goal))
            for tiles, moves in distances(goal).items():
                state = Problem(Board(shape, tiles), goal).initial
                others = [state.index(label) for label in range(shape.cells) if label != home]
                assert len(blank_route(table, (state.index(home), *others))) == moves + 1
                assert permutation_parity(state) == moves % 2
