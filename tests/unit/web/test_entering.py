"""Entering a board by its numbers: where a number ends, and which cell comes next."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from web.page.entering import missing_numbers, next_cell, put, read_entry, read_press


def enter(board: list[list[str]]) -> tuple[list[list[str]], int]:
    """Type a board into empty cells, digit by digit: what is there then, and how many keys it took.

    Enter (a key too) goes on where the page waits: at the blank, and after a 1 that could become 10.
    """
    words = [["" for _ in row] for row in board]
    at, keys = (0, 0), 0
    order = [(r, c) for r in range(len(board)) for c in range(len(board[0]))]
    for place in order:
        wanted = board[place[0]][place[1]]
        while wanted and place != at:  # the page waits at a 1 before, at the blank, or at both in turn
            at, keys = next_cell(words, at) or at, keys + 1
        for digit in wanted:
            entry = read_entry(words, at, words[at[0]][at[1]] + digit)
            for cell, word in entry.words:
                words = put(words, cell, word)
            at, keys = entry.goto or at, keys + 1
    return words, keys


@given(st.integers(2, 6), st.integers(2, 6), st.integers(0, 10**6))
@example(3, 4, 999999)  # a 1 and then the blank
def test_every_board_is_entered_by_its_digits(rows: int, cols: int, seed: int) -> None:
    tiles = [str(n or "") for n in range(rows * cols)]
    Random(seed).shuffle(tiles)
    board = [tiles[row * cols : (row + 1) * cols] for row in range(rows)]
    words, keys = enter(board)
    assert words == board
    assert keys <= sum(map(len, tiles)) + 2 + rows * cols // 10


def test_a_board_of_sixteen_cells_takes_no_more_keys_than_it_has_digits_and_its_blank() -> None:
    board = [["15", "2", "1", "12"], ["8", "5", "6", "11"], ["4", "9", "10", "7"], ["3", "14", "13", ""]]
    words, keys = enter(board)
    assert (words, keys) == (board, 21 + 1)  # Enter after the 1, as 12 follows it


EMPTY = [["", "", "", ""]] * 4


@pytest.mark.parametrize(
    ("typed", "words", "goto"),
    [
        ("7", (((0, 0), "7"),), (0, 1)),
        ("1", (((0, 0), "1"),), None),  # 10 to 15 may follow
        ("12", (((0, 0), "12"),), (0, 1)),
        ("17", (((0, 0), "1"), ((0, 1), "7")), (0, 2)),
        ("0", (((0, 0), ""),), (0, 1)),
        ("ab", (((0, 0), "ab"),), None),
        ("", (((0, 0), ""),), None),
    ],
)
def test_where_a_number_ends(
    typed: str, words: tuple[tuple[tuple[int, int], str], ...], goto: tuple[int, int] | None
) -> None:
    assert read_entry(EMPTY, (0, 0), typed) == (words, goto)


def test_deleting_stays_in_the_cell() -> None:
    assert read_entry(put(EMPTY, (0, 0), "12"), (0, 0), "1").goto is None


def test_a_number_ends_where_all_longer_ones_are_placed() -> None:
    words = [["", "10", "11", "12"], ["13", "14", "15", ""], [""] * 4, [""] * 4]
    assert read_entry(words, (0, 0), "1").goto == (1, 3)


def test_the_next_cell_is_the_next_empty_one_or_the_next_of_a_full_board() -> None:
    full = [["1", "2"], ["3", "4"]]
    assert next_cell(full, (0, 0)) == (0, 1)
    assert next_cell(full, (1, 1)) is None
    assert next_cell(put(full, (0, 0), ""), (1, 1)) == (0, 0)


def test_missing_numbers_are_those_of_no_cell() -> None:
    assert missing_numbers([["1", "x"], ["", "3"]]) == [2]


def press(words: list[list[str]], chosen: tuple[int, int] | None, number: str) -> list[list[str]]:
    """The cells after a press."""
    read = read_press(words, chosen, number)
    if read is None:
        return words
    before = words[read.cell[0]][read.cell[1]]
    after = put(words, read.cell, number)
    return after if read.other is None else put(after, read.other, before)


FILLED = [["1", "2", "3"], ["4", "", "5"]]


@pytest.mark.parametrize(
    ("chosen", "number", "after"),
    [
        (None, "1", FILLED),
        ((1, 1), "1", FILLED),  # a second tap, after the page has gone on to an empty cell
        ((0, 0), "1", FILLED),  # a second tap on the last number
        ((0, 0), "3", [["3", "2", "1"], ["4", "", "5"]]),
        ((9, 9), "3", FILLED),  # of a larger board before
    ],
)
def test_a_used_number_changes_places_with_the_one_in_the_chosen_cell(
    chosen: tuple[int, int] | None, number: str, after: list[list[str]]
) -> None:
    assert press(FILLED, chosen, number) == after


def test_a_wrong_number_is_pressed_over_and_can_be_pressed_again() -> None:
    wrong = [["1", "2"], ["", ""]]
    assert press(wrong, (0, 1), "3") == [["1", "3"], ["", ""]]
    assert missing_numbers(press(wrong, (0, 1), "3")) == [2]


@given(st.permutations(range(9)))
def test_a_whole_board_can_be_pressed_and_a_double_tap_changes_nothing(board: list[int]) -> None:
    words, at = [["" for _ in range(3)] for _ in range(3)], None
    order = [divmod(place, 3) for place in range(9) if board[place]]
    for cell in order:
        number = str(board[cell[0] * 3 + cell[1]])
        chosen = cell if at is None or words[at[0]][at[1]] or at != cell else at  # a hand taps past the blank
        read = read_press(words, chosen, number)
        assert read is not None
        words, at = press(words, chosen, number), read.goto
        assert press(words, at, number) == words
    assert [int(word or 0) for row in words for word in row] == board
