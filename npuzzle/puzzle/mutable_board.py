"""`MutableBoard`: a board that moves are played on, forwards and backwards, millions of them, without a copy.

The cells lie in one list with a wall around them, so that no move needs to know of rows: above and
below there is a row of walls, and one wall stands at the end of each row, which is the wall before the
next row too. A wall is a 0. The blank's place is kept, and what its cell holds means nothing while
moves are played: so any 0 that is met is a wall.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from operator import length_hint

from npuzzle.errors import IllegalMoveError
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.moves import require_path
from npuzzle.puzzle.shape import Shape

#: A tray at rest, two bytes a cell and a wall: the cells with their walls, and the blank's place.
Packed = tuple["array[int]", int]


@dataclass(frozen=True, slots=True)
class Move:
    """One tile's slide as people see it: the tile, the way it goes, the cells it leaves and enters."""

    tile: int
    letter: str
    src: int
    dst: int


class MutableBoard:
    """A board that is changed by moves. Cells are given and returned as those of `shape`.

    >>> tray = MutableBoard(Board.parse("0 1/2 3"))
    >>> tray.forward("LU")
    >>> tray.tiles(), tray.blank
    ((1, 3, 2, 0), 3)
    """

    __slots__ = ("_blank", "_cells", "_offsets", "_width", "shape")

    def __init__(self, board: Board) -> None:
        self.shape: Shape = board.shape
        width = self._width = self.shape.cols + 1
        self._cells = [0] * width
        for row in board.rows():
            self._cells += row
            self._cells.append(0)
        self._cells += [0] * width
        self._blank = self._walled(board.blank)
        #: For each letter's code how far from the blank the tile lies that slides that way.
        self._offsets: list[int | None] = [None] * 256
        for way, offset in (("U", width), ("D", -width), ("L", 1), ("R", -1)):
            self._offsets[ord(way)] = offset

    @property
    def blank(self) -> int:
        """The cell of the blank."""
        return self._cell(self._blank)

    def tiles(self) -> tuple[int, ...]:
        """What lies on each cell, as in a `Board`."""
        cells, width = self._cells, self._width
        rows: list[int] = []
        for at in range(width, len(cells) - width, width):
            rows += cells[at : at + width - 1]
        return tuple(rows)

    def board(self) -> Board:
        return Board(self.shape, self.tiles())

    def forward(self, path: str) -> None:
        """Play the moves, tile letters; 45 ns each (CPython 3.11).

        Raises IllegalMoveError at a move that cannot be; those before it have been played then.
        """
        require_path(path)
        cells, blank, offsets = self._cells, self._blank, self._offsets
        rest = iter(path.encode("latin-1", "replace"))  # a byte a letter, whatever it is
        try:
            for way in rest:
                src = blank + offsets[way]  # type: ignore[operator]  # None: no letter of a move
                tile = cells[src]
                if not tile:
                    raise TypeError
                cells[blank] = tile
                blank = src
        except TypeError:
            at = len(path) - length_hint(rest)
            raise IllegalMoveError(
                f"move {at} of {len(path)}: no tile can slide {path[at - 1]!r} here"
            ) from None
        finally:
            cells[blank] = 0
            self._blank = blank

    def back(self, path: str) -> None:
        """Undo the moves of `path`, the last one first: they must be the last that were played."""
        cells, blank, offsets = self._cells, self._blank, self._offsets
        for way in path[::-1].encode():
            dst = blank - offsets[way]  # type: ignore[operator]
            cells[blank] = cells[dst]
            blank = dst
        cells[blank] = 0
        self._blank = blank

    def moves(self, path: str) -> Iterator[Move]:
        """Play the moves one by one, each as it is asked for. Raises IllegalMoveError."""
        require_path(path)
        cells, offsets = self._cells, self._offsets
        for at, way in enumerate(path, 1):
            dst = self._blank
            offset = offsets[ord(way)] if ord(way) < 256 else None
            if offset is None or not cells[dst + offset]:
                raise IllegalMoveError(f"move {at} of {len(path)}: no tile can slide {way!r} here")
            src = self._blank = dst + offset
            cells[dst], cells[src] = cells[src], 0
            yield Move(cells[dst], way, self._cell(src), self._cell(dst))

    def last_move(self, way: str) -> Move:
        """The move that was played last; `way` is its letter."""
        offset = self._offsets[ord(way)]
        assert offset is not None
        dst = self._blank - offset
        return Move(self._cells[dst], way, self._cell(self._blank), self._cell(dst))

    def packed(self) -> Packed:
        """What lies where now, to come back to with `unpack`."""
        return array("H", self._cells), self._blank

    def unpack(self, packed: Packed) -> None:
        """Be as a tray of this shape was when that was packed."""
        cells, self._blank = packed
        self._cells = cells.tolist()

    def _walled(self, cell: int) -> int:
        """The place of a cell among the walls."""
        row, col = divmod(cell, self.shape.cols)
        return (row + 1) * self._width + col

    def _cell(self, place: int) -> int:
        return (place // self._width - 1) * self.shape.cols + place % self._width
