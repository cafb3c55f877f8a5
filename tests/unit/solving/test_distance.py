"""`distance` and `best_moves`: every answer is proved, and an unproved answer is an error."""

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
from tests.support import oracles
from tests.support.known_boards import HARDEST_15, KORF_1

BOTH = pytest.mark.parametrize("ask", [distance, best_moves])


@pytest.mark.parametrize("name", ["blank-last", "spiral"])
def test_distances_and_best_moves_are_those_of_a_flood_fill(name: str) -> None:
    goal = goal_board(name, "2x3")
    truth = oracles.distances(goal)
    for tiles in [goal.tiles, *Random(1).sample(sorted(truth), 40)]:
        board = Board(goal.shape, tiles)
        assert distance(board, name) == truth[tiles]
        nearer = tuple(move for move, child in board.successors() if truth[child.tiles] < truth[tiles])
        assert best_moves(board, goal) == nearer


def test_boards_of_the_15_puzzle() -> None:
    assert distance(KORF_1, "blank-first") == 57
    for board in boards_at("4x4", 24, 3, seed=1):
        moves = best_moves(board)
        assert {distance(child) for move, child in board.successors() if move in moves} == {23}
        assert {distance(child) for move, child in board.successors() if move not in moves} <= {25}


@BOTH
def test_without_a_proof_there_is_no_number(ask: Callable[..., object]) -> None:
    with pytest.raises(NotProvedError, match="for a proof: the distance is at least 58 moves") as caught:
        ask(HARDEST_15, "blank-first", seconds=0)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.at_least, again.at_most, str(again)) == (*vars(caught.value).values(), str(caught.value))


@BOTH
def test_an_unsolvable_board_and_a_wrong_goal_are_errors(ask: Callable[..., object]) -> None:
    with pytest.raises(InvalidJobError, match=r"^no moves lead to the goal 1 2 3/4 5 6/7 8 0: "):
        ask("1 2 3/4 5 6/8 7 0")
    with pytest.raises(GoalMismatchError):
        ask("1 2 3/4 5 6/7 8 0", "0 1/2 3")
    for option in ({"heuristic": lambda board: 99}, {"algorithm": "greedy"}, {"seconds": -1}):
        with pytest.raises((TypeError, InvalidJobError)):
            ask("1 2 3/4 5 6/7 8 0", **option)


def test_more_boards_than_a_depth_has_and_no_depth_are_errors() -> None:
    assert len(set(boards_at("3x3", 31, 2))) == 2
    with pytest.raises(InvalidJobError, match="2 boards at depth 31, fewer than the 3 that are needed"):
        boards_at("3x3", 31, 3)
    with pytest.raises(InvalidJobError, match="a depth must be a whole number"):
        boards_at("3x3", None)  # type: ignore[arg-type]
