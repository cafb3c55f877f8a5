"""Random boards of a shape are solvable, repeat with the seed, and have exactly the requested depth."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from npuzzle import Board, InvalidJobError, NPuzzleError, Shape, goal_board, random_board, solve
from npuzzle.lab import boards as drawing
from npuzzle.lab.boards import iter_random_boards
from tests.support.oracles import distances
from tests.support.quick import mostly_slow
from tests.unit.heuristics.claims import goal_with_blank_at

LAST = goal_board("blank-last", 3)


@pytest.mark.parametrize(
    "size",
    [("3x4",), (3, 4), ((3, 4),), ([3, 4],), (np.int64(3), np.int64(4)), (goal_board("blank-last", "3x4"),)],
)
def test_a_size_in_any_way(size: tuple[Any, ...]) -> None:
    board = random_board(*size, seed=5)
    assert board == random_board("3x4", seed=5)
    assert (board.shape.rows, board.shape.cols) == (3, 4)
    assert board.is_solvable()


def test_a_goal_by_name_or_as_a_board() -> None:
    spiral = goal_board("spiral", 3)
    assert random_board(3, goal="spiral", seed=1) == random_board(spiral, seed=1)
    assert random_board(3, goal=spiral, seed=1) == random_board(str(spiral), seed=1)
    assert random_board(3, goal="spiral", seed=1).is_solvable("spiral")


def test_the_form_with_a_goal_and_a_generator_draws_what_it_always_drew() -> None:
    assert random_board(LAST, Random(7)) == LAST.shuffled(7) == random_board(3, seed=7)
    assert random_board(goal=LAST, random=Random(7)) == LAST.shuffled(7)


@pytest.mark.slow
def test_a_depth_is_exact() -> None:
    known = distances(LAST)
    for depth in (*range(32),):
        board = random_board(3, depth=depth, seed=depth)
        assert known[board.tiles] == depth
        assert board == random_board(3, depth=depth, seed=depth)


@pytest.mark.slow_cases("4x4-21")
@pytest.mark.parametrize(
    ("shape", "depth"),
    mostly_slow([("4x4", 9), ("4x4", 21), ("2x7", 18), ("5x5", 6), ("3x4", 30)], 4, unpack=True),
)
def test_a_depth_is_exact_on_larger_boards(shape: str, depth: int) -> None:
    boards = list(iter_random_boards(goal_board("blank-first", shape), 3, seed=1, depth=depth))
    assert len(set(boards)) == 3
    for board in boards:
        result = solve(board, "blank-first", algorithm="idastar", heuristic="linear-conflict")
        assert (result.length, result.is_optimal) == (depth, True)


@pytest.mark.slow
@given(st.integers(2, 4), st.integers(2, 4), st.integers(0, 8))
def test_no_board_is_farther_than_the_moves_to_a_corner_allow(rows: int, cols: int, blank: int) -> None:
    """The bound that is computed for large shapes holds on small ones, whose boards are all known."""
    assume(rows * cols <= 8)
    shape = Shape(rows, cols)
    farthest = max(distances(goal_board("blank-last", shape)).values())
    goal = goal_with_blank_at(shape, blank % shape.cells)
    key = (min(rows, cols), max(rows, cols))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(drawing.FARTHEST, key, farthest)
        for depth in range(farthest + 6):
            try:
                drawing._require_possible(goal, depth)
            except InvalidJobError:
                assert depth > max(distances(goal).values())
                break
        else:
            raise AssertionError("some depth is beyond every board")


@pytest.mark.parametrize("depth", [1, 2, 4, 6])
def test_each_board_of_a_depth_is_equally_likely(depth: int) -> None:
    """Chi-square test, with a tolerance of 5 standard deviations."""
    there = [tiles for tiles, away in distances(LAST).items() if away == depth]
    random, each = Random(depth), 60
    drawn = Counter(random_board(3, depth=depth, seed=random).tiles for _ in range(each * len(there)))
    assert set(drawn) == set(there)
    freedom = len(there) - 1
    chi_square = sum((drawn[tiles] - each) ** 2 / each for tiles in there)
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("options", [{}, {"walk": 9}, {"depth": 9}])
def test_several_boards_are_different(options: dict[str, int]) -> None:
    boards = list(iter_random_boards(LAST, 40, seed=3, **options))
    assert len(set(boards)) == 40
    assert boards[0] == random_board(3, seed=3, **options) or "depth" in options


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        ((), {}, "give a size, such as random_board"),
        (("4x4", 1), {}, "expected seed=, such as seed=1, .*, got 1"),
        (("4x4",), {"depth": -1}, "a depth must be a whole number of moves, 0 to 200, got -1"),
        (("4x4",), {"depth": []}, "a depth must be a whole number of moves"),
        (("3x3",), {"depth": 40}, "no 3x3 board is 40 moves from the goal .*; the farthest are 31"),
        (("4x4",), {"depth": 81}, "no 4x4 board is 81 moves from the goal .*; all are within 80"),
        (("5x3",), {"depth": 88, "goal": Board("1 2 3/4 5 6/7 0 8/9 10 11/12 13 14")}, "all are within 87"),
        (("5x5",), {"depth": 50}, "exact depths can be proved on boards of up to 16 cells"),
        (("4x4",), {"depth": 3, "walk": 3}, "leave one of them out"),
        (("4x4",), {"walk": -1}, "a walk must have 0 to 1,000,000 moves, got -1"),
        (("4x4",), {"goal": "nope"}, "unknown goal 'nope'"),
        (("1 2/3 0",), {"goal": "spiral"}, "the goal is given twice"),
        (("4x4",), {"seed": -1}, "a seed must be a whole number of 0 or more"),
        (("four",), {}, "a size must be written like 3x4"),
        ((1, 1), {}, "not a puzzle"),
        (("4x4",), {"goal": "1 2/3 0"}, "4x4"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(
    arguments: tuple[Any, ...], options: dict[str, Any], words: str
) -> None:
    with pytest.raises(NPuzzleError, match=words):
        random_board(*arguments, **options)


@pytest.mark.parametrize("count", [0, -1, 1.5, True, 10**9])
def test_a_count_is_a_whole_number(count: Any) -> None:
    with pytest.raises(InvalidJobError, match=r"the count of boards must be a whole number, 1 to 1,000,000"):
        iter_random_boards(LAST, count)


def test_there_may_be_fewer_boards_than_asked() -> None:
    with pytest.raises(
        InvalidJobError, match=r"3x3 has 2 boards at depth 31, fewer than the 3 that are needed"
    ):
        list(iter_random_boards(LAST, 3, depth=31))
    with pytest.raises(InvalidJobError, match=r"12 different boards of 2x2 were found, but more are needed"):
        list(iter_random_boards(Board("1 2/3 0"), 13))
