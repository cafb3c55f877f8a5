"""The pace of a helper: how many states it expands before it reads messages again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from npuzzle.search.subtrees import FIRST_PACE, QUICKEN, Pace


@given(st.floats(0.001, 10), st.integers(1, 10**7), st.lists(st.floats(0, 100), max_size=8))
def test_the_pace_is_what_the_seconds_allow_and_quickens_slowly(
    seconds: float, speed: int, spent: list[float]
) -> None:
    pace = Pace(seconds)
    assert pace.states == FIRST_PACE
    for took in spent:
        before = pace.states
        pace.note(before - 1, took)
        assert pace.states == before, "a slice that was cut short does not count"
        pace.note(before, took)
        assert 1 <= pace.states <= QUICKEN * before
        assert pace.states <= max(1, before * seconds / max(took, 1e-6))
    for _ in range(40):
        pace.note(pace.states, pace.states / speed)
    assert pace.states <= max(1, seconds * speed)
    assert pace.states >= min(seconds * speed, FIRST_PACE) / 2 or pace.states == max(1, int(seconds * speed))
