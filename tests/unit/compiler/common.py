"""A small kernel with memory of every kind, and the messages of rejected texts."""

from __future__ import annotations

import re

import pytest

from npuzzle.compiler import Kernel
from npuzzle.compiler.source import HIGHEST, LOWEST
from npuzzle.errors import KernelSyntaxError, NPuzzleError
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


def refusal(text: str, engine: str = "checked") -> str:
    """Return this engine's message for a rejected text; the error is an NPuzzleError and a SyntaxError."""
    declared = {name: 8 for name in ("a", "b") if re.search(f"^{name}: ", text, re.MULTILINE)}
    with pytest.raises(KernelSyntaxError) as caught:
        Kernel(text, declared, {"M": 3} if "\nM: Const" in text else {}, engine=engine)
    assert isinstance(caught.value, NPuzzleError)
    assert isinstance(caught.value, SyntaxError)
    return str(caught.value)
