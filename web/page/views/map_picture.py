"""The map of a large board: one pixel per cell when zoomed out, numbers when zoomed in."""

from __future__ import annotations

from typing import Any

from pyscript import document, window
from pyscript.ffi import to_js

from npuzzle import Board
from web.page.state import Phase, UiState
from web.ui.hues import hue
from web.ui.viewport import Viewport

NUMBERS_FROM, LINES_FROM = 20, 7  # pixels per cell from which numbers, and lines, are drawn
RING = 6  # pixels, the radius of the ring that marks a blank too small to be seen


class MapPicture:
    """Hold the tile in each cell and the home of each tile, and paint them through a viewport."""

    def __init__(self) -> None:
        self.cells: list[str] = []
        self.home: dict[str, int] = {}  # the home cell of each tile
        self.bad: set[int] = set()
        self.shape = (0, 0)
        self._tiles: tuple[int, ...] | None = None
        self._ground: tuple[Board | None, tuple[int, int]] | None = None
        self._picture = document.createElement("canvas")

    def take(self, state: UiState) -> None:
        """Take the tiles and their homes from the state. After slides, update only the changed cells."""
        board = None if state.phase is Phase.EDITING else state.current_board
        ground = (state.goal.board, (state.board.rows, state.board.cols))
        if board is not None and self._tiles is not None and ground == self._ground:
            self._slide(self._tiles, board.tiles)
            return
        self._tiles, self._ground = None if board is None else board.tiles, ground
        if board is None:
            self.cells = [word for row in state.board.words for word in row]
        else:
            self.cells = [str(tile) if tile else "" for tile in board.tiles]
        goal = () if state.goal.board is None else state.goal.board.tiles
        self.home = {str(tile): cell for cell, tile in enumerate(goal) if tile}
        self.bad = {row * state.board.cols + col for row, col in state.board.bad_cells}
        self.shape = (state.board.rows, state.board.cols)
        self.recolour()

    def _slide(self, before: tuple[int, ...], tiles: tuple[int, ...]) -> None:
        cols = self.shape[1]
        for at in range(0, len(tiles), cols):
            if tiles[at : at + cols] == before[at : at + cols]:
                continue
            for cell in range(at, at + cols):
                if tiles[cell] != before[cell]:
                    self.cells[cell] = str(tiles[cell] or "")
                    self._pixels[4 * cell : 4 * cell + 4] = self._pixel(cell)
        self._tiles = tiles
        self._put_pixels()

    def recolour(self) -> None:
        """Draw the whole board as a picture with one pixel per cell."""
        if not self.cells:
            return
        style = window.getComputedStyle(document.documentElement)
        self._numerals = style.getPropertyValue("--numerals").strip()
        names = ("tray", "bad", "tile", "tile-ink", "accent", "card", "ink")
        self._colours = {name: style.getPropertyValue(f"--{name}").strip() for name in names}
        self._bytes = {name: _rgba(self._colours[name]) for name in ("tile", "tray", "bad")}
        rows, cols = self.shape
        self._hues = [bytes((*hue(row, col, rows, cols), 255)) for row in range(rows) for col in range(cols)]
        self._pixels = bytearray().join([self._pixel(cell) for cell in range(len(self.cells))])
        self._picture.height, self._picture.width = self.shape
        self._put_pixels()

    def _pixel(self, cell: int) -> bytes:
        word = self.cells[cell]
        if cell in self.bad:
            return self._bytes["bad"]
        if word in ("", "0"):
            return self._bytes["tray"]
        home = self.home.get(word)
        return self._bytes["tile"] if home is None else self._hues[home]

    def _put_pixels(self) -> None:
        rows, cols = self.shape
        data = window.Uint8ClampedArray.new(to_js(self._pixels).buffer)
        self._picture.getContext("2d").putImageData(window.ImageData.new(data, cols, rows), 0, 0)

    def paint(self, pen: Any, viewport: Viewport, marked: int, blank: int | None) -> None:
        """Paint the visible cells, a frame around the marked cell, and a ring around a blank."""
        rows, cols = self.shape
        pen.imageSmoothingEnabled = False
        pen.drawImage(self._picture, viewport.left, viewport.top, cols * viewport.side, rows * viewport.side)
        seen_rows, seen_cols = viewport.visible
        if viewport.side >= LINES_FROM:
            self._paint_lines(pen, viewport, seen_rows, seen_cols)
        if viewport.side >= NUMBERS_FROM:
            self._paint_numbers(pen, viewport, seen_rows, seen_cols)
        self._paint_mark(pen, viewport, marked)
        if blank is not None and viewport.side < NUMBERS_FROM:
            self._paint_ring(pen, viewport, blank)

    def _paint_lines(self, pen: Any, viewport: Viewport, rows: range, cols: range) -> None:
        pen.strokeStyle = self._colours["tray"]
        pen.lineWidth = max(1, viewport.side * 0.06)
        pen.beginPath()
        for row in range(rows.start, rows.stop + 1):
            pen.moveTo(viewport.left + cols.start * viewport.side, viewport.top + row * viewport.side)
            pen.lineTo(viewport.left + cols.stop * viewport.side, viewport.top + row * viewport.side)
        for col in range(cols.start, cols.stop + 1):
            pen.moveTo(viewport.left + col * viewport.side, viewport.top + rows.start * viewport.side)
            pen.lineTo(viewport.left + col * viewport.side, viewport.top + rows.stop * viewport.side)
        pen.stroke()

    def _paint_numbers(self, pen: Any, viewport: Viewport, rows: range, cols: range) -> None:
        longest = len(str(len(self.cells)))
        pen.font = f"700 {viewport.side * min(0.5, 1.2 / longest):.1f}px {self._numerals}"
        pen.textAlign, pen.textBaseline = "center", "middle"
        for row in rows:
            y = viewport.top + (row + 0.5) * viewport.side
            for col in cols:
                cell = row * self.shape[1] + col
                word = self.cells[cell]
                if word not in ("", "0"):
                    pen.fillStyle = self._colours["card" if cell in self.bad else "tile-ink"]
                    pen.fillText(word[:6], viewport.left + (col + 0.5) * viewport.side, y)
                    if self.home.get(word) == cell:
                        self._paint_home(pen, viewport, row, col)

    def _paint_home(self, pen: Any, viewport: Viewport, row: int, col: int) -> None:
        """Paint the dot that marks a tile at home, in the cell's upper right corner."""
        pen.beginPath()
        x, y = viewport.left + (col + 0.86) * viewport.side, viewport.top + (row + 0.14) * viewport.side
        pen.arc(x, y, max(1.5, viewport.side * 0.04), 0, 6.3)
        pen.fill()

    def _paint_mark(self, pen: Any, viewport: Viewport, marked: int) -> None:
        row, col = divmod(marked, self.shape[1])
        side = max(viewport.side, 4)
        pen.strokeStyle, pen.lineWidth = self._colours["accent"], max(2, side * 0.08)
        pen.strokeRect(viewport.left + col * viewport.side, viewport.top + row * viewport.side, side, side)

    def _paint_ring(self, pen: Any, viewport: Viewport, blank: int) -> None:
        """Paint a ring around the blank, which is barely visible when zoomed out."""
        row, col = divmod(blank, self.shape[1])
        pen.strokeStyle, pen.lineWidth = self._colours["ink"], 2
        pen.beginPath()
        x, y = viewport.left + (col + 0.5) * viewport.side, viewport.top + (row + 0.5) * viewport.side
        pen.arc(x, y, max(RING, viewport.side * 0.8), 0, 6.3)
        pen.stroke()


def _rgba(colour: str) -> bytes:
    """Return the four bytes of `#rrggbb`."""
    return bytes.fromhex(colour.removeprefix("#")) + b"\xff"
