"""Draw a small board beside the tree or a picture of the space."""

from __future__ import annotations

from npuzzle import Board
from web.ui.dom import by_id, make


def draw_board(name: str, board: Board, goal: Board) -> None:
    """Draw a board into an element, and mark the tiles that are not where the goal has them."""
    picture = by_id(name)
    picture.style.setProperty("--rows", str(board.shape.rows))
    picture.style.setProperty("--cols", str(board.shape.cols))
    picture.setAttribute("aria-label", str(board))
    cells = []
    for tile, aim in zip(board.tiles, goal.tiles, strict=True):
        cell = make("span", str(tile or ""))
        cell.toggleAttribute("data-away", bool(tile) and tile != aim)
        cells.append(cell)
    picture.replaceChildren(*cells)
