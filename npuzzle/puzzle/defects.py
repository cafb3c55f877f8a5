"""Find what is wrong with a board: every fault, each with its cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import log10

from npuzzle.puzzle.shape import MAX_SIDE, Shape, shape_problem
from npuzzle.text import count

#: How the blank may be written. The empty string is an empty cell of a form.
BLANK_MARKS = frozenset({"0", "_", ".", "x", "X", "-", ""})

MAX_BOARD_CELLS = MAX_SIDE * MAX_SIDE
MAX_WORD_SEEN = 100  # characters of a word that are examined for a message

#: Row and column of a cell, both from 0; rows of different lengths have no cell numbers.
Place = tuple[int, int]


class Fault(Enum):
    """The kinds of defect."""

    UNREADABLE = "unreadable"
    NOT_A_RECTANGLE = "not-a-rectangle"
    BAD_SIZE = "bad-size"
    NOT_A_NUMBER = "not-a-number"
    OUT_OF_RANGE = "out-of-range"
    REPEATED = "repeated"
    MISSING = "missing"
    NO_BLANK = "no-blank"
    SEVERAL_BLANKS = "several-blanks"


@dataclass(frozen=True, slots=True)
class Defect:
    """One fault: its kind, a sentence, and the cells concerned (none for a missing tile)."""

    fault: Fault
    message: str
    places: tuple[Place, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON; `cells` holds pairs [row, column], counted from 1 as in the message."""
        cells = [[row + 1, col + 1] for row, col in self.places]
        return {"fault": self.fault.value, "message": self.message, "cells": cells}


def find_defects(rows: Sequence[Sequence[str]]) -> tuple[Defect, ...]:
    """Return every defect of rows of words; none if they are a board. O(cells)."""
    return tuple(_defects(rows))


def tile_number(word: str) -> int | None:
    """Return the number that a word means, 0 for the blank; None if it is not a whole number."""
    if word in BLANK_MARKS:
        return 0
    if not re.fullmatch(r"[+-]?[0-9]+", word):
        return None
    # Cut a word that is longer than any tile number, so that ten thousand digits cost nothing.
    return int(word) if len(word) <= 9 else 10**9


def word_of(tile: object) -> str:
    """Write the number of a tile; only the first of thousands of digits, which Python refuses to convert."""
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
                    "write rows like 1 2/3 0, with the numbers apart",
                )
            else:
                yield _find_word(rows) or Defect(Fault.BAD_SIZE, size)
            return  # without a size, the tiles that belong on it are unknown
    shape = None if ragged is not None else Shape(len(rows), len(rows[0]))
    if shape is None and sum(map(len, rows)) > MAX_BOARD_CELLS:
        return  # too many for any board, and a list of a million words is of no use
    cells = MAX_BOARD_CELLS if shape is None else shape.cells
    found: dict[int, list[Place]] = {}
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            number = tile_number(word)
            if number is None:
                yield _refuse_word(word, (r, c))
            elif not 0 <= number < cells:
                tiles = "" if shape is None else f": the tiles of a {shape} board are 1..{shape.cells - 1}"
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
    """Find the first word that is not a number: it says more of such a text than the size does."""
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if tile_number(word) is None:
                return _refuse_word(word, (r, c))
    return None


def _find_ragged(rows: Sequence[Sequence[str]]) -> Defect | None:
    """Find rows that differ in length; the defect has the cells of the rows of an unusual length."""
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
    """Explain what is wrong with a word that looks like a number; empty if it does not."""
    word = word[:MAX_WORD_SEEN]
    unseen = next((mark for mark in word if not mark.isprintable()), None)
    if unseen is not None:
        return f": it holds {name_character(unseen)}, which cannot be seen; delete it"
    if not word.isascii() and any(mark.isdigit() for mark in word):
        return ": write it with the digits 0 to 9"
    return ""


def name_character(mark: str) -> str:
    """Return the code of a character, and its name if it has one: U+200F RIGHT-TO-LEFT MARK."""
    from unicodedata import name  # the page starts without it

    return f"U+{ord(mark):04X} {name(mark, '')}".strip()
