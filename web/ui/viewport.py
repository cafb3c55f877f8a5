"""Compute the visible part of a large board, and the piece of a picture that each tile shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

LARGEST_CELL = 64.0  # pixels


@dataclass(frozen=True, slots=True)
class Viewport:
    """A window of `width` x `height` pixels on a board whose cells are `side` pixels wide.

    The board's upper left corner is at `left`, `top` in the window. A board that is larger than the window
    fills it; a smaller board is centred.
    """

    rows: int
    cols: int
    width: float
    height: float
    side: float
    left: float
    top: float

    @classmethod
    def whole(cls, rows: int, cols: int, width: float, height: float) -> Viewport:
        """Return a viewport of the whole board."""
        side = min(width / cols, height / rows)
        return cls(rows, cols, width, height, side, 0, 0)._settle()

    @property
    def smallest_side(self) -> float:
        """Return the largest width of cells at which the whole board is visible."""
        return min(self.width / self.cols, self.height / self.rows)

    def zoom(self, factor: float, x: float, y: float) -> Viewport:
        """Zoom by a factor. The point at `x`, `y` stays in place as far as the board's edges allow."""
        smallest = self.smallest_side
        side = max(smallest, min(self.side * factor, max(LARGEST_CELL, smallest)))
        ratio = side / self.side
        left, top = x - (x - self.left) * ratio, y - (y - self.top) * ratio
        return replace(self, side=side, left=left, top=top)._settle()

    def pan(self, dx: float, dy: float) -> Viewport:
        return replace(self, left=self.left + dx, top=self.top + dy)._settle()

    def show(self, cell: int) -> Viewport:
        """Pan as little as needed to see all of a cell."""
        row, col = divmod(cell, self.cols)
        left, top = self.left + col * self.side, self.top + row * self.side
        dx = max(0.0, -left) - max(0.0, left + self.side - self.width)
        dy = max(0.0, -top) - max(0.0, top + self.side - self.height)
        return self.pan(dx, dy)

    def cell_at(self, x: float, y: float) -> int | None:
        row, col = int((y - self.top) // self.side), int((x - self.left) // self.side)
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return row * self.cols + col if inside else None

    @property
    def visible(self) -> tuple[range, range]:
        """Return the rows and columns that are at least partly visible."""
        return (
            _visible_range(self.top, self.height, self.side, self.rows),
            _visible_range(self.left, self.width, self.side, self.cols),
        )

    def _settle(self) -> Viewport:
        return replace(
            self,
            left=_keep_inside(self.left, self.cols * self.side, self.width),
            top=_keep_inside(self.top, self.rows * self.side, self.height),
        )


def _keep_inside(start: float, length: float, room: float) -> float:
    if length <= room:
        return (room - length) / 2
    return max(room - length, min(start, 0.0))


def _visible_range(start: float, room: float, side: float, count: int) -> range:
    first = max(0, int(-start // side))
    return range(first, min(count, int((room - start) // side) + 1))


def picture_size(rows: int, cols: int, aspect: float) -> tuple[float, float]:
    """Return the width and height, in tiles, of a picture that covers the tray without distortion."""
    if aspect * rows >= cols:
        return rows * aspect, float(rows)
    return float(cols), cols / aspect


def picture_place(rows: int, cols: int, aspect: float, home: int) -> tuple[float, float]:
    """Return the picture's position on the tile with that home, in percent as for `background-position`."""
    width, height = picture_size(rows, cols, aspect)
    row, col = divmod(home, cols)
    x = (col + (width - cols) / 2) / (width - 1)
    y = (row + (height - rows) / 2) / (height - 1)
    return 100 * x, 100 * y
