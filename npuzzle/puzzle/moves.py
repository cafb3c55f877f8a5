"""Moves: paths of tile letters, and `MutableBoard`, which plays millions of them without a copy.

Inside the package a path is a string of tile letters, such as `"RRU"`: one letter for each move of a single
tile. The letter is the direction in which the *tile* slides. A string is the smallest and fastest sequence of
moves in Python. Paths of the constructive solver have five million moves. Textbooks name the direction of the
blank instead, and so write the same path with opposite letters. `npuzzle.puzzle.play` reads moves as people
write them.

`MutableBoard` has its cells in one list with walls around them, so that a move needs no row and column. There
is a row of walls above and one below, and a wall at the end of each row, which is also the wall before the
next row. A wall is a 0. The place of the blank is stored separately, and the element at that place is
meaningless while moves are played. So any 0 that a move meets is a wall.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from operator import length_hint
from typing import Protocol

from npuzzle.errors import IllegalMoveError, InvalidJobError, InvalidMovesError, quote, require
from npuzzle.puzzle.shape import Shape, letter, slides

#: A stored position: the cells with their walls, two bytes each, and the place of the blank.
Packed = tuple["array[int]", int]

#: For `str.translate`: turns a move into the one that undoes it, or the tile's direction into the blank's.
OPPOSITE = str.maketrans("UDLR", "DURL")
#: How each direction is written as a word and as an arrow.
WORDS = {"U": "up", "D": "down", "L": "left", "R": "right"}
ARROWS = {"U": "↑", "D": "↓", "L": "←", "R": "→"}

_RUN = re.compile("U+|D+|L+|R+|.", re.DOTALL)


class Notation(Enum):
    """Whose direction the letters name: the tile's or the blank's."""

    TILE = "tile"
    BLANK = "blank"


def require_path(path: str) -> None:
    """Raise InvalidMovesError unless `path` is text."""
    require(path, str, "moves must be text of the letters U D L R", InvalidMovesError)


def require_notation(notation: Notation) -> None:
    """Raise InvalidJobError unless `notation` is a Notation. The name of a Notation is not accepted."""
    require(notation, Notation, "the notation must be Notation.TILE or Notation.BLANK")


def read_notation(name: str) -> Notation:
    """Return the notation of that name. Raises InvalidJobError."""
    try:
        return Notation(name)
    except ValueError:
        raise InvalidJobError(f"the notation must be tile or blank, got {quote(name)}") from None


def in_notation(path: str, notation: Notation) -> str:
    """Convert a path from tile letters to `notation`, or back. Both have one letter per move."""
    require_path(path)
    require_notation(notation)
    return path if notation is Notation.TILE else path.translate(OPPOSITE)


def format_moves(path: str, notation: Notation = Notation.TILE) -> str:
    """Write a path as runs of equal letters, with spaces between the runs.

    Parameters
    ----------
    path
        Tile letters, such as a result's `path`.
    notation
        Whose direction the text names: the tile's or the blank's.

    Returns
    -------
    str
        Each run of equal letters as its letter and its count, such as "R2 U". A count of 1 is left out.

    Raises
    ------
    InvalidMovesError
        If the path is not text.

    Examples
    --------
    >>> format_moves("RRU"), format_moves("RRU", Notation.BLANK)
    ('R2 U', 'L2 D')
    """
    found = _RUN.findall(in_notation(path, notation))
    texts = {run: run if len(run) == 1 else f"{run[0]}{len(run)}" for run in set(found)}
    return " ".join([texts[run] for run in found])  # each text is built once: there may be millions of runs


def undo(path: str) -> str:
    """Return the path that leads back."""
    return path[::-1].translate(OPPOSITE)


def cancel(path: str) -> str:
    """Leave out moves that undo each other, until no move undoes the one before it.

    >>> cancel("URLD"), cancel("RURLD")
    ('', 'R')
    """
    left: list[str] = []
    for move in path:
        if left and left[-1] == move.translate(OPPOSITE):
            left.pop()
        else:
            left.append(move)
    return "".join(left)


def runs(path: str) -> list[tuple[str, int]]:
    """Return each run of equal letters as letter and count. A run is one move of the multi-tile metric."""
    require_path(path)
    return [(run[0], len(run)) for run in _RUN.findall(path)]


def single_tile_length(path: str) -> int:
    """Count the moves in the metric of this package: each slide of one tile by one cell is a move.

    Parameters
    ----------
    path
        Tile letters.

    Returns
    -------
    int
        The number of letters.

    Raises
    ------
    InvalidMovesError
        If the path is not text.

    Examples
    --------
    >>> single_tile_length("RRU")
    3
    """
    require_path(path)
    return len(path)


def multi_tile_length(path: str) -> int:
    """Count the moves if tiles of one line that slide together count as one move (the multi-tile metric).

    Another path may have fewer such moves, even if this one has the fewest moves of single tiles.

    There is no loop, because paths may have millions of moves: the path and the path shifted by one letter
    are read as two long numbers. Where the letter stays the same, the bytes are equal and their XOR is zero.
    It takes 8 ns per letter.

    Parameters
    ----------
    path
        Tile letters.

    Returns
    -------
    int
        One more than the number of letter changes, or 0 for no moves.

    Raises
    ------
    InvalidMovesError
        If the path is not text.

    Examples
    --------
    >>> multi_tile_length("RRU")
    2
    """
    require_path(path)
    if not path:
        return 0
    letters = path.encode("latin-1", "replace")
    changes = int.from_bytes(letters[1:], "big") ^ int.from_bytes(letters[:-1], "big")
    return len(path) - changes.to_bytes(len(path) - 1, "big").count(0)


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


class Position(Protocol):
    """A board on which moves are played: a `Board`, or another object with these two properties."""

    @property
    def shape(self) -> Shape:
        """The rows and columns."""

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tile of each cell, 0 for the blank."""


