"""Turn the rows of words in a text into the tiles of a board, or find all their defects.

Nearly every text consists of rows of numbers, which `read_plain` reads in one step. All other input becomes
rows of words first: `npuzzle.puzzle.forms` makes them from text, and `read_rows` from Python values. Then
`read_words` turns the words into tiles, or raises an error with all defects. `find_defects` finds them all,
with their cells, because a user who typed sixteen numbers wants to know all mistakes. The words stay text
until they are tiles, so that a message shows them as typed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import isqrt, log10
from typing import TypeVar

from npuzzle.errors import Defect, Fault, InvalidBoardError, Place, quote
from npuzzle.numbers import whole_number
from npuzzle.puzzle.shape import LARGER, MAX_SIDE, Shape, elements, shape_problem
from npuzzle.text import count

#: How the blank may be written. The empty string stands for an empty cell, as in `1,,2`.
BLANK_MARKS = frozenset({"0", "_", ".", "x", "X", "-", ""})

MAX_TEXT = 1_000_000  # characters: the longest board, 127x127, needs under 100,000
MAX_BOARD_CELLS = MAX_SIDE * MAX_SIDE
MAX_WORD_SEEN = 100  # characters of a word that are examined for a message

EXPECTED = "text, such as 1 2 3/4 5 6/7 8 0, or rows of numbers, such as [[1, 2], [3, 0]]"

_PLAIN = re.compile(r"\s*[0-9]{1,9}(?:[ /\n]+[0-9]{1,9})+\s*")

T = TypeVar("T")

Rows = list[list[str]]

#: The shape of a board, and the tile of each cell.
Cells = tuple[Shape, tuple[int, ...]]


def read_plain(text: object) -> Cells | None:
    """Read rows of numbers, as in `8 6 7/2 5 4/3 0 1` or one per line. Return None for any other text."""
    if not isinstance(text, str) or len(text) > MAX_TEXT or _PLAIN.fullmatch(text) is None:
        return None
    rows = text.strip().replace("\n", "/").split("/")
    widths = set(map(len, map(str.split, rows)))
    tiles = tuple(map(int, text.replace("/", " ").split()))
    if len(widths) > 1 or {*tiles} != {*range(len(tiles))} or shape_problem(len(rows), max(widths)):
        return None
    return Shape(len(rows), max(widths)), tiles


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

    A flat list is divided into rows of `shape`. Without a shape it must be a square. Raises InvalidBoardError
    for any other value. Whether the words are tiles, each once, is not checked.
    """
    cells = elements(value)
    if cells is None:
        raise refuse_value(value)
    if len(cells) > MAX_BOARD_CELLS:
        raise _refuse_size(f"a board can have at most {MAX_BOARD_CELLS:,} cells, got a longer list; {LARGER}")
    if len(cells) > 1 and all(isinstance(cell, str) and len(cell.split()) > 1 for cell in cells):
        return [split_row(str(line)) for line in cells]  # lines of text, as `splitlines` gives them
    if not cells or elements(cells[0], 0) is None:
        return _divide_list([word_of_cell(cell) for cell in cells], shape)
    if len(cells) > MAX_SIDE:
        raise _refuse_size(f"a board can have at most {MAX_SIDE} rows, got {len(cells):,}; {LARGER}")
    return [_read_row(row) for row in cells]


def word_of_cell(cell: object) -> str:
    """Return the word for a cell: text unchanged, a whole number in digits, else a word that no tile has."""
    if isinstance(cell, str):
        return str(cell)
    number = whole_number(cell)  # floats count, too: tables of numbers are often read as floats
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
    """Return the error for an unexpected value."""
    return InvalidBoardError([Defect(Fault.UNREADABLE, f"expected {expected}, got {quote(value)}")])


def _read_row(row: object) -> list[str]:
    cells = elements(row, MAX_SIDE)
    if cells is None:
        raise refuse_value(row, "rows, each a list of its cells")
    if len(cells) > MAX_SIDE:
        raise _refuse_size(f"a board can have at most {MAX_SIDE} columns, got a longer row; {LARGER}")
    return [word_of_cell(cell) for cell in cells]


