"""The boards on the nodes of a tree are drawn as tiles on a tray."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Shape, goal_board
from web.rooms.explore.layout import size_of
from web.rooms.explore.picture import DETAILED, TOP, draw_tiles, has_picture, pitch_of, place_tray

SHAPES = [Shape(rows, cols) for rows in range(2, DETAILED + 1) for cols in range(2, DETAILED + 1)]


@given(st.sampled_from(SHAPES), st.integers(0, 2**30))
def test_every_number_stands_in_the_middle_of_its_cell(shape: Shape, seed: int) -> None:
    goal = goal_board("blank-last", shape)
    board = goal.shuffled(seed)
    picture = draw_tiles(str(board), goal.tiles)
    pitch, places = (
        pitch_of(shape),
        list(zip(picture.digits, picture.x.split(), picture.y.split(), strict=True)),
    )
    for cell, tile in enumerate(board.tiles):
        if tile:
            mine = [places.pop(0) for _ in str(tile)]
            assert "".join(digit for digit, _, _ in mine) == str(tile)
            middle = sum(float(x) for _, x, _ in mine) / len(mine)
            assert middle == pytest.approx((cell % shape.cols + 0.5) * pitch - shape.cols * pitch / 2)
            (y,) = {float(y) for _, _, y in mine}
            assert TOP + cell // shape.cols * pitch < y < TOP + (cell // shape.cols + 1) * pitch
    assert not places


@given(st.sampled_from(SHAPES), st.integers(0, 2**30))
def test_tiles_at_home_are_drawn_apart_and_the_tray_leaves_room_for_the_sum(shape: Shape, seed: int) -> None:
    goal = goal_board("blank-last", shape)
    board = goal.shuffled(seed)
    picture = draw_tiles(str(board), goal.tiles)
    at_home = sum(a == b != 0 for a, b in zip(board.tiles, goal.tiles, strict=True))
    assert (picture.home.count("M"), picture.tiles.count("M")) == (at_home, shape.cells - 1 - at_home)
    half, top, high = place_tray(shape)
    assert 2 * half <= size_of(shape).width
    assert top + high <= size_of(shape).height - 20


def test_a_large_board_has_no_picture() -> None:
    assert all(map(has_picture, SHAPES))
    assert not has_picture(Shape(6, 6))
    assert not has_picture(Shape(2, 6))
