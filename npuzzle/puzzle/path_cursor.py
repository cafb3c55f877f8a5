"""Step through a path: the board after any number of its moves, and the move at any place.

A path may have millions of moves, and a list of their boards would not fit into memory. So a cursor has only
its current board and slides tiles to get to the next. A jump starts from the nearest stored board. A board is
stored every `every` moves, a number chosen so that all of them fit into MOST_BYTES. Boards are stored when
the cursor passes them, or beforehand by `prepare`, a few milliseconds at a time. `Boards` and `Moves` are
sequences on top of a cursor.

Besides the stored boards, the current board and the one returned last take 8 bytes per cell each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import eq
from typing import TypeVar, overload

from npuzzle.errors import brief
from npuzzle.puzzle.board import Board, make_board
from npuzzle.puzzle.moves import Move, MutableBoard
from npuzzle.text import count

MOST_BYTES = 7_500_000  # of stored boards: 227 of 127x127, so a jump plays up to 12,000 of 5.5 million moves
SHOWN = 40  # letters of a path in a repr; of a board's text twice as many characters
FEWEST = 1_000  # fewest moves between two stored boards

T = TypeVar("T")


class PathCursor:
    """A position on `path` (tile letters). It is not checked that the path leads from `board` to `goal`."""

    def __init__(self, board: Board, goal: Board, path: str) -> None:
        self.start, self.goal, self.path = board, goal, path
        self._board, self._at = MutableBoard(board), 0
        self._latest = (0, board)  # the latest step asked for, and the board there
        self._stored = {0: self._board.pack(), len(path): MutableBoard(goal).pack()}
        most = MOST_BYTES // (2 * len(self._stored[0][0]))
        self.every = max(FEWEST, -(-len(path) // most))

    def board(self, step: int) -> Board:
        """Return the board after `step` moves."""
        if step != self._latest[0]:
            self._go(step)
            self._latest = (step, make_board(self._board.shape, self._board.tiles()))
        return self._latest[1]

    def move(self, number: int) -> Move:
        """Return the move of that number. The first move has number 1."""
        self._go(number)
        return self._board.last_move(self.path[number - 1])

    def moves(self, first: int, last: int) -> list[Move]:
        """Return the moves from number `first` to number `last`."""
        self._go(first - 1)
        made = list(self._board.moves(self.path[first - 1 : last]))
        self._at += len(made)
        return made

    def prepare(self) -> bool:
        """Store one more board, and play at most `every` moves for it. Return False if all are stored."""
        missing = (at for at in range(self.every, len(self.path), self.every) if at not in self._stored)
        at = next(missing, None)
        if at is not None:
            self._go(at)
        return at is not None

    @property
    def stored_bytes(self) -> int:
        """The bytes that the stored boards take."""
        return sum(len(cells) * cells.itemsize for cells, _ in self._stored.values())

    def _go(self, step: int) -> None:
        """Go to that step, from the current one or from a stored board if one is nearer."""
        near = min((self._at, *self._stored), key=lambda at: abs(at - step))
        if near != self._at:
            self._board.unpack(self._stored[near])
            self._at = near
        every = self.every
        while self._at != step:
            before, at = divmod(self._at, every)
            if self._at < step:
                to = min(step, (before + 1) * every)
                self._board.forward(self.path[self._at : to])
            else:
                to = max(step, (before if at else before - 1) * every)
                self._board.back(self.path[to : self._at])
            self._at = to
            if to % every == 0 and to not in self._stored:
                self._stored[to] = self._board.pack()


class _AlongPath(Sequence[T]):
    """A sequence along a path from `board` to `end`. It equals a tuple or list with the same elements."""

    def __init__(self, board: Board, end: Board, path: str) -> None:
        self._cursor = PathCursor(board, end, path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (tuple, list, _AlongPath)):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]  # as for lists, because these sequences may be equal to lists


class Boards(_AlongPath[Board]):
    """The boards along a path, start and end included. Each is made when it is needed.

    >>> boards = Boards(Board("1 2/0 3"), Board("1 2/3 0"), "L")
    >>> len(boards), boards[-1]
    (2, Board('1 2/3 0'))
    """

    def __len__(self) -> int:
        return len(self._cursor.path) + 1

    def __iter__(self) -> Iterator[Board]:
        yield self._cursor.start
        board = MutableBoard(self._cursor.start)
        for letter in self._cursor.path:
            board.forward(letter)
            yield make_board(board.shape, board.tiles())

    @overload
    def __getitem__(self, step: int) -> Board: ...

    @overload
    def __getitem__(self, step: slice) -> tuple[Board, ...]: ...

    def __getitem__(self, step: int | slice) -> Board | tuple[Board, ...]:
        found = range(len(self))[step]
        return self._cursor.board(found) if isinstance(found, int) else tuple(map(self._cursor.board, found))

    def __repr__(self) -> str:
        ends = (brief(str(board), 2 * SHOWN) for board in (self._cursor.start, self._cursor.goal))
        return f"<{len(self):,} boards from {' to '.join(ends)}>"


class Moves(_AlongPath[Move]):
    """The moves of a path. Each is made when it is needed.

    >>> Moves(Board("1 2/0 3"), Board("1 2/3 0"), "L")[0]
    Move(tile=3, letter='L', src=3, dst=2)
    """

    def __len__(self) -> int:
        return len(self._cursor.path)

    def __iter__(self) -> Iterator[Move]:
        return MutableBoard(self._cursor.start).moves(self._cursor.path)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        found = range(len(self))[place]
        if isinstance(found, int):
            return self._cursor.move(found + 1)
        return tuple(self._cursor.move(number + 1) for number in found)

    def __repr__(self) -> str:
        path = self._cursor.path
        letters = f": {path[:SHOWN]}{'...' if len(path) > SHOWN else ''}" if path else ""
        return f"<{count(len(self), 'move')}{letters}>"
