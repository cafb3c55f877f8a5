"""Text for people: tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest


def align(lines: Iterable[Sequence[str]], right: Sequence[bool] = ()) -> str:
    """Lay out lines of cells as a table: columns aligned, two spaces between them.

    `right`: for each column, whether it is aligned to the right, as numbers are; by default to the left.

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
