"""The published checks of the CS152 assignment, and cases that they leave out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from npuzzle import InvalidHeuristicError
from npuzzle.compat.cs152 import Rows, h1, h2, h3, heuristics, solvePuzzle
from npuzzle.errors import InvalidBoardError
from npuzzle.solving import run
from tests.support.quick import mostly_slow

SEVENTEEN = [[2, 3, 7], [1, 8, 0], [6, 5, 4]]
TWENTY_FIVE = [[7, 0, 8], [4, 6, 1], [5, 3, 2]]
TWENTY_EIGHT = [[5, 7, 6], [2, 4, 3], [8, 1, 0]]
COURSE = [SEVENTEEN, TWENTY_FIVE, TWENTY_EIGHT]
NINE = [[1, 2, 6, 3], [0, 9, 5, 7], [4, 13, 10, 11], [8, 12, 14, 15]]

#: The only shortest path of the first board.
PATH = [
    [[2, 3, 7], [1, 8, 0], [6, 5, 4]],
    [[2, 3, 7], [1, 8, 4], [6, 5, 0]],
    [[2, 3, 7], [1, 8, 4], [6, 0, 5]],
    [[2, 3, 7], [1, 0, 4], [6, 8, 5]],
    [[2, 0, 7], [1, 3, 4], [6, 8, 5]],
    [[0, 2, 7], [1, 3, 4], [6, 8, 5]],
    [[1, 2, 7], [0, 3, 4], [6, 8, 5]],
    [[1, 2, 7], [3, 0, 4], [6, 8, 5]],
    [[1, 2, 7], [3, 4, 0], [6, 8, 5]],
    [[1, 2, 0], [3, 4, 7], [6, 8, 5]],
    [[1, 0, 2], [3, 4, 7], [6, 8, 5]],
    [[1, 4, 2], [3, 0, 7], [6, 8, 5]],
    [[1, 4, 2], [3, 7, 0], [6, 8, 5]],
    [[1, 4, 2], [3, 7, 5], [6, 8, 0]],
    [[1, 4, 2], [3, 7, 5], [6, 0, 8]],
    [[1, 4, 2], [3, 0, 5], [6, 7, 8]],
    [[1, 0, 2], [3, 4, 5], [6, 7, 8]],
    [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
]

by_heuristic = pytest.mark.parametrize("heuristic", heuristics, ids=["h1", "h2", "h3"])


@by_heuristic
def test_a_board_with_a_tile_twice_is_error_minus_1(heuristic: Callable[[Rows], float]) -> None:
    assert solvePuzzle([[0, 1, 2], [2, 3, 4], [5, 6, 7]], heuristic)[-1] == -1


@by_heuristic
def test_a_board_out_of_reach_is_error_minus_2(heuristic: Callable[[Rows], float]) -> None:
    assert solvePuzzle([[7, 5, 6], [2, 4, 3], [8, 1, 0]], heuristic)[-1] == -2


def test_the_heuristics_have_their_published_values() -> None:
    assert [h1(board) for board in COURSE] == [7, 8, 7]
    assert [h2(board) for board in COURSE] == [15, 17, 18]
    assert heuristics == [h1, h2, h3]


@by_heuristic
def test_the_path_of_the_first_board_is_its_only_shortest_one(heuristic: Callable[[Rows], float]) -> None:
    assert solvePuzzle(SEVENTEEN, heuristic)[3] == PATH


@by_heuristic
def test_the_4x4_board_takes_nine_moves(heuristic: Callable[[Rows], float]) -> None:
    assert solvePuzzle(NINE, heuristic)[0] == 9


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", mostly_slow(heuristics, lambda heuristic: heuristic is not h1))
def test_the_course_boards_have_their_optimal_lengths(heuristic: Callable[[Rows], float]) -> None:
    answers = [solvePuzzle(board, heuristic) for board in COURSE]
    assert [(steps, err) for steps, *_, err in answers] == [(17, 0), (25, 0), (28, 0)]
    if heuristic is h3:
        manhattan = [solvePuzzle(board, h2) for board in COURSE]
        assert all(ours[1] < theirs[1] for ours, theirs in zip(answers, manhattan))  # type: ignore[operator]


@pytest.mark.slow
def test_expanded_states_and_largest_frontier_are_the_same_everywhere() -> None:
    assert [solvePuzzle(SEVENTEEN, h)[1:3] for h in heuristics] == [(572, 362), (57, 42), (55, 41)]


def test_a_function_of_ones_own_gets_lists_of_lists() -> None:
    seen: list[Any] = []

    def own(state: Rows) -> float:
        seen.append(state)
        return h2(state)

    assert solvePuzzle(SEVENTEEN, own)[:3] == solvePuzzle(SEVENTEEN, h2)[:3]
    assert SEVENTEEN in seen
    assert all(type(row) is list for state in seen for row in state)


def test_the_heuristics_refuse_what_is_not_a_square_board() -> None:
    with pytest.raises(InvalidBoardError, match=r"n lists of n numbers, .* once, got \[\[1, 0, 2\]"):
        h2([[1, 0, 2], [3, 4, 5]])


def test_a_heuristic_that_gives_no_number_is_reported_with_the_board() -> None:
    with pytest.raises(InvalidHeuristicError, match="gave None for the board 2 3 7/1 8 0/6 5 4"):
        solvePuzzle(SEVENTEEN, lambda state: None)  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize(
    "state",
    [
        tuple(tuple(row) for row in SEVENTEEN),
        np.array(SEVENTEEN),
        [np.array(row) for row in SEVENTEEN],
        (list(row) for row in SEVENTEEN),
    ],
    ids=["tuples", "array", "list of arrays", "generator"],
)
def test_other_sequences_work(state: Any) -> None:
    assert solvePuzzle(state, h2)[0] == 17


@pytest.mark.parametrize(
    "state",
    [
        None,
        7,
        "",
        "237180654",
        b"237180654",
        [],
        [[]],
        [[0]],
        [[1]],
        [0, 1, 2],
        {0: 1},
        ["237", "180", "654"],
        [[2, 3, 7], [1, 8, 0], "654"],
        [[2, 3, 7], [1, 8, 0], [6, 5]],
        [[2, 3, 7], [1, 8, 0]],
        [[2, 3], [7, 1], [8, 0]],
        [[2, 3, 7], [1, 8, 0], "abc", [6, 5, 4]],
        [[2, 3, 7], [1, 8, 9], [6, 5, 4]],
        [[2, 3, 7], [1, 8, -1], [6, 5, 4]],
        [[2.0, 3.0, 7.0], [1.0, 8.0, 0.0], [6.0, 5.0, 4.0]],
        [[None] * 3] * 3,
        [[[2], [3]], [[1], [0]]],
        [[1, 2], [3, 10**5000]],
        [["1", "0"], ["2", "3"]],
        [[1, "x"], [2, 3]],
        [{1, 0}, {2, 3}],
        {(1, 0): 1, (2, 3): 2},
        [b"\x01\x00", b"\x02\x03"],
        [[1, False], [2, 3]],
        np.zeros((3, 3)),
        np.array(5),
        np.array(SEVENTEEN, dtype=float),
        np.arange(8),
        np.arange(27).reshape(3, 3, 3),
    ],
    ids=range(34),
)
def test_what_is_not_a_square_board_is_error_minus_1(state: Any) -> None:
    assert solvePuzzle(state, h2) == (None, None, None, None, -1)


@pytest.mark.slow
def test_a_search_that_runs_out_of_memory_is_error_minus_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MEMORY", 2_000_000)
    rows = "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11"
    state = [[int(tile) for tile in row.split()] for row in rows.split("/")]
    assert solvePuzzle(state, h2) == (None, None, None, None, -3)


def test_a_solved_board_takes_no_steps_and_is_its_own_path() -> None:
    solved = [[0, 1], [2, 3]]
    assert solvePuzzle(solved, h2) == (0, 0, 1, [solved], 0)
