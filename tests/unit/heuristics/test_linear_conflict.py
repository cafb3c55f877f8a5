"""Linear conflict counts the fewest tiles that must leave a line, not the pairs in conflict."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import HEURISTICS, Board, Problem, Shape, goal_board
from npuzzle.heuristics.conflicts import LinearConflict, fewest_to_leave
from tests.support import oracles
from tests.support.strategies import shuffled, walk

#: In the package, this name is the card.
MODULE = import_module("npuzzle.heuristics.conflicts")


def linear_conflict(board: Board, goal: Board) -> float:
    return HEURISTICS["linear-conflict"].make(goal).estimate(Problem(board, goal).initial)


def by_pairs(board: Board, goal: Board) -> int:
    """Compute the common mistake: add 2 for each pair in conflict."""
    aims, shape = oracles.goal_cells(goal), goal.shape
    lines = [[r * shape.cols + c for c in range(shape.cols)] for r in range(shape.rows)]
    lines += [[r * shape.cols + c for r in range(shape.rows)] for c in range(shape.cols)]
    pairs = 0
    for line in lines:
        at_home = [aims[board.tiles[c]] for c in line if board.tiles[c] and aims[board.tiles[c]] in line]
        pairs += sum(a > b for a, b in combinations(at_home, 2))
    return oracles.manhattan(board, goal) + 2 * pairs


@given(st.permutations(range(7)), st.integers(0, 7))
def test_fewest_to_leave_is_that_of_all_subsets_tried(tiles: list[int], length: int) -> None:
    line = tiles[:length]
    assert fewest_to_leave(line) == oracles.fewest_to_leave(line)


def test_an_ordered_line_needs_nobody_to_leave_and_a_reversed_one_all_but_one() -> None:
    assert fewest_to_leave([]) == fewest_to_leave(range(20)) == 0
    assert fewest_to_leave(range(20, 0, -1)) == 19


def test_three_tiles_in_reverse_count_twice_not_three_times() -> None:
    board = Board.parse("3 8 1/6 5 4/0 2 7")
    goal = goal_board("blank-last", board.shape)
    assert oracles.distance(board, goal) == 26
    assert linear_conflict(board, goal) <= 26
    assert by_pairs(board, goal) == 28


def test_a_full_memo_is_emptied_and_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "MAX_REMEMBERED_LINES", 5)
    goal = shuffled(Shape(4, 4), 2)
    problem = Problem(goal, goal)
    heuristic = LinearConflict(problem.goal)
    h = heuristic.estimate(problem.initial)
    for slide, state in walk(problem, 300, seed=4):
        h = heuristic.step(h, state, slide)
        assert h == heuristic.estimate(state)
        assert len(heuristic._memo) <= 5
