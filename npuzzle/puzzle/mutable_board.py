"""`MutableBoard`: a board to play millions of moves on, forwards and backwards, without a copy.

The cells are in one list with walls around them, so that a move needs no row and column. There is a row of
walls above and one below, and a wall at the end of each row, which is also the wall before the next row. A
wall is a 0. The place of the blank is stored separately, and the element of its cell is meaningless while
moves are played. So any 0 that a move meets is a wall.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from operator import length_hint
from typing import TYPE_CHECKING

from npuzzle.errors import IllegalMoveError
from npuzzle.puzzle.moves import require_path
from npuzzle.puzzle.shape import Shape, letter, slides

if TYPE_CHECKING:
    from npuzzle.puzzle.board import Board

#: A stored position: the cells with their walls, two bytes each, and the place of the blank.
Packed = tuple["array[int]", int]


@dataclass(frozen=True, slots=True)
class Move:
    """One slide: the tile, the direction it goes (U, D, L or R), and the cells it leaves and enters."""

    tile: int
    letter: str
    src: int
    dst: int


def possible_moves(shape: Shape, tiles: tuple[int, ...]) -> tuple[Move, ...]:
    """Return every move that is possible on a board, in the order of the cells that the tiles leave."""
    return tuple(
        Move(tiles[src], letter(shape, (src, dst)), src, dst) for src, dst in slides(shape)[tiles.index(0)]
    )


def name_moves(moves: tuple[Move, ...]) -> str:
    """Write moves for a message: each letter with its tile."""
    return ", ".join(f"{move.letter} (tile {move.tile})" for move in moves)


class MutableBoard:
    """A board that moves change. Cells are numbered as in `shape`, without walls.

    >>> from npuzzle import Board
    >>> board = MutableBoard(Board("0 1/2 3"))
    >>> board.forward("LU")
    >>> board.tiles(), board.blank
    ((1, 3, 2, 0), 3)
    """

    __slots__ = ("_blank", "_cells", "_make_board", "_offsets", "_width", "shape")

    def __init__(self, board: Board) -> None:
        self.shape: Shape = board.shape
        self._make_board = type(board)
        width = self._width = self.shape.cols + 1
        self._cells = [0] * width
        for row in board.rows:
            self._cells += row
            self._cells.append(0)
        self._cells += [0] * width
        self._blank = self._place(board.blank)
        #: By the code of a letter: how far from the blank's place the tile is that slides that way.
        self._offsets: list[int | None] = [None] * 256
        for way, offset in (("U", width), ("D", -width), ("L", 1), ("R", -1)):
            self._offsets[ord(way)] = offset

    @property
    def blank(self) -> int:
        """The cell of the blank."""
        return self._cell(self._blank)

    def tiles(self) -> tuple[int, ...]:
        """Return the tile of each cell, 0 for the blank, as in a `Board`."""
        cells, width = self._cells, self._width
        rows: list[int] = []
        for at in range(width, len(cells) - width, width):
            rows += cells[at : at + width - 1]
        return tuple(rows)

    def board(self) -> Board:
        """Return the position as a `Board`."""
        return self._make_board(self.shape, self.tiles())

    def forward(self, path: str) -> None:
        """Play the moves of `path` (tile letters); 45 ns each (CPython 3.11).

        Raises IllegalMoveError at an impossible move, after it has played those before it.
        """
        require_path(path)
        cells, blank, offsets = self._cells, self._blank, self._offsets
        rest = iter(path.encode("latin-1", "replace"))  # one byte for each letter, whatever it is
        illegal = 0
        try:
            for way in rest:
                src = blank + offsets[way]  # type: ignore[operator]  # None: not the letter of a move
                tile = cells[src]
                if not tile:
                    raise TypeError
                cells[blank] = tile
                blank = src
        except TypeError:
            illegal = len(path) - length_hint(rest)
        finally:
            cells[blank] = 0
            self._blank = blank
        if illegal:
            raise self._illegal(path, illegal)

    def back(self, path: str) -> None:
        """Undo the moves of `path`, the last one first. They must be the last moves that were played."""
        cells, blank, offsets = self._cells, self._blank, self._offsets
        for way in path[::-1].encode():
            dst = blank - offsets[way]  # type: ignore[operator]
            cells[blank] = cells[dst]
            blank = dst
        cells[blank] = 0
        self._blank = blank

    def moves(self, path: str) -> Iterator[Move]:
        """Play the moves one by one and yield each. Raises IllegalMoveError at an impossible move."""
        require_path(path)
        cells, offsets = self._cells, self._offsets
        for at, way in enumerate(path, 1):
            dst = self._blank
            offset = offsets[ord(way)] if ord(way) < 256 else None
            if offset is None or not cells[dst + offset]:
                raise self._illegal(path, at)
            src = self._blank = dst + offset
            cells[dst], cells[src] = cells[src], 0
            yield Move(cells[dst], way, self._cell(src), self._cell(dst))

    def last_move(self, way: str) -> Move:
        """Return the move that was played last; `way` is its letter."""
        offset = self._offsets[ord(way)]
        assert offset is not None
        dst = self._blank - offset
        return Move(self._cells[dst], way, self._cell(self._blank), self._cell(dst))

    def pack(self) -> Packed:
        """Return the position in a compact form, for `unpack`."""
        return array("H", self._cells), self._blank

    def unpack(self, packed: Packed) -> None:
        """Restore a position that `pack` returned, of a board of this shape."""
        cells, self._blank = packed
        self._cells = cells.tolist()

    def _illegal(self, path: str, at: int) -> IllegalMoveError:
        """Return the error for letter `at` of a path, from 1, which cannot be played here."""
        return IllegalMoveError(
            f"move {at} of {len(path)}: no tile can slide {path[at - 1]!r} here; "
            f"possible: {name_moves(possible_moves(self.shape, self.tiles()))}"
        )

    def _place(self, cell: int) -> int:
        """Return the place of a cell in the list with walls."""
        row, col = divmod(cell, self.shape.cols)
        return (row + 1) * self._width + col

    def _cell(self, place: int) -> int:
        """Return the cell of a place in the list with walls."""
        return (place // self._width - 1) * self.shape.cols + place % self._width
