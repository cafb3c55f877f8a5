"""Draw a small board with a cell for each tile. Screen readers read the board as one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npuzzle import Board
from web.ui.dom import make

if TYPE_CHECKING:
    from web.ui.protocols import Element


def draw_grid(element: Element, board: Board, goal: Board | None = None, *, label: str = "") -> None:
    """Draw a board into an element. If there is a goal, mark the tiles that are not at home."""
    element.style.setProperty("--rows", str(board.shape.rows))
    element.style.setProperty("--cols", str(board.shape.cols))
    element.setAttribute("aria-label", label or str(board))
    cells = [make("span", str(tile or "")) for tile in board.tiles]
    for cell, tile, aim in zip(cells, board.tiles, board.tiles if goal is None else goal.tiles, strict=True):
        cell.toggleAttribute("data-away", bool(tile) and tile != aim)
    element.replaceChildren(*cells)
