"""Animated drawings show each board of the path in order, and respect reduced motion."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import Board, InvalidJobError, Shape, goal_board, solve
from npuzzle.puzzle.svg import AT_HOME, CELL, FIRST, LAST, MAX_ANIMATED, SLIDE, STEP, animated_svg
from tests.support.strategies import shapes

SVG = "{http://www.w3.org/2000/svg}"
STYLE = re.compile(r"<style>@media \(prefers-reduced-motion: no-preference\)\{\n(.*)\n\}</style>", re.DOTALL)
FRAME = re.compile(r"([\d.]+)%\{transform:translate\((-?\d+)px,(-?\d+)px\);fill:(#\w+);stroke:#\w+\}")


def walk(shape: Shape, steps: int, seed: int) -> tuple[Board, Board, list[int]]:
    """Make a random walk to the goal. Return its start, the goal and the tiles that move."""
    chance = Random(seed)
    board = goal = goal_board("blank-last", shape)
    tiles = []
    for _ in range(steps):
        move = chance.choice(board.legal_moves)
        tiles.append(move.tile)
        board = board.move(move.letter)
    return board, goal, tiles[::-1]


def show(svg: str, start: Board, second: float) -> tuple[tuple[int, ...], set[int]]:
    """Return what a viewer sees at a time without slides: the tile in each cell, and the tiles at home."""
    rules = dict(re.findall(r"@keyframes t(\d+)\{(.*)\}", svg))
    lasts = {float(found) for found in re.findall(r"animation:t\d+ ([\d.]+)s", svg)}
    assert len(lasts) <= 1
    shown, green = [0] * start.shape.cells, set()
    for cell, tile in enumerate(start.tiles):
        if not tile:
            continue
        right = down = 0
        if str(tile) in rules:
            (length,) = lasts
            frames = [(float(a), int(x), int(y), fill) for a, x, y, fill in FRAME.findall(rules[str(tile)])]
            assert [at for at, *_ in frames] == sorted(at for at, *_ in frames)
            before = [frame for frame in frames if frame[0] <= 100 * second / length][-1]
            after = next(frame for frame in frames if frame[0] > 100 * second / length)
            assert before[1:] == after[1:], "it slides where it should rest"
            _, right, down, fill = before
            green |= {tile} if fill == AT_HOME[0] else set()
        to = cell + down // CELL * start.shape.cols + right // CELL
        assert shown[to] == 0, "two tiles in a cell"
        shown[to] = tile
    return tuple(shown), green


@settings(max_examples=40)
@given(shapes(5), st.integers(0, 40), st.integers(0, 999))
def test_every_board_of_the_path_is_shown_in_its_turn_and_the_goal_at_the_end(
    shape: Shape, steps: int, seed: int
) -> None:
    board, goal, tiles = walk(shape, steps, seed)
    svg = animated_svg(board.picture(goal), tiles)
    root = ElementTree.fromstring(svg)
    assert len(list(root.iter(f"{SVG}rect"))) == shape.cells - 1
    now = board
    for number, tile in enumerate(tiles):
        shown, green = show(svg, board, FIRST + STEP * number - (STEP - SLIDE) / 2)
        assert shown == now.tiles
        assert green == {t for t, h in zip(now.tiles, goal.tiles) if t == h and t in tiles and t}
        now = now.move(next(move.letter for move in now.legal_moves if move.tile == tile))
    shown, green = show(svg, board, FIRST + STEP * len(tiles) + LAST / 2)
    assert shown == goal.tiles
    assert green == set(tiles)


def test_nothing_moves_where_reduced_motion_is_asked_for() -> None:
    svg = solve("8 6 7/2 5 4/3 0 1").animated_svg()
    (style,) = STYLE.findall(svg)
    rest = STYLE.sub("", svg)
    assert style.count("@keyframes") == style.count("animation:") == 8
    assert not re.search("animat|keyframes|<script|href|url", rest)


def test_a_result_without_a_path_is_the_still_board() -> None:
    result = solve("2 1 3/4 5 6/7 8 0")
    assert result.path is None
    assert result.animated_svg() == animated_svg(result.problem.start.picture(result.problem.goal), [])
    assert "<style" not in result.animated_svg()


def test_the_length_of_an_animation_is_bounded() -> None:
    picture = goal_board("blank-last", Shape(2, 2)).picture()
    assert len(animated_svg(picture, [3] * MAX_ANIMATED)) < 500_000
    with pytest.raises(InvalidJobError, match="at most 2,000 moves; this path has 2,001"):
        animated_svg(picture, [3] * (MAX_ANIMATED + 1))


def test_every_tile_that_moves_is_drawn_in_a_group_of_the_name_that_its_style_moves() -> None:
    result = solve("8 6 7/2 5 4/3 0 1")
    root = ElementTree.fromstring(result.animated_svg())
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class")]
    drawn = {group.get("class"): group.findtext(f"{SVG}text") for group in groups}
    assert drawn == {f"t{tile}": str(tile) for tile in range(1, 9)}
    (style,) = STYLE.findall(result.animated_svg())
    assert set(re.findall(r"\.(t\d+)\{animation:\1 ", style)) == set(drawn)


def test_it_plays_as_long_as_is_said() -> None:
    """One second for the start, 0.6 per move, three for the end."""
    picture = goal_board("blank-last", Shape(2, 2)).picture()
    assert "animation:t3 5.2s " in animated_svg(picture, [3, 3])
