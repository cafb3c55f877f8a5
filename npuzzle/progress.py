"""Incremental work: generators that yield their progress and return their result.

By convention, `iter_build` is the incremental form of `build`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T")


def run_to_end(work: Generator[S, Any, T], meanwhile: Callable[[S], object] = lambda step: None) -> T:
    """Run a generator to its end and return its result; call `meanwhile` with each step that it yields.

    >>> def work():
    ...     yield "half done"
    ...     return 7
    >>> run_to_end(work(), print)
    half done
    7
    """
    while True:
        try:
            step = next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        meanwhile(step)


def forward(work: Generator[S, Any, T], report: Callable[[S], R]) -> Generator[R, Any, T]:
    """Run a generator as a part of another one; yield `report(step)` for each of its steps.

    >>> def work():
    ...     yield 1
    ...     yield 2
    ...     return "done"
    >>> def whole():
    ...     return (yield from forward(work(), lambda step: step / 2))
    >>> run_to_end(whole(), print)
    0.5
    1.0
    'done'
    """
    while True:
        try:
            step = next(work)
        except StopIteration as end:
            result: T = end.value
            return result
        yield report(step)
