"""Seeds: what makes random boards repeat."""

from __future__ import annotations

from random import Random

from npuzzle.numbers import require_whole

#: A whole number of 0 or more, which repeats what is drawn; None, which does not; or a generator in use.
Seed = int | Random | None


def read_seed(seed: Seed) -> Random:
    """Return the random generator that a seed means.

    >>> read_seed(1).random() == read_seed(1).random()
    True

    Raises InvalidJobError, also for a seed below 0: Python's `random` takes -1 and 1 for the same.
    """
    if seed is None:
        return Random()
    if isinstance(seed, Random):
        return seed
    return Random(require_whole(seed, "a seed is a whole number of 0 or more, or a random.Random"))
