"""The names with which kernel modules declare their memory (see `npuzzle.compiler`)."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeAlias

#: A number that each instance of a kernel receives, and that never changes.
Const: TypeAlias = int
#: Arrays of numbers: U8 from 0 to 255, U16 from 0 to 65,535, I32 with 32 bits and a sign.
U8: TypeAlias = MutableSequence[int]
U16: TypeAlias = MutableSequence[int]
I32: TypeAlias = MutableSequence[int]


class Element:
    """The type of the elements of an array. `code` is its type code in the standard library's `array`."""

    def __init__(self, code: str, size: int, low: int, high: int) -> None:
        self.code, self.size, self.low, self.high = code, size, low, high


ELEMENTS = {
    "U8": Element("B", 1, 0, 255),
    "U16": Element("H", 2, 0, 65_535),
    "I32": Element("i", 4, -(2**31), 2**31 - 1),
}
