"""The tray: shapes, cells, neighbours, letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import InvalidShapeError, NPuzzleError, Shape
from npuzzle.puzzle.shape import letter, neighbours, slides, source
from tests.support.oracles import beside
from tests.support.strategies import shapes


@given(shapes(127))
def test_shape_text_round_trips(shape: Shape) -> None:
    assert Shape.parse(str(shape)) == shape


@pytest.mark.parametrize(
    ("text", "rows", "cols"),
    [("3x4", 3, 4), (" 3 X 4 ", 3, 4), ("3×4", 3, 4), ("4", 4, 4), ("127x2", 127, 2)],
)
def test_a_size_is_read_in_its_spellings(text: str, rows: int, cols: int) -> None:
    assert Shape.parse(text) == Shape(rows, cols)


@pytest.mark.parametrize("text", ["", "x", "3x", "x3", "3x3x3", "-3x3", "3.5", "three", "٣x٣", "9999999"])
def test_text_that_is_not_a_size_is_quoted(text: str) -> None:
    with pytest.raises(InvalidShapeError) as caught:
        Shape.parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(("rows", "cols", "word"), [(1, 5, "row"), (5, 1, "column"), (1, 1, "row")])
def test_a_single_line_is_refused_with_the_reason(rows: int, cols: int, word: str) -> None:
    with pytest.raises(InvalidShapeError, match=f"single {word}.*never pass each other"):
        Shape(rows, cols)


@pytest.mark.parametrize(
    ("rows", "cols"), [(128, 3), (3, 128), (0, 3), (3, 0), (-2, 2), (0, 0), (1, 0), (0, 1), (-1, 1)]
)
def test_sizes_outside_2_to_127_are_refused(rows: int, cols: int) -> None:
    with pytest.raises(InvalidShapeError, match=rf"2 to 127 rows and columns, got {rows}x{cols}") as caught:
        Shape(rows, cols)
    assert isinstance(caught.value, NPuzzleError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(("rows", "cols"), [(2.5, 3), (3, 2.5), ("2", 2), (True, 3), (3, "3")])
def test_sides_that_are_not_whole_numbers_are_refused(rows: int, cols: int) -> None:
    with pytest.raises(InvalidShapeError) as caught:
        Shape(rows, cols)
    assert str(caught.value) == f"rows and columns must be whole numbers, got {rows!r} and {cols!r}"


@given(shapes(12))
def test_neighbours_are_the_cells_that_touch(shape: Shape) -> None:
    for cell, found in enumerate(neighbours(shape)):
        assert list(found) == beside(shape.rows, shape.cols, cell)


@given(shapes(12), st.data())
def test_distance_is_rows_plus_columns(shape: Shape, data: st.DataObject) -> None:
    cells = st.integers(0, shape.cells - 1)
    a, b = data.draw(cells), data.draw(cells)
    (row_a, col_a), (row_b, col_b) = shape.place(a), shape.place(b)
    assert shape.distance(a, b) == abs(row_a - row_b) + abs(col_a - col_b)
    assert shape.distance(a, b) == shape.distance(b, a)
    assert row_a * shape.cols + col_a == a


@given(shapes(9))
def test_every_slide_enters_the_blank_and_its_letter_leads_back_to_its_source(shape: Shape) -> None:
    for blank, possible in enumerate(slides(shape)):
        named = {letter(shape, slide): slide for slide in possible}
        assert len(named) == len(possible)
        for way in "UDLR":
            expected = named[way][0] if way in named else None
            assert source(shape, blank, way) == expected
        assert all(dst == blank for _, dst in possible)


def test_letters_name_the_way_the_tile_goes() -> None:
    shape = Shape(3, 3)
    assert [letter(shape, (src, 4)) for src in (1, 3, 5, 7)] == ["D", "R", "L", "U"]
