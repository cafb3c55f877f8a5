"""The distance between two lists of numbers: too large, and how often."""

from __future__ import annotations

from math import sqrt

import pytest

from npuzzle import HEURISTICS, Board, Shape, goal_board
from tests.support.oracles import distance, distances
from tests.unit.heuristics.claims import BLANK_LAST, estimate, states_of_the_3x3


def test_one_move_is_taken_for_nearly_thirteen() -> None:
    board = Board.parse("1 2 3/4 5 6/7 0 8")
    assert distance(board, BLANK_LAST) == 1
    assert estimate("value-euclidean", board, BLANK_LAST) == sqrt(2 * 9**2) == pytest.approx(12.7, abs=0.03)


@pytest.mark.slow
def test_too_large_on_1386_states_of_the_3x3() -> None:
    h, known = HEURISTICS["value-euclidean"].make(BLANK_LAST), distances(BLANK_LAST).values()
    assert sum(h.estimate(state) > far + 1e-9 for state, far in zip(states_of_the_3x3(), known)) == 1386


def test_the_numbers_decide_not_the_cells() -> None:
    """The same exchange of the same two cells, under two goals that differ in their numbers only."""
    blank_first = goal_board("blank-first", Shape(3, 3))
    renumbered = Board(Shape(3, 3), (0, 8, 1, 3, 4, 5, 6, 7, 2))
    assert estimate("value-euclidean", blank_first.swap(1, 2), blank_first) == sqrt(2)
    assert estimate("value-euclidean", renumbered.swap(8, 1), renumbered) == 7 * sqrt(2)


def test_the_blank_counts_as_minus_one() -> None:
    goal = goal_board("blank-first", Shape(2, 2))
    assert estimate("value-euclidean", Board.parse("1 0/2 3"), goal) == 2 * sqrt(2)