def _divide_list(words: list[str], shape: Shape | None) -> Rows:
    """Divide a flat list into rows of `shape`, or into the rows of a square."""
    count = len(words)
    if shape is not None and count != shape.cells:
        raise _refuse_size(f"a {shape} board must have {shape.cells} cells, got {count}")
    side = isqrt(count)
    if shape is None and side * side != count > 3:
        raise _refuse_size(f"{count:,} cells in one flat list are not a square: {_suggest_shape(count)}")
    return divide(words, max(1, count if count < 4 else side) if shape is None else shape.cols)


def _suggest_shape(count: int) -> str:
    """Name the shapes that a flat list may have."""
    shape = find_shape(count)
    return f"give rows, or the shape, such as shape='{shape}'" if shape else "no board has so many"


def find_shape(cells: int) -> str:
    """Return the shape with that many cells that is nearest to a square, or "" if there is none."""
    rows = next((rows for rows in range(isqrt(cells), 1, -1) if cells % rows == 0), 1)
    return f"{rows}x{cells // rows}" if rows > 1 and cells // rows <= MAX_SIDE else ""


def _refuse_size(message: str) -> InvalidBoardError:
    return InvalidBoardError([Defect(Fault.BAD_SIZE, message)])


def split_row(row: str) -> list[str]:
    """Split a row into words. An empty field between commas is an empty word, which means the blank."""
    row = row.strip().removesuffix(",")
    return re.split(r"\s*,\s*|\s+", row.strip()) if row.strip() else []


def divide(words: list[str], width: int) -> Rows:
    """Divide words into rows of one width."""
    return [words[at : at + width] for at in range(0, len(words), width)]


def find_defects(rows: Sequence[Sequence[str]]) -> tuple[Defect, ...]:
    """Return every defect of rows of words, none if they are a board. O(cells)."""
    found = [*_defects(rows)]
    if [defect.fault for defect in found] == [Fault.OUT_OF_RANGE, Fault.NO_BLANK]:
        ((row, col),) = found[0].places
        hint = f"; if {_shorten(rows[row][col])} is the blank, write _ for it"
        found[0] = replace(found[0], message=found[0].message + hint)
    return tuple(found)


def tile_number(word: str) -> int | None:
    """Return the number that a word means, 0 for the blank, or None if it is not a whole number."""
    if word in BLANK_MARKS:
        return 0
    if not re.fullmatch(r"[+-]?[0-9]+", word):
        return None
    # Replace a word that is longer than any tile number, so that ten thousand digits cost nothing.
    return int(word) if len(word) <= 9 else 10**9


def word_of(tile: object) -> str:
    """Write the number of a tile, or only its first digits if it has too many for Python to convert."""
    if not isinstance(tile, int) or abs(tile) < 10**12:
        return str(tile)
    more = max(0, int(tile.bit_length() * log10(2)) - 12)
    return f"{'-' if tile < 0 else ''}{abs(tile) // 10**more}"


