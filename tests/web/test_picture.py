"""The picture of a board: well-formed, a tile for a tile, and told to those who cannot see it."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given

from npuzzle import Board, Shape, goal_board, random_board
from tests.strategies import boards
from web.picture import MOST_NUMBERED, board_svg, picture_name

SVG = "{http://www.w3.org/2000/svg}"


def drawn(board: Board, goal: Board | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(board, goal))


def places(picture: ElementTree.Element) -> list[tuple[int, int, str]]:
    """Each tile's row, column and number, from where its rectangle stands."""
    found = []
    for tile in picture.iter(f"{SVG}g"):
        rect, text = tile.find(f"{SVG}rect"), tile.find(f"{SVG}text")
        if rect is not None:
            x, y = int(rect.attrib["x"]), int(rect.attrib["y"])
            found.append((y // 60, x // 60, "" if text is None else text.text or ""))
    return found


@given(boards())
def test_each_tile_stands_in_its_place_with_its_number(board: Board) -> None:
    wanted = [(*divmod(cell, board.shape.cols), str(tile)) for cell, tile in enumerate(board.tiles) if tile]
    picture = drawn(board)
    assert places(picture) == wanted
    assert len(list(picture.iter(f"{SVG}rect"))) == len(list(picture.iter(f"{SVG}text"))) == len(wanted)


@pytest.mark.parametrize("shape", [Shape(2, 20), Shape(20, 2), Shape(20, 20), Shape(2, 2)], ids=str)
def test_every_tile_lies_within_the_picture(shape: Shape) -> None:
    picture = drawn(random_board(goal_board("spiral", shape), Random(1)))
    width, height = int(picture.attrib["width"]), int(picture.attrib["height"])
    assert picture.attrib["viewBox"] == f"0 0 {width} {height}"
    for rect in picture.iter(f"{SVG}rect"):
        at = {name: int(rect.attrib[name]) for name in ("x", "y", "width", "height")}
        assert 0 < at["x"] < at["x"] + at["width"] < width
        assert 0 < at["y"] < at["y"] + at["height"] < height
    assert len(places(picture)) == shape.cells - 1


def test_it_says_in_words_what_it_shows() -> None:
    board = Board.parse("8 2 0/4 6 1/3 7 5")
    picture = drawn(board, goal_board("blank-last", board.shape))
    title, desc = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert picture.attrib["role"] == "img"
    assert picture.attrib["aria-labelledby"].split() == [title.attrib["id"], desc.attrib["id"]]
    assert title.text == "Sliding puzzle of 3 by 3 cells"
    assert (desc.text or "").startswith("Row 1: 8, 2, blank. Row 2: 4, 6, 1. Row 3: 3, 7, 5.")


def test_tiles_at_home_differ_in_colour_and_outline() -> None:
    board = Board.parse("1 2 3/4 5 6/7 0 8")
    rects = list(drawn(board, goal_board("blank-last", board.shape)).iter(f"{SVG}rect"))
    looks = [(rect.attrib["fill"], rect.attrib["stroke"]) for rect in rects]
    assert len(set(looks[:7])) == 1
    assert all(mine != home for mine, home in zip(looks[7], looks[0]))
    assert len({rect.attrib["fill"] for rect in drawn(board).iter(f"{SVG}rect")}) == 1


def test_a_board_too_large_for_numbers_has_none_and_says_so() -> None:
    shape = Shape(MOST_NUMBERED + 1, 3)
    picture = drawn(goal_board("blank-last", shape), goal_board("blank-last", shape))
    assert {number for _, _, number in places(picture)} == {""}
    assert len(places(picture)) == shape.cells - 1
    desc = picture.find(f"{SVG}desc")
    assert desc is not None
    assert "Too large for numbers." in (desc.text or "")


@pytest.mark.parametrize(
    ("shape", "name"), [(Shape(2, 2), "n-puzzle-1_2-3_0.svg"), (Shape(10, 10), "n-puzzle-10x10.svg")], ids=str
)
def test_its_file_is_named_after_the_board(shape: Shape, name: str) -> None:
    assert picture_name(goal_board("blank-last", shape)) == name
