"""Shortcuts to make runs, and boards for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    AlgorithmCard,
    Board,
    HeuristicCard,
    Limits,
    Problem,
    Run,
    Shape,
    goal_board,
)
from npuzzle.search.base import Search
from tests.unit.search.common import SEARCHING, run_with

HARD = Board.parse("8 6 7/2 5 4/3 0 1")  # 31 moves from blank-last
EASY = Board.parse("1 2 3/4 0 6/7 5 8")  # 2 moves
LAST = goal_board("blank-last", Shape(3, 3))
FIFTEEN = Board.parse("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0").swap(1, 5)  # far from solved
MANHATTAN = HEURISTICS["manhattan"]

each_algorithm = pytest.mark.parametrize("card", list(ALGORITHMS), ids=lambda card: card.name)
each_search = pytest.mark.parametrize("card", SEARCHING, ids=lambda card: card.name)


def run_of(
    board: Board,
    algorithm: str | AlgorithmCard = "astar",
    *,
    goal: str | Board = "blank-last",
    heuristic: HeuristicCard = MANHATTAN,
    limits: Limits | None = None,
    **options: Any,
) -> Run:
    card = ALGORITHMS[algorithm] if isinstance(algorithm, str) else algorithm
    return run_with(Problem(board, goal_board(goal, board.shape)), card, heuristic, limits=limits, **options)


def card_of(search: Callable[..., Search], *, informed: bool = True) -> AlgorithmCard:
    return AlgorithmCard(name="mine", label="Mine", summary="a test's own", search=search, informed=informed)
