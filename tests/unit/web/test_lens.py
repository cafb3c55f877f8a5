"""The window on a large board: laws of zooming, panning and finding cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.ui.viewport import LARGEST_CELL, Lens, picture_place, picture_size

sides = st.integers(2, 127)
places = st.floats(0, 400)


@st.composite
def lenses(draw: st.DrawFn) -> Lens:
    lens = Lens.whole(draw(sides), draw(sides), draw(st.floats(200, 500)), draw(st.floats(200, 500)))
    lens = lens.zoomed(draw(st.floats(0.1, 20)), draw(places), draw(places))
    return lens.panned(draw(st.floats(-900, 900)), draw(st.floats(-900, 900)))


@given(lenses())
def test_no_empty_space_is_shown_that_a_board_could_fill(lens: Lens) -> None:
    for start, length, room in (
        (lens.left, lens.cols * lens.side, lens.width),
        (lens.top, lens.rows * lens.side, lens.height),
    ):
        if length > room + 1e-6:
            assert start <= 1e-6
            assert start + length >= room - 1e-6
        else:
            assert start == pytest.approx((room - length) / 2, abs=1e-3)


@given(lenses(), st.floats(0.2, 5), places, places)
def test_a_cell_keeps_between_the_whole_board_and_the_largest_size(
    lens: Lens, factor: float, x: float, y: float
) -> None:
    after = lens.zoomed(factor, x, y)
    assert after.smallest_side - 1e-9 <= after.side <= max(LARGEST_CELL, after.smallest_side) + 1e-9


def test_what_lies_under_the_pointer_stays_there() -> None:
    lens = Lens.whole(100, 100, 400, 400).zoomed(4, 200, 200)
    assert lens.cell_at(130, 210) == lens.zoomed(1.5, 130, 210).cell_at(130, 210)


@given(lenses(), st.data())
def test_a_cell_that_is_shown_is_found_again_and_is_among_the_visible(
    lens: Lens, data: st.DataObject
) -> None:
    cell = data.draw(st.integers(0, lens.rows * lens.cols - 1))
    lens = lens.showing(cell)
    row, col = divmod(cell, lens.cols)
    x, y = lens.left + (col + 0.5) * lens.side, lens.top + (row + 0.5) * lens.side
    assert lens.cell_at(x, y) == cell
    if lens.side <= min(lens.width, lens.height):
        assert 0 <= x <= lens.width
        assert 0 <= y <= lens.height
        rows, cols = lens.visible
        assert row in rows
        assert col in cols


@given(lenses())
def test_only_what_is_in_the_window_is_visible(lens: Lens) -> None:
    rows, cols = lens.visible
    assert rows.stop <= lens.rows
    assert cols.stop <= lens.cols
    assert len(rows) <= lens.height / lens.side + 2
    assert len(cols) <= lens.width / lens.side + 2


def test_outside_the_board_is_no_cell() -> None:
    lens = Lens.whole(2, 4, 400, 400)
    assert lens.cell_at(10, 10) is None
    assert lens.cell_at(10, 110) == 0
    assert lens.cell_at(399, 299) == 7
    assert lens.cell_at(-1, 150) is None


@given(st.integers(2, 10), st.integers(2, 10), st.floats(0.01, 50))
def test_a_picture_covers_the_tray_in_its_own_form(rows: int, cols: int, aspect: float) -> None:
    width, height = picture_size(rows, cols, aspect)
    assert width / height == pytest.approx(aspect)
    assert width >= cols - 1e-9
    assert height >= rows - 1e-9
    for home in range(rows * cols):
        for percent, size, at, count in zip(
            picture_place(rows, cols, aspect, home), (width, height), divmod(home, cols)[::-1], (cols, rows)
        ):
            shift = percent / 100 * (1 - size)  # as CSS reads it: of the room that is left
            assert -shift == pytest.approx(at + (size - count) / 2, abs=1e-6)
