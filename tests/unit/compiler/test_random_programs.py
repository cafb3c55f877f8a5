"""Random kernels: unless `checked` finds an error, all engines agree to the last byte."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.unit.compiler.programs import REFUSALS, judge


def judged(seeds: range, kinds: int) -> None:
    """Judge these kernels. At least `kinds` kinds of errors must occur, or the kernels are too tame."""
    seen: Counter[str] = sum(map(judge, seeds), Counter())
    print(seeds, dict(seen))
    assert set(seen) <= {"accepted", *REFUSALS}
    assert seen["accepted"] >= 0.6 * seen.total()
    assert seen["accepted"] >= 2 * len(seeds)
    assert sum(seen[kind] > 0 for kind in REFUSALS) >= kinds


def test_some_random_kernels_mean_the_same_under_every_engine() -> None:
    judged(range(6), kinds=1)


@pytest.mark.slow
def test_random_kernels_mean_the_same_under_every_engine() -> None:
    judged(range(100), kinds=3)


@pytest.mark.long
def test_hundreds_of_random_kernels_mean_the_same_under_every_engine() -> None:
    judged(range(100, 400), kinds=len(REFUSALS))
