"""A path being stepped through: the board after any number of its moves, and the move at any place.

A path may have millions of moves. A track stands at one board and slides tiles to come to the next. For a
jump it starts from the nearest board that it kept: there is one every `every` moves, as many as fit into
MOST_BYTES. They are kept as they are passed, or made beforehand by `prepare`, a few milliseconds at a time.

The board it stands at and the one it gave last take 8 bytes a cell each, beside those that are kept.
"""

from __future__ import annotations

from functools import lru_cache

from npuzzle import Board, Move, multi_tile_length
from npuzzle.puzzle.mutable_board import MutableBoard

MOST_BYTES = 7_500_000  # of the boards kept: 227 of 127x127, so a jump plays 12,000 of 5.5 million moves
FEWEST = 1_000  # moves between two boards that are kept, at least

MOST_TRACKS = 2  # remembered: the one on show, and the one before


class Track:
    """`path`, tile letters, from `board` to `goal`; that it leads there is taken for granted."""

    def __init__(self, board: Board, goal: Board, path: str) -> None:
        self.start, self.goal, self.path = board, goal, path
        self._tray, self._at = MutableBoard(board), 0
        self._given = (0, board)  # a place and its board: the last that was asked for
        self._kept = {0: self._tray.packed(), len(path): MutableBoard(goal).packed()}
        most = MOST_BYTES // (2 * len(self._kept[0][0]))
        self.every = max(FEWEST, -(-len(path) // most))

    def board(self, step: int) -> Board:
        """The board after that many moves."""
        if step != self._given[0]:
            self._go(step)
            self._given = (step, self._tray.board())
        return self._given[1]

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
        """Keep one more board, and play at most `every` moves for it; False if none is missing."""
        missing = (at for at in range(self.every, len(self.path), self.every) if at not in self._kept)
        at = next(missing, None)
        if at is not None:
            self._go(at)
        return at is not None

    @property
    def kept_bytes(self) -> int:
        """What the boards that are kept take."""
        return sum(len(cells) * cells.itemsize for cells, _ in self._kept.values())

    def _go(self, step: int) -> None:
        """Stand at that step: from where it stands, or from a kept board if one is nearer."""
        near = min((self._at, *self._kept), key=lambda at: abs(at - step))
        if near != self._at:
            self._tray.unpack(self._kept[near])
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
            if to % every == 0 and to not in self._kept:
                self._kept[to] = self._tray.packed()


@lru_cache(maxsize=MOST_TRACKS)
def whole_lines(path: str) -> int:
    """Moves if a whole line may slide at once; remembered, as 5 million letters take 50 ms to count."""
    return multi_tile_length(path)


_latest: list[Track] = []


def track_of(board: Board, goal: Board, path: str) -> Track:
    """The track of that path; the latest are remembered, and known by the same three objects."""
    for track in _latest:
        if track.start is board and track.goal is goal and track.path is path:
            return track
    _latest.insert(0, Track(board, goal, path))
    del _latest[MOST_TRACKS:]
    return _latest[0]
