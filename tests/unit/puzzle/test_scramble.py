"""Random boards are uniform, solvable, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, InvalidJobError, Problem, Shape, goal_board, random_board, random_walk
from npuzzle.puzzle.scramble import iter_scrambled
from tests.support.oracles import distance, distances
from tests.support.strategies import boards, four_goals

SHAPE = Shape(2, 3)


@pytest.mark.slow
@pytest.mark.parametrize("goal", four_goals(SHAPE), ids=str)
def test_every_solvable_board_is_equally_likely(goal: Board) -> None:
    """Chi-square test, 359 degrees of freedom: mean 359, standard deviation 27, tolerance 5 of them."""
    random, each = Random(20240601), 20
    reachable = distances(goal)
    drawn = Counter(random_board(goal, random).tiles for _ in range(each * len(reachable)))
    assert set(drawn) <= set(reachable)
    chi_square = sum((drawn[tiles] - each) ** 2 / each for tiles in reachable)
    assert 359 - 5 * 27 < chi_square < 359 + 5 * 27


@given(boards(9), st.integers(0, 2**32))
def test_random_boards_and_walks_are_solvable_and_repeat_for_a_seed(goal: Board, seed: int) -> None:
    board = random_board(goal, Random(seed))
    assert Problem(board, goal).is_solvable
    assert board == random_board(goal, Random(seed))
    walked = random_walk(goal, 30, Random(seed))
    assert Problem(walked, goal).is_solvable
    assert walked == random_walk(goal, 30, Random(seed))


def test_recorded_boards_so_that_a_seed_in_a_link_keeps_its_meaning() -> None:
    goal = goal_board("blank-last", Shape(4, 4))
    assert str(random_board(goal, Random(1))) == "3 11 1 15/7 6 4 9/8 12 0 2/13 14 10 5"
    assert str(random_walk(goal, 25, Random(1))) == "9 1 2 7/0 5 4 3/6 14 10 8/13 11 15 12"


@pytest.mark.parametrize("goal", four_goals(SHAPE), ids=str)
def test_a_walk_of_k_moves_is_at_most_k_away_and_of_its_parity(goal: Board) -> None:
    for moves in range(30):
        away = distance(random_walk(goal, moves, Random(moves)), goal)
        assert away is not None
        assert away <= moves
        assert away % 2 == moves % 2


@given(boards(5), st.integers(0, 2**32))
def test_no_move_of_a_walk_undoes_the_one_before(goal: Board, seed: int) -> None:
    one, three = random_walk(goal, 1, Random(seed)), random_walk(goal, 3, Random(seed))
    assert one.blank in goal.movable
    assert one != goal
    assert random_walk(goal, 2, Random(seed)) != goal
    assert three.blank not in (one.blank, *(() if three.shape.cells > 4 else (goal.blank,)))


def test_no_moves_are_the_goal_itself() -> None:
    goal = goal_board("spiral", Shape(3, 4))
    assert random_walk(goal, 0, Random(1)) == goal


@pytest.mark.parametrize("moves", [-1, -(10**9), 1_000_001, 10**30])
def test_walks_of_impossible_length_are_refused(moves: int) -> None:
    with pytest.raises(InvalidJobError, match=rf"0 to 1,000,000 moves, got {moves}"):
        random_walk(goal_board("spiral", Shape(3, 3)), moves, Random(1))


@pytest.mark.parametrize(("walk", "where"), [(None, "of 2x2"), (1, "after 1 random moves")])
def test_more_boards_than_there_are_is_an_error_that_says_how_many(walk: int | None, where: str) -> None:
    goal = goal_board("blank-last", "2x2")
    there_are = 12 if walk is None else 2
    boards = iter_scrambled(goal, 13, seed=1, walk=walk)
    assert len(list(islice(boards, there_are))) == there_are
    with pytest.raises(InvalidJobError) as caught:
        next(boards)
    assert str(caught.value).startswith(
        f"{there_are} different boards {where} were found, but more are needed"
    )


@pytest.mark.parametrize(("shape", "walk", "there_are"), [("2x3", None, 360), ("3x3", 6, 39)])
@pytest.mark.parametrize("seed", range(3))
def test_all_boards_are_found(shape: str, walk: int | None, there_are: int, seed: int) -> None:
    goal = goal_board("blank-last", shape)
    boards = iter_scrambled(goal, there_are + 1, seed=seed, walk=walk)
    assert len({*islice(boards, there_are)}) == there_are
    with pytest.raises(InvalidJobError, match=f"^{there_are} different boards .* were found"):
        next(boards)
