"""Tables for people."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from npuzzle.text import align

CELL = st.text("ab1 -", max_size=6).map(str.strip)


def test_columns_without_a_side_are_aligned_to_the_left() -> None:
    assert align([["a", "bb", "c"], ["aa", "b", "cc"]], right=[True]) == " a  bb  c\naa  b   cc"


def test_a_table_of_nothing_is_empty() -> None:
    assert align([]) == ""


@given(lines=st.lists(st.tuples(CELL, CELL, CELL), min_size=1), right=st.tuples(*[st.booleans()] * 3))
def test_every_cell_stands_in_the_room_of_its_column(
    lines: list[tuple[str, str, str]], right: tuple[bool, bool, bool]
) -> None:
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line, text in zip(lines, align(lines, right).split("\n"), strict=True):
        assert text == text.rstrip()
        at = 0
        for cell, width, to_right in zip(line, widths, right):
            room = text[at : at + width].ljust(width)
            assert room == (cell.rjust(width) if to_right else cell.ljust(width))
            at += width + 2
