"""Every fault of a board has a full message: what came, where, and what was expected."""

from __future__ import annotations

import pytest

from npuzzle import Board, Defect, Fault, InvalidBoardError
from npuzzle.puzzle.cells import tile_number, word_of


def faults(text: str) -> tuple[Defect, ...]:
    with pytest.raises(InvalidBoardError) as caught:
        Board.parse(text)
    return caught.value.defects


def messages(text: str) -> list[str]:
    return [defect.message for defect in faults(text)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3/4 5/6 7 0", "not a rectangle: row 2 has 2 cells, the other rows have 3"),
        (
            "1 2/4 5 3/6 7 0/8 9",
            "not a rectangle: row 1 has 2 cells, row 4 has 2 cells, the other rows have 3",
        ),
        (
            "1/2/3/4/5 6/7 8/9 10/11 12/13 14",
            "not a rectangle: row 1 has 1 cell, row 2 has 1 cell, row 3 has 1 cell, row 4 has 1 cell,"
            " the other rows have 2",
        ),
        (
            "1/2/3/4/5/6 7/8 9/10 11/12 13/14 15/16 17",
            "not a rectangle: row 1 has 1 cell, row 2 has 1 cell, row 3 has 1 cell, row 4 has 1 cell,"
            " 1 more row differs, the other rows have 2",
        ),
        (
            "0 0/0 0",
            "4 blanks (at row 1, column 1 and row 1, column 2 and row 2, column 1 and row 2, column 2)",
        ),
        (
            "0 0 0/0 0 5",
            "5 blanks (at row 1, column 1 and row 1, column 2 and row 1, column 3 and row 2, column 1"
            " and 1 more cells)",
        ),
        ("1 1/1 0", "tile 1 appears 3 times (at row 1, column 1 and row 1, column 2 and row 2, column 1)"),
        ("1 2/qqqqqqqqqqqq 0", "'qqqqqqqqqqqq' at row 2, column 1 is not a tile number"),
        ("1 2/qqqqqqqqqqqqq 0", "'qqqqqqqqq...' at row 2, column 1 is not a tile number"),
        ("1 2/3 4", "4 at row 2, column 2 is out of range: the tiles of a 2x2 board are 1..3"),
        ("1 2/3 99999", "99999 at row 2, column 2 is out of range: the tiles of a 2x2 board are 1..3"),
        ("1 2/3 4 16129", "16129 at row 2, column 3 is out of range"),
        ("hello", "'hello' is a single word"),
        ("2x2 1 2 3", "the size says 2x2, 4 cells in 2 rows, but what follows has 3 cells in other rows"),
        ("2x2", "2x2 is a size, and no board follows it, as in 2x2 1 2/3 0"),
        ("", "there is no board in it"),
        *[(f"1 2{mark}3 0", "the brackets do not pair up as a list of rows") for mark in "[]()"],
    ],
)
def test_a_message_says_what_came_where_and_what_was_expected(text: str, message: str) -> None:
    assert any(said.startswith(message) for said in messages(text)), messages(text)


def test_of_rows_as_many_of_one_length_as_of_another_the_longer_are_usual() -> None:
    assert faults("1 2/3 4 5")[0].places == ((0, 0), (0, 1))


def test_on_a_ragged_board_a_tile_of_the_largest_tray_is_still_in_range() -> None:
    assert {defect.fault for defect in faults("1 2/3 4 16128")} == {Fault.NOT_A_RECTANGLE, Fault.NO_BLANK}


def test_a_text_is_read_up_to_a_million_characters() -> None:
    room = " " * (1_000_000 - len("1 2/3 0"))
    assert Board.parse("1 2/3 0" + room) == Board.parse("1 2/3 0")
    assert messages("1 2/3 0 " + room) == [
        "the text has more than 1,000,000 characters: give the board alone"
    ]


def test_a_byte_order_mark_is_no_part_of_the_board() -> None:
    assert Board.parse("\ufeff8 2 0/4 6 1/3 7 5") == Board.parse("8 2 0/4 6 1/3 7 5")


def test_a_comment_may_hold_another_mark_of_comments() -> None:
    assert Board.parse("8 2 0 # one # two\n4 6 1\n3 7 5") == Board.parse("8 2 0/4 6 1/3 7 5")


@pytest.mark.parametrize("word", ["999999999", "-99999999", "+99999999", "1234567890"])
def test_long_numbers_are_numbers_out_of_range(word: str) -> None:
    assert tile_number(word) == (int(word) if len(word) < 10 else 10**9)


@pytest.mark.parametrize("mark", ["0", "_", ".", "x", "X", "-", ""])
def test_every_mark_of_the_blank_is_a_blank(mark: str) -> None:
    assert tile_number(mark) == 0
    assert Board.from_words([["1", "2"], ["3", mark]]).blank == 3


def test_faults_go_by_these_names() -> None:
    assert [fault.value for fault in Fault] == [
        "unreadable",
        "not-a-rectangle",
        "bad-size",
        "not-a-number",
        "out-of-range",
        "repeated",
        "missing",
        "no-blank",
        "several-blanks",
    ]


def test_all_cells_in_one_line_below_a_line_with_the_size_are_divided_by_it() -> None:
    assert Board.parse("2 3\n3 1 5 0 2 4") == Board.parse("3 1 5/0 2 4")
    assert Board.parse("3 2\n3 1 5 0 2 4") == Board.parse("3 1/5 0/2 4")


def test_one_word_alone_is_unreadable_and_not_a_size() -> None:
    assert [defect.fault for defect in faults("hello")] == [Fault.UNREADABLE]


def test_the_first_tile_is_missed_too() -> None:
    assert "tile 1 is missing" in messages("2 2/3 0")


def test_rows_of_the_usual_length_are_not_blamed_even_if_a_longer_one_stands_there() -> None:
    assert faults("1 2/3 4/5 6 0")[0].places == ((2, 0), (2, 1), (2, 2))


@pytest.mark.parametrize(
    ("tile", "word"),
    [
        (7, "7"),
        (-7, "-7"),
        (True, "True"),
        (1.5, "1.5"),
        (None, "None"),
        (999_999_999_999, "999999999999"),
        (10**12, "1000000000000"),
        (-(10**12), "-1000000000000"),
        (9_876_543_210_123, "987654321012"),
        pytest.param(1234 * 10**5000, "1234000000000", id="huge"),
        pytest.param(-1234 * 10**5000, "-1234000000000", id="huge-negative"),
    ],
)
def test_the_word_of_a_huge_number_is_its_first_digits(tile: object, word: str) -> None:
    assert word_of(tile) == word


def test_no_rows_at_all_are_called_so() -> None:
    with pytest.raises(InvalidBoardError, match="got 0x0"):
        Board.from_words([])


def test_of_a_ragged_board_no_tiles_are_said_to_be_those_that_belong_on_it() -> None:
    assert "16129 at row 2, column 3 is out of range" in messages("1 2/3 4 16129")


def test_text_without_a_board_is_refused_with_the_form_of_one() -> None:
    written = "expected rows such as 1 2 3/4 5 6/7 8 0, with 0 for the blank"
    assert messages(" # nothing") == [f"there is no board in it: {written}"]
    assert messages("[1 2") == [f"the brackets do not pair up as a list of rows: {written}"]


def test_a_text_with_zero_bytes_is_refused_with_how_to_save_it() -> None:
    assert messages("1 2/3 0".encode("utf-16-le").decode()) == [
        "the text holds zeros (U+0000), as a file in UTF-16 does: save it as plain text in UTF-8"
    ]
