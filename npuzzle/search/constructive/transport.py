"""`Field`: what of a tray is still free; walks the blank and carries tiles about in it.

The free cells are a rectangle whose rows may have been filled from the left, the upper and the lower
ones no less far than those between: from any row towards the middle ever more is free. At least two
rows are free throughout. So whatever lies right of a free cell is free, and where a column is free in two
rows it is free in all rows between; every way taken here rests on that.
"""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.puzzle.shape import MAX_SIDE
from npuzzle.search.constructive.recorded_board import RecordedBoard

#: Part of a tile's way, (way, then, cells): so many cells `way`, or, if `then` is not 0, so many stairs of
#: one cell `way` and one `then`.
Leg = tuple[int, int, int]


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

    def __init__(self, tray: RecordedBoard, bounds: Bounds, *, turned: bool) -> None:
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
        """Where the blank turns on a shortest way to `end` that spares these cells; None if there is none."""
        start = self.tray.blank
        start_row, start_col = self.row_of[start], self.col_of[start]
        end_row, end_col = self.row_of[end], self.col_of[end]
        bends = [(end_row, start_col), (start_row, end_col)]
        if start_col < end_col:
            bends.reverse()  # the one on the right is always free, the other one
        if max(self.filled[start_row], self.filled[end_row]) > min(start_col, end_col):
            del bends[1]  # perhaps not
        for row, col in bends:
            across, along = (start_col, end_row) if col == start_col else (end_col, start_row)
            for tile in tiles:
                tile_row, tile_col = self.row_of[tile], self.col_of[tile]
                if tile_col == across and min(start_row, end_row) <= tile_row <= max(start_row, end_row):
                    break
                if tile_row == along and min(start_col, end_col) <= tile_col <= max(start_col, end_col):
                    break
            else:
                return self.cell(row, col)
        return None

    def walk(self, *stops: int) -> None:
        """Walk the blank straight from stop to stop."""
        for stop in stops:
            far = stop - self.tray.blank
            if far:
                count = self.steps(self.tray.blank, stop)
                self.tray.walk(far // count, count)

    def carry(self, label: int, target: int) -> None:
        """Bring the tile to `target`, which lies beside cells that are fixed or beyond the last column."""
        tray = self.tray
        tile = tray.where[label]
        if tile == target:
            return
        bend, side, legs = self._cheapest(tile, target)
        self.walk(bend, tile + side)
        for way, then, cells in legs:
            tile = self._step(tile, way)
            if then:
                if cells > 1:
                    tray.stairs(then, way, cells - 1)
                    tile += (way + then) * (cells - 1)
                tile = self._step(tile, then)
            elif cells > 1:
                tray.push(way, self._lane(tile, way), cells - 1)
                tile += way * (cells - 1)

    def _ways(self, tile: int, target: int) -> tuple[tuple[int, list[Leg]], ...]:
        """Ways of the tile through free cells, each with how many moves it costs more than the best.

        They have as many stairs as there can be: 3 moves a cell, where a cell straight on takes 5.
        """
        row, col = self.row_of[tile], self.col_of[tile]
        target_row, target_col = self.row_of[target], self.col_of[target]
        rows, cols = abs(row - target_row), abs(col - target_col)
        toward = 1 if target_row > row else -1
        vertical = toward * self.down
        horizontal = self.right if target_col > col else -self.right
        if target_col > col:  # stairs first, as far as the rows there are free; then the row, then up or down
            stairs = min(rows, cols)
            while stairs and self.filled[row + toward * stairs] > col:
                stairs -= 1
            rest = [(horizontal, 0, cols - stairs), (vertical, 0, rows - stairs)]
            return (
                (2 if cols > stairs else 0, [(vertical, horizontal, stairs), *rest]),
                (2 if rows > stairs == cols else 0, [(horizontal, vertical, stairs), *rest]),
            )
        if self.filled[row] > target_col:  # beside a longer row: out of it first
            stairs = min(rows, cols, col - self.filled[row])
            out, rest = (vertical, 0, rows - stairs), [(horizontal, 0, cols - stairs)]
            return ((0, [out, (horizontal, vertical, stairs), *rest]),)
        stairs = min(rows, cols)  # the whole rectangle between them is free
        if rows == cols:
            return (0, [(vertical, horizontal, stairs)]), (0, [(horizontal, vertical, stairs)])
        long, short = (vertical, horizontal) if rows > cols else (horizontal, vertical)
        straight, diagonal = (long, 0, abs(rows - cols)), (short, long, stairs)
        return ((0, [straight, diagonal]), (2, [diagonal, straight])) if stairs else ((0, [straight]),)

    def _cheapest(self, tile: int, target: int) -> tuple[int, int, list[Leg]]:
        """Where the blank bends on its way to the tile, on which side of it it ends, and the way of the tile.

        Of equals the one with less walking, then the earlier one.
        """
        fixed, blank = self.tray.fixed, self.tray.blank
        down, right = self.row_of[blank] - self.row_of[tile], self.col_of[blank] - self.col_of[tile]
        sides = sorted(
            [
                (abs(down + 1) + abs(right), -self.down),
                (abs(down) + abs(right - 1), self.right),
                (abs(down - 1) + abs(right), self.down),
                (abs(down) + abs(right + 1), -self.right),
            ]
        )
        least, best = 10**9, None
        for extra, legs in self._ways(tile, target):
            legs = [leg for leg in legs if leg[2]]
            way = legs[0][0]
            for steps, side in sides:
                if steps + extra >= least:
                    break
                if fixed[tile + side] or (turn := self._turn(tile, side, way)) is None:
                    continue
                cost = steps + extra + len(turn)
                if cost < least and (bend := self.bend(tile + side, tile)) is not None:
                    least, best = cost, (bend, side, legs)
        assert best is not None
        return best

    def _step(self, tile: int, way: int) -> int:
        """Move the tile one cell; the blank is beside it. Where the tile then is."""
        turn = self._turn(tile, self.tray.blank - tile, way)
        assert turn is not None
        self.tray.follow((*turn, -way))
        return tile + way

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
        """The side by which the blank goes round: in a row that of the middle, in a column the right one."""
        if way in (self.right, -self.right):
            row = self.row_of[tile]
            return self.down if self.filled[row + 1] <= self.filled[row] else -self.down
        return -self.right if self.tray.fixed[tile + self.right] else self.right
