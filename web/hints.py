"""What a hint is: how far it is to the goal, and the best next moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from npuzzle import Board, Move, Problem

if TYPE_CHECKING:
    from npuzzle.lab.exact import Exact

EXACT_CELLS = 9  # of a board whose every distance can be known


@dataclass(frozen=True, slots=True)
class Hint:
    """`to_go` moves from here to the goal, exactly or at most; any of `moves` is the best one now."""

    to_go: int
    proved: bool
    moves: tuple[Move, ...]

    @classmethod
    def exact(cls, board: Board, goal: Board, table: Exact) -> Hint | None:
        """What the table says of the board; None if it is for another goal, or there is no way."""
        problem = Problem(board, goal)
        to_go = table.distance(problem.initial) if table.fits(problem) else None
        return None if to_go is None else cls(to_go, True, table.best(problem))


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to the goal that the solver found: its moves, and the tiles after each of them."""

    goal: Board
    moves: tuple[Move, ...]
    tiles: tuple[tuple[int, ...], ...]
    proved: bool

    @classmethod
    def of(cls, board: Board, goal: Board, path: str, *, proved: bool) -> Plan:
        """The plan of a path of tile letters. Raises IllegalMoveError if it cannot be gone."""
        moves = tuple(Problem(board, goal).moves(path))
        tiles = [board.tiles]
        for move in moves:
            after = list(tiles[-1])
            after[move.dst], after[move.src] = move.tile, 0
            tiles.append(tuple(after))
        return cls(goal, moves, tuple(tiles), proved)

    def hint(self, board: Board) -> Hint | None:
        """The next move from a board on the way; None for any other. The rest of a shortest way is one."""
        if board.shape != self.goal.shape or board.tiles not in self.tiles:
            return None
        at = self.tiles.index(board.tiles)
        return Hint(len(self.moves) - at, self.proved, self.moves[at : at + 1])
