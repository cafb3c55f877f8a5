"""Entering a board by its numbers: where a number ends, and which cell is next."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from web.page.entering import find_chosen, list_numbers, missing_numbers, next_cell, place, put, read_entry


def enter(board: list[list[str]]) -> tuple[list[list[str]], int]:
    """Type a board into empty cells, digit by digit; return the cells and the number of keys.

    Enter, which counts as a key, continues where the page waits: at the blank, and after a 1 that could
    become 10.
    """
    words = [["" for _ in row] for row in board]
    at, keys = (0, 0), 0
    order = [(r, c) for r in range(len(board)) for c in range(len(board[0]))]
    for spot in order:
        wanted = board[spot[0]][spot[1]]
        while wanted and spot != at:  # after a 1, at the blank, or at both in turn, the page waits
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


NUMBERS = [*map(str, range(1, 9)), "0"]


@given(st.lists(st.tuples(st.integers(0, 8), st.sampled_from(NUMBERS)), max_size=40))
def test_no_number_is_ever_on_the_board_twice(presses: list[tuple[int, str]]) -> None:
    """A number that is used already swaps places, so a full board loses no number."""
    words = [["" for _ in range(3)] for _ in range(3)]
    for at, number in presses:
        before = [word for row in words for word in row]
        words = place(words, divmod(at, 3), number)
        after = [word for row in words for word in row]
        assert after[at] == number
        assert all(after.count(each) <= 1 for each in NUMBERS)
        if number in before:
            assert sorted(after) == sorted(before)


@pytest.mark.parametrize(
    ("cell", "number", "after"),
    [
        ((1, 1), "0", [["1", "2", "3"], ["4", "0", "5"]]),
        ((0, 0), "3", [["3", "2", "1"], ["4", "", "5"]]),
        ((1, 1), "3", [["1", "2", ""], ["4", "3", "5"]]),  # into the empty cell
        ((0, 0), "0", [["0", "2", "3"], ["4", "1", "5"]]),  # the only empty cell was the blank
    ],
)
def test_a_used_number_changes_places_with_what_is_in_the_cell(
    cell: tuple[int, int], number: str, after: list[list[str]]
) -> None:
    assert place([["1", "2", "3"], ["4", "", "5"]], cell, number) == after


@given(st.permutations(NUMBERS), st.permutations(NUMBERS))
def test_typed_over_row_by_row_a_full_board_is_what_is_seen(before: list[str], seen: list[str]) -> None:
    """A user whose board differs from the page's types over it; no press disturbs a cell that is right."""
    words = [before[:3], before[3:6], before[6:]]
    at = find_chosen(words, None)
    for number in seen:
        words = place(words, at, number)
        at = next_cell(words, at) or at
    assert words == [seen[:3], seen[3:6], seen[6:]]


def test_a_number_goes_to_the_cell_gone_to_last_or_to_the_first_empty_one() -> None:
    words = [["1", "2"], ["3", ""]]
    assert find_chosen(words, (0, 1)) == (0, 1)
    assert find_chosen(words, None) == find_chosen(words, (9, 9)) == (1, 1), (
        "(9, 9) is a cell of an earlier, larger board"
    )
    assert find_chosen([["1", "2"], ["3", "0"]], None) == (0, 0)
    assert list_numbers(words) == ["1", "2", "3", "0"]
