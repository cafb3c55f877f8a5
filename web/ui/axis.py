"""Choose the marks of a logarithmic axis so that their labels do not overlap."""

from __future__ import annotations

import math

MOST_MARKS = 8  # marks whose labels fit on the lowest chart
PATTERNS = ((1, 2, 5), (1, 3), (1,))  # the marks within a power of ten, the densest choice first


def choose_marks(low: float, high: float) -> list[float]:
    """Choose at most MOST_MARKS marks from `low` to `high`, both above 0."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    powers = range(first, last + 1)
    for pattern in PATTERNS:
        marks = [
            mark * 10.0**power for power in powers for mark in pattern if low <= mark * 10.0**power <= high
        ]
        if len(marks) <= MOST_MARKS:
            return marks
    return marks[:: math.ceil(len(marks) / MOST_MARKS)]
