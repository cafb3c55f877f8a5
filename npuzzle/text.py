"""Text for people: counts, tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

GAP = 2  # spaces between two columns
SHORTEST = 8  # fewest characters to which a cell may be cut


def count(n: float, noun: str) -> str:
    """Format a count with its noun.

    >>> count(1, "move"), count(2_000, "move"), count(60.0, "second")
    ('1 move', '2,000 moves', '60 seconds')
    """
    number = f"{n:,}" if isinstance(n, int) else f"{n:,g}"
    return f"{number} {noun}" + ("" if n == 1 else "s")


def align(lines: Iterable[Sequence[str]], right: Sequence[bool] = ()) -> str:
    """Lay out lines of cells as a table: columns aligned, two spaces between them.

    `right`: for each column, whether it is aligned to the right, as numbers are. By default to the left.

    >>> print(align([["tile", "moves"], ["1", "12"], ["15", "-"]], right=[False, True]))
    tile  moves
    1        12
    15        -
    """
    lines = list(lines)
    widths = [max(map(len, column)) for column in zip(*lines)]
    columns = list(zip_longest(widths, right[: len(widths)], fillvalue=False))
    return "\n".join(
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, (width, to_right) in zip(line, columns)
        ).rstrip()
        for line in lines
    )


def align_within(
    columns: int | None, lines: Iterable[Sequence[str]], right: Sequence[bool] = (), *, keys: int = 1
) -> str:
    """Lay out lines of cells as `align` does, in several tables if one would be wider than `columns`.

    Each table repeats the first `keys` columns, which say what a line is about. If these leave no room for
    another column, the widest of them is cut, and dots show the cut.

    >>> lines = [["board", "moves", "seconds"], ["1 2/0 3", "1", "0.001"]]
    >>> print(align_within(14, lines))
    board    moves
    1 2/0 3  1
    <BLANKLINE>
    board    seconds
    1 2/0 3  0.001
    """
    cells = [list(line) for line in lines]
    widths = [max(map(len, column)) for column in zip(*cells)]
    if columns is None or not keys < len(widths) or _add_up(widths) <= columns:
        return align(cells, right)
    widest = widths.index(max(widths[:keys]))
    excess = _add_up([*widths[:keys], max(widths[keys:])]) - columns
    if excess > 0:
        widths[widest] = max(SHORTEST, widths[widest] - excess)
        for line in cells:
            line[widest] = cut(line[widest], widths[widest])
    tables: list[list[int]] = []
    for column in range(keys, len(widths)):
        if not tables or _add_up([widths[at] for at in [*tables[-1], column]]) > columns:
            tables.append([*range(keys)])
        tables[-1].append(column)
    sides = [*right, *[False] * len(widths)]
    return "\n\n".join(
        align([[line[at] for at in table] for line in cells], [sides[at] for at in table]) for table in tables
    )


def _add_up(widths: Sequence[int]) -> int:
    """Return the width of a table whose columns have these widths."""
    return sum(widths) + GAP * (len(widths) - 1)


def cut(text: str, length: int) -> str:
    """Cut the text to that many characters. Dots show that it was longer.

    >>> cut("expanded 1,234, frontier 567", 20)
    'expanded 1,234, f...'
    """
    return text if len(text) <= length else (text[: max(length - 3, 0)] + "...")[: max(length, 0)]
