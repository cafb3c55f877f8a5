"""N-MaxSwap: the number computed from cycles is the number of swaps actually played."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Shape, goal_board
from tests.support import oracles
from tests.support.strategies import shuffled
from tests.unit.heuristics.claims import estimate


@given(st.integers(0, 2**32), st.sampled_from([(4, 4), (2, 20), (7, 6), (40, 40)]), st.integers(0, 19))
def test_cycles_counted_are_swaps_played(seed: int, sides: tuple[int, int], pairs: int) -> None:
    """A few exchanges make many short cycles; many make a few long ones."""
    goal, board = goal_board("spiral", Shape(*sides)), goal_board("spiral", Shape(*sides))
    mixed = list(shuffled(goal.shape, seed).tiles)
    for first, second in list(zip(mixed[::2], mixed[1::2]))[:pairs]:
        board = board.swap(first, second)
    assert estimate("n-max-swap", board, goal) == oracles.n_max_swap(board, goal)
