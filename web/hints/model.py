"""A hint: the distance to the goal, and the best next moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from npuzzle import Board, Move, Problem
from npuzzle.puzzle.moves import MutableBoard

if TYPE_CHECKING:
    from npuzzle.lab.space import DistanceTable

EXACT_CELLS = 9  # cells of the largest board for which all distances can be computed
PLANNED = 1_000  # moves that a plan stores, as each hint searches through all of them


@dataclass(frozen=True, slots=True)
class Hint:
    """Hold the distance to the goal (`to_go`, exact or an upper bound) and the best next moves."""

    to_go: int
    proved: bool
    moves: tuple[Move, ...]

    @classmethod
    def exact(cls, board: Board, goal: Board, table: DistanceTable) -> Hint | None:
        """Return the table's hint, or None if the table is for another goal, or no path exists."""
        problem = Problem(board, goal)
        to_go = table.distance(problem.initial) if table.fits(problem) else None
        return None if to_go is None else cls(to_go, True, table.best(problem))


@dataclass(frozen=True, slots=True)
class Plan:
    """Hold a path to the goal: `path`, its first moves as letters, and `to_go`, the whole path's length."""

    board: Board
    goal: Board
    path: str
    to_go: int
    proved: bool

    @classmethod
    def of(cls, board: Board, goal: Board, path: str, *, proved: bool, to_go: int | None = None) -> Plan:
        """Make a plan from tile letters. `to_go`: the whole path's length, if `path` is only the start of it.

        Raises IllegalMoveError if the path contains an illegal move.
        """
        to_go = len(path) if to_go is None else to_go
        path = path[:PLANNED]
        MutableBoard(board).forward(path)
        return cls(board, goal, path, to_go, proved)

    def hint(self, board: Board) -> Hint | None:
        """Return the next move from a board on the path, or None for any other board."""
        if board.shape != self.goal.shape:
            return None
        if board == self.goal:
            return Hint(0, self.proved, ())
        tray, blank = MutableBoard(self.board), board.blank
        for at, way in enumerate(self.path):
            here = tray.blank == blank and tray.tiles() == board.tiles
            tray.forward(way)
            if here:
                return Hint(self.to_go - at, self.proved, (tray.last_move(way),))
        return None
