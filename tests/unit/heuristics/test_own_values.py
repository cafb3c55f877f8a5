"""The values that a user's heuristic may return, and how all others are rejected."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy
import pytest

from npuzzle import Board
from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics import from_function
from npuzzle.heuristics.base import MAX_ESTIMATE
from tests.unit.heuristics.own_heuristics import START, answer, of_board_and_goal


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "None"),
        ("3", "'3'"),
        ([], "[]"),
        ((1,), "(1,)"),
        (-1, "-1"),
        (-0.001, "-0.001"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (-float("inf"), "-inf"),
        (1j, "1j"),
        (Fraction(-1, 2), "-0.5"),
        (numpy.float64("nan"), "nan"),
        (numpy.float32("inf"), "inf"),
        (numpy.int64(-1), "-1.0"),
        (numpy.complex128(1), "np.complex128(1+0j)"),
        (numpy.array([1, 2]), "array([1, 2])"),
        ("long " * 100, "'long long long long long lo...ng long long long long long '"),
    ],
    ids=lambda item: f"{item!r:.20}",
)
def test_an_answer_that_is_not_a_number_0_or_more_is_refused_with_the_board(value: Any, shown: str) -> None:
    with pytest.raises(InvalidHeuristicError) as caught:
        answer(lambda board: value)
    told = f"an estimate must be a number, 0 or more; lambda gave {shown} for the board {START}"
    assert str(caught.value) == told


@pytest.mark.parametrize(
    "error", [KeyError("off"), ZeroDivisionError("by 0"), AssertionError(), RecursionError()]
)
def test_a_function_that_raises_is_named_with_the_board_and_the_cause_kept(error: Exception) -> None:
    def broken(state: Sequence[int]) -> int:
        raise error

    with pytest.raises(InvalidHeuristicError) as caught:
        answer(broken)
    assert str(caught.value).startswith(f"broken raised {type(error).__name__} (")
    assert str(caught.value).endswith(f"for the board {START}")
    assert caught.value.__cause__ is error


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (2e15, "2000000000000000.0"),
        (10**16, str(10**16)),
        (10**400, "a number of more than 40 digits"),
        (10**5000, "a number of more than 40 digits"),
        (numpy.float64(1e300), "1e+300"),
        (Fraction(10**400), f"Fraction(1{18 * '0'}...{25 * '0'}, 1)"),
    ],
    ids=range(6),
)
def test_an_answer_no_board_can_need_is_refused_as_too_large(value: Any, shown: str) -> None:
    with pytest.raises(InvalidHeuristicError) as caught:
        answer(lambda board: value)
    told = f"an estimate must be at most 1,000,000,000,000,000; lambda gave {shown} for the board {START}"
    assert str(caught.value) == told


def test_to_stop_a_function_by_hand_still_stops_it() -> None:
    def stopped(state: Sequence[int]) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        answer(stopped)


def test_a_function_of_a_function_is_blamed_once() -> None:
    def inner(board: Board) -> float:
        return -1

    with pytest.raises(
        InvalidHeuristicError, match=r"^an estimate must be a number, 0 or more; inner gave -1"
    ):
        answer(lambda state, goal: from_function(inner).make(goal).estimate(state))


@pytest.mark.parametrize(
    ("value", "h"),
    [
        (True, 1),
        (False, 0),
        (Fraction(7, 2), 3.5),
        (0, 0),
        (2.25, 2.25),
        (numpy.int8(5), 5),
        (numpy.int64(5), 5),
        (numpy.uint16(5), 5),
        (numpy.float16(2.5), 2.5),
        (numpy.float32(2.5), 2.5),
        (numpy.float64(2.5), 2.5),
        (numpy.arange(9).sum(), 36),
    ],
    ids=repr,
)
def test_every_real_number_becomes_a_plain_one(value: Any, h: float) -> None:
    found = answer(lambda board: value)
    assert found == h
    assert type(found) in (int, float)


def test_numpy_on_a_whole_board_is_a_heuristic() -> None:
    def off(board: Board, goal: Board) -> Any:
        here, there = numpy.array(board.tiles), numpy.array(goal.tiles)
        return ((here != there) & (here != 0)).sum()

    assert answer(off) == answer(of_board_and_goal) == 5


def test_the_largest_answer_is_one_still() -> None:
    assert answer(lambda board: MAX_ESTIMATE) == MAX_ESTIMATE == 1e15
