"""The board of the constructive solver, on which the blank walks and carries tiles. It records every move.

`RecordedBoard` makes many moves at a time, by slices of lists, because a path of a large board has millions
of moves. `Field` is the part of the board that is still free. It decides which way the blank and a tile go.
"""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import MAX_SIDE, Shape, letter

MARGIN = 2  # extra rows above and below, so that no slice of cells ends below 0
OPPOSITE = dict(zip(b"UDLR", b"DURL"))


class RecordedBoard:
    """Cells and labels as in a `State`, with a margin of fixed cells around the board.

    The cell at row r and column c has the number (r + 2) * stride + c. A tile's label is the number of the
    tile's home. `labels[cell]` is the label of the tile at that cell, and `where[label]` the cell of the tile
    with that label; both are meaningless for the blank. `fixed[cell]` is 1 for the margin and for finished
    cells. `moves` has one byte per tile letter. The blank moves by steps: +-1 along a row, +-stride along a
    column.
    """

    def __init__(self, shape: Shape, state: State, home: int) -> None:
        self.stride = stride = shape.cols + 1  # one margin column serves as both the left and the right edge
        size = (shape.rows + 2 * MARGIN) * stride
        self.row_of = [cell // stride - MARGIN for cell in range(size)]
        self.col_of = [cell % stride for cell in range(size)]
        self.labels = [0] * size
        self.where = [0] * size
        self.fixed = bytearray([1]) * size
        self._cells = list(range(size))  # slices of it fill `where`: that costs less than creating numbers
        self.moves = bytearray()
        for cell, label in enumerate(state):
            there, name = self.cell(*shape.place(cell)), self.cell(*shape.place(label))
            self.labels[there], self.where[name], self.fixed[there] = name, there, 0
        self.blank = self.where[self.cell(*shape.place(home))]
        beside = {1: 1, -1: -1, stride: shape.cols, -stride: -shape.cols}
        self._letters = {step: letter(shape, (cells, 0)).encode() for step, cells in beside.items()}
        self._spelling: dict[tuple[int, ...], bytes] = {}

    def cell(self, row: int, col: int) -> int:
        """Return the number of a cell."""
        return (row + MARGIN) * self.stride + col

    def follow(self, steps: tuple[int, ...]) -> None:
        """Move the blank by these steps."""
        labels, where, blank = self.labels, self.where, self.blank
        for step in steps:
            src = blank + step
            label = labels[src]
            labels[blank] = label
            where[label] = blank
            blank = src
        self.blank = blank
        self._record(self._spell(steps))

    def walk(self, step: int, count: int) -> None:
        """Move the blank `count` cells in one direction."""
        blank = self.blank
        self.blank = end = blank + step * count
        self._lay(blank, step, self.labels[blank + step : end + step : step])
        self._record(self._letters[step] * count)

    def carry_straight(self, way: int, side: int, count: int) -> None:
        """Carry the tile that is next to the blank in direction `way` by `count` cells: 5 moves per cell.

        For each cell, the blank goes round the tile on its `side`, and then changes places with the tile. All
        these moves together shift the tiles of two lines, the tile's own and the line on that side, as
        computed here.
        """
        labels, behind = self.labels, self.blank
        beside, end = behind + side, behind + way * count
        tile = labels[behind + way]
        lane = labels[behind + 2 * way : end + 2 * way : way]
        other = labels[beside : end + side + 2 * way : way]
        self._lay(behind, way, [other[0], *other[2:-1]])
        self._lay(beside, way, [other[1], *lane[:-1], other[-1], lane[-1]])
        labels[end + way], self.where[tile] = tile, end + way
        self.blank = end
        self._record(self._spell((side, way, way, -side, -way)) * count)

    def carry_diagonally(self, first: int, then: int, count: int) -> None:
        """Carry the tile that is next to the blank in direction `then` by `count` stairs: 3 moves per cell.

        A stair is one cell in direction `first` and one cell in direction `then`. The blank cuts the corners.
        On each stair, four other tiles move by one cell each.
        """
        labels, behind, stair = self.labels, self.blank, first + then
        tile, far = labels[behind + then], stair * count
        shifts = [(behind, first), (behind + first, then), (behind + then, then), (behind + 2 * then, first)]
        shifted = [labels[dst + way : dst + way + far : stair] for dst, way in shifts]
        for (dst, _), tiles in zip(shifts, shifted):
            self._lay(dst, stair, tiles)
        self.blank = behind + far
        labels[self.blank + then], self.where[tile] = tile, self.blank + then
        self._record(self._spell((first, then, -first, then, first, -then)) * count)

    def _lay(self, dst: int, step: int, tiles: list[int]) -> None:
        """Put tiles on cells that are `step` apart, the first on `dst`."""
        where, end = self.where, dst + step * len(tiles)
        self.labels[dst:end:step] = tiles
        for cell, tile in zip(self._cells[dst:end:step], tiles):
            where[tile] = cell

    def _spell(self, steps: tuple[int, ...]) -> bytes:
        """Return the letters of these steps. Cache them, because the same few steps occur again and again."""
        known = self._spelling.get(steps)
        if known is None:
            known = self._spelling[steps] = b"".join([self._letters[step] for step in steps])
        return known

    def _record(self, letters: bytes) -> None:
        """Add these moves to the list. If a move undoes the last move, remove the last move instead."""
        moves = self.moves
        while letters and moves and moves[-1] == OPPOSITE[letters[0]]:
            moves.pop()
            letters = letters[1:]
        moves += letters


#: A part of a tile's way, (way, then, cells): `cells` steps in direction `way`, or, if `then` is not 0,
#: `cells` stairs, each one step in direction `way` and one in direction `then`.
Leg = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle: the rows from `top` to `bottom` - 1, and the columns from `left` to `right` - 1."""

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
    def transposed(self) -> Bounds:
        """The same cells, with rows and columns swapped."""
        return Bounds(self.left, self.right, self.top, self.bottom)


class Field:
    """The free cells within bounds: `filled[row]` is the first free column of the row.

    If `transposed`, rows here are columns of the board.
    """

    def __init__(self, board: RecordedBoard, bounds: Bounds, *, transposed: bool) -> None:
        self.board = board
        self.bounds = bounds
        self.down, self.right = (1, board.stride) if transposed else (board.stride, 1)
        self.row_of, self.col_of = board.row_of, board.col_of
        if transposed:
            self.row_of, self.col_of = self.col_of, self.row_of
        self.filled = [
            bounds.left if bounds.top <= row < bounds.bottom else bounds.right for row in range(MAX_SIDE + 1)
        ]
        self._origin = board.cell(0, 0)

    def cell(self, row: int, col: int) -> int:
        """Return the number of a cell on the board."""
        return self._origin + row * self.down + col * self.right

    def fix(self, cell: int) -> None:
        """Mark a cell as finished. It must be the first free cell of its row."""
        self.board.fixed[cell] = 1
        self.filled[self.row_of[cell]] = self.col_of[cell] + 1

    def count_steps(self, start: int, end: int) -> int:
        """Count the blank's moves from one cell to another, if nothing is in the way."""
        rows, cols = self.row_of, self.col_of
        return abs(rows[start] - rows[end]) + abs(cols[start] - cols[end])

    def find_bend(self, end: int, *tiles: int) -> int | None:
        """Find the cell at which the blank turns on a shortest way to `end` that avoids the cells `tiles`.

        Return None if there is no such way.
        """
        start = self.board.blank
        start_row, start_col = self.row_of[start], self.col_of[start]
        end_row, end_col = self.row_of[end], self.col_of[end]
        bends = [(end_row, start_col), (start_row, end_col)]
        if start_col < end_col:
            bends.reverse()
        if max(self.filled[start_row], self.filled[end_row]) > min(start_col, end_col):
            del bends[1]  # the left bend is not free; the right one always is
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
        """Move the blank in straight lines from stop to stop."""
        for stop in stops:
            far = stop - self.board.blank
            if far:
                count = self.count_steps(self.board.blank, stop)
                self.board.walk(far // count, count)

    def carry(self, label: int, target: int) -> None:
        """Carry the tile with this label to `target`, which is next to a fixed cell or in the last column."""
        board = self.board
        tile = board.where[label]
        if tile == target:
            return
        bend, side, legs = self._choose_way(tile, target)
        self.walk(bend, tile + side)
        for way, then, cells in legs:
            tile = self._move_once(tile, way)
            if then:
                if cells > 1:
                    board.carry_diagonally(then, way, cells - 1)
                    tile += (way + then) * (cells - 1)
                tile = self._move_once(tile, then)
            elif cells > 1:
                board.carry_straight(way, self._choose_side(tile, way), cells - 1)
                tile += way * (cells - 1)

    def _list_ways(self, tile: int, target: int) -> tuple[tuple[int, list[Leg]], ...]:
        """Return ways of the tile through free cells, each with how many moves more it takes than the best.

        The ways have as many stairs as possible, because a cell costs 3 moves on stairs, and 5 straight on.
        """
        row, col = self.row_of[tile], self.col_of[tile]
        target_row, target_col = self.row_of[target], self.col_of[target]
        rows, cols = abs(row - target_row), abs(col - target_col)
        toward = 1 if target_row > row else -1
        vertical = toward * self.down
        horizontal = self.right if target_col > col else -self.right
        if (
            target_col > col
        ):  # first stairs, as far as those rows are free, then along the row, then up or down
            stairs = min(rows, cols)
            while stairs and self.filled[row + toward * stairs] > col:
                stairs -= 1
            rest = [(horizontal, 0, cols - stairs), (vertical, 0, rows - stairs)]
            return (
                (2 if cols > stairs else 0, [(vertical, horizontal, stairs), *rest]),
                (2 if rows > stairs == cols else 0, [(horizontal, vertical, stairs), *rest]),
            )
        if self.filled[row] > target_col:  # the tile's row is filled beyond the target: leave it first
            stairs = min(rows, cols, col - self.filled[row])
            out, rest = (vertical, 0, rows - stairs), [(horizontal, 0, cols - stairs)]
            return ((0, [out, (horizontal, vertical, stairs), *rest]),)
        stairs = min(rows, cols)  # all cells between tile and target are free
        if rows == cols:
            return (0, [(vertical, horizontal, stairs)]), (0, [(horizontal, vertical, stairs)])
        long, short = (vertical, horizontal) if rows > cols else (horizontal, vertical)
        straight, diagonal = (long, 0, abs(rows - cols)), (short, long, stairs)
        return ((0, [straight, diagonal]), (2, [diagonal, straight])) if stairs else ((0, [straight]),)

    def _choose_way(self, tile: int, target: int) -> tuple[int, int, list[Leg]]:
        """Choose the way of the tile that costs the fewest moves, including the blank's way to the tile.

        Return the cell at which the blank turns, the side of the tile at which the blank arrives, and the
        tile's way. Ties: the way on which the blank walks less, then the first.
        """
        fixed, blank = self.board.fixed, self.board.blank
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
        for extra, legs in self._list_ways(tile, target):
            legs = [leg for leg in legs if leg[2]]
            way = legs[0][0]
            for steps, side in sides:
                if steps + extra >= least:
                    break
                if fixed[tile + side] or (turn := self._go_round(tile, side, way)) is None:
                    continue
                cost = steps + extra + len(turn)
                if cost < least and (bend := self.find_bend(tile + side, tile)) is not None:
                    least, best = cost, (bend, side, legs)
        assert best is not None
        return best

    def _move_once(self, tile: int, way: int) -> int:
        """Move the tile one cell, with the blank next to it, and return the tile's new cell."""
        turn = self._go_round(tile, self.board.blank - tile, way)
        assert turn is not None
        self.board.follow((*turn, -way))
        return tile + way

    def _go_round(self, tile: int, side: int, way: int) -> tuple[int, ...] | None:
        """Return the blank's steps from one side of the tile round to another, or None if no way is free."""
        fixed = self.board.fixed
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

    def _choose_side(self, tile: int, way: int) -> int:
        """Choose the side on which the blank goes round: towards the middle in a row, else right if free."""
        if way in (self.right, -self.right):
            row = self.row_of[tile]
            return self.down if self.filled[row + 1] <= self.filled[row] else -self.down
        return -self.right if self.board.fixed[tile + self.right] else self.right
