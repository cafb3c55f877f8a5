"""`RecordedBoard`: a board that the blank's moves change, and the list of these moves."""

from __future__ import annotations

from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Shape, letter

MARGIN = 2  # rows above and below, so that no slice of cells ends below 0
OPPOSITE = dict(zip(b"UDLR", b"DURL"))


class RecordedBoard:
    """Cells and labels as in a `State`, with a margin of fixed cells around the board.

    The cell at row r and column c has the number (r + 2) * stride + c, and so has the label whose home it is.
    `labels[cell]` is the label of the tile there, and `where[label]` its cell; both are meaningless for the
    blank. `fixed[cell]` is 1 for the margin and for finished cells. `moves` has one tile letter a byte. The
    blank moves by steps: +-1 along a row, +-stride along a column.
    """

    def __init__(self, shape: Shape, state: State, home: int) -> None:
        self.stride = stride = shape.cols + 1  # one margin column serves both the left and the right edge
        size = (shape.rows + 2 * MARGIN) * stride
        self.row_of = [cell // stride - MARGIN for cell in range(size)]
        self.col_of = [cell % stride for cell in range(size)]
        self.labels = [0] * size
        self.where = [0] * size
        self.fixed = bytearray([1]) * size
        self._cells = list(range(size))  # for `where`: slices of it cost less than new numbers
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
        """Carry the tile next to the blank, in direction `way`, `count` cells that way: 5 moves a cell.

        For each cell, the blank goes round the tile on the `side`, and then changes places with it. All these
        moves together shift the tiles of two lines, the tile's and the one at its `side`, as computed here.
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
        """Carry the tile next to the blank, in direction `then`, along `count` stairs: 3 moves a cell.

        A stair is one cell in direction `first` and one in direction `then`; the blank cuts the corners. On
        each stair four other tiles move by one cell each.
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
        """Return the letters of these steps; remember them, because the same few occur again and again."""
        known = self._spelling.get(steps)
        if known is None:
            known = self._spelling[steps] = b"".join([self._letters[step] for step in steps])
        return known

    def _record(self, letters: bytes) -> None:
        """Add these moves to the list; a move that undoes the last one cancels it."""
        moves = self.moves
        while letters and moves and moves[-1] == OPPOSITE[letters[0]]:
            moves.pop()
            letters = letters[1:]
        moves += letters
