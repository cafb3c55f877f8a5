"""All formats of pasted boards, and all their defects."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Defect, Fault, InvalidBoardError, Shape
from npuzzle.puzzle.cells import find_defects, read_plain
from npuzzle.puzzle.read_board import Contents
from npuzzle.puzzle.read_boards import read_text
from tests.support.strategies import boards, shuffled

EIGHT = Board(Shape(3, 3), (8, 2, 0, 4, 6, 1, 3, 7, 5))
WIDE = Board(Shape(2, 3), (3, 1, 5, 0, 2, 4))
FIFTEEN = Board(Shape(4, 4), (5, 1, 7, 3, 9, 2, 11, 4, 13, 6, 15, 8, 0, 10, 14, 12))
FIFTEEN_TEXT = "5 1 7 3/9 2 11 4/13 6 15 8/0 10 14 12"


def faults(text: str) -> dict[Fault, list[tuple[tuple[int, int], ...]]]:
    """Return the kinds of defect in a text, with their places."""
    with pytest.raises(InvalidBoardError) as caught:
        Board.parse(text)
    found: dict[Fault, list[tuple[tuple[int, int], ...]]] = {}
    for defect in caught.value.defects:
        found.setdefault(defect.fault, []).append(defect.places)
    assert found, "an invalid board has a defect"
    assert all(defect.message for defect in caught.value.defects)
    return found


@pytest.mark.slow
def test_the_largest_board_of_all_round_trips() -> None:
    board = shuffled(Shape(127, 127), 1)
    for text in (str(board), board.to_link(), board.pretty(), f"127x127\n{board}"):
        assert Board.parse(text) == board


@given(boards(5), st.data())
def test_rows_of_numbers_are_read_as_the_forms_read_them(board: Board, data: st.DataObject) -> None:
    assert read_plain(str(board)) == (board.shape, board.tiles)
    gap = st.sampled_from([" ", " ", " ", "  ", "/", "\n", " / ", "\n\n", " \n", ",", "_", "00"])
    numbers = str(board).replace("/", " / ").split()
    text = "".join(number + (data.draw(gap) if number != "/" else "") for number in numbers)
    text = data.draw(st.sampled_from(["", " ", "\n", "/", "0", "2 3\n"])) + text
    plain = read_plain(text)
    if plain is not None:
        assert read_text(text) == Contents((plain,))


@given(boards(9))
def test_a_size_line_never_changes_what_is_read(board: Board) -> None:
    lines = "\n".join(" ".join(map(str, row)) for row in board.rows)
    flat = " ".join(map(str, board.tiles))
    shape = board.shape
    for head in (f"{shape}\n", f"{shape}: ", f"{shape} ", f"{shape.rows} x {shape.cols}\n"):
        for body in (lines, flat, str(board), str([list(row) for row in board.rows])):
            assert Board.parse(head + body) == board
    assert Board.parse(f"{shape.rows} {shape.cols}\n{lines}") == board


@pytest.mark.parametrize(
    "text",
    [
        "8 2 0/4 6 1/3 7 5",
        "8 2 0\n4 6 1\n3 7 5",
        "8 2 0\r\n4 6 1\r\n3 7 5\r\n",
        "8,2,0/4,6,1/3,7,5",
        "8, 2, 0\n4, 6, 1\n3, 7, 5",
        "8, 2, 0,\n4, 6, 1,\n3, 7, 5,",
        "  8   2 0 /\t4 6 1/3 7 5\n\n",
        "8 2 0\n\n4 6 1\n\n3 7 5",
        "[[8, 2, 0], [4, 6, 1], [3, 7, 5]]",
        "((8, 2, 0), (4, 6, 1), (3, 7, 5))",
        "[(8, 2, 0), (4, 6, 1), (3, 7, 5),]",
        "[[8 2 0]\n [4 6 1]\n [3 7 5]]",
        "[8, 2, 0, 4, 6, 1, 3, 7, 5]",
        "(8, 2, 0, 4, 6, 1, 3, 7, 5)",
        "8 2 0 4 6 1 3 7 5",
        "820461375",
        "82x461375",
        "82X461375",
        "82_461375",
        "820/461/375",
        "820\n461\n375",
        "82.\n461\n375",
        "82X\n461\n375",
        "82-\n461\n375",
        "3x3\n8 2 0\n4 6 1\n3 7 5",
        "3X3\n8 2 0\n4 6 1\n3 7 5",
        "3×3: 8 2 0 4 6 1 3 7 5",
        "3 x 3\n8 2 0\n4 6 1\n3 7 5",
        "3 3\n8 2 0\n4 6 1\n3 7 5",
        "3\n8 2 0\n4 6 1\n3 7 5",
        "3x3 820461375",
        "# a board\n3\n8 2 0 # first row\n4 6 1\n3 7 5\n# end",
        "8 2 _/4 6 1/3 7 5",
        "8 2 ./4 6 1/3 7 5",
        "8 2 x/4 6 1/3 7 5",
        "8 2 X/4 6 1/3 7 5",
        "8 2 -/4 6 1/3 7 5",
        "8,2,_/4,6,1/3,7,5",
        "8_2_0/4_6_1/3_7_5",
        "+8 02 0/4 6 1/3 7 5",
        "8 2 0;\n4 6 1;\n3 7 5;\n",
        "8 2 0 # one # two\n4 6 1\n3 7 5",
        "3 3\n8 2 0/4 6 1/3 7 5",
    ],
)
def test_every_format_of_the_eight_puzzle_is_read(text: str) -> None:
    assert Board.parse(text) == EIGHT


@pytest.mark.parametrize(
    ("board", "texts"),
    [
        (
            WIDE,
            [
                "3 1 5/0 2 4",
                "315/024",
                "315\n.24",
                "2x3 3 1 5 0 2 4",
                "2 3\n3 1 5\n0 2 4",
                "2x3\n[3, 1, 5, 0, 2, 4]",
            ],
        ),
        (WIDE, ["2 3\n3 1 5 0 2 4", "2x3 3 1 5 0 2 4"]),
        (Board("3 1/5 0/2 4"), ["3 2\n3 1 5 0 2 4"]),
        (Board("3 2/0 1/4 5/6 7"), ["3 2\n0 1\n4 5\n6 7"]),
        (FIFTEEN, [FIFTEEN_TEXT, *(FIFTEEN_TEXT.replace("/", between) for between in ("\n", " "))]),
        (FIFTEEN, ["4\n" + FIFTEEN_TEXT.replace("/", "\n")]),
        (FIFTEEN, [FIFTEEN_TEXT.replace("0", "_", 1), FIFTEEN_TEXT.replace(" ", "_")]),
        (Board("1 2/3 0"), ["1 2 3 0", "1,2,3,0", "[1, 2, 3, 0]", "(1 2 3 0)", "12/30"]),
        (Board("1 2 3 4 5/6 7 8 9 0"), ["12345/67890"]),
        (Board("1 2/3 4/5 6/7 8/9 0"), ["12/34/56/78/90"]),
    ],
    ids=range(10),
)
def test_formats_of_other_sizes_are_read(board: Board, texts: list[str]) -> None:
    """Bare digits are split into tiles on boards of up to ten cells."""
    for text in texts:
        assert Board.parse(text) == board, text


@pytest.mark.parametrize("cells", ["[3, 1, 5,\n 0, 2, 4]", "(3, 1, 5,\n 0, 2, 4)", "[3,\n1,\n5,\n0,\n2,\n4]"])
def test_a_flat_list_below_a_size_may_go_over_several_lines(cells: str) -> None:
    assert Board.parse(f"2x3\n{cells}") == WIDE
    assert Fault.UNREADABLE in faults(f"2x4\n{cells}")


@pytest.mark.parametrize("cells", ["[[3, 1], [5, 0], [2, 4]]", "((3, 1), (5, 0), (2, 4))", "3 1/5 0/2 4"])
def test_rows_below_a_size_are_not_divided_anew(cells: str) -> None:
    assert list(faults(f"2x3\n{cells}")) == [Fault.UNREADABLE]


def test_a_size_line_holds_numbers_of_up_to_six_digits() -> None:
    rows = "8 2 0\n4 6 1\n3 7 5"
    assert Board.parse(f"000003\n{rows}") == Board.parse(f"000003 000003\n{rows}") == EIGHT
    assert Fault.NOT_A_RECTANGLE in faults(f"0000003\n{rows}")
    assert Fault.NOT_A_RECTANGLE in faults(f"٣\n{rows}")


def test_as_many_rows_are_read_as_the_largest_tray_has_and_a_size_line() -> None:
    board = shuffled(Shape(127, 2), 4)
    lines = str(board).replace("/", "\n")
    for text in (lines, f"127 2\n{lines}", str([list(row) for row in board.rows])):
        assert Board.parse(text) == board


@pytest.mark.parametrize(
    ("text", "rows"), [("1 2\n" * 129, 129), ("1 2/" * 129 + "3 0", 130), (str([[1, 2]] * 128), 128)]
)
def test_more_rows_than_any_tray_has_are_counted_and_not_read(text: str, rows: int) -> None:
    with pytest.raises(InvalidBoardError) as caught:
        Board.parse(text)
    [defect] = caught.value.defects
    assert defect.fault is Fault.UNREADABLE
    assert defect.message.startswith(f"the text has {rows} rows, but a board can have at most 127;")


@given(st.integers(0, 10**6))
def test_no_board_is_taken_for_a_size_line_and_a_smaller_board(seed: int) -> None:
    rows = Random(seed).randint(4, 20)
    others = [tile for tile in range(2 * rows) if tile not in (rows - 1, 2)]
    Random(seed).shuffle(others)
    board = Board(Shape(rows, 2), (rows - 1, 2, *others))
    assert Board.parse(str(board).replace("/", "\n")) == board


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("3x2\n145", (3, 0, 2, 1, 4, 5)),
        ("2x3\n145", (2, 0, 3, 1, 4, 5)),
        ("3x3\n1 2\n4 5", None),
        ("1x2\n345\n678", (1, 0, 2, 3, 4, 5, 6, 7, 8)),
    ],
)
def test_bare_digits_with_an_x_gap_are_not_taken_for_a_size(text: str, tiles: tuple[int, ...] | None) -> None:
    if tiles is None:
        assert faults(text)
    else:
        assert Board.parse(text).tiles == tiles


def test_a_size_that_contradicts_the_rows_is_not_quietly_dropped_or_obeyed() -> None:
    square = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0"
    for text in (f"2x8\n{square}", f"3x3\n{square}", "2x4\n1 2 3\n4 5 6\n7 8 0", "3x2 1 2 3/4 5 0"):
        assert Fault.UNREADABLE in faults(text)


def test_all_defects_are_named_at_once_each_with_its_cells() -> None:
    assert faults("1 5 banana/5 99 -3/5 0 _") == {
        Fault.NOT_A_NUMBER: [((0, 2),)],
        Fault.OUT_OF_RANGE: [((1, 1),), ((1, 2),)],
        Fault.SEVERAL_BLANKS: [((2, 1), (2, 2))],
        Fault.REPEATED: [((0, 1), (1, 0), (2, 0))],
        Fault.MISSING: [()] * 6,
    }


def test_messages_count_rows_and_columns_from_1() -> None:
    with pytest.raises(InvalidBoardError) as caught:
        Board.parse("1 2 3/4 5 6/5 8 12")
    assert [defect.message for defect in caught.value.defects] == [
        "12 at row 3, column 3 is out of range: the tiles of a 3x3 board are 1 to 8",
        "tile 5 appears twice (at row 2, column 2 and row 3, column 1)",
        "no blank: one cell must be 0 (or _ . x -)",
        "tile 7 is missing",
    ]
    assert "row 3, column 3" in str(caught.value)
    assert caught.value.rows == (("1", "2", "3"), ("4", "5", "6"), ("5", "8", "12"))
    assert caught.value.defects[1].to_dict() == {
        "fault": "repeated",
        "message": "tile 5 appears twice (at row 2, column 2 and row 3, column 1)",
        "cells": [[2, 2], [3, 1]],
    }


@pytest.mark.parametrize(
    ("text", "fault", "places"),
    [
        ("1 2/2 0", Fault.REPEATED, [((0, 1), (1, 0))]),
        ("1 2/2 0", Fault.MISSING, [()]),
        ("1 2\n3 3", Fault.REPEATED, [((1, 0), (1, 1))]),
        ("3 2/0 1/4 5/6 6", Fault.REPEATED, [((3, 0), (3, 1))]),
        ("1 2/3 1\n2 1/3 0", Fault.REPEATED, [((0, 0), (1, 1), (2, 1)), ((0, 1), (2, 0)), ((1, 0), (3, 0))]),
        ("1234/5678/9012", Fault.BAD_SIZE, [()]),
        ("123456/789012", Fault.BAD_SIZE, [()]),
        ("hello", Fault.UNREADABLE, [()]),
        ("1 2/3 4 5", Fault.NOT_A_RECTANGLE, [((0, 0), (0, 1))]),
        ("1 2/3 4/5 6 0", Fault.NOT_A_RECTANGLE, [((2, 0), (2, 1), (2, 2))]),
        ("1 2/3 4 16128", Fault.NO_BLANK, [()]),
        ("1 2/3 4", Fault.OUT_OF_RANGE, [((1, 1),)]),
        ("1 2/3 4", Fault.NO_BLANK, [()]),
        ("1 2/-3 0", Fault.OUT_OF_RANGE, [((1, 0),)]),
        ("1 2/3.5 0", Fault.NOT_A_NUMBER, [((1, 0),)]),
        ("1 2/1e3 0", Fault.NOT_A_NUMBER, [((1, 0),)]),
        ("1 0/0 2", Fault.SEVERAL_BLANKS, [((0, 1), (1, 0))]),
        ("1 _/. 2", Fault.SEVERAL_BLANKS, [((0, 1), (1, 0))]),
        ("1 2 3/4 5/6 7 0", Fault.NOT_A_RECTANGLE, [((1, 0), (1, 1))]),
        ("[[1, 2], [3]]", Fault.NOT_A_RECTANGLE, [((1, 0),)]),
        ("1 2 3", Fault.BAD_SIZE, [()]),
        ("1/2/0", Fault.BAD_SIZE, [()]),
        ("1 2 /", Fault.NOT_A_RECTANGLE, [()]),
        ("/", Fault.BAD_SIZE, [()]),
        ("[]", Fault.BAD_SIZE, [()]),
        ("[[], []]", Fault.BAD_SIZE, [()]),
        ("", Fault.UNREADABLE, [()]),
        (" \n\t ", Fault.UNREADABLE, [()]),
        ("# nothing but a comment", Fault.UNREADABLE, [()]),
        ("[[1, 2], [3, 0]", Fault.UNREADABLE, [()]),
        ("[1, 2], [3, 0]]", Fault.UNREADABLE, [()]),
        ("1 2/3 0]", Fault.UNREADABLE, [()]),
        (")(", Fault.UNREADABLE, [()]),
        ("１ 2/3 0", Fault.NOT_A_NUMBER, [((0, 0),)]),
        ("1 ²/3 0", Fault.NOT_A_NUMBER, [((0, 1),)]),
        ("1 ٢/3 0", Fault.NOT_A_NUMBER, [((0, 1),)]),
        ("4x4 1 2 3", Fault.UNREADABLE, [()]),
        ("3x3", Fault.UNREADABLE, [()]),
        ("0x0", Fault.UNREADABLE, [()]),
        ("0x5 ,", Fault.BAD_SIZE, [()]),
        ("999999x999999 1 2", Fault.UNREADABLE, [()]),
    ],
)
def test_each_fault_is_found_where_it_is(text: str, fault: Fault, places: list[tuple[int, int]]) -> None:
    assert faults(text)[fault] == places


def test_two_different_huge_numbers_are_not_called_the_same_tile() -> None:
    out_of_range = [((0, 1),), ((1, 0),)]
    assert faults("1 12345678901/12345678902 0 2")[Fault.OUT_OF_RANGE] == out_of_range
    assert Fault.REPEATED not in faults("1 12345678901/12345678902 0 2")
    assert Fault.OUT_OF_RANGE not in faults("1 2/3 4 16128")


WORDS = st.one_of(
    st.integers(-3, 40).map(str),
    st.sampled_from(["", "_", ".", "x", "X", "-", "0", "00", "+1", "1.0", "a", "¼", "９", "9" * 30, "None"]),
)


def read(make: Callable[[], Board]) -> tuple[Board | None, tuple[Defect, ...]]:
    """Return the board or its defects. Any other error passes through."""
    try:
        return make(), ()
    except InvalidBoardError as error:
        return None, error.defects


def assert_board_or_defects(board: Board | None, defects: tuple[Defect, ...]) -> None:
    """Check that there is either a valid board or at least one defect."""
    assert (board is None) == (defects != ())
    if board is not None:
        assert sorted(board.tiles) == list(range(board.shape.cells))
        assert Board.parse(str(board)) == board


@given(boards(5), st.lists(st.tuples(st.integers(0, 24), WORDS), max_size=4))
def test_no_corruption_raises_anything_but_invalid_board(
    board: Board, changes: list[tuple[int, str]]
) -> None:
    words = [[str(tile) for tile in row] for row in board.rows]
    for at, word in changes:
        row, col = divmod(at % board.shape.cells, board.shape.cols)
        words[row][col] = word
    built, defects = read(lambda: Board.from_words(words))
    assert_board_or_defects(built, defects)
    assert defects == find_defects(words)
    inside = {(r, c) for r in range(board.shape.rows) for c in range(board.shape.cols)}
    assert inside.issuperset(place for defect in defects for place in defect.places)


@given(st.lists(st.lists(WORDS, max_size=5), max_size=5))
def test_rows_of_any_words_are_a_board_or_have_defects(rows: list[list[str]]) -> None:
    built, defects = read(lambda: Board.from_words(rows))
    assert_board_or_defects(built, defects)
    assert defects == find_defects(rows)


@given(st.one_of(st.text(), st.text(alphabet="0123456789 \n\t/,_.xX-[]()#:+×", max_size=60)))
def test_any_text_is_a_board_or_an_invalid_board(text: str) -> None:
    assert_board_or_defects(*read(lambda: Board.parse(text)))


@given(boards(4), st.integers(0, 200), st.text(alphabet="0123456789 \n/,_.x-[]()#", max_size=3))
def test_a_board_with_a_slip_in_its_text_is_a_board_or_an_invalid_board(
    board: Board, at: int, slip: str
) -> None:
    text = str(board)
    at %= len(text)
    assert_board_or_defects(*read(lambda: Board.parse(text[:at] + slip + text[at + 1 :])))


@pytest.mark.parametrize(
    "text",
    [
        "8 6 7/2 5 4/3 0 1\n6 4 7/8 5 0/3 2 1\n",
        "# two boards\n\n1 2/3 0  # one\n0 2 3/1 4 5\n1 2 3",
        "867254301\n647850321",
        "[[1, 2], [3, 0]]\n[[1, 2, 3], [0, 4, 5]]",
    ],
)
def test_of_several_boards_it_is_said_that_one_is_expected(text: str) -> None:
    with pytest.raises(InvalidBoardError, match="boards, but only one is expected here") as caught:
        Board.parse(text)
    assert [defect.fault for defect in caught.value.defects] == [Fault.UNREADABLE]


@pytest.mark.parametrize("text", ["hello world", "<b>1</b> 2", "Page 3: 1 2 3", "a\nb\nc"])
def test_of_a_text_that_is_not_a_board_a_word_is_named_and_not_the_size(text: str) -> None:
    with pytest.raises(InvalidBoardError, match="is not a tile number"):
        Board.parse(text)
