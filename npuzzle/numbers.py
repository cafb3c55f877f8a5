"""Read numbers that users give, by one rule for the whole package, which also accepts numpy's numbers."""

from __future__ import annotations

from math import inf, isfinite
from numbers import Integral, Rational, Real
from operator import index
from typing import Any

from npuzzle.errors import InvalidJobError, NPuzzleError, quote


def whole_number(value: object) -> int | None:
    """Return a whole number as a plain int, even if it is a numpy number or a float such as 3.0.

    None for anything else, such as True or text.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # an object without __index__ is rejected here
    except Exception:  # a user's class may raise anything
        number = None if isinstance(value, Rational) else real_number(value)
        return None if number is None or number % 1 else int(number)


def real_number(value: object) -> float | None:
    """Return a finite number as a plain int or float, even if it is a numpy number or a fraction.

    None for anything else, such as True, text, infinity, or an int beyond the largest float.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        number = int(value) if isinstance(value, Integral) else float(value)
        return number if isfinite(number) else None
    except Exception:  # a user's class may raise anything, and a large int an OverflowError
        return None


def require_whole(
    value: object,
    rule: str,
    least: float = 0,
    most: float = inf,
    error: type[NPuzzleError] = InvalidJobError,
) -> int:
    """Return a whole number in the range as a plain int. Raises `error`, with `rule`, for any other value."""
    number = whole_number(value)
    if number is None or not least <= number <= most:
        raise error(f"{rule}, got {quote(value)}")
    return number


def require_real(
    value: object,
    rule: str,
    least: float = 0,
    most: float = inf,
    error: type[NPuzzleError] = InvalidJobError,
) -> float:
    """Return a number in the range as a plain int or float. Raises `error`, with `rule`, for other values."""
    number = real_number(value)
    if number is None or not least <= number <= most:
        raise error(f"{rule}, got {quote(value)}")
    return number


def parse_number(kind: type[Any], text: str) -> Any:
    """Read a number that was typed in ASCII, and return it as `kind`, int or float. Raises ValueError."""
    if not text.isascii():
        raise ValueError
    return kind(text)
