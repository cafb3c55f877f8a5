"""`distance` and `best_moves`: every answer is proved, and an answer that is not is an error."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random

import pytest

from npuzzle import (
    Board,
    GoalMismatchError,
    InvalidJobError,
    NotProvedError,
    best_moves,
    boards_at,
    distance,
    goal_board,
)
from npuzzle.lab.space import build_distance_table
from npuzzle.puzzle.problem import Problem
from tests.support import oracles
from tests.support.known_boards import HARDEST_15, KORF_1


@pytest.mark.parametrize("name", ["blank-last", "blank-first", "spiral"])
def test_distances_and_best_moves_are_those_of_a_flood_fill(name: str) -> None:
    goal = goal_board(name, "2x3")
    truth = oracles.distances(goal)
    for tiles in Random(1).sample(sorted(truth), 40):
        board = Board(goal.shape, tiles)
        assert distance(board, name) == truth[tiles]
        nearer = tuple(move for move, child in board.successors() if truth[child.tiles] < truth[tiles])
        assert best_moves(board, goal) == nearer


def test_boards_of_the_15_puzzle() -> None:
    assert distance(KORF_1, "blank-first") == 57
    for board in boards_at("4x4", 24, 3, seed=1):
        moves = best_moves(board)
        assert moves
        assert {distance(board.move(move)) for move in moves} == {23}
        assert {distance(child) for move, child in board.successors() if move not in moves} <= {25}


def test_best_moves_are_those_of_the_table_that_hints_use() -> None:
    goal = goal_board("blank-last", "3x3")
    table = build_distance_table(goal.shape, goal.blank)
    for board in boards_at(goal, 18, 5, seed=2):
        assert best_moves(board) == table.best(Problem(board, goal))
    assert (distance(goal), best_moves(goal)) == (0, ())


@pytest.mark.parametrize("ask", [distance, best_moves])
def test_without_a_proof_there_is_no_number(ask: Callable[..., object]) -> None:
    with pytest.raises(NotProvedError, match=r"^the distance is not proved in that time: at least \d+ moves"):
        ask(HARDEST_15, "blank-first", seconds=0)
    with pytest.raises(NotProvedError) as caught:
        ask(boards_at("4x4", 5, seed=1)[0].shuffled(3), seconds=0)
    again = pickle.loads(pickle.dumps(caught.value))
    assert 0 < again.at_least <= (again.at_most or 80)
    assert str(again) == str(caught.value)


@pytest.mark.parametrize("ask", [distance, best_moves])
def test_an_unsolvable_board_and_a_wrong_goal_are_errors(ask: Callable[..., object]) -> None:
    with pytest.raises(InvalidJobError, match=r"^1 2 3/4 5 6/8 7 0 has no distance from 1 2 3/4 5 6/7 8 0: "):
        ask("1 2 3/4 5 6/8 7 0")
    with pytest.raises(GoalMismatchError):
        ask("1 2 3/4 5 6/7 8 0", "0 1/2 3")
    for option in ({"heuristic": lambda board: 99}, {"algorithm": "greedy"}, {"seconds": -1}):
        with pytest.raises((TypeError, InvalidJobError)):
            ask("1 2 3/4 5 6/7 8 0", **option)


def test_boards_at_a_depth_are_different_and_repeat() -> None:
    boards = boards_at("3x3", 31, 2, seed=5)
    assert [distance(board) for board in boards] == [31, 31]
    assert len(set(boards)) == 2
    with pytest.raises(InvalidJobError, match="2 boards at depth 31, got a request for 3"):
        boards_at("3x3", 31, 3)
    with pytest.raises(InvalidJobError, match="a depth must be a whole number"):
        boards_at("3x3", None)  # type: ignore[arg-type]
