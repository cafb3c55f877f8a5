"""Help to enter the numbers of a board: complete them, and find the cell that comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from npuzzle.puzzle.cells import BLANK_MARKS

Cell = tuple[int, int]  # row and column
Words = Sequence[Sequence[str]]


class Entry(NamedTuple):
    """Hold the meaning of a typed text: the words of some cells, and the next cell, None to stay."""

    words: tuple[tuple[Cell, str], ...]
    goto: Cell | None


def missing_numbers(words: Words) -> list[int]:
    """List the tiles of a board of this size that are in no cell, in order."""
    seen = {word for row in words for word in row}
    return [n for n in range(1, len(words) * len(words[0])) if str(n) not in seen]


def next_cell(words: Words, cell: Cell) -> Cell | None:
    """Return the next empty cell in reading order, and after the last cell begin again at the first.

    If no cell is empty, return the cell that follows, and None after the last one.
    """
    cols, cells = len(words[0]), len(words) * len(words[0])
    at = cell[0] * cols + cell[1]
    order = [(at + step) % cells for step in range(1, cells)]
    empty = next((n for n in order if not words[n // cols][n % cols]), None)
    if empty is None:
        empty = at + 1 if at + 1 < cells else None
    return None if empty is None else divmod(empty, cols)


def read_entry(words: Words, cell: Cell, typed: str) -> Entry:
    """Read a text typed into a cell. After a number that no digit can extend, the next cell follows.

    `1` waits where 10 may follow. `17` on a board of 16 cells is 1, and 7 in the next cell. A blank mark
    leaves the cell empty and moves on. Deleting never moves on.
    """
    typed, before = typed.strip(), words[cell[0]][cell[1]]
    if not typed or (before.startswith(typed) and len(typed) < len(before)):
        return Entry(((cell, typed),), None)
    if typed in BLANK_MARKS:
        return Entry(((cell, ""),), next_cell(words, cell))
    most = len(words) * len(words[0]) - 1
    if not typed.isascii() or not typed.isdigit():
        return Entry(((cell, typed),), None)
    if int(typed) > most and len(typed) > 1 and 0 < int(typed[:-1]) <= most and typed[-1] != "0":
        first = ((cell, typed[:-1]),)
        after = put(words, cell, typed[:-1])
        follow = next_cell(after, cell)
        if follow is None:
            return Entry(((cell, typed),), None)
        rest = read_entry(after, follow, typed[-1])
        return Entry((*first, *rest.words), rest.goto or follow)
    others = put(words, cell, "")
    longer = [n for n in missing_numbers(others) or range(1, most + 1) if str(n).startswith(typed)]
    ends = longer == [int(typed)]
    return Entry(((cell, typed),), next_cell(put(words, cell, typed), cell) if ends else None)


def list_numbers(words: Words) -> list[str]:
    """List the keys for the cells of a board of this size: its tiles, and `0` for the blank."""
    return [str(n) for n in (*range(1, len(words) * len(words[0])), 0)]


def place(words: Words, cell: Cell, number: str) -> list[list[str]]:
    """Return the words with a number in a cell. If it is in another cell, the two change places.

    The only empty cell is the blank, too.
    """
    marks = _cells_with(words, number)
    if number == "0" and not marks and len(empty := _cells_with(words, "")) == 1:
        marks = empty
    after = put(words, cell, number)
    return put(after, marks[0], words[cell[0]][cell[1]]) if marks and marks[0] != cell else after


def find_chosen(words: Words, chosen: Cell | None) -> Cell:
    """Return the cell for the number pressed next: the one visited last, or the first empty one."""
    if chosen is not None and chosen[0] < len(words) and chosen[1] < len(words[0]):
        return chosen
    return next(iter(_cells_with(words, "")), (0, 0))


def _cells_with(words: Words, wanted: str) -> list[Cell]:
    return [(row, col) for row, line in enumerate(words) for col, word in enumerate(line) if word == wanted]


def put(words: Words, cell: Cell, word: str) -> list[list[str]]:
    """Return the words, with this word in that cell."""
    changed = [list(row) for row in words]
    changed[cell[0]][cell[1]] = word
    return changed
