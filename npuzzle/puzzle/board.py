"""`Board`: what people read and type. Frozen, always valid, hashable, and written and read as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from npuzzle.errors import (
    GoalMismatchError,
    IllegalMoveError,
    InvalidBoardError,
    InvalidShapeError,
    require,
    shown,
)
from npuzzle.puzzle.defects import Defect, Fault, find_defects, tile_number, word_of
from npuzzle.puzzle.parsing import readings, several_lines
from npuzzle.puzzle.shape import Shape, neighbours
from npuzzle.puzzle.svg import Picture, picture_svg

T = TypeVar("T")

SEVERAL_BOARDS = (
    "its first two lines are a board each: one is expected here (the command npuzzle batch takes many)"
)


@dataclass(frozen=True, slots=True)
class Board:
    """A shape and its tiles: `tiles[cell]` is the number of the tile there, 0 for the blank.

    >>> board = Board.parse("8 2 0/4 6 1/3 7 5")
    >>> str(board), board.blank, str(board.slide(1))
    ('8 2 0/4 6 1/3 7 5', 2, '8 0 2/4 6 1/3 7 5')

    Raises InvalidBoardError, which lists every defect, unless each of 0..cells-1 occurs exactly once.
    """

    shape: Shape
    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        require(self.shape, Shape, "the shape of a board is a Shape", InvalidShapeError)
        cells, tiles = self.shape.cells, self.tiles
        if not isinstance(tiles, Sequence):
            raise InvalidBoardError([_misfit(self.shape, tiles)])
        plain = type(tiles) is tuple and len(tiles) == cells and set(map(type, tiles)) == {int}
        if not plain or set(tiles) != set(range(cells)):
            cols = self.shape.cols
            rows = [[word_of(t) for t in tiles[i : i + cols]] for i in range(0, len(tiles), cols)]
            raise InvalidBoardError(find_defects(rows) or [_misfit(self.shape, tiles)], rows)

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read a board in any of the formats of `npuzzle.puzzle.parsing`. Raises InvalidBoardError."""
        if not isinstance(text, str):
            raise _not_text(text, "the text of a board, such as 1 2 3/4 5 6/7 8 0")
        first: InvalidBoardError | None = None
        for reading in readings(text):
            if isinstance(reading, Defect):
                first = first or InvalidBoardError([reading])
                continue
            try:
                return cls.from_words(reading)
            except InvalidBoardError as error:
                first = first or error
        assert first is not None, "a text has at least one reading"
        lines = several_lines(text)
        if lines and all(map(_is_board, lines)):
            first = InvalidBoardError([Defect(Fault.UNREADABLE, SEVERAL_BOARDS)])
        raise first

    @classmethod
    def from_words(cls, rows: Iterable[Iterable[str]]) -> Board:
        """Make a board of words: numbers, and one of the marks `0 _ . x -` for the blank."""
        words = _rows_of(rows)
        for word in (word for row in words for word in row):
            if not isinstance(word, str):
                raise _not_text(word, "cells as text")
        defects = find_defects(words)
        if defects:
            raise InvalidBoardError(defects, words)
        tiles = tuple(tile_number(word) or 0 for row in words for word in row)
        return cls(Shape(len(words), len(words[0])), tiles)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]]) -> Board:
        """Make a board of rows of numbers, 0 for the blank."""
        return cls.from_words([[word_of(tile) for tile in row] for row in _rows_of(rows)])

    def __str__(self) -> str:
        return "/".join(" ".join(map(str, row)) for row in self.rows())

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Yield the tiles of each row."""
        cols = self.shape.cols
        for at in range(0, self.shape.cells, cols):
            yield self.tiles[at : at + cols]

    def pretty(self) -> str:
        """Return one line for each row, columns aligned, `.` for the blank."""
        width = len(str(self.shape.cells - 1))
        return "\n".join(" ".join(f"{tile or '.':>{width}}" for tile in row) for row in self.rows())

    def picture(self, goal: Board | None = None) -> Picture:
        """Return what `npuzzle.puzzle.svg` draws. Raises GoalMismatchError for a goal of another shape."""
        if goal is not None and require_board(goal, "the goal").shape != self.shape:
            raise GoalMismatchError(f"the goal is {goal.shape}, but the board is {self.shape}")
        return Picture(self.shape, self.tiles, None if goal is None else goal.tiles)

    def svg(self, goal: Board | None = None, width: int | None = None) -> str:
        """Draw an SVG document, `width` px wide; tiles that lie as in `goal` are green and outlined."""
        return picture_svg(self.picture(goal), width)

    def _repr_svg_(self) -> str:
        """Return the drawing that a notebook shows."""
        return self.svg(width=min(40 * self.shape.cols, 600))

    def to_link(self) -> str:
        """Return the text with `_` for spaces, as in a link; `parse` reads it."""
        return str(self).replace(" ", "_")

    @property
    def blank(self) -> int:
        """The cell of the blank."""
        return self.tiles.index(0)

    @property
    def movable(self) -> tuple[int, ...]:
        """The cells beside the blank: their tiles can slide into it."""
        return neighbours(self.shape)[self.blank]

    def slide(self, src: int) -> Board:
        """Slide the tile at cell `src` into the blank; return the new board. Raises IllegalMoveError."""
        dst = self.blank
        if type(src) is not int:
            raise IllegalMoveError(
                f"slide takes the number of a cell beside the blank: {', '.join(map(str, self.movable))}; "
                f"got {shown(src)} (replay of a Problem plays letters)"
            )
        if src not in neighbours(self.shape)[dst]:
            raise IllegalMoveError(
                f"only a tile beside the blank (cell {dst}) can slide: "
                f"cells {', '.join(map(str, self.movable))}, not cell {src}"
            )
        tiles = list(self.tiles)
        tiles[dst], tiles[src] = tiles[src], 0
        return _unchecked(self.shape, tuple(tiles))

    def swap(self, a: int, b: int) -> Board:
        """Take tiles `a` and `b` out and exchange them; return the new board. No move does that."""
        for tile in (a, b):
            if type(tile) is not int or not 0 <= tile < self.shape.cells:
                message = f"a {self.shape} board has the tiles 1..{self.shape.cells - 1}, got {shown(tile)}"
                raise InvalidBoardError([Defect(Fault.OUT_OF_RANGE, message)])
        other = {a: b, b: a}
        return _unchecked(self.shape, tuple([other.get(tile, tile) for tile in self.tiles]))


def _unchecked(shape: Shape, tiles: tuple[int, ...]) -> Board:
    """Make a board of tiles known to be valid, without a check, which takes 4 ms for 127x127."""
    board = object.__new__(Board)
    object.__setattr__(board, "shape", shape)
    object.__setattr__(board, "tiles", tiles)
    return board


def read_board(board: Board | str) -> Board:
    """Return a Board as it is, or read it from text. Raises InvalidBoardError."""
    if isinstance(board, str):
        return Board.parse(board)
    return require_board(board)


def require_board(board: Board, subject: str = "") -> Board:
    """Return the board if it is a Board; else raise InvalidBoardError, which calls it `subject`."""
    if not isinstance(board, Board):
        raise _not_text(board, "a Board or its text, such as 1 2 3/4 5 6/7 8 0", subject)
    return board


def _not_text(value: object, expected: str, subject: str = "") -> InvalidBoardError:
    rows = "; Board.from_rows reads rows of numbers" if isinstance(value, (list, tuple)) else ""
    message = f"expected {expected}, got {shown(value)}{rows}"
    return InvalidBoardError([Defect(Fault.UNREADABLE, message)], subject=subject)


def _rows_of(rows: Iterable[Iterable[T]]) -> list[list[T]]:
    try:
        return [list(row) for row in rows]
    except TypeError:
        message = f"expected rows, each a list of its cells, got {shown(rows)}"
        raise InvalidBoardError([Defect(Fault.UNREADABLE, message)]) from None


def _is_board(text: str) -> bool:
    try:
        Board.parse(text)
    except InvalidBoardError:
        return False
    return True


def _misfit(shape: Shape, tiles: tuple[int, ...]) -> Defect:
    """Describe tiles that look right as text, but are of another shape or not plain ints."""
    if not isinstance(tiles, Sequence):
        return Defect(Fault.UNREADABLE, f"the tiles of a board are a tuple, got {shown(tiles)}")
    if len(tiles) != shape.cells:
        return Defect(Fault.BAD_SIZE, f"a {shape} board has {shape.cells} cells, got {len(tiles)} tiles")
    if type(tiles) is not tuple:
        return Defect(Fault.UNREADABLE, f"the tiles of a board are a tuple, got {type(tiles).__name__}")
    kinds = ", ".join(sorted({type(tile).__name__ for tile in tiles}))
    return Defect(Fault.NOT_A_NUMBER, f"tiles are plain whole numbers (int), got {kinds}")
