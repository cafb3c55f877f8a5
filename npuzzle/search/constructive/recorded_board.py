"""`RecordedBoard`: a board in the hand, on which only the blank is moved, and every move is written down."""

from __future__ import annotations

from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Shape, letter

MARGIN = 2  # rows above and below, so that no slice of cells ends below 0
OPPOSITE = dict(zip(b"UDLR", b"DURL"))


class RecordedBoard:
    """Cells and labels as in a `State`, with a margin around them, so that stepping off the edge is seen.

    The cell at row r and column c has number (r + 2) * stride + c, and so has the label whose home it is.
    `where[label]` is the cell it lies on, `fixed` is 1 for the margin and for cells that are done with,
    `moves` holds a tile letter a byte. Where the *blank* is to go is told in steps: +-1 along a row,
    +-stride along a column. What `labels` and `where` say of the blank itself means nothing.
    """

    def __init__(self, shape: Shape, state: State, home: int) -> None:
        self.stride = stride = shape.cols + 1  # one spare column is beside both the first and the last
        size = (shape.rows + 2 * MARGIN) * stride
        self.row_of = [cell // stride - MARGIN for cell in range(size)]
        self.col_of = [cell % stride for cell in range(size)]
        self.labels = [0] * size
        self.where = [0] * size
        self.fixed = bytearray([1]) * size
        self._cells = list(range(size))  # for `where`, so that no new numbers need be made
        self.moves = bytearray()
        for cell, label in enumerate(state):
            there, name = self.cell(*shape.place(cell)), self.cell(*shape.place(label))
            self.labels[there], self.where[name], self.fixed[there] = name, there, 0
        self.blank = self.where[self.cell(*shape.place(home))]
        beside = {1: 1, -1: -1, stride: shape.cols, -stride: -shape.cols}
        self._letters = {step: letter(shape, (cells, 0)).encode() for step, cells in beside.items()}
        self._patterns: dict[tuple[int, ...], bytes] = {}

    def cell(self, row: int, col: int) -> int:
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
        self._write(self._pattern(steps))

    def walk(self, step: int, count: int) -> None:
        """Move the blank `count` cells straight on."""
        blank = self.blank
        self.blank = end = blank + step * count
        self._shift(blank, step, self.labels[blank + step : end + step : step])
        self._write(self._letters[step] * count)

    def push(self, way: int, side: int, count: int) -> None:
        """Carry the tile that lies `way` of the blank `count` cells that way, five moves each.

        Each time the blank goes round by `side` to the front of the tile, and changes places with it. What
        comes of it all: in its lane, and in the one beside it, the tiles lie as put together here.
        """
        labels, behind = self.labels, self.blank
        beside, end = behind + side, behind + way * count
        tile = labels[behind + way]
        lane = labels[behind + 2 * way : end + 2 * way : way]
        other = labels[beside : end + side + 2 * way : way]
        self._shift(behind, way, [other[0], *other[2:-1]])
        self._shift(beside, way, [other[1], *lane[:-1], other[-1], lane[-1]])
        labels[end + way], self.where[tile] = tile, end + way
        self.blank = end
        self._write(self._pattern((side, way, way, -side, -way)) * count)

    def stairs(self, first: int, then: int, count: int) -> None:
        """Carry the tile that lies `then` of the blank along stairs, one cell `first`, one `then`, and so on.

        That takes three moves a cell, as the blank cuts the corner. On each stair four other tiles shift by
        one cell, each once.
        """
        labels, behind, stair = self.labels, self.blank, first + then
        tile, far = labels[behind + then], stair * count
        shifts = [(behind, first), (behind + first, then), (behind + then, then), (behind + 2 * then, first)]
        shifted = [labels[dst + way : dst + way + far : stair] for dst, way in shifts]
        for (dst, _), tiles in zip(shifts, shifted):
            self._shift(dst, stair, tiles)
        self.blank = behind + far
        labels[self.blank + then], self.where[tile] = tile, self.blank + then
        self._write(self._pattern((first, then, -first, then, first, -then)) * count)

    def _shift(self, dst: int, step: int, tiles: list[int]) -> None:
        """Lay tiles on cells that are `step` apart, the first on `dst`."""
        where, end = self.where, dst + step * len(tiles)
        self.labels[dst:end:step] = tiles
        for cell, tile in zip(self._cells[dst:end:step], tiles):
            where[tile] = cell

    def _pattern(self, steps: tuple[int, ...]) -> bytes:
        """Their letters, kept, as the same few turns come again and again."""
        known = self._patterns.get(steps)
        if known is None:
            known = self._patterns[steps] = b"".join([self._letters[step] for step in steps])
        return known

    def _write(self, letters: bytes) -> None:
        """Note these moves; those that take back the last ones noted cancel out with them."""
        moves = self.moves
        while letters and moves and moves[-1] == OPPOSITE[letters[0]]:
            moves.pop()
            letters = letters[1:]
        moves += letters
