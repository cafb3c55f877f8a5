"""First attempts with boards work as typed, or the error says what to type."""

from __future__ import annotations

import numpy as np
import pytest

import npuzzle
from npuzzle import Board, IllegalMoveError, InvalidBoardError, Problem, Shape, check, goal_board, solve

TEXT = "8 6 7/2 5 4/3 0 1"
ROWS = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]


def test_a_board_from_any_form() -> None:
    board = Board(TEXT)
    assert Board([[8, 6, 7], [2, 5, 4], [3, 0, 1]]) == board
    assert Board([8, 6, 7, 2, 5, 4, 3, 0, 1]) == board
    assert Board(((8, 6, 7), (2, 5, 4), (3, 0, 1))) == board
    assert Board(np.array(ROWS)) == board
    assert Board(np.array(ROWS).flatten()) == board
    assert Board(range(6), shape="2x3") == Board(range(6), shape=(2, 3)) == Board("0 1 2/3 4 5")
    assert Board(board) == board
    assert np.array(board).tolist() == [list(row) for row in board] == ROWS


@pytest.mark.slow
def test_lists_go_where_boards_go() -> None:
    assert solve(ROWS, "blank-last").length == 31  # type: ignore[arg-type, unused-ignore]
    assert solve([8, 6, 7, 2, 5, 4, 3, 0, 1]).length == 31  # type: ignore[arg-type, unused-ignore]
    assert solve(np.array(ROWS)).length == 31  # type: ignore[arg-type, unused-ignore]
    assert check([[1, 2, 3], [4, 5, 6], [7, 8, 0]])
    assert not check([[1, 2, 3], [4, 5, 6], [8, 7, 0]])
    assert check("1 2 3/4 5 6/8 7 0", goal=[[1, 2, 3], [4, 5, 6], [8, 7, 0]])
    assert Problem(ROWS, [[1, 2, 3], [4, 5, 6], [7, 8, 0]]).is_solvable
    assert Problem(ROWS, "blank-last").goal == goal_board("blank-last", (3, 3))
    assert [npuzzle.lab.certify("zero", shape=shape).states for shape in ("2x3", (2, 3), [2, 3])] == [360] * 3


def test_a_size_in_any_way() -> None:
    assert Shape("3x4") == Shape((3, 4)) == Shape([3, 4]) == Shape(3, 4)
    assert Shape(4) == Shape("4") == Shape(4, 4)
    assert goal_board("spiral", "3x3") == goal_board("spiral", (3, 3)) == goal_board("spiral", 3)
    assert goal_board([[1, 2], [3, 0]], 2) == Board("1 2/3 0")


def test_a_board_is_looked_at_like_nested_lists(capsys: pytest.CaptureFixture[str]) -> None:
    board = Board(TEXT)
    assert board.rows == ((8, 6, 7), (2, 5, 4), (3, 0, 1))
    assert board[0] == (8, 6, 7)
    assert board[1][2] == board[1, 2] == 4
    assert len(board) == 3
    assert [tile for row in board for tile in row] == [8, 6, 7, 2, 5, 4, 3, 0, 1]
    assert repr(board) == "Board('8 6 7/2 5 4/3 0 1')"
    print(board)
    print(board.pretty())
    assert capsys.readouterr().out == "8 6 7/2 5 4/3 0 1\n8 6 7\n2 5 4\n3 . 1\n"


@pytest.mark.slow
def test_a_board_is_played() -> None:
    board = Board(TEXT)
    assert [move.letter for move in board.legal_moves] == ["D", "R", "L"]
    assert board.move("L") == board.move(tile=1) == board.move(board.legal_moves[-1])
    assert str(board.play("L D")) == "8 6 7/2 5 0/3 1 4"
    for move in board.legal_moves:
        assert board.move(move).distance() == 30
    result = solve(board)
    assert result.path is not None
    assert board.play(result.path) == goal_board("blank-last", 3)
    for way in result.path:
        board = board.move(way)
    assert board == goal_board("blank-last", 3)
    with pytest.raises(IllegalMoveError, match=r"'L' is not possible here; possible: D .tile 6., R .tile 8."):
        board.move("L")


def test_what_a_board_can_reach() -> None:
    board = Board(TEXT)
    assert board.is_solvable()
    assert board.is_solvable("blank-last")
    assert not board.is_solvable("spiral")
    assert board.distance("blank-last") == 31
    assert board.distance("spiral") is None
    assert board.shuffled(seed=1) == board.shuffled(seed=1)
    assert board.shuffled().is_solvable(board)


def test_a_flat_list_that_is_not_a_square_says_how_to_give_a_shape() -> None:
    with pytest.raises(
        InvalidBoardError, match=r"12 cells .* not a square: give rows, or the shape, such as"
    ):
        Board(range(12))
