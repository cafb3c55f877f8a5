"""Misplaced tiles, and the mistake of counting the blank."""

from __future__ import annotations

import pytest

from npuzzle import HEURISTICS, Problem, goal_board
from npuzzle.board import Board
from tests.oracles import distance


def misplaced(text: str, goal: str) -> float:
    board = Board.parse(text)
    problem = Problem(board, goal_board(goal, board.shape))
    return HEURISTICS["misplaced"].make(problem.shape, problem.home).estimate(problem.initial)


def test_blank_is_not_counted() -> None:
    board = Board.parse("1 0 2/3 4 5/6 7 8")
    assert misplaced(str(board), "blank-first") == 1
    assert distance(board, goal_board("blank-first", board.shape)) == 1


@pytest.mark.parametrize(
    ("text", "h"), [("2 3 7/1 8 0/6 5 4", 7), ("7 0 8/4 6 1/5 3 2", 8), ("5 7 6/2 4 3/8 1 0", 7)]
)
def test_published_boards(text: str, h: int) -> None:
    assert misplaced(text, "blank-first") == h


def test_the_goal_decides() -> None:
    assert misplaced("1 2 3/8 0 4/7 6 5", "spiral") == 0
    assert misplaced("1 2 3/8 0 4/7 6 5", "blank-last") == 4
