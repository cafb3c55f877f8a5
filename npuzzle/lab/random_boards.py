"""Random boards of a shape: uniform, at an exact distance from the goal, or after a random walk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, overload

from npuzzle.errors import InvalidJobError, InvalidShapeError, quote
from npuzzle.lab.depths import MOST_DEPTH, Source, sources
from npuzzle.numbers import whole_number
from npuzzle.puzzle.board import Board, BoardLike, goal_board, read_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.reachability import Seed, read_seed
from npuzzle.puzzle.scramble import iter_scrambled, read_count, require_in_range
from npuzzle.puzzle.shape import Shape, ShapeLike, elements, read_shape
from npuzzle.solving.automatic import TABLED as MOST_PROVED
from npuzzle.solving.options import suggest_options


@overload
def random_board(
    shape: ShapeLike,
    /,
    *,
    goal: BoardLike = DEFAULT_GOAL,
    seed: Seed = None,
    depth: int | None = None,
    walk: int | None = None,
) -> Board: ...


@overload
def random_board(
    rows: int,
    columns: int,
    /,
    *,
    goal: BoardLike = DEFAULT_GOAL,
    seed: Seed = None,
    depth: int | None = None,
    walk: int | None = None,
) -> Board: ...


@overload
def random_board(goal: BoardLike, random: Random, /) -> Board: ...


@overload
def random_board(*, goal: BoardLike, random: Random) -> Board: ...


@suggest_options
def random_board(
    shape: Any = None,
    random: Any = None,
    *,
    goal: BoardLike = DEFAULT_GOAL,
    seed: Seed = None,
    depth: int | None = None,
    walk: int | None = None,
) -> Board:
    """Draw a board that can reach the goal; uniformly, unless a depth or a walk is given.

    Parameters
    ----------
    shape
        The size, such as "4x4", (3, 5), 4, or 3, 5; or a goal board, which gives the size.
    random
        In place of `seed`, after a goal board.
    goal
        The name of a goal, or a board.
    seed
        A whole number, which draws the same board each time; a `random.Random`; or None.
    depth
        Draw a board that is proved to be exactly that many moves from the goal; for up to 16 cells.
    walk
        Make that many random moves from the goal, none of which undoes the one before. Not uniform.

    Returns
    -------
    Board
        A board from which moves lead to the goal.

    Raises
    ------
    InvalidShapeError
        If the size is not one from 2x2 to 127x127.
    UnknownOptionError
        If it has no option of that name.
    InvalidJobError
        If no board has that depth, or an option is out of range.
    InvalidBoardError
        If the goal is not a valid board.
    UnknownNameError
        If no goal has that name.
    GoalMismatchError
        If the goal has another shape.

    Examples
    --------
    >>> random_board("3x3", seed=1)
    Board('6 7 8/5 4 1/0 2 3')
    >>> random_board(3, 3, seed=1, depth=12).distance()
    12
    """
    if isinstance(random, Random):
        seed, random = random, None
    elif random is not None:
        shape = _join_sides(shape, random)
    return next(iter_random_boards(_read_goal(shape, goal), 1, seed=seed, depth=depth, walk=walk))


def iter_random_boards(
    goal: Board, count: int, *, seed: Seed = None, depth: int | None = None, walk: int | None = None
) -> Iterator[Board]:
    """Draw `count` different boards for a goal, as `random_board` does. Raises InvalidJobError."""
    if depth is None:
        return iter_scrambled(goal, count, seed=seed, walk=walk)
    random, count = read_seed(seed), read_count(count)
    if walk is not None:
        raise InvalidJobError("expected a depth or a walk, got both: leave one of them out")
    depth = require_in_range("a depth is a whole number of moves,", depth, 0, MOST_DEPTH)
    return islice(_find_source(goal, depth).draw_distinct(count, random), count)


def _join_sides(rows: object, columns: object) -> tuple[int, int]:
    """Return rows and columns that were given one after the other. Raises InvalidJobError."""
    sides = whole_number(rows), whole_number(columns)
    if sides[0] is None or sides[1] is None:
        raise InvalidJobError(
            f"expected seed=, such as seed=1, or a random.Random after a size or goal, got {quote(columns)}"
        )
    return sides[0], sides[1]


def _read_goal(shape: Any, goal: BoardLike) -> Board:
    """Return the goal for a shape; or the goal that was given in place of a shape."""
    if shape is None and goal is DEFAULT_GOAL:
        raise InvalidShapeError('give a size, such as random_board("4x4")')
    if shape is None:
        return read_board(goal, subject="the goal")
    if not _is_goal(shape):
        return goal_board(goal, read_shape(shape))
    if goal is not DEFAULT_GOAL:
        raise InvalidJobError(f"the goal is given twice: {quote(shape)} and {quote(goal)}")
    return read_board(shape, subject="the goal")


def _is_goal(shape: Any) -> bool:
    """Whether it is meant as a board: a Board, text with spaces or slashes, or more than two elements."""
    if isinstance(shape, str):
        return "/" in shape or len(shape.split()) > 1
    found = None if isinstance(shape, Shape) else elements(shape)
    return isinstance(shape, Board) or (found is not None and (len(found) != 2 or _are_rows(found)))


def _are_rows(found: Sequence[object]) -> bool:
    return all(elements(each) is not None for each in found)


@lru_cache(maxsize=4)
def _find_source(goal: Board, depth: int) -> Source:
    """Return the source of the boards at a depth; the latest sources are stored."""
    (source,) = sources(goal, [depth])
    if source.states is None and goal.shape.cells > MOST_PROVED:
        raise InvalidJobError(
            f"an exact depth is proved on at most {MOST_PROVED} cells; "
            f"{goal.shape} has {goal.shape.cells}. Use a random walk instead"
        )
    return source
