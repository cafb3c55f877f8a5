"""Boards from Python values: accepted values, and others, which raise an error of this package."""

from __future__ import annotations

import re
from array import array
from collections import UserList, deque
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, InvalidBoardError, InvalidShapeError, Problem, Shape, check, goal_board, solve
from npuzzle.puzzle.board import read_board
from npuzzle.puzzle.shape import read_shape
from tests.support.strategies import boards, shapes

EIGHT = "8 6 7/2 5 4/3 0 1"
ROWS = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]
FLAT = [8, 6, 7, 2, 5, 4, 3, 0, 1]


class Tile(IntEnum):
    BLANK, ONE, TWO, THREE = range(4)


#: Values that people might have, and the board that each means.
TAKEN: dict[str, tuple[Any, str]] = {
    "a board": (Board.parse(EIGHT), EIGHT),
    "text": (EIGHT, EIGHT),
    "rows": (ROWS, EIGHT),
    "tuples": (tuple(map(tuple, ROWS)), EIGHT),
    "one flat list": (FLAT, EIGHT),
    "words": ([["8", "6", "7"], ["2", "5", "4"], ["3", "_", "1"]], EIGHT),
    "words and numbers": ([8, "6", 7, 2, 5, 4, 3, ".", 1], EIGHT),
    "lines": (EIGHT.split("/"), EIGHT),
    "ranges": ([range(3), range(3, 6), range(6, 9)], "0 1 2/3 4 5/6 7 8"),
    "a range": (range(9), "0 1 2/3 4 5/6 7 8"),
    "an array": (numpy.array(ROWS), EIGHT),
    "a flat array": (numpy.array(FLAT), EIGHT),
    "a list of arrays": ([numpy.array(row, numpy.uint8) for row in ROWS], EIGHT),
    "a list of numpy's numbers": ([numpy.int64(tile) for tile in FLAT], EIGHT),
    "an array of objects": (numpy.array(ROWS, dtype=object), EIGHT),
    "an array of the standard library": (array("B", FLAT), EIGHT),
    "whole numbers as floats": ([[float(tile) for tile in row] for row in ROWS], EIGHT),
    "an array of floats": (numpy.array(ROWS, float), EIGHT),
    "other sequences": (deque([UserList([1, 2]), deque([3, 0])]), "1 2/3 0"),
    "an enumeration": ([list(Tile)[2:], list(Tile)[:2]], "2 3/0 1"),
}


@pytest.mark.parametrize(("value", "text"), TAKEN.values(), ids=TAKEN)
def test_a_board_may_be_given_as(value: Any, text: str) -> None:
    board = Board(value)
    assert str(board) == text
    assert set(map(type, board.tiles)) == {int}
    assert read_board(value) == goal_board(value, board.shape) == Problem(value, value).start == board
    assert check(value).board == board


@given(boards(8))
def test_every_form_of_a_board_is_the_board(board: Board) -> None:
    """Text, rows, tiles with a shape, an array and the board's own repr all give the board."""
    assert Board(board.rows) == Board(str(board)) == Board(board) == board
    assert Board(board.tiles, shape=board.shape) == Board(board.shape, board.tiles) == board
    assert Board(list(board.tiles), shape=str(board.shape)) == Board(list(board)) == board
    assert Board(numpy.array(board, float)) == Board(numpy.array(board.rows)) == eval(repr(board)) == board
    assert Board(" ".join(map(str, board.tiles)), shape=board.shape) == board


@pytest.mark.parametrize("shape", ["2x8", "4x4", "8x2"])
def test_a_line_of_numbers_has_the_shape_that_is_given(shape: str) -> None:
    line = " ".join(map(str, range(16)))
    assert str(Board(line, shape=shape).shape) == shape
    assert str(Board(f"[{line.replace(' ', ', ')}]", shape=shape).shape) == shape
    assert str(Board(line).shape) == "4x4"
    with pytest.raises(InvalidBoardError, match="the board is 2x3, but its shape was given as 3x2"):
        Board("1 2 3/4 5 0", shape="3x2")


