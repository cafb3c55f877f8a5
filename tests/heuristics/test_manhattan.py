"""Manhattan distance, and the mistake of counting the blank."""

from __future__ import annotations

import pytest

from npuzzle import HEURISTICS, Board, Problem, goal_board


def manhattan(text: str, goal: str) -> float:
    board = Board.parse(text)
    problem = Problem(board, goal_board(goal, board.shape))
    return HEURISTICS["manhattan"].make(problem.shape, problem.home).estimate(problem.initial)


def test_blank_is_not_counted() -> None:
    assert manhattan("1 0 2/3 4 5/6 7 8", "blank-first") == 1
    assert manhattan("1 2 3/4 5 6/7 0 8", "blank-last") == 1


@pytest.mark.parametrize(
    ("text", "h"), [("2 3 7/1 8 0/6 5 4", 15), ("7 0 8/4 6 1/5 3 2", 17), ("5 7 6/2 4 3/8 1 0", 18)]
)
def test_published_boards(text: str, h: int) -> None:
    assert manhattan(text, "blank-first") == h


def test_rows_and_columns_of_a_rectangle_are_told_apart() -> None:
    assert manhattan("3 1 2/0 4 5", "blank-first") == 1 + 0 + 0 + 0 + 0
    assert manhattan("1 2 3 4/5 6 7 0", "blank-last") == 0
    assert manhattan("8 2 3 4/5 6 7 1/9 10 11 0", "blank-last") == 2 * (1 + 3)
