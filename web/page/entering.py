"""Help to type the numbers of a board into its cells: read each text, and find the next cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from npuzzle.puzzle.cells import BLANK_MARKS

Cell = tuple[int, int]  # row and column
Words = Sequence[Sequence[str]]


class Entry(NamedTuple):
    """Hold the meaning of a typed text: the new `words` of cells, and `goto`, the next cell (None: stay)."""

    words: tuple[tuple[Cell, str], ...]
    goto: Cell | None


def missing_numbers(words: Words) -> list[int]:
    """List the tiles of a board of this size that are in no cell, in order."""
    seen = {word for row in words for word in row}
    return [n for n in range(1, len(words) * len(words[0])) if str(n) not in seen]


def next_cell(words: Words, cell: Cell) -> Cell | None:
    """Return the next empty cell in reading order. After the last cell, the search continues at the first.

    If no other cell is empty, return the next cell in reading order, or None after the last one.
    """
    cols, cells = len(words[0]), len(words) * len(words[0])
    at = cell[0] * cols + cell[1]
    order = [(at + step) % cells for step in range(1, cells)]
    empty = next((n for n in order if not words[n // cols][n % cols]), None)
    if empty is None:
        empty = at + 1 if at + 1 < cells else None
    return None if empty is None else divmod(empty, cols)


def read_entry(words: Words, cell: Cell, typed: str) -> Entry:
    """Read a text typed into a cell. Move to the next cell once no further digit can extend the number.

    `1` waits if it may become 10. On a board of 16 cells `17` means 1, and 7 in the next cell. A mark of the
    blank empties the cell and moves to the next one. Deleting never moves to another cell.
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
    """List the numbers that a user can press for a board of this size: its tiles, and `0` for the blank."""
    return [str(n) for n in (*range(1, len(words) * len(words[0])), 0)]


def place(words: Words, cell: Cell, number: str) -> list[list[str]]:
    """Return the words with a number put into a cell. If the number is in another cell, swap the two cells.

    If only one cell is empty, that cell also counts as the blank.
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
    """Return the words with `word` put into a cell."""
    changed = [list(row) for row in words]
    changed[cell[0]][cell[1]] = word
    return changed
