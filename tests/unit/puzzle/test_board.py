"""`Board` as a value: always valid, hashable, and changed by slides."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given

from npuzzle import Board, Fault, IllegalMoveError, InvalidBoardError, Shape, goal_board
from tests.support.oracles import after_moves
from tests.support.strategies import boards, shuffled


@given(boards())
def test_equal_boards_are_one_key(board: Board) -> None:
    same = Board.parse(str(board))
    assert same == board
    assert len({same, board}) == 1
    turned = Shape(board.shape.cols, board.shape.rows)
    assert (Board(turned, board.tiles) == board) == (turned == board.shape)


def test_two_large_boards_that_differ_in_the_middle_are_two_keys() -> None:
    board = shuffled(Shape(32, 32), 3)
    a, b = board.tiles[500], board.tiles[501]
    assert len({board: 1, board.swap(a, b): 2, shuffled(Shape(32, 32), 3): 3}) == 2


def test_a_board_cannot_be_changed() -> None:
    board = Board.parse("1 2/3 0")
    with pytest.raises(FrozenInstanceError):
        board.tiles = (0, 1, 2, 3)  # type: ignore[misc]


@given(boards())
def test_slides_lead_to_the_boards_one_move_away_and_back(board: Board) -> None:
    after = [board.slide(src) for src in board.movable]
    expected = set(after_moves(board.tiles, board.shape.rows, board.shape.cols))
    assert {moved.tiles for moved in after} == expected
    assert all(moved.slide(board.blank) == board for moved in after)


@given(boards(4))
def test_a_tile_not_beside_the_blank_cannot_slide(board: Board) -> None:
    for cell in {*range(-1, board.shape.cells + 1)} - {*board.movable}:
        with pytest.raises(IllegalMoveError, match=f"not cell {cell}"):
            board.slide(cell)


def test_the_blank_and_the_pretty_form() -> None:
    board = Board.parse("10 2 3 4/5 0 7 8/9 1 11 6")
    assert board.blank == 5
    assert board.pretty() == "10  2  3  4\n 5  .  7  8\n 9  1 11  6"
    assert board.to_link() == "10_2_3_4/5_0_7_8/9_1_11_6"


@pytest.mark.parametrize(
    ("tiles", "fault"),
    [
        ((0, 1, 2), Fault.BAD_SIZE),
        ((0, 1, 2, 2), Fault.REPEATED),
        ((0, 1, 2, 4), Fault.OUT_OF_RANGE),
        ((0, 1, 2, -1), Fault.OUT_OF_RANGE),
        ((0, True, 2, 3), Fault.NOT_A_NUMBER),
        ((0, 1.5, 2, 3), Fault.NOT_A_NUMBER),
        ((), Fault.BAD_SIZE),
        (("0", "1", "2", None), Fault.NOT_A_NUMBER),
    ],
)
def test_tiles_that_do_not_fill_the_shape_are_refused_with_a_defect(
    tiles: tuple[int, ...], fault: Fault
) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        Board(Shape(2, 2), tiles)
    assert fault in {defect.fault for defect in caught.value.defects}
    if fault is Fault.REPEATED:
        assert caught.value.rows == (("0", "1"), ("2", "2"))


@pytest.mark.parametrize(
    ("tiles", "fault", "message"),
    [
        ((0, 1, 2, 3, 4, 5), Fault.BAD_SIZE, "a 2x2 board must have 4 cells, got 6"),
        (((0, 1, 2), (3, 4, 5)), Fault.BAD_SIZE, "the board is 2x3, but its shape was given as 2x2"),
    ],
)
def test_tiles_that_read_well_but_are_of_another_kind_are_called_so(
    tiles: tuple[int, ...], fault: Fault, message: str
) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        Board(Shape(2, 2), tiles)
    assert [(defect.fault, defect.message) for defect in caught.value.defects] == [(fault, message)]


def test_to_slide_a_tile_does_not_check_the_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    board = goal_board("blank-last", Shape(127, 127))
    monkeypatch.setattr(Board, "__init__", lambda *_: pytest.fail("the whole board was checked"))
    after = board.slide(board.movable[0]).swap(1, 2).play("DR")
    monkeypatch.undo()
    assert after == Board(after.shape, after.tiles)
    assert hash(after) == hash(Board(after.shape, after.tiles))