class MutableBoard:
    """A board that changes with each move. Its cells are numbered as in `Shape`, where walls do not count.

    >>> from npuzzle import Board
    >>> board = MutableBoard(Board("0 1/2 3"))
    >>> board.forward("LU")
    >>> board.tiles(), board.blank
    ((1, 3, 2, 0), 3)
    """

    __slots__ = ("_blank", "_cells", "_offsets", "_width", "shape")

    def __init__(self, start: Position) -> None:
        self.shape: Shape = start.shape
        cols, tiles = self.shape.cols, start.tiles
        width = self._width = cols + 1
        self._cells = [0] * width
        for at in range(0, len(tiles), cols):
            self._cells += tiles[at : at + cols]
            self._cells.append(0)
        self._cells += [0] * width
        self._blank = self._place(tiles.index(0))
        #: By the code of a letter: how far the tile that slides in this direction is from the blank.
        self._offsets: list[int | None] = [None] * 256
        for direction, offset in (("U", width), ("D", -width), ("L", 1), ("R", -1)):
            self._offsets[ord(direction)] = offset

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

    def forward(self, path: str) -> None:
        """Play the moves of `path` (tile letters), 45 ns each (CPython 3.11).

        Raises IllegalMoveError at an impossible move, after it has played the moves before that one.
        """
        require_path(path)
        cells, blank, offsets = self._cells, self._blank, self._offsets
        rest = iter(path.encode("latin-1", "replace"))  # one byte for each letter, whatever it is
        illegal = 0
        try:
            for direction in rest:
                src = blank + offsets[direction]  # type: ignore[operator]  # None: not the letter of a move
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
        for direction in path[::-1].encode():
            dst = blank - offsets[direction]  # type: ignore[operator]
            cells[blank] = cells[dst]
            blank = dst
        cells[blank] = 0
        self._blank = blank

    def moves(self, path: str) -> Iterator[Move]:
        """Play the moves one by one and yield each. Raises IllegalMoveError at an impossible move."""
        require_path(path)
        cells, offsets = self._cells, self._offsets
        for at, direction in enumerate(path, 1):
            dst = self._blank
            offset = offsets[ord(direction)] if ord(direction) < 256 else None
            if offset is None or not cells[dst + offset]:
                raise self._illegal(path, at)
            src = self._blank = dst + offset
            cells[dst], cells[src] = cells[src], 0
            yield Move(cells[dst], direction, self._cell(src), self._cell(dst))

    def last_move(self, direction: str) -> Move:
        """Return the move that was played last. `direction` is its letter."""
        offset = self._offsets[ord(direction)]
        assert offset is not None
        dst = self._blank - offset
        return Move(self._cells[dst], direction, self._cell(self._blank), self._cell(dst))

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
