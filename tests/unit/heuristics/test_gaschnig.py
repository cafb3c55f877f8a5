"""N-MaxSwap: cycles counted are swaps played."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import HEURISTICS, Board, Shape, goal_board
from npuzzle.heuristics.simple import Misplaced, NMaxSwap
from tests.support import oracles
from tests.support.strategies import shuffled
from tests.unit.heuristics.claims import (
    BLANK_LAST,
    estimate,
    goal_with_blank_at,
    states_of_the_3x3,
    verdict_on_the_3x3,
)


@pytest.mark.slow
def test_the_mean_over_the_3x3_is_the_published_one() -> None:
    verdict = verdict_on_the_3x3(HEURISTICS["n-max-swap"])
    assert verdict.mean == pytest.approx(8.0532, abs=5e-5)
    assert verdict.most == 12


@pytest.mark.parametrize(
    ("text", "h"),
    [
        ("1 2 3/4 5 6/7 8 0", 0),
        ("1 2 3/4 5 6/7 0 8", 1),
        ("0 2 3/4 5 6/7 8 1", 1),
        ("2 1 3/4 5 6/7 8 0", 3),
        ("2 1 3/5 4 6/7 8 0", 6),
        ("2 1 3/5 4 6/7 0 8", 7),
        ("2 3 1/4 5 6/7 8 0", 4),
    ],
)
def test_a_cycle_without_the_blank_costs_one_swap_more_than_its_tiles(text: str, h: int) -> None:
    assert estimate("n-max-swap", Board.parse(text), BLANK_LAST) == h


def test_never_below_misplaced_tiles() -> None:
    swaps, misplaced = NMaxSwap(BLANK_LAST), Misplaced(BLANK_LAST)
    assert all(swaps.estimate(state) >= misplaced.estimate(state) for state in states_of_the_3x3()[::5])


def test_any_number_of_cycles_is_counted_wherever_the_blank_is() -> None:
    pairs = [cell ^ 1 for cell in range(16)]
    for home in range(16):
        assert NMaxSwap(goal_with_blank_at(Shape(4, 4), home)).estimate(pairs) == 7 * 3 + 1


@given(st.integers(0, 2**32), st.sampled_from([(4, 4), (2, 20), (7, 6), (40, 40)]), st.integers(0, 19))
def test_cycles_counted_are_swaps_played(seed: int, sides: tuple[int, int], pairs: int) -> None:
    """Few exchanges make many short cycles, many make few long ones."""
    goal, board = goal_board("spiral", Shape(*sides)), goal_board("spiral", Shape(*sides))
    mixed = list(shuffled(goal.shape, seed).tiles)
    for first, second in list(zip(mixed[::2], mixed[1::2]))[:pairs]:
        board = board.swap(first, second)
    assert estimate("n-max-swap", board, goal) == oracles.n_max_swap(board, goal)
