"""Goals by name, for every shape. Any board can be a goal, too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from npuzzle.errors import GoalMismatchError, InvalidBoardError
from npuzzle.puzzle.board import Board, require_board
from npuzzle.puzzle.shape import Shape, read_shape
from npuzzle.registry import Card, Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalCard(Card):
    """A named goal; `tiles(shape)` lists the tile of each cell, 0 for the blank."""

    tiles: Callable[[Shape], tuple[int, ...]]

    def board(self, shape: Shape) -> Board:
        """Return the goal for boards of this shape."""
        return Board(shape, self.tiles(shape))


def _blank_last(shape: Shape) -> tuple[int, ...]:
    return (*range(1, shape.cells), 0)


def _spiral(shape: Shape) -> tuple[int, ...]:
    tiles = [0] * shape.cells
    row, col, step = 0, 0, (0, 1)
    for tile in range(1, shape.cells):
        tiles[row * shape.cols + col] = tile
        ahead_row, ahead_col = row + step[0], col + step[1]
        inside = 0 <= ahead_row < shape.rows and 0 <= ahead_col < shape.cols
        if not inside or tiles[ahead_row * shape.cols + ahead_col]:
            step = (step[1], -step[0])  # turn right
        row, col = row + step[0], col + step[1]
    return tuple(tiles)


GOALS: Registry[GoalCard] = Registry("goal")
GOALS.add(
    GoalCard(
        name="blank-last",
        label="Blank last",
        summary="1 2 3 ... in reading order, the blank in the last cell",
        tiles=_blank_last,
    )
)
GOALS.add(
    GoalCard(
        name="blank-first",
        label="Blank first",
        summary="the blank in the first cell, then 1 2 3 ... in reading order",
        tiles=lambda shape: tuple(range(shape.cells)),
    )
)
GOALS.add(
    GoalCard(
        name="spiral",
        label="Spiral (snail)",
        summary="1 2 3 ... clockwise from the first corner inwards, the blank at the end",
        tiles=_spiral,
        aliases=("snail",),
    )
)

DEFAULT_GOAL = "blank-last"


def goal_board(goal: str | Board, shape: Shape | str) -> Board:
    """Return the goal for boards of `shape`: a named one, or a board of that shape, or the text of one.

    >>> str(goal_board("spiral", Shape(3, 3)))
    '1 2 3/8 0 4/7 6 5'

    Raises UnknownNameError, InvalidShapeError, InvalidBoardError or GoalMismatchError.
    """
    shape = read_shape(shape)
    if not isinstance(goal, str):
        board = require_board(goal, "the goal")
    elif goal in GOALS:
        return GOALS[goal].board(shape)
    else:
        try:
            board = Board.parse(goal)
        except InvalidBoardError as error:
            if goal.strip()[:2].isalpha():  # one letter may be the blank, x
                GOALS[goal]  # a name was meant, not a board: raise the error that lists the names
            raise InvalidBoardError(error.defects, error.rows, subject="the goal") from None
    if board.shape != shape:
        raise GoalMismatchError(f"the goal is {board.shape}, but the board is {shape}")
    return board
