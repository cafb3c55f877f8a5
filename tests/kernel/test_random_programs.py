"""Random kernels: wherever `checked` finds nothing wrong, every engine does the same, to the last byte."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.kernel.programs import REFUSALS, judge


def judged(seeds: range) -> None:
    seen: Counter[str] = sum(map(judge, seeds), Counter())
    print(seeds, dict(seen))
    assert set(seen) <= {"accepted", *REFUSALS}
    assert seen["accepted"] >= 0.6 * seen.total()
    assert seen["accepted"] >= 2 * len(seeds)
    assert all(seen[kind] for kind in REFUSALS)


def test_random_kernels_mean_the_same_under_every_engine() -> None:
    judged(range(60))


@pytest.mark.slow
def test_hundreds_of_random_kernels_mean_the_same_under_every_engine() -> None:
    judged(range(60, 800))
