"""`Lines`: fills rows from above and from below at once, each from the left; the last two tiles as a pair."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf

from npuzzle.search.constructive.exact_tables import pair_table, way
from npuzzle.search.constructive.transport import Field

# Which tile next: the one for which blank steps + DEPTH x line + CARRY x moves of the tile is least. As every
# tile must be carried some time, what can be saved are the blank's steps on its way to them; the other two
# keep the lines abreast. Measured: 50x50 2.42 n^3 moves; with CARRY 0 2.44, with 0.3 2.43.
DEPTH = 5
CARRY = 0.15
DEEP = 3  # cells of the rectangle in which a pair is placed, away from its line
BESIDE = 2


class Lines:
    """Fills the first `above` and the last `below` rows of a field, of which at least two rows stay."""

    def __init__(self, field: Field, above: int, below: int) -> None:
        assert above + below <= field.bounds.height - 2
        self._field = field
        self._above = range(field.bounds.top, field.bounds.top + above)
        self._below = range(field.bounds.bottom - below, field.bounds.bottom)
        self._open: dict[int, int] = {}  # cells that can be filled next, each with its weighted depth

    def filling(self) -> Iterator[None]:
        """Pauses after every tile or pair."""
        if self._above:
            self._look_at(self._above[0])
        if self._below:
            self._look_at(self._below[-1])
        pair_col = self._field.bounds.right - BESIDE
        while self._open:
            cell = self._choice()
            del self._open[cell]
            row = self._field.row_of[cell]
            towards_middle = 1 if row in self._above else -1
            if self._field.col_of[cell] == pair_col:
                _place_pair(self._field, cell, towards_middle * self._field.down)
            else:
                self._field.carry(cell, cell)
                self._field.fix(cell)
            self._look_at(row)
            self._look_at(row + towards_middle)
            yield

    def _look_at(self, row: int) -> None:
        """Open the next cell of this row, if the row before is longer."""
        bounds, filled = self._field.bounds, self._field.filled
        if row in self._above:
            depth, before = row - bounds.top, row - 1
        elif row in self._below:
            depth, before = bounds.bottom - 1 - row, row + 1
        else:
            return
        col = filled[row]
        if col < bounds.right and (depth == 0 or filled[before] > col):
            self._open[self._field.cell(row, col)] = DEPTH * depth

    def _choice(self) -> int:
        """Of the open cells the one whose tile costs least now; the earlier opened one of equals."""
        tray, rows, cols = self._field.tray, self._field.row_of, self._field.col_of
        where, blank = tray.where, tray.blank
        blank_row, blank_col = rows[blank], cols[blank]
        least, best = inf, -1
        for cell, depth in self._open.items():
            tile = where[cell]
            row, col = rows[tile], cols[tile]
            cost: float = abs(row - blank_row) + abs(col - blank_col) + depth
            if cost < least:
                up, left = abs(row - rows[cell]), abs(col - cols[cell])
                cost += CARRY * (5 * up + left if up > left else 5 * left + up)
                if cost < least:
                    least, best = cost, cell
        return best


def _place_pair(field: Field, first: int, inwards: int) -> None:
    """Fill `first` and the cell right of it, the last two of a row.

    Unless both tiles are near, the first one is carried one cell too far and the second one behind it: so
    they need only turn the corner, as an exact table says.
    """
    tray = field.tray
    second = first + field.right
    block = [first + depth * inwards + col * field.right for depth in range(DEEP) for col in range(BESIDE)]
    if _entry(field, block) is None:
        field.carry(first, second)
    placed = False
    if _entry(field, block) is None:
        if tray.blank == first:
            tray.follow((inwards,))
        field.fix(first)
        field.fix(second)
        placed = True
        field.carry(second, second + inwards)
    stops = _entry(field, block)
    assert stops is not None
    field.walk(*stops)
    placing = tuple(block.index(cell) for cell in (tray.blank, tray.where[first], tray.where[second]))
    cells = [block[cell] for cell in way(pair_table(), placing)]
    tray.follow(tuple(dst - src for src, dst in pairwise(cells)))
    if not placed:
        field.fix(first)
        field.fix(second)


def _entry(field: Field, block: list[int]) -> tuple[int, ...] | None:
    """How the blank enters the block without moving the pair, if both tiles of it are there; None if not."""
    tray = field.tray
    tiles = tray.where[block[0]], tray.where[block[1]]
    if not (tiles[0] in block and tiles[1] in block):
        return None
    if tray.blank in block:
        return ()
    free = [cell for cell in block[BESIDE:] if cell not in tiles]
    for cell in sorted(free, key=lambda cell: field.steps(tray.blank, cell)):
        bend = field.bend(cell, *tiles)
        if bend is not None:
            return bend, cell
    return None
