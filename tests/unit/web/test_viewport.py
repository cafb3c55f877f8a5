"""The window on a large board: laws of zooming, panning and finding cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.ui.viewport import LARGEST_CELL, Viewport, picture_place, picture_size

sides = st.integers(2, 127)
places = st.floats(0, 400)


@st.composite
def lenses(draw: st.DrawFn) -> Viewport:
    viewport = Viewport.whole(draw(sides), draw(sides), draw(st.floats(200, 500)), draw(st.floats(200, 500)))
    viewport = viewport.zoom(draw(st.floats(0.1, 20)), draw(places), draw(places))
    return viewport.pan(draw(st.floats(-900, 900)), draw(st.floats(-900, 900)))


@given(lenses())
def test_no_empty_space_is_shown_that_a_board_could_fill(viewport: Viewport) -> None:
    for start, length, room in (
        (viewport.left, viewport.cols * viewport.side, viewport.width),
        (viewport.top, viewport.rows * viewport.side, viewport.height),
    ):
        if length > room + 1e-6:
            assert start <= 1e-6
            assert start + length >= room - 1e-6
        else:
            assert start == pytest.approx((room - length) / 2, abs=1e-3)


@given(lenses(), st.floats(0.2, 5), places, places)
def test_a_cell_keeps_between_the_whole_board_and_the_largest_size(
    viewport: Viewport, factor: float, x: float, y: float
) -> None:
    after = viewport.zoom(factor, x, y)
    assert after.smallest_side - 1e-9 <= after.side <= max(LARGEST_CELL, after.smallest_side) + 1e-9


def test_what_lies_under_the_pointer_stays_there() -> None:
    viewport = Viewport.whole(100, 100, 400, 400).zoom(4, 200, 200)
    assert viewport.cell_at(130, 210) == viewport.zoom(1.5, 130, 210).cell_at(130, 210)


@given(lenses(), st.data())
def test_a_cell_that_is_shown_is_found_again_and_is_among_the_visible(
    viewport: Viewport, data: st.DataObject
) -> None:
    cell = data.draw(st.integers(0, viewport.rows * viewport.cols - 1))
    viewport = viewport.show(cell)
    row, col = divmod(cell, viewport.cols)
    x, y = viewport.left + (col + 0.5) * viewport.side, viewport.top + (row + 0.5) * viewport.side
    assert viewport.cell_at(x, y) == cell
    if viewport.side <= min(viewport.width, viewport.height):
        assert 0 <= x <= viewport.width
        assert 0 <= y <= viewport.height
        rows, cols = viewport.visible
        assert row in rows
        assert col in cols


@given(lenses())
def test_only_what_is_in_the_window_is_visible(viewport: Viewport) -> None:
    rows, cols = viewport.visible
    assert rows.stop <= viewport.rows
    assert cols.stop <= viewport.cols
    assert len(rows) <= viewport.height / viewport.side + 2
    assert len(cols) <= viewport.width / viewport.side + 2


def test_outside_the_board_is_no_cell() -> None:
    viewport = Viewport.whole(2, 4, 400, 400)
    assert viewport.cell_at(10, 10) is None
    assert viewport.cell_at(10, 110) == 0
    assert viewport.cell_at(399, 299) == 7
    assert viewport.cell_at(-1, 150) is None


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
            shift = percent / 100 * (1 - size)  # as CSS reads it: a share of the space left over
            assert -shift == pytest.approx(at + (size - count) / 2, abs=1e-6)
