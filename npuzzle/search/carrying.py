"""`Field`: what of a tray is still free; walks the blank and carries tiles about in it.

The free cells are a rectangle whose rows may have been filled from the left, the upper and the lower
ones no less far than those between: from any row towards the middle ever more is free. At least two
rows are free throughout. So whatever lies right of a free cell is free, and where a column is free in two
rows it is free in all rows between; every way taken here rests on that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from npuzzle.geometry import MAX_SIDE
from npuzzle.search.tray import Tray


class Leg(NamedTuple):
    """Part of a tile's way: `count` cells `way`; or if `then` is not 0, one `way` and one `then`, and so on."""

    way: int
    then: int
    count: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle of rows top..bottom - 1 and columns left..right - 1."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def turned(self) -> Bounds:
        """The same cells where columns are called rows."""
        return Bounds(self.left, self.right, self.top, self.bottom)


class Field:
    """`filled[row]` is the first column still free. If `turned`, columns are what is called rows here."""

    def __init__(self, tray: Tray, bounds: Bounds, *, turned: bool) -> None:
        self.tray = tray
        self.bounds = bounds
        self.down, self.right = (1, tray.stride) if turned else (tray.stride, 1)
        self.row_of, self.col_of = (tray.col_of, tray.row_of) if turned else (tray.row_of, tray.col_of)
        self.filled = [
            bounds.left if bounds.top <= row < bounds.bottom else bounds.right for row in range(MAX_SIDE + 1)
        ]
        self._origin = tray.cell(0, 0)

    def cell(self, row: int, col: int) -> int:
        return self._origin + row * self.down + col * self.right

    def fix(self, cell: int) -> None:
        """The next cell of its row is done with."""
        self.tray.fixed[cell] = 1
        self.filled[self.row_of[cell]] = self.col_of[cell] + 1

    def steps(self, start: int, end: int) -> int:
        """Moves of the blank from one cell to another, if nothing is in its way."""
        rows, cols = self.row_of, self.col_of
        return abs(rows[start] - rows[end]) + abs(cols[start] - cols[end])

    def bend(self, end: int, *tiles: int) -> int | None:
        """Where the blank turns on a shortest way to `end` that leaves these cells alone; None if it cannot."""
        start = self.tray.blank
        start_row, start_col = self.row_of[start], self.col_of[start]
        end_row, end_col = self.row_of[end], self.col_of[end]
        bends = [(end_row, start_col), (start_row, end_col)]
        if start_col < end_col:
            bends.reverse()  # the one on the right is always free, the other one
        if max(self.filled[start_row], self.filled[end_row]) > min(start_col, end_col):
            del bends[1]  # perhaps not
        places = [(self.row_of[tile], self.col_of[tile]) for tile in tiles]
        for row, col in bends:
            col_at, row_at = (start_col, end_row) if col == start_col else (end_col, start_row)
            if not any(
                (c == col_at and (start_row <= r <= end_row or end_row <= r <= start_row))
                or (r == row_at and (start_col <= c <= end_col or end_col <= c <= start_col))
                for r, c in places
            ):
                return self.cell(row, col)
        return None

    def walk(self, end: int, *tiles: int) -> None:
        """Bring the blank to `end` by a shortest way that leaves these cells alone; there is one."""
        bend = self.bend(end, *tiles)
        assert bend is not None
        for cell in (bend, end):
            far = cell - self.tray.blank
            if far:
                count = self.steps(self.tray.blank, cell)
                self.tray.walk(far // count, count)

    def carry(self, label: int, target: int) -> None:
        """Bring the tile to `target`, where all cells left of it are fixed, and those of the row behind it."""
        tray = self.tray
        tile = tray.where[label]
        if tile == target:
            return
        side, legs = self._cheapest(tile, list(self._ways(tile, target)))
        if tray.blank != tile + side:
            self.walk(tile + side, tile)
        for way, then, count in legs:
            self._step(label, way)
            if then:
                if count > 1:
                    tray.stairs(then, way, count - 1)
                self._step(label, then)
            elif count > 1:
                tray.push(way, self._lane(tray.where[label], way), count - 1)

    def _ways(self, tile: int, target: int) -> Iterator[list[Leg]]:
        """Ways of the tile through free cells, with as many stairs as there can be: 3 moves a cell, not 5."""
        row, col, target_row, target_col = (
            self.row_of[tile],
            self.col_of[tile],
            self.row_of[target],
            self.col_of[target],
        )
        rows, cols = abs(row - target_row), abs(col - target_col)
        toward = 1 if target_row > row else -1
        vertical = toward * self.down
        horizontal = self.right if target_col > col else -self.right
        if (
            target_col > col
        ):  # stairs first, as far as the rows there are free, then along a row, then up or down
            stairs = min(rows, cols)
            while stairs and self.filled[row + toward * stairs] > col:
                stairs -= 1
            rest = [Leg(horizontal, 0, cols - stairs), Leg(vertical, 0, rows - stairs)]
            yield [Leg(vertical, horizontal, stairs), *rest]
            yield [Leg(horizontal, vertical, stairs), *rest]
        elif self.filled[row] > target_col:  # beside a longer row: out of it first
            stairs = min(rows, cols, col - self.filled[row])
            rest = [Leg(horizontal, 0, cols - stairs)]
            yield [Leg(vertical, 0, rows - stairs), Leg(horizontal, vertical, stairs), *rest]
            if rows == stairs:
                yield [Leg(vertical, horizontal, stairs), *rest]
        else:  # the whole rectangle between them is free
            stairs = min(rows, cols)
            long, short = (vertical, horizontal) if rows > cols else (horizontal, vertical)
            straight = Leg(long, 0, abs(rows - cols))
            yield [straight, Leg(short, long, stairs)]
            if rows == cols:
                yield [Leg(long, short, stairs)]
            else:
                yield [Leg(short, long, stairs), straight]

    def _cheapest(self, tile: int, ways: list[list[Leg]]) -> tuple[int, list[Leg]]:
        """On which side of the tile the blank is to come, and the way of the tile; the earlier one of equals."""
        fixed, blank = self.tray.fixed, self.tray.blank
        least, best = None, None
        sides = sorted(
            (self.steps(blank, tile + side), side)
            for side in (-self.down, self.right, self.down, -self.right)
            if not fixed[tile + side]
        )
        for legs in ways:
            legs = [leg for leg in legs if leg.count]
            extra = 2 * _straights(legs)
            for steps, side in sides:
                if least is not None and steps + extra >= least:
                    break
                turn = self._turn(tile, side, legs[0].way)
                if turn is None:
                    continue
                cost = steps + extra + len(turn)
                if (least is None or cost < least) and self.bend(tile + side, tile) is not None:
                    least, best = cost, (side, legs)
        assert best is not None
        return best

    def _step(self, label: int, way: int) -> None:
        """Move the tile one cell; the blank is beside it."""
        tile = self.tray.where[label]
        turn = self._turn(tile, self.tray.blank - tile, way)
        assert turn is not None
        self.tray.follow((*turn, -way))

    def _turn(self, tile: int, side: int, way: int) -> tuple[int, ...] | None:
        """The blank's steps round the tile from one side of it to another, None if there is no way round."""
        fixed = self.tray.fixed
        if side == way:
            return ()
        if side == -way:
            across = self.down if way in (self.right, -self.right) else self.right
            for out in (across, -across):
                if not (fixed[tile + side + out] or fixed[tile + out] or fixed[tile + way + out]):
                    return (out, way, way, -out)
            return None
        if not fixed[tile + side + way]:
            return (way, -side)
        ring = (side - way, -way, -side - way, -side, way - side)
        return None if any(fixed[tile + at] for at in ring) else (-way, -side, -side, way, way, side)

    def _lane(self, tile: int, way: int) -> int:
        """The side on which the blank goes round and round: along a row that of the middle, else the right."""
        if way in (self.right, -self.right):
            row = self.row_of[tile]
            return self.down if self.filled[row + 1] <= self.filled[row] else -self.down
        return -self.right if self.tray.fixed[tile + self.right] else self.right


def _straights(legs: list[Leg]) -> int:
    """How often the tile goes on as before: that takes five moves; a turn, where the blank cuts the corner, three."""
    found, last = 0, 0
    for way, then, count in legs:
        found += way == last
        found += 0 if then else count - 1
        last = then or way
    return found
