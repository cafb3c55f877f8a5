"""The shape of a board: its cells, which of them touch, and the letters of moves.

A cell is a number, row by row from 0, as in every list of tiles and every state. Rows and columns are
computed where they are needed. Tables such as `neighbours` are made once for each shape and cached, so that
code need not pass them on. `Shape` accepts a size as people write it, and checks the size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Protocol, Union, overload

from npuzzle.errors import InvalidShapeError, quote, require, see_other_rules
from npuzzle.numbers import whole_number

MIN_SIDE, MAX_SIDE = 2, 127
LARGER = see_other_rules("larger boards")

#: A slide of one tile: the cell it leaves and the cell (the blank's) it enters.
Slide = tuple[int, int]


class Array(Protocol):
    """An array such as numpy's: it has elements and `tolist`."""

    def __iter__(self) -> Iterator[Any]: ...

    def tolist(self) -> object:
        """Return the elements as a list."""


#: The argument of `read_shape`: a Shape, text such as `3x4`, two numbers, or one for a square.
ShapeLike = Union["Shape", str, int, Sequence[int], Array]


@dataclass(frozen=True, slots=True, order=True, init=False)
class Shape:
    """Rows and columns of a board, each 2 to 127. Cells are numbered row by row from 0.

    >>> Shape(2, 3).cells, str(Shape(2, 3)), Shape(2, 3).place(4)
    (6, '2x3', (1, 1))
    >>> Shape("2x3") == Shape((2, 3)) == Shape(2, 3), Shape(4)
    (True, Shape(rows=4, cols=4))

    Raises InvalidShapeError.
    """

    rows: int
    cols: int

    @overload
    def __init__(self, rows: int, cols: int) -> None: ...

    @overload
    def __init__(self, rows: ShapeLike) -> None: ...

    def __init__(self, rows: ShapeLike, cols: int | None = None) -> None:
        height, width = _read_sides(rows) if cols is None else (rows, cols)
        problem = shape_problem(height, width)
        if problem is not None:
            raise InvalidShapeError(problem)
        object.__setattr__(self, "rows", whole_number(height))
        object.__setattr__(self, "cols", whole_number(width))

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Read `3x4`, or `4` for a square. Raises InvalidShapeError."""
        require(text, str, "a size must be text like 3x4 (rows x columns)", InvalidShapeError)
        match = re.fullmatch(r"\s*([0-9]{1,6})(?:\s*[xX×]\s*([0-9]{1,6}))?\s*", text)
        if match is None:
            raise InvalidShapeError(f"a size must be written like 3x4 (rows x columns), got {quote(text)}")
        return cls(int(match[1]), int(match[2] or match[1]))

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and column of a cell, both from 0."""
        return divmod(cell, self.cols)

    def distance(self, a: int, b: int) -> int:
        """Return the Manhattan distance of two cells: steps along rows and columns."""
        (row_a, col_a), (row_b, col_b) = self.place(a), self.place(b)
        return abs(row_a - row_b) + abs(col_a - col_b)


def read_shape(shape: ShapeLike) -> Shape:
    """Return a Shape unchanged, or make one from text, from two numbers, or from one side of a square.

    >>> read_shape("2x3") == read_shape((2, 3)), str(read_shape(3))
    (True, '3x3')

    Raises InvalidShapeError.
    """
    return shape if isinstance(shape, Shape) else Shape(shape)


def _read_sides(shape: object) -> tuple[object, object]:
    """Return the rows and columns that `shape` gives."""
    if isinstance(shape, str):
        shape = Shape.parse(shape)
    if isinstance(shape, Shape):
        return shape.rows, shape.cols
    side = whole_number(shape)
    if side is not None:
        return side, side
    sides = elements(shape)
    if sides is None or len(sides) != 2:
        raise InvalidShapeError(
            f"a size must be text like 3x4, a pair like (3, 4), one number for a square, or a Shape; "
            f"got {quote(shape)}"
        )
    return sides[0], sides[1]


