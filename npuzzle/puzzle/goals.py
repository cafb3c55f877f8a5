"""Goals by name, for every shape: `npuzzle.puzzle.board.goal_board` makes boards from them.

Each goal has a `GoalCard` in `GOALS`. A new card appears in the help, on the page and in the tests without a
change there. The names that place the blank in a cell, `center` and `blank-ROW-COLUMN`, are not cards, as
there are too many to list.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from npuzzle.errors import GoalMismatchError
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import Card, Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalCard(Card):
    """A named goal. `tiles(shape)` lists the tile of each cell, 0 for the blank."""

    tiles: Callable[[Shape], tuple[int, ...]]


def _blank_last(shape: Shape) -> tuple[int, ...]:
    return (*range(1, shape.cells), 0)


def _spiral(shape: Shape) -> tuple[int, ...]:
    """Number the cells from the first corner round and inwards. The blank comes last."""
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


#: The other forms of a goal, for the message that lists the names. Cells are counted from 1.
OTHER_GOALS = ("center", "blank-ROW-COLUMN", "or a board such as 1 2 3/8 0 4/7 6 5")


def goal_tiles(name: object, shape: Shape) -> tuple[int, ...] | None:
    """Return the tiles of the goal with this name, for boards of a shape, or None if no goal has this name.

    Raises GoalMismatchError if the shape does not have the cell that the name gives to the blank.
    """
    if not isinstance(name, str):
        return None
    return GOALS[name].tiles(shape) if name in GOALS else _place_blank(name, shape)


def _place_blank(name: str, shape: Shape) -> tuple[int, ...] | None:
    """Return the tiles in order with the blank in a named cell, or None for other texts."""
    match = re.fullmatch(r"(center|centre|middle)|blank-([0-9]{1,3})-([0-9]{1,3})", name.strip().lower())
    if match is None:
        return None
    if match[1] and not (shape.rows % 2 and shape.cols % 2):
        raise GoalMismatchError(
            f"a {shape} board has no middle cell; name the cell for the blank, as in blank-2-2 "
            "(row 2, column 2)"
        )
    row, col = (shape.rows // 2, shape.cols // 2) if match[1] else (int(match[2]) - 1, int(match[3]) - 1)
    if row not in range(shape.rows) or col not in range(shape.cols):
        raise GoalMismatchError(f"a {shape} board has no row {row + 1} with a column {col + 1}, as in {name}")
    blank = row * shape.cols + col
    return (*range(1, blank + 1), 0, *range(blank + 1, shape.cells))


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
