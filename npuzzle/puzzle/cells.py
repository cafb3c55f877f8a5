"""Read the shape and the tiles of a board from anything that users give for one; refuse what is not a board.

`parsing` divides text into rows of words, and `values` does so with other values. This module chooses the
reading that is a board, and turns its words into tiles. `Board` and `read_board` call it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TypeVar

from npuzzle.errors import InvalidBoardError, quote
from npuzzle.puzzle.defects import Defect, Fault, find_defects, tile_number
from npuzzle.puzzle.parsing import readings, several_lines
from npuzzle.puzzle.shape import Shape
from npuzzle.puzzle.values import read_rows, refuse_value

T = TypeVar("T")

#: The shape of a board, and the tile of each cell.
Cells = tuple[Shape, tuple[int, ...]]

SEVERAL_BOARDS = (
    "its first two lines are a board each: one is expected here (the command npuzzle batch takes many)"
)


def read_cells(value: object, shape: Shape | None) -> Cells:
    """Read a value of any type; `shape` is that of a flat list. Raises InvalidBoardError."""
    if isinstance(value, str):
        return _parse_with_shape(value, shape)
    return read_words(read_rows(value, shape))


def parse_cells(text: str) -> Cells:
    """Read a text by the first reading that is a board.

    Raises InvalidBoardError with the defects of the first reading if none is a board.
    """
    if not isinstance(text, str):
        raise refuse_value(text, "text, such as 1 2 3/4 5 6/7 8 0")
    first: InvalidBoardError | None = None
    for reading in readings(text):
        if isinstance(reading, Defect):
            first = first or InvalidBoardError([reading])
            continue
        try:
            return read_words(reading)
        except InvalidBoardError as error:
            first = first or error
    assert first is not None, "a text has at least one reading"
    lines = several_lines(text)
    if lines and all(map(_is_board, lines)):
        first = InvalidBoardError([Defect(Fault.UNREADABLE, SEVERAL_BOARDS)])
    raise first


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


def list_rows(rows: Iterable[Iterable[T]]) -> list[list[T]]:
    """Return rows as lists. Raises InvalidBoardError for a value that is not rows."""
    try:
        return [list(row) for row in rows]
    except TypeError:
        message = f"expected rows, each a list of its cells, got {quote(rows)}"
        raise InvalidBoardError([Defect(Fault.UNREADABLE, message)]) from None


def _parse_with_shape(text: str, shape: Shape | None) -> Cells:
    """Read a text; if it is not divided into rows, divide it by `shape`.

    Sixteen numbers in one line are a 4x4 board, unless the shape is 2x8.
    """
    has_rows = "/" in text or "\n" in text.strip() or text.count("[") > 1
    if shape is not None and not has_rows:
        with suppress(InvalidBoardError):
            found = parse_cells(f"{shape}\n{text}")
            if found[0] == shape:
                return found
    try:
        return parse_cells(text)
    except InvalidBoardError:
        if shape is not None and has_rows:
            with suppress(InvalidBoardError):
                return parse_cells(f"{shape}\n{text}")
        raise


def _is_board(text: str) -> bool:
    try:
        parse_cells(text)
    except InvalidBoardError:
        return False
    return True