def _defects(rows: Sequence[Sequence[str]]) -> Iterator[Defect]:
    """Yield every defect: the size first, then each word, then blanks and tiles repeated or missing."""
    ragged = _find_ragged(rows)
    if ragged is not None:
        yield ragged
    else:
        size = shape_problem(len(rows), len(rows[0]) if rows else 0)
        if size is not None:
            if [len(row) for row in rows] == [1]:
                yield Defect(
                    Fault.UNREADABLE,
                    f"{_quote(rows[0][0])} is a single word{_explain_word(rows[0][0])}: "
                    "write rows like 1 2/3 0, with spaces between the numbers",
                )
            else:
                yield _find_word(rows) or Defect(Fault.BAD_SIZE, size)
            return  # without a size, it is unknown which tiles belong on the board
    shape = None if ragged is not None else Shape(len(rows), len(rows[0]))
    if shape is None and sum(map(len, rows)) > MAX_BOARD_CELLS:
        return  # too many cells for any board, and a list of a million defects is of no use
    cells = MAX_BOARD_CELLS if shape is None else shape.cells
    found: dict[int, list[Place]] = {}
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            number = tile_number(word)
            if number is None:
                yield _refuse_word(word, (r, c))
            elif not 0 <= number < cells:
                tiles = "" if shape is None else f": the tiles of a {shape} board are 1 to {shape.cells - 1}"
                yield Defect(
                    Fault.OUT_OF_RANGE,
                    f"{_shorten(word)} {_name_places((r, c))} is out of range{tiles}",
                    ((r, c),),
                )
            else:
                found.setdefault(number, []).append((r, c))
    for number in sorted(found):
        places = tuple(found[number])
        if len(places) > 1 and number == 0:
            yield Defect(
                Fault.SEVERAL_BLANKS,
                f"{len(places)} blanks ({_name_places(*places)}): exactly one is expected",
                places,
            )
        elif len(places) > 1:
            times = "twice" if len(places) == 2 else f"{len(places)} times"
            yield Defect(Fault.REPEATED, f"tile {number} appears {times} ({_name_places(*places)})", places)
    if 0 not in found:
        yield Defect(Fault.NO_BLANK, "no blank: one cell must be 0 (or _ . x -)")
    if shape is not None:
        for tile in range(1, shape.cells):
            if tile not in found:
                yield Defect(Fault.MISSING, f"tile {tile} is missing")


def _refuse_word(word: str, place: Place) -> Defect:
    message = f"{_quote(word)} {_name_places(place)} is not a tile number{_explain_word(word)}"
    return Defect(Fault.NOT_A_NUMBER, message, (place,))


def _find_word(rows: Sequence[Sequence[str]]) -> Defect | None:
    """Find the first word that is not a number: it explains more than the wrong size of the text."""
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if tile_number(word) is None:
                return _refuse_word(word, (r, c))
    return None


def _find_ragged(rows: Sequence[Sequence[str]]) -> Defect | None:
    """Find rows that differ in length. The defect names the cells of the rows with an unusual length."""
    lengths = [len(row) for row in rows]
    often = Counter(lengths)
    if len(often) <= 1:
        return None
    usual = max(often, key=lambda n: (often[n], n))
    odd = [r for r, n in enumerate(lengths) if n != usual]
    said = ", ".join(f"row {r + 1} has {count(lengths[r], 'cell')}" for r in odd[:4])
    left = len(odd) - 4
    more = f", {left} more row{'s differ' if left > 1 else ' differs'}" if left > 0 else ""
    return Defect(
        Fault.NOT_A_RECTANGLE,
        f"not a rectangle: {said}{more}, the other rows have {usual}",
        tuple((r, c) for r in odd for c in range(lengths[r])) if sum(lengths) <= MAX_BOARD_CELLS else (),
    )


def _name_places(*places: Place) -> str:
    said = [f"row {row + 1}, column {col + 1}" for row, col in places[:4]]
    more = f" and {len(places) - 4} more cells" if len(places) > 4 else ""
    return "at " + " and ".join(said) + more


def _shorten(word: str) -> str:
    return word if len(word) <= 12 else word[:9] + "..."


def _quote(word: str) -> str:
    """Quote the visible characters of a word."""
    return repr(_shorten("".join(filter(str.isprintable, word[:MAX_WORD_SEEN]))))


def _explain_word(word: str) -> str:
    """Explain the error in a word that looks like a number, or "" if it does not."""
    word = word[:MAX_WORD_SEEN]
    unseen = next((mark for mark in word if not mark.isprintable()), None)
    if unseen is not None:
        return f": it holds {name_character(unseen)}, which is invisible; delete it"
    if not word.isascii() and any(mark.isdigit() for mark in word):
        return ": write it with the digits 0 to 9"
    return ""


def name_character(mark: str) -> str:
    """Return the code of a character, and its name if it has one: U+200F RIGHT-TO-LEFT MARK."""
    from unicodedata import name  # the page starts without it

    return f"U+{ord(mark):04X} {name(mark, '')}".strip()
