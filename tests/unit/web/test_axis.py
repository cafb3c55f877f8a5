"""The marks of a logarithmic axis leave room for their labels."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.ui.axis import MOST_MARKS, choose_marks


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (1, 9, [1, 2, 5]),
        (1, 100, [1, 2, 5, 10, 20, 50, 100]),
        (1, 700, [1, 3, 10, 30, 100, 300]),
        (1, 200_000, [1, 10, 100, 1_000, 10_000, 100_000]),
        (1, 1e12, [1, 100, 10_000, 1e6, 1e8, 1e10, 1e12]),
    ],
)
def test_marks_are_round_numbers(low: float, high: float, marks: list[float]) -> None:
    assert choose_marks(low, high) == pytest.approx(marks)


@given(st.floats(1, 1e6), st.floats(1, 1e15))
def test_marks_lie_on_the_axis_and_apart(low: float, factor: float) -> None:
    marks = choose_marks(low, low * factor)
    assert len(marks) <= MOST_MARKS
    assert all(low <= mark <= low * factor for mark in marks)
    assert all(later >= 1.99 * mark for mark, later in pairwise(marks))