def elements(value: object, most: int = MAX_SIDE * MAX_SIDE) -> list[object] | None:
    """Return the elements of a sequence or an array, at most `most` + 1, or None for anything else.

    Text and bytes do not count as sequences.
    """
    try:
        if isinstance(value, (str, bytes, bytearray, memoryview)):
            return None
        if not isinstance(value, Sequence) and not hasattr(value, "tolist"):
            return None
        return list(islice(value, most + 1))  # type: ignore[call-overload]
    except Exception:  # a user's sequence may raise anything
        return None


def shape_problem(rows: object, cols: object) -> str | None:
    """Explain why a board cannot have `rows` x `cols` cells, or None if it can."""
    height, width = whole_number(rows), whole_number(cols)
    if height is None or width is None:
        return f"rows and columns must be whole numbers, got {quote(rows)} and {quote(cols)}"
    rows, cols = height, width
    if 1 in (rows, cols) and rows > 0 and cols > 0:
        line = "row" if rows == 1 else "column"
        return (
            f"{quote(rows)}x{quote(cols)} has a single {line}: its tiles can never pass each other, "
            f"so it is not a puzzle; a board has {MIN_SIDE} to {MAX_SIDE} rows and columns"
        )
    if not (MIN_SIDE <= rows <= MAX_SIDE and MIN_SIDE <= cols <= MAX_SIDE):
        problem = (
            f"a board must have {MIN_SIDE} to {MAX_SIDE} rows and columns, got {quote(rows)}x{quote(cols)}"
        )
        return f"{problem}; {LARGER}" if min(rows, cols) >= MIN_SIDE else problem
    return None


@cache
def neighbours(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell, the cells next to it in ascending order."""
    rows, cols = shape.rows, shape.cols
    return tuple(
        tuple(
            adjacent
            for adjacent, inside in (
                (cell - cols, cell >= cols),
                (cell - 1, cell % cols > 0),
                (cell + 1, cell % cols < cols - 1),
                (cell + cols, cell < (rows - 1) * cols),
            )
            if inside
        )
        for cell in range(shape.cells)
    )


@cache
def slides(shape: Shape, order: str = "") -> tuple[tuple[Slide, ...], ...]:
    """Return, for each cell, the slides that are possible when the blank is there.

    `order`: the four tile letters. Without it the slides are in ascending order of the tile's cell, which is
    D R L U.
    """
    possible = tuple(
        tuple((src, blank) for src in adjacent) for blank, adjacent in enumerate(neighbours(shape))
    )
    if not order:
        return possible

    def place(slide: Slide) -> int:
        return order.index(letter(shape, slide))

    return tuple(tuple(sorted(slides_there, key=place)) for slides_there in possible)


def letter(shape: Shape, slide: Slide) -> str:
    """Return the direction in which the tile goes: U, D, L or R."""
    src, dst = slide
    return {-shape.cols: "U", shape.cols: "D", -1: "L", 1: "R"}[dst - src]


def source(shape: Shape, blank: int, letter: str) -> int | None:
    """Return the cell from which a tile slides into `blank` in direction `letter`, or None at the edge."""
    row, col = shape.place(blank)
    row += {"U": 1, "D": -1}.get(letter, 0)
    col += {"L": 1, "R": -1}.get(letter, 0)
    inside = 0 <= row < shape.rows and 0 <= col < shape.cols
    return row * shape.cols + col if inside else None


def line_step(shape: Shape, src: int, blank: int) -> int | None:
    """Return the step from the blank to the next cell towards `src`, or None if they share no line."""
    (row, col), (blank_row, blank_col) = shape.place(src), shape.place(blank)
    if row == blank_row:
        return 1 if col > blank_col else -1
    if col == blank_col:
        return shape.cols if row > blank_row else -shape.cols
    return None
