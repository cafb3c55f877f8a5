"""A picture of a board: SVG, to be kept, sent or put into a text."""

from __future__ import annotations

from npuzzle import Board

CELL, GAP, EDGE = 60, 2, 8  # px of the drawing
MOST_NUMBERED = 20  # cells a side: beyond, numbers would be too small to read
TRAY = "#b7c3d2"
#: Fill, ink and outline of a tile at home and of any other; the outline tells them apart without colour.
AT_HOME, AWAY = ("#d5eedd", "#0f4a2a", "#17693a"), ("#dce8f8", "#14335f", "none")


def board_svg(board: Board, goal: Board | None = None) -> str:
    """The board as an SVG document; tiles at home in `goal` are green and outlined.

    A board of more than 20 cells a side has no numbers, but still shows which tiles are at home.

    >>> board_svg(Board.parse("1 2/3 0")).count("<rect")
    3
    """
    shape = board.shape
    width, height = shape.cols * CELL + 2 * EDGE, shape.rows * CELL + 2 * EDGE
    numbered = max(shape.rows, shape.cols) <= MOST_NUMBERED
    home = board.tiles if goal is None else goal.tiles
    tiles = [
        _tile(tile, *divmod(cell, shape.cols), goal is not None and home[cell] == tile, numbered)
        for cell, tile in enumerate(board.tiles)
        if tile
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-labelledby="title desc">',
            f'<title id="title">Sliding puzzle of {shape.rows} by {shape.cols} cells</title>',
            f'<desc id="desc">{_described(board, goal, numbered)}</desc>',
            f'<path d="M0 0H{width}V{height}H0Z" fill="{TRAY}"/>',
            '<g font-family="system-ui, sans-serif" font-weight="600" text-anchor="middle">',
            *tiles,
            "</g>",
            "</svg>",
            "",
        ]
    )


def picture_name(board: Board) -> str:
    """What the file is called: the board itself where it is small, its size otherwise."""
    small = board.shape.cells <= 16
    return f"n-puzzle-{str(board).replace(' ', '_').replace('/', '-') if small else board.shape}.svg"


def _tile(tile: int, row: int, col: int, at_home: bool, numbered: bool) -> str:
    fill, ink, outline = AT_HOME if at_home else AWAY
    x, y, side = EDGE + col * CELL + GAP, EDGE + row * CELL + GAP, CELL - 2 * GAP
    size = 26 if tile < 100 else 22
    number = (
        f'<text x="{x + side // 2}" y="{y + side // 2 + size * 9 // 25}" font-size="{size}" fill="{ink}">'
        f"{tile}</text>"
    )
    return (
        f'<g><rect x="{x}" y="{y}" width="{side}" height="{side}" rx="8" fill="{fill}" stroke="{outline}" '
        f'stroke-width="2"/>{number if numbered else ""}</g>'
    )


def _described(board: Board, goal: Board | None, numbered: bool) -> str:
    """The board in words."""
    home = "" if goal is None else " Tiles at home are green and outlined."
    if not numbered:
        return f"Too large for numbers.{home}"
    rows = [", ".join(str(tile or "blank") for tile in row) for row in board.rows()]
    return " ".join(f"Row {at}: {row}." for at, row in enumerate(rows, 1)) + home
