"""What the quick tests try of a law that takes long: a few cases; `python -m tests` tries all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def mostly_slow(
    cases: Iterable[Any], quick: int | Callable[[Any], bool] = 1, *, unpack: bool = False
) -> list[Any]:
    """Mark all cases slow but the first few, or but those that `quick` chooses.

    `unpack`: each case is a tuple of the values of several parameters.
    """
    listed = list(cases)
    chosen = listed[:quick] if isinstance(quick, int) else [case for case in listed if quick(case)]
    assert chosen, "no case is left to the quick tests"
    return [
        pytest.param(*(case if unpack else [case]), marks=[] if case in chosen else [pytest.mark.slow])
        for case in listed
    ]
