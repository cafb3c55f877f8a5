"""The interface of the CS152 A* assignment: boards are lists of lists, and the goal is blank-first.

>>> steps, expanded, max_frontier, path, err = solvePuzzle([[2, 3, 7], [1, 8, 0], [6, 5, 4]], heuristics[1])
>>> steps, err, path[0], path[-1]
(17, 0, [[2, 3, 7], [1, 8, 0], [6, 5, 4]], [[0, 1, 2], [3, 4, 5], [6, 7, 8]])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from numbers import Integral
from typing import Any

from npuzzle.errors import Defect, Fault, InvalidBoardError, quote
from npuzzle.heuristics import HEURISTICS, estimate, from_function
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.shape import MAX_SIDE, MIN_SIDE, Shape
from npuzzle.solving.job import solve
from npuzzle.solving.limits import Outcome

GOAL = "blank-first"
ERRORS = {None: -1, Outcome.UNSOLVABLE: -2, Outcome.OUT_OF_MEMORY: -3}  # None: not a square board

#: A board: n lists of n numbers. Each number from 0 to n*n-1 occurs once; 0 is the blank.
Rows = list[list[int]]


def solvePuzzle(state: Any, heuristic: Callable[[Rows], float]) -> tuple[Any, ...]:  # noqa: N802
    """Search with A* from `state` to the goal blank-first. `heuristic`: any function of lists of lists.

    Returns (steps, expanded, max_frontier, path, err). `err` is 0 for a solved board, -1 if `state` is not an
    n x n board, -2 if it cannot be solved, -3 if memory ran out. Unless `err` is 0, all other values are
    None. `path` lists the boards from start to goal, as few as possible if the heuristic is admissible.
    Raises InvalidHeuristicError unless the heuristic returns numbers that are 0 or more.
    """
    board = square_board(state)
    if board is None:
        return None, None, None, None, ERRORS[None]

    def call_with_rows(state: Sequence[int], shape: Shape) -> float:
        return heuristic([list(state[at : at + shape.cols]) for at in range(0, shape.cells, shape.cols)])

    card = from_function(call_with_rows, name=getattr(heuristic, "__name__", "heuristic"))
    result = solve(board, GOAL, algorithm="astar", heuristic=card)
    if result.outcome in ERRORS:
        return None, None, None, None, ERRORS[result.outcome]
    path = [[list(row) for row in passed.rows] for passed in result.boards]
    return result.length, result.expanded, result.peak_frontier, path, 0


def square_board(state: Any) -> Board | None:
    """Return n lists (or other sequences) of n whole numbers as a board, or None for any other value."""
    try:
        lines = [state, *state]
        if any(isinstance(line, (str, bytes, Set, Mapping)) for line in lines):
            return None
        rows = [[*row] for row in lines[1:]]
    except TypeError:  # not lists of lists
        return None
    tiles = [tile for row in rows for tile in row]
    is_square = MIN_SIDE <= len(rows) <= MAX_SIDE and all(len(row) == len(rows) for row in rows)
    if not is_square or not all(isinstance(tile, Integral) and not isinstance(tile, bool) for tile in tiles):
        return None
    if {*tiles} != {*range(len(tiles))}:
        return None
    return Board(rows)


def _make(name: str) -> Callable[[Sequence[Sequence[int]]], float]:
    """Turn a heuristic of this package into a function of lists of lists."""

    def heuristic(state: Sequence[Sequence[int]]) -> float:
        board = square_board(state)
        if board is None:
            message = f"expected n lists of n numbers, each of 0 to n*n-1 once, got {quote(state)}"
            raise InvalidBoardError([Defect(Fault.UNREADABLE, message)])
        return estimate(name, board, GOAL)

    heuristic.__doc__ = HEURISTICS[name].summary
    return heuristic


heuristics = [h1, h2, h3] = [*map(_make, ("misplaced", "manhattan", "linear-conflict"))]
