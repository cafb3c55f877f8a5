"""Boards and helpers for the tests of users' heuristics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from npuzzle import Board, Problem
from npuzzle.heuristics import as_card

GOAL = Board.parse("8 1 2/7 0 3/6 5 4")

START = Board.parse("1 8 2/0 7 3/6 4 5")


def of_board_and_goal(goal: Board, board: Board) -> int:
    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a != 0)


def answer(function: Callable[..., Any], start: Board = START, goal: Board = GOAL) -> float:
    return as_card(function).make(goal).estimate(Problem(start, goal).initial)
