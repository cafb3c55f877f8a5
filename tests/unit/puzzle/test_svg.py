"""Drawings are well-formed, show every tile, and describe themselves to people who cannot see them."""

from __future__ import annotations

from io import StringIO
from random import Random
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given

from npuzzle import Board, GoalMismatchError, Notation, Result, Shape, goal_board, random_board, solve
from npuzzle.puzzle.svg import CELL, EDGE, GAP, MAX_NUMBERED_SIDE
from tests.support.strategies import boards

SVG = "{http://www.w3.org/2000/svg}"


def drawn(board: Board, goal: Board | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(board.svg(goal))


def places(picture: ElementTree.Element) -> list[tuple[int, int, str]]:
    """Return each tile's row, column and number, from the position of its rectangle."""
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
        assert {(at["x"] - EDGE) % CELL, (at["y"] - EDGE) % CELL} == {GAP}
        assert {at["width"], at["height"]} == {CELL - 2 * GAP}
    assert len(places(picture)) == shape.cells - 1


def test_it_says_in_words_what_it_shows() -> None:
    board = Board.parse("8 2 0/4 6 1/3 7 5")
    picture = drawn(board, goal_board("blank-last", board.shape))
    title, desc = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert picture.attrib["role"] == "img"
    assert picture.attrib["aria-label"] == f"{title.text}. {desc.text}"
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
    shape = Shape(MAX_NUMBERED_SIDE + 1, 3)
    picture = drawn(goal_board("blank-last", shape), goal_board("blank-last", shape))
    assert {number for _, _, number in places(picture)} == {""}
    assert len(places(picture)) == shape.cells - 1
    desc = picture.find(f"{SVG}desc")
    assert desc is not None
    assert "Too large for numbers." in (desc.text or "")


@given(boards())
def test_a_notebook_shows_the_same_drawing_smaller(board: Board) -> None:
    large, small = drawn(board), ElementTree.fromstring(board._repr_svg_())
    assert small.attrib["viewBox"] == large.attrib["viewBox"]
    width, height = int(small.attrib["width"]), int(small.attrib["height"])
    assert width <= 600
    assert abs(height - width * int(large.attrib["height"]) / int(large.attrib["width"])) <= 0.5
    assert places(small) == places(large)


def test_a_goal_of_another_shape_is_refused() -> None:
    with pytest.raises(GoalMismatchError, match="the goal is 2x2, but the board is 3x3"):
        Board.parse("1 2 3/4 5 6/7 0 8").svg(Board.parse("1 2/3 0"))


def card(result: Result, notation: Notation = Notation.TILE) -> tuple[str, list[str]]:
    """Return the text of a result's drawing outside the boards: the headline and the lines below it."""
    picture = ElementTree.fromstring(result.svg(notation))
    texts = [text.text or "" for text in picture.findall(f"{SVG}text")]
    assert texts[:2] == ["Board", "Goal"]
    trays = picture.findall(f"{SVG}svg")
    cells = [result.problem.start.tiles, result.problem.goal.tiles]
    numbers = [[text.text for text in tray.iter(f"{SVG}text")] for tray in trays]
    assert numbers == [[str(tile) for tile in tiles if tile] for tiles in cells]
    width, height = int(picture.attrib["width"]), int(picture.attrib["height"])
    for tray in trays:
        assert int(tray.attrib["x"]) + int(tray.attrib["width"]) < width
        assert int(tray.attrib["y"]) + int(tray.attrib["height"]) < height
    assert all(0 < int(text.attrib["y"]) < height for text in picture.findall(f"{SVG}text"))
    assert picture.attrib["aria-label"].startswith(texts[2])
    return texts[2], texts[3:]


def test_a_result_is_shown_with_its_claim_and_its_moves() -> None:
    result = solve("8 6 7/2 5 4/3 0 1")
    assert result.path is not None
    headline, (moves, took) = card(result)
    assert headline == "Solved in 31 moves: proved shortest."
    assert moves.replace(" ", "") == result.path
    assert took.startswith(
        f"{result.algorithm} with {result.heuristic}: {result.snapshot.expanded:,} expanded"
    )
    letters = card(result, Notation.BLANK)[1][0].replace(" ", "")
    assert letters == result.path.translate(str.maketrans("UDLR", "DURL"))
    assert result._repr_svg_() == result.svg()
    shown = StringIO()
    result._repr_pretty_(SimpleNamespace(text=shown.write), False)
    assert shown.getvalue().splitlines() == [headline, moves, took]


def test_of_a_long_path_the_first_moves_are_shown() -> None:
    result = solve(random_board(goal_board("blank-last", Shape(6, 6)), Random(1)), algorithm="constructive")
    assert result.path is not None
    assert len(result.path) > 240
    headline, lines = card(result)
    assert headline == f"Solved in {len(result.path):,} moves: {result.claim} than the shortest."
    assert "".join(lines[:4]).replace(" ", "") == result.path[:240]
    assert lines[4] == f"... and {len(result.path) - 240:,} more"


def test_a_result_without_a_path_says_why() -> None:
    assert card(solve("2 8 1/0 4 3/7 6 5"))[0] == "Not solved: unsolvable."


def test_solved_boards_and_the_largest_are_shown() -> None:
    assert card(solve("1 2/3 0"))[0] == "Solved in 0 moves: proved shortest."
    goal = goal_board("blank-last", Shape(2, 20))
    assert card(solve(goal, goal))[0].startswith("Solved in 0 moves")
