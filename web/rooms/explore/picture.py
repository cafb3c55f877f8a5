"""The picture of a board in a node of the search tree: tiles on a tray, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from npuzzle import Board, Shape

DETAILED = 5  # most rows or columns of a board that a node shows
TOP = 7  # distance of the tray from the upper edge of the node
GAP = 1.5  # between tiles
DIGIT = 7.8  # width of a digit


class Picture(NamedTuple):
    """Hold the tiles, centred at x = 0, as two SVG paths (`home`: those at home), and the digits' places."""

    tiles: str
    home: str
    digits: str
    x: str
    y: str


def has_picture(shape: Shape) -> bool:
    """Return whether boards of this size are small enough to be shown in nodes."""
    return max(shape.rows, shape.cols) <= DETAILED


def pitch_of(shape: Shape) -> int:
    """Return the distance from one tile to the next."""
    return 19 if shape.cells <= 10 else 24


def place_tray(shape: Shape) -> tuple[float, float, float]:
    """Return half the width of the tray, its top and its height."""
    pitch = pitch_of(shape)
    return shape.cols * pitch / 2 + GAP, TOP - GAP, shape.rows * pitch + 2 * GAP


def draw_tiles(text: str, goal: Sequence[int]) -> Picture:
    """Draw a board. `goal`: the tiles of the goal."""
    board = Board.parse(text)
    cols, pitch = board.shape.cols, pitch_of(board.shape)
    side, left = pitch - GAP, -cols * pitch / 2
    tiles, home, digits = "", "", ""
    x: list[str] = []
    y: list[str] = []
    for cell, tile in enumerate(board.tiles):
        if not tile:
            continue
        across, down = left + cell % cols * pitch + GAP / 2, TOP + cell // cols * pitch + GAP / 2
        square = f"M{across:g} {down:g}h{side:g}v{side:g}h-{side:g}z"
        tiles, home = (tiles, home + square) if goal[cell] == tile else (tiles + square, home)
        number = str(tile)
        first = across + side / 2 - (len(number) - 1) * DIGIT / 2
        digits += number
        x += [f"{first + DIGIT * place:g}" for place in range(len(number))]
        y += [f"{down + side / 2 + 4.5:g}"] * len(number)
    return Picture(tiles, home, digits, " ".join(x), " ".join(y))
