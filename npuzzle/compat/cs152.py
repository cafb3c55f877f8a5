"""The interface of the CS152 A* assignment: boards are lists of lists, and the goal is blank-first.

>>> steps, expanded, max_frontier, path, err = solvePuzzle([[2, 3, 7], [1, 8, 0], [6, 5, 4]], heuristics[1])
>>> steps, err, path[0], path[-1]
(17, 0, [[2, 3, 7], [1, 8, 0], [6, 5, 4]], [[0, 1, 2], [3, 4, 5], [6, 7, 8]])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from numbers import Integral
from typing import Any

from npuzzle.errors import InvalidBoardError, quote
from npuzzle.heuristics import HEURISTICS, HeuristicCard, from_function
from npuzzle.puzzle.board import Board, goal_board
from npuzzle.puzzle.defects import Defect, Fault
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import MAX_SIDE, MIN_SIDE, Shape
from npuzzle.solving.job import solve
from npuzzle.solving.limits import Outcome

NOT_A_BOARD, NOT_SOLVABLE, TOO_LARGE = -1, -2, -3
REMEMBERED_BOARDS = 100_000  # for each heuristic

#: n lists of n numbers, each of 0..n*n-1 once, 0 for the blank.
Rows = list[list[int]]
#: Steps, expanded states, largest frontier, the boards from start to goal, error.
Answer = tuple[int | None, int | None, int | None, list[Rows] | None, int]


class Memoised:
    """A heuristic of this package as a function of lists of lists, which stores its estimates.

    A call raises InvalidBoardError unless its argument is a square board.
    """

    def __init__(self, name: str) -> None:
        self.card = HEURISTICS[name]
        self.__doc__ = self.card.summary
        self._estimate = lru_cache(REMEMBERED_BOARDS)(self._compute)

    def __call__(self, state: Sequence[Sequence[int]]) -> float:
        board = square_board(state)
        if board is None:
            message = f"expected n lists of n numbers, each of 0..n*n-1 once, got {quote(state)}"
            raise InvalidBoardError([Defect(Fault.UNREADABLE, message)])
        return self._estimate(board)

    def _compute(self, board: Board) -> float:
        goal = goal_of(board.shape)
        return self.card.make(goal).estimate(Problem(board, goal).initial)


def solvePuzzle(state: Any, heuristic: Callable[[Rows], float]) -> Answer:  # noqa: N802 - the assignment's name
    """Search with A* from `state` to the goal blank-first; the heuristic is any function of lists of lists.

    Returns (steps, exp, max_frontier, opt_path, err). `err` is 0; or -1 if `state` is not an n x n board, -2
    if it cannot be solved, -3 if memory ran out; then all other values are None. The path is a shortest one
    if the heuristic is admissible. Raises InvalidHeuristicError unless the heuristic returns numbers, 0 or
    more.
    """
    board = square_board(state)
    if board is None:
        return None, None, None, None, NOT_A_BOARD
    goal = goal_of(board.shape)
    if not Problem(board, goal).is_solvable:
        return None, None, None, None, NOT_SOLVABLE
    result = solve(board, goal, algorithm="astar", heuristic=_make_card(heuristic))
    if result.path is None or result.outcome is not Outcome.SOLVED:
        return None, None, None, None, TOO_LARGE
    now = result.snapshot
    return len(result.path), now.expanded, now.peak_frontier, boards_along(board, goal, result.path), 0


def square_board(state: Any) -> Board | None:
    """Read n lists (or other sequences) of n whole numbers as a board; None if they are not one."""
    try:
        lines = [state, *state]
        if any(isinstance(line, (str, bytes, Set, Mapping)) for line in lines):
            return None
        rows = [[*row] for row in lines[1:]]
    except (TypeError, ValueError):  # not lists of lists
        return None
    tiles = [tile for row in rows for tile in row]
    whole = all(isinstance(tile, Integral) and not isinstance(tile, bool) for tile in tiles)
    square = bool(rows) and all(len(row) == len(rows) for row in rows)
    if not (whole and square and set(tiles) == set(range(len(tiles))) and MIN_SIDE <= len(rows) <= MAX_SIDE):
        return None
    return Board(Shape(len(rows), len(rows)), tuple([int(tile) for tile in tiles]))


def boards_along(board: Board, goal: Board, path: str) -> list[Rows]:
    """Return every board along a path, including the first and the last."""
    boards = [board]
    for move in Problem(board, goal).moves(path):
        boards.append(boards[-1].slide(move.src))
    return [[list(row) for row in passed.rows] for passed in boards]


def goal_of(shape: Shape) -> Board:
    """Return the goal blank-first of a shape."""
    return goal_board("blank-first", shape)


def _make_card(heuristic: Callable[[Rows], float]) -> HeuristicCard:
    """Make a card of a function. A Memoised one has its card already, and needs no lists."""
    if isinstance(heuristic, Memoised):
        return heuristic.card

    def call_with_rows(state: Sequence[int], shape: Shape) -> float:
        return heuristic([list(state[at : at + shape.cols]) for at in range(0, shape.cells, shape.cols)])

    return from_function(call_with_rows, name=getattr(heuristic, "__name__", "heuristic"))


h1 = Memoised("misplaced")
h2 = Memoised("manhattan")
h3 = Memoised("linear-conflict")
heuristics = [h1, h2, h3]
