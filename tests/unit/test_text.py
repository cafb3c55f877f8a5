"""Tables for people."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from npuzzle.text import SHORTEST, align, align_within, cut

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


LINES = st.integers(2, 6).flatmap(
    lambda count: st.lists(
        st.lists(st.text("ab1", min_size=1, max_size=12), min_size=count, max_size=count),
        min_size=1,
        max_size=4,
    )
)


@given(lines=LINES, columns=st.integers(1, 60), data=st.data())
def test_a_table_in_parts_fits_and_has_every_cell_in_its_line(
    lines: list[list[str]], columns: int, data: st.DataObject
) -> None:
    keys = data.draw(st.integers(1, len(lines[0]) - 1))
    parts = [part.split("\n") for part in align_within(columns, lines, keys=keys).split("\n\n")]
    widths = [max(map(len, column)) for column in zip(*lines)]
    if sum(widths) + 2 * (len(widths) - 1) <= columns:
        assert parts == [align(lines).split("\n")]
        return
    widest = widths.index(max(widths[:keys]))
    for at, line in enumerate(lines):
        shown = [part[at].split() for part in parts]
        assert [cell for cells in shown for cell in cells[keys:]] == line[keys:]
        for cells in shown:
            for place, (cell, whole) in enumerate(zip(cells[:keys], line)):
                assert cell == whole or (place == widest and len(cell) >= SHORTEST and cell.endswith("..."))
    room = max(
        columns,
        sum(min(width, SHORTEST) if at == widest else width for at, width in enumerate(widths[:keys]))
        + 2 * keys
        + max(widths[keys:]),
    )
    assert max(len(line) for part in parts for line in part) <= room


@given(text=st.text(max_size=20), length=st.integers(-1, 20))
def test_a_text_is_cut_to_a_length_and_shows_it(text: str, length: int) -> None:
    shown = cut(text, length)
    assert len(shown) <= max(length, 0)
    assert shown == text or set(shown[-3:]) <= {"."}