#: Values that are not boards, each with a part of its message.
REFUSED: dict[str, tuple[Any, str]] = {
    "nothing": (None, "got None"),
    "a number": (5, "got 5"),
    "a float": (3.0, "got 3.0"),
    "true": (True, "got True"),
    "a set": ({1, 2}, r"got \{1, 2\}"),
    "a mapping": ({0: 1}, r"got \{0: 1\}"),
    "bytes": (b"1 2/3 0", "got b'1 2/3 0'"),
    "bytes that can be changed": (bytearray(b"123"), "got bytearray"),
    "a generator": ((tile for tile in FLAT), "got .*generator"),
    "an iterator": (iter(ROWS), "got .*iterator"),
    "a number of numpy": (numpy.int64(3), r"got np.int64\(3\)"),
    "an array without elements": (numpy.array(3), r"got array\(3\)"),
    "one line of text": (["1 2 3 0"], "write rows like 1 2/3 0"),
    "floats": ([[1.5, 2], [3, 0]], "'1.5' at row 1, column 1 is not a tile number"),
    "an array of floats": (numpy.array([[1.5, 2], [3, 0]]), "'1.5' at row 1, column 1 is not a tile number"),
    "not a number": ([[float("nan"), 2], [3, float("inf")]], "'nan' at row 1, column 1 is not a tile number"),
    "truth values": ([[True, 2], [3, False]], "'True' at row 1, column 1 is not a tile number"),
    "truth values of numpy": (numpy.array([[True, False]] * 2), "row 1, column 1 is not a tile number"),
    "an empty cell": ([[1, 2], [3, None]], "'None' at row 2, column 2 is not a tile number"),
    "fractions": ([Fraction(1), 2, 3, 0], "at row 1, column 1 is not a tile number"),
    "decimals": ([Decimal(1), 2, 3, 0], "at row 1, column 1 is not a tile number"),
    "three levels": ([ROWS, ROWS, ROWS], "is not a tile number"),
    "a cube": (numpy.zeros((3, 3, 3), int), "is not a tile number"),
    "rows and numbers": ([[1, 2], 3, 0], "expected rows, each a list of its cells, got 3"),
    "numbers and rows": ([1, [2, 3], 4, 0], r"'\[2, 3\]' at row 1, column 2 is not a tile number"),
    "rows of unlike length": ([[1, 2, 3], [4, 0]], "not a rectangle"),
    "twice the same": ([[1, 2], [2, 0]], "tile 2 appears twice"),
    "no rows": ([], "rows and columns"),
    "an empty row": ([[]], "rows and columns"),
    "one row": ([[1, 2, 0]], "1x3 has a single row"),
    "five cells": ([1, 2, 3, 4, 0], "5 cells in one flat list are not a square: no board has so many"),
    "six cells": (range(6), "not a square: give rows, or the shape, such as shape='2x3'"),
    "twelve cells": (range(12), "shape='3x4'"),
    "too many cells": (range(10**12), "a board can have at most 16,129 cells, got a longer list"),
    "too many rows": ([[1, 2]] * 128, "at most 127 rows, got 128"),
    "too many columns": ([range(10**12)] * 2, "at most 127 columns, got a longer row"),
}


@pytest.mark.parametrize(("value", "said"), REFUSED.values(), ids=REFUSED)
def test_no_board_is(value: Any, said: str) -> None:
    with pytest.raises(InvalidBoardError, match=said) as caught:
        Board(value)
    assert_says_once(str(caught.value))
    assert not check(value).valid


def assert_says_once(said: str) -> None:
    """Check that the message begins with "not a board" and does not repeat it."""
    start, _, reasons = said.partition("not a board: ")
    assert (start, bool(reasons)) == ("", True)
    assert "not a board" not in reasons
    assert not re.search("expected (a|the text of a) board", reasons), said


