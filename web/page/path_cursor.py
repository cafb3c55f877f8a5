"""Step through a path: the board after any number of its moves, and the move at any place.

A path may have millions of moves. A cursor stands at one board and slides tiles to get to the next. A jump
starts from the nearest stored board: there is one every `every` moves, as many as fit into MOST_BYTES.
Boards are stored when they are passed, or beforehand by `prepare`, a few milliseconds at a time.

The board it stands at and the one it returned last take 8 bytes a cell each, beside those stored.
"""

from __future__ import annotations

from functools import lru_cache

from npuzzle import Board, Move, multi_tile_length
from npuzzle.puzzle.mutable_board import MutableBoard

MOST_BYTES = 7_500_000  # of the boards stored: 227 of 127x127, so a jump plays 12,000 of 5.5 million moves
FEWEST = 1_000  # moves between two stored boards, at least

MOST_CURSORS = 2  # remembered: the one on show, and the one before


class PathCursor:
    """Stand at some step of `path`, tile letters that lead from `board` to `goal`, which is not checked."""

    def __init__(self, board: Board, goal: Board, path: str) -> None:
        self.start, self.goal, self.path = board, goal, path
        self._tray, self._at = MutableBoard(board), 0
        self._latest = (0, board)  # the step asked for last, and its board
        self._stored = {0: self._tray.pack(), len(path): MutableBoard(goal).pack()}
        most = MOST_BYTES // (2 * len(self._stored[0][0]))
        self.every = max(FEWEST, -(-len(path) // most))

    def board(self, step: int) -> Board:
        """The board after that many moves."""
        if step != self._latest[0]:
            self._go(step)
            self._latest = (step, self._tray.board())
        return self._latest[1]

    def move(self, number: int) -> Move:
        """The move of that number; the first is number 1."""
        self._go(number)
        return self._tray.last_move(self.path[number - 1])

    def moves(self, first: int, last: int) -> list[Move]:
        """The moves of those numbers, both included."""
        self._go(first - 1)
        made = list(self._tray.moves(self.path[first - 1 : last]))
        self._at += len(made)
        return made

    def prepare(self) -> bool:
        """Store one more board, and play at most `every` moves for it; False if none is missing."""
        missing = (at for at in range(self.every, len(self.path), self.every) if at not in self._stored)
        at = next(missing, None)
        if at is not None:
            self._go(at)
        return at is not None

    @property
    def stored_bytes(self) -> int:
        """What the stored boards take."""
        return sum(len(cells) * cells.itemsize for cells, _ in self._stored.values())

    def _go(self, step: int) -> None:
        """Go to that step, from the present one or from a stored board if one is nearer."""
        near = min((self._at, *self._stored), key=lambda at: abs(at - step))
        if near != self._at:
            self._tray.unpack(self._stored[near])
            self._at = near
        every = self.every
        while self._at != step:
            before, at = divmod(self._at, every)
            if self._at < step:
                to = min(step, (before + 1) * every)
                self._tray.forward(self.path[self._at : to])
            else:
                to = max(step, (before if at else before - 1) * every)
                self._tray.back(self.path[to : self._at])
            self._at = to
            if to % every == 0 and to not in self._stored:
                self._stored[to] = self._tray.pack()


@lru_cache(maxsize=MOST_CURSORS)
def whole_lines(path: str) -> int:
    """Moves if a whole line may slide at once; remembered, as 5 million letters take 50 ms to count."""
    return multi_tile_length(path)


_latest: list[PathCursor] = []


def cursor_of(board: Board, goal: Board, path: str) -> PathCursor:
    """The cursor of that path. The latest are remembered, and found by the identity of the three objects."""
    for track in _latest:
        if track.start is board and track.goal is goal and track.path is path:
            return track
    _latest.insert(0, PathCursor(board, goal, path))
    del _latest[MOST_CURSORS:]
    return _latest[0]
