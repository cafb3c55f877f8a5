"""The interface of the CS152 A* assignment: boards are lists of lists, the goal is blank first.

>>> steps, expanded, max_frontier, path, err = solvePuzzle([[2, 3, 7], [1, 8, 0], [6, 5, 4]], heuristics[1])
>>> steps, err, path[0], path[-1]
(17, 0, [[2, 3, 7], [1, 8, 0], [6, 5, 4]], [[0, 1, 2], [3, 4, 5], [6, 7, 8]])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from numbers import Integral
from typing import Any

from npuzzle.errors import InvalidBoardError, shown
from npuzzle.heuristics import HEURISTICS, HeuristicCard, from_function
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.defects import Defect, Fault
from npuzzle.puzzle.goals import GOALS
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import MAX_SIDE, MIN_SIDE, Shape
from npuzzle.solving.job import solve

NOT_A_BOARD, NOT_SOLVABLE, TOO_LARGE = -1, -2, -3
REMEMBERED = 100_000  # boards, by each heuristic

#: n lists of n numbers, each of 0..n*n-1 once, 0 for the blank.
Rows = list[list[int]]
#: steps, expanded states, the largest frontier, the boards of the path from start to goal, error.
Answer = tuple[int | None, int | None, int | None, list[Rows] | None, int]


class Memoised:
    """A heuristic of this package as a function of lists of lists; remembers what it was asked.

    Raises InvalidBoardError for what is not a square board.
    """

    def __init__(self, name: str) -> None:
        self.card = HEURISTICS[name]
        self.__doc__ = self.card.summary
        self._estimate = lru_cache(REMEMBERED)(self._estimated)

    def __call__(self, state: Sequence[Sequence[int]]) -> float:
        board = square_board(state)
        if board is None:
            message = f"expected n lists of n numbers, each of 0..n*n-1 once, got {shown(state)}"
            raise InvalidBoardError([Defect(Fault.UNREADABLE, message)])
        return self._estimate(board)

    def _estimated(self, board: Board) -> float:
        goal = goal_of(board.shape)
        return self.card.make(goal).estimate(Problem(board, goal).initial)


def solvePuzzle(state: Any, heuristic: Callable[[Rows], float]) -> Answer:  # noqa: N802 - the assignment's name
    """A* from `state` to blank first, with any function of lists of lists as its heuristic.

    Returns (steps, exp, max_frontier, opt_path, err). `err` is 0, or -1: `state` is no n x n board,
    -2: it cannot be solved, -3: memory ran out; then all else is None. Shortest if the heuristic is
    admissible. Raises InvalidHeuristicError for one that gives no number, 0 or more.
    """
    board = square_board(state)
    if board is None:
        return None, None, None, None, NOT_A_BOARD
    goal = goal_of(board.shape)
    if not Problem(board, goal).is_solvable:
        return None, None, None, None, NOT_SOLVABLE
    result = solve(board, goal, algorithm="astar", heuristic=_card(heuristic))
    if result.path is None:
        return None, None, None, None, TOO_LARGE
    now = result.snapshot
    return len(result.path), now.expanded, now.peak_frontier, boards_along(board, goal, result.path), 0


def square_board(state: Any) -> Board | None:
    """The board that `state` is, n lists (or the like) of n whole numbers; None if it is none."""
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
    """Every board on the way, the first and the last too."""
    boards = [board]
    for move in Problem(board, goal).moves(path):
        boards.append(boards[-1].slide(move.src))
    return [[list(row) for row in passed.rows()] for passed in boards]


def goal_of(shape: Shape) -> Board:
    return GOALS["blank-first"].board(shape)


def _card(heuristic: Callable[[Rows], float]) -> HeuristicCard:
    """One of ours, without the way over lists; or any other function. Blank first, a state is its tiles."""
    if isinstance(heuristic, Memoised):
        return heuristic.card

    def listed(state: Sequence[int], shape: Shape) -> float:
        return heuristic([list(state[at : at + shape.cols]) for at in range(0, shape.cells, shape.cols)])

    return from_function(listed, name=getattr(heuristic, "__name__", "heuristic"))


h1 = Memoised("misplaced")
h2 = Memoised("manhattan")
h3 = Memoised("linear-conflict")
heuristics = [h1, h2, h3]
