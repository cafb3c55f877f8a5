"""Read the cells of Python values: rows of numbers or words, one flat list of them, an array."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isqrt
from typing import TypeVar

from npuzzle.errors import InvalidBoardError, quote
from npuzzle.numbers import whole_number
from npuzzle.puzzle.defects import MAX_BOARD_CELLS, Defect, Fault, find_defects, tile_number, word_of
from npuzzle.puzzle.forms import MAX_TEXT, Rows, divide, split_row
from npuzzle.puzzle.shape import LARGER, MAX_SIDE, MIN_SIDE, Shape, elements

T = TypeVar("T")

#: The shape of a board, and the tile of each cell.
Cells = tuple[Shape, tuple[int, ...]]

_PLAIN = re.compile(r"\s*[0-9]{1,9}(?:[ /\n]+[0-9]{1,9})+\s*")

EXPECTED = "text, such as 1 2 3/4 5 6/7 8 0, or rows of numbers, such as [[1, 2], [3, 0]]"


def read_plain(text: str) -> Cells | None:
    """Read rows of numbers, `8 6 7/2 5 4/3 0 1` or one row a line, if they are a board; else None.

    Most boards are written so. The forms of `npuzzle.puzzle.forms` read such a text in the same way.
    """
    if len(text) > MAX_TEXT or _PLAIN.fullmatch(text) is None:
        return None
    rows = [row.split() for row in text.strip().replace("\n", "/").split("/")]
    width = len(rows[0])
    if not (MIN_SIDE <= len(rows) <= MAX_SIDE and MIN_SIDE <= width <= MAX_SIDE):
        return None
    tiles = tuple([int(word) for row in rows for word in row])
    is_board = {*map(len, rows)} == {width} and {*tiles} == {*range(len(tiles))}
    return (Shape(len(rows), width), tiles) if is_board else None


def read_words(rows: Iterable[Iterable[str]]) -> Cells:
    """Read rows of words: numbers, and one mark for the blank. Raises InvalidBoardError."""
    words = list_rows(rows)
    for word in (word for row in words for word in row):
        if not isinstance(word, str):
            raise refuse_value(word, "cells as text")
    defects = find_defects(words)
    if defects:
        raise InvalidBoardError(defects, words)
    tiles = tuple([tile_number(word) or 0 for row in words for word in row])
    return Shape(len(words), len(words[0])), tiles


def read_rows(value: object, shape: Shape | None = None) -> Rows:
    """Return the cells of rows, or of one flat list, as rows of words.

    A flat list is divided into rows of `shape`; without one it must be a square. Raises InvalidBoardError
    for any other value. It does not check that the words are tiles, each of them once.
    """
    cells = elements(value)
    if cells is None:
        raise refuse_value(value)
    if len(cells) > MAX_BOARD_CELLS:
        raise _refuse_size(f"a board has at most {MAX_BOARD_CELLS:,} cells, got a longer list; {LARGER}")
    if len(cells) > 1 and all(isinstance(cell, str) and len(cell.split()) > 1 for cell in cells):
        return [split_row(str(line)) for line in cells]  # lines of text, as `splitlines` gives them
    if not cells or elements(cells[0], 0) is None:
        return _divide_list([word_of_cell(cell) for cell in cells], shape)
    if len(cells) > MAX_SIDE:
        raise _refuse_size(f"a board has at most {MAX_SIDE} rows, got {len(cells):,}; {LARGER}")
    return [_read_row(row) for row in cells]


def word_of_cell(cell: object) -> str:
    """Return the word for a cell: a whole number or a word as it is, and for anything else no tile number."""
    if isinstance(cell, str):
        return str(cell)
    number = whole_number(cell)  # also of a float: tables of numbers are often read as floats
    if number is not None:
        return word_of(number)
    word = quote(float(cell) if isinstance(cell, float) else cell)
    return word if tile_number(word) is None else f"{type(cell).__name__} {word}"


def list_rows(rows: Iterable[Iterable[T]]) -> list[list[T]]:
    """Return rows as lists. Raises InvalidBoardError for a value that is not rows."""
    try:
        return [list(row) for row in rows]
    except TypeError:
        message = f"expected rows, each a list of its cells, got {quote(rows)}"
        raise InvalidBoardError([Defect(Fault.UNREADABLE, message)]) from None


def refuse_value(value: object, expected: str = EXPECTED) -> InvalidBoardError:
    """Return the error for a value that is not what was expected."""
    return InvalidBoardError([Defect(Fault.UNREADABLE, f"expected {expected}, got {quote(value)}")])


def _read_row(row: object) -> list[str]:
    cells = elements(row, MAX_SIDE)
    if cells is None:
        raise refuse_value(row, "rows, each a list of its cells")
    if len(cells) > MAX_SIDE:
        raise _refuse_size(f"a board has at most {MAX_SIDE} columns, got a longer row; {LARGER}")
    return [word_of_cell(cell) for cell in cells]


def _divide_list(words: list[str], shape: Shape | None) -> Rows:
    """Divide a flat list into rows of `shape`, or into the rows of a square."""
    count = len(words)
    if shape is not None and count != shape.cells:
        raise _refuse_size(f"a {shape} board has {shape.cells} cells, got {count}")
    side = isqrt(count)
    if shape is None and side * side != count > 3:
        raise _refuse_size(f"{count:,} cells in one flat list are not a square: {_suggest_shape(count)}")
    return divide(words, max(1, count if count < 4 else side) if shape is None else shape.cols)


def _suggest_shape(count: int) -> str:
    """Say which shape a flat list may have."""
    shape = find_shape(count)
    return f"give rows, or the shape, such as shape='{shape}'" if shape else "no board has so many"


def find_shape(cells: int) -> str:
    """Find the shape nearest to a square; empty if there is none."""
    rows = next((rows for rows in range(isqrt(cells), 1, -1) if cells % rows == 0), 1)
    return f"{rows}x{cells // rows}" if rows > 1 and cells // rows <= MAX_SIDE else ""


def _refuse_size(message: str) -> InvalidBoardError:
    return InvalidBoardError([Defect(Fault.BAD_SIZE, message)])
