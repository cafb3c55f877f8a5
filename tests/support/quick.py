"""The few cases of a slow test that the quick tests try; `python -m tests` tries all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def mostly_slow(
    cases: Iterable[Any], quick: int | Callable[[Any], bool] = 1, *, unpack: bool = False
) -> list[Any]:
    """Mark all cases slow, except the first few, or the ones that `quick` selects.

    `unpack`: each case is a tuple of values for several parameters.
    """
    listed = list(cases)
    chosen = listed[:quick] if isinstance(quick, int) else [case for case in listed if quick(case)]
    assert chosen, "the quick tests must have a case"
    return [
        pytest.param(*(case if unpack else [case]), marks=[] if case in chosen else [pytest.mark.slow])
        for case in listed
    ]
