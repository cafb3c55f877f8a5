"""`finished`: work that is done bit by bit, done at once."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")


def finished(work: Generator[Any, Any, T]) -> T:
    """What a generator returns in the end.

    >>> def work():
    ...     yield "half done"
    ...     return 7
    >>> finished(work())
    7
    """
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
