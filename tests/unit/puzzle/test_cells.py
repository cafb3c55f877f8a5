"""The message of every defect of a board is complete: what was found, where, and what was expected."""

from __future__ import annotations

import pytest

from npuzzle import Board, Fault, check
from npuzzle.puzzle.cells import tile_number, word_of

WRITTEN = "expected rows such as 1 2 3/4 5 6/7 8 0, with 0 for the blank"


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
            "0 0 0/0 0 5",
            "5 blanks (at row 1, column 1 and row 1, column 2 and row 1, column 3 and row 2, column 1"
            " and 1 more cells)",
        ),
        ("1 1/1 0", "tile 1 appears 3 times (at row 1, column 1 and row 1, column 2 and row 2, column 1)"),
        ("1 2/qqqqqqqqqqqq 0", "'qqqqqqqqqqqq' at row 2, column 1 is not a tile number"),
        ("1 2/qqqqqqqqqqqqq 0", "'qqqqqqqqq...' at row 2, column 1 is not a tile number"),
        (
            "1 2/3 4",
            "4 at row 2, column 2 is out of range: the tiles of a 2x2 board are 1 to 3; "
            "if 4 is the blank, write _ for it",
        ),
        ("1 2/3 4 16129", "16129 at row 2, column 3 is out of range"),
        ("2 2/3 0", "tile 1 is missing"),
        ("hello", "'hello' is a single word"),
        (
            "2x2 1 2 3",
            "the size says 2x2, but the text after it, with 3 cells, does not form 2 rows of 2",
        ),
        *[
            (text, f"the size says 3x3, but the text after it, with {n} cells, does not form 3 rows of 3")
            for text, n in (("3x3 1 2 3/4 5 0", 6), ("3x3 1 2 3 4/5 6 7 8/0", 9))
        ],
        ("2x2", "2x2 is a size: write a board after it, as in 2x2 1 2/3 0"),
        (" # nothing", f"there is no board in it: {WRITTEN}"),
        *[(f"1 2{mark}3 0", f"the text has 1 opening and 0 closing brackets: {WRITTEN}") for mark in "[("],
        *[(f"1 2{mark}3 0", f"the text has 0 opening and 1 closing brackets: {WRITTEN}") for mark in "])"],
    ],
)
def test_a_message_says_what_came_where_and_what_was_expected(text: str, message: str) -> None:
    said = [defect.message for defect in check(text).defects]
    assert any(each.startswith(message) for each in said), said


def test_a_text_is_read_up_to_a_million_characters() -> None:
    room = " " * (1_000_000 - len("1 2/3 0"))
    assert Board.parse("1 2/3 0" + room) == Board.parse("1 2/3 0")
    (defect,) = check("1 2/3 0 " + room).defects
    assert defect.message == "the text has more than 1,000,000 characters: give the board alone"


@pytest.mark.parametrize(
    ("word", "number"),
    [
        *((mark, 0) for mark in ("0", "_", ".", "x", "X", "-", "")),
        *((word, int(word)) for word in ("999999999", "-99999999", "+99999999")),
        ("1234567890", 10**9),
    ],
)
def test_a_word_is_a_blank_or_a_number_however_long(word: str, number: int) -> None:
    assert tile_number(word) == number


def test_faults_go_by_these_names() -> None:
    names = "unreadable not-a-rectangle bad-size not-a-number out-of-range repeated missing no-blank"
    assert [fault.value for fault in Fault] == [*names.split(), "several-blanks"]


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
