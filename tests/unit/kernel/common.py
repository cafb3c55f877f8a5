"""A small kernel with memory of every kind, for tests of the engines."""

from __future__ import annotations

from npuzzle.kernel import Kernel
from npuzzle.kernel.source import HIGHEST, LOWEST
from npuzzle.registry import AUTO

TEXT = """
N: Const
small: U8
medium: U16
large: I32
def add(i, x):
    large[i] += x + N
    return large[i]
def over(x, y): return x // y
"""
SIZES = {"small": 7, "medium": 5, "large": 3}
RANGES = {"small": (0, 255), "medium": (0, 65_535), "large": (LOWEST, HIGHEST)}


def kernel(engine: str = AUTO, **sizes: int) -> Kernel:
    return Kernel(TEXT, {**SIZES, **sizes}, {"N": 0}, engine=engine)
