"""`Board` and `MutableBoard` agree with a model of rows, in any order of moves, exchanges and readings."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from npuzzle import Board, IllegalMoveError, Shape, goal_board
from npuzzle.puzzle.moves import MutableBoard
from tests.support.strategies import boards

#: For each letter, the tile's offset from the gap.
FROM = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}
#: Ways to write a board; each is read as the same board.
WRITTEN = {
    "as it prints": str,
    "as a link": Board.to_link,
    "in columns": Board.pretty,
    "as lists": lambda board: str([list(row) for row in board.rows]),
    "by commas": lambda board: str(board).replace(" ", ","),
}


class AnyOrder(RuleBasedStateMachine):
    """Boards and their model: a list of rows, where the gap is found by looking at each place."""

    @initialize(board=boards(5))
    def begin(self, board: Board) -> None:
        self.board, self.tray = board, MutableBoard(board)
        self.rows = [list(row) for row in board.rows]
        self.path = ""
        self.seen = {board: deepcopy(self.rows)}

    def gap(self) -> tuple[int, int]:
        ((r, c),) = [(r, c) for r, row in enumerate(self.rows) for c, tile in enumerate(row) if tile == 0]
        return r, c

    def source(self, way: str) -> tuple[int, int] | None:
        """Return the place whose tile can slide that way."""
        (r, c), (down, right) = self.gap(), FROM[way]
        inside = 0 <= r + down < len(self.rows) and 0 <= c + right < len(self.rows[0])
        return (r + down, c + right) if inside else None

    def exchange(self, a: tuple[int, int], b: tuple[int, int]) -> None:
        rows = self.rows
        rows[a[0]][a[1]], rows[b[0]][b[1]] = rows[b[0]][b[1]], rows[a[0]][a[1]]

    @rule(way=st.sampled_from("UDLR"))
    def slide(self, way: str) -> None:
        source = self.source(way)
        if source is None:
            with pytest.raises(IllegalMoveError, match=f"move 1 of 1: no tile can slide '{way}' here"):
                self.tray.forward(way)
            return
        self.board = self.board.slide(source[0] * len(self.rows[0]) + source[1])
        self.tray.forward(way)
        self.exchange(self.gap(), source)
        self.path += way
        moved = self.tray.last_move(way)
        assert (moved.letter, divmod(moved.src, self.cols)) == (way, source)
        assert self.board.tiles[moved.dst] == moved.tile

    @rule(cell=st.integers(-3, 30))
    def press(self, cell: int) -> None:
        """Press any cell, even outside the tray: a tile next to the gap slides, otherwise nothing changes."""
        ways = {source: way for way in FROM if (source := self.source(way)) is not None}
        way = ways.get(divmod(cell, len(self.rows[0])))
        if way is not None:
            self.slide(way)
            return
        with pytest.raises(IllegalMoveError, match="only a tile next to the blank"):
            self.board.slide(cell)

    @rule(letters=st.text("UDLRudx ", max_size=6))
    def play(self, letters: str) -> None:
        """Play letters: the moves before the first illegal one are made, and the error names that one."""
        for at, way in enumerate(letters, 1):
            if way not in FROM or self.source(way) is None:
                with pytest.raises(IllegalMoveError, match=f"^move {at} of {len(letters)}: "):
                    self.tray.forward(letters)
                break
            source = self.source(way)
            assert source is not None
            self.board = self.board.slide(source[0] * len(self.rows[0]) + source[1])
            self.exchange(self.gap(), source)
            self.path += way
        else:
            self.tray.forward(letters)

    @rule(count=st.integers(0, 8))
    def undo(self, count: int) -> None:
        """Take the last moves back."""
        undone = self.path[len(self.path) - min(count, len(self.path)) :]
        self.tray.back(undone)
        self.path = self.path[: len(self.path) - len(undone)]
        for way in undone[::-1]:
            source = self.source(BACK[way])
            assert source is not None
            self.board = self.board.slide(source[0] * len(self.rows[0]) + source[1])
            self.exchange(self.gap(), source)

    @rule(a=st.integers(1, 24), b=st.integers(1, 24))
    def lift_two(self, a: int, b: int) -> None:
        """Exchange two tiles; numbers that are not on the board change nothing."""
        most = self.board.shape.cells - 1
        if max(a, b) > most:
            return
        places = {tile: (r, c) for r, row in enumerate(self.rows) for c, tile in enumerate(row)}
        self.board = self.board.swap(a, b)
        self.exchange(places[a], places[b])
        self.tray, self.path = MutableBoard(self.board), ""

    @rule(how=st.sampled_from(sorted(WRITTEN)))
    def write_and_read(self, how: str) -> None:
        again = Board.parse(WRITTEN[how](self.board))
        assert again == self.board
        assert hash(again) == hash(self.board)
        self.board = again

    @rule()
    def put_away_and_take_out(self) -> None:
        """Copy the tiles to another tray of the same shape, whatever its tiles were."""
        packed = self.tray.pack()
        self.tray = MutableBoard(goal_board("blank-first", self.board.shape))
        self.tray.unpack(packed)

    @property
    def cols(self) -> int:
        return len(self.rows[0])

    @invariant()
    def board_and_tray_are_as_the_model(self) -> None:
        flat = tuple(tile for row in self.rows for tile in row)
        (r, c) = self.gap()
        assert self.board.shape == self.tray.shape == Shape(len(self.rows), self.cols)
        assert self.board.tiles == self.tray.tiles() == flat
        assert self.board.blank == self.tray.blank == r * self.cols + c
        assert list(map(list, self.board.rows)) == self.rows
        movable = {source for way in FROM if (source := self.source(way)) is not None}
        assert {divmod(cell, self.cols) for cell in self.board.movable} == movable

    @invariant()
    def boards_met_before_are_as_they_were(self) -> None:
        """No later move changes a board. As keys, equal boards are the same, and different boards differ."""
        assert self.seen.setdefault(self.board, deepcopy(self.rows)) == self.rows
        assert all(list(map(list, board.rows)) == rows for board, rows in self.seen.items())
        assert len({str(board) for board in self.seen}) == len(self.seen)


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = settings(max_examples=40, stateful_step_count=25)
