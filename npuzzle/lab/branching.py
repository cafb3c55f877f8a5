"""The effective branching factor: how fast a search grows."""

from __future__ import annotations

from math import inf

from npuzzle.numbers import require_whole

MAX_GENERATED = 10**18  # states


def effective_branching(generated: int, depth: int) -> float | None:
    """Compute b* of a search that generated that many states for a path of `depth` moves.

    It is the number of successors in a uniform tree of as many states: b* + b*^2 + ... + b*^depth = generated
    (Nilsson, 1971). Computed to 9 digits, by bisection; None if depth is 0 or generated is below depth.

    >>> round(effective_branching(2 + 4 + 8, 3), 6)
    2.0
    """
    depth = require_whole(depth, "depth is a whole number", -inf)
    generated = require_whole(generated, "generated is a whole number", -inf)
    require_whole(generated, f"generated is at most {MAX_GENERATED:,}", -inf, MAX_GENERATED)
    if depth < 1 or generated < depth:
        return None
    low, high = 1.0, float(max(2, generated))
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        if _count_tree(middle, depth, generated) < generated:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _count_tree(b: float, depth: int, enough: int) -> float:
    """Count the states of a uniform tree below its root; stop at `enough`."""
    total, level = 0.0, 1.0
    for _ in range(depth):
        level *= b
        total += level
        if total >= enough:
            break
    return total