@pytest.mark.parametrize("value", [None, 3, {1, 2}, b"1 2/3 0", "hello", "123", "x", ""])
def test_the_message_says_once_that_it_is_not_a_board(value: Any) -> None:
    for read in (Board, Board.parse, solve):
        with pytest.raises(InvalidBoardError) as caught:
            read(value)
        assert_says_once(str(caught.value))
    with pytest.raises(InvalidBoardError, match=r"^the goal is not a board: (?!.*not a board)"):
        Problem("1 2/3 0", 5)  # type: ignore[arg-type]


class Hostile:
    """An object whose every method raises."""

    @property
    def tolist(self) -> Any:
        raise RuntimeError("tolist")

    def __len__(self) -> int:
        raise RuntimeError("len")

    def __iter__(self) -> Any:
        raise RuntimeError("iter")

    def __index__(self) -> int:
        raise RuntimeError("index")

    def __repr__(self) -> str:
        raise RuntimeError("repr")


class Says:
    """An object whose text reads like a tile."""

    def __repr__(self) -> str:
        return "3"


ODD_CELLS = st.one_of(
    st.integers(-3, 20),
    st.sampled_from([None, True, False, 1.0, float("nan"), 1j, b"1", "", "x", "1 2", "\ud800", 10**400]),
    st.sampled_from(
        [Says(), Decimal(1), Fraction(2), numpy.int8(3), numpy.float32(3), numpy.bool_(True), int]
    ),
    st.builds(Hostile),
)
ODD_VALUES = st.one_of(
    ODD_CELLS,
    st.recursive(
        ODD_CELLS,
        lambda part: st.one_of(
            st.lists(part, max_size=9),
            st.lists(part, max_size=4).map(tuple),
            st.lists(part, max_size=4).map(deque),
            st.lists(part, max_size=4).map(iter),
            st.dictionaries(st.integers(0, 3), part, max_size=3),
        ),
        max_leaves=12,
    ),
    st.text(max_size=12),
)


@given(ODD_VALUES, st.none() | shapes(3))
def test_an_odd_value_is_a_board_or_an_invalid_one(value: Any, shape: Shape | None) -> None:
    board: Board | None
    try:
        board, said = Board(value, shape=shape), ""
    except InvalidBoardError as error:
        board, said = None, str(error)
    if board is None:
        assert_says_once(said)
    else:
        assert sorted(board.tiles) == list(range(board.shape.cells))


def test_a_list_that_holds_itself_is_no_board() -> None:
    rows: list[Any] = []
    rows.append(rows)
    with pytest.raises(InvalidBoardError):
        Board(rows)


@pytest.mark.parametrize("size", ["3x4", " 3 X 4 ", (3, 4), [3, 4], Shape(3, 4), numpy.zeros((3, 4)).shape])
def test_a_size_may_be_given_as(size: Any) -> None:
    assert read_shape(size) == Shape(size) == goal_board("spiral", size).shape == Shape(3, 4)
    assert Board(range(12), shape=size).shape == Shape(3, 4)


@pytest.mark.parametrize("size", [4, 4.0, "4", numpy.int64(4), numpy.array([4, 4]), (numpy.int8(4), 4)])
def test_a_square_may_be_given_by_its_side(size: Any) -> None:
    assert read_shape(size) == Shape(size) == Shape(4, 4)
    assert set(map(type, (Shape(size).rows, Shape(size).cols))) == {int}


@pytest.mark.parametrize(
    "size", [None, 4.5, True, (3,), (3, 4, 5), (3, 4.5), ["3", "4"], {3, 4}, b"3x4", Hostile()]
)
def test_no_size_is(size: Any) -> None:
    for read in (read_shape, Shape):
        with pytest.raises(InvalidShapeError):
            read(size)


def test_a_goal_of_another_shape_is_called_so_even_as_rows() -> None:
    with pytest.raises(ValueError, match="the goal is 2x2, but the board is 3x3"):
        goal_board([[1, 2], [3, 0]], "3x3")
