"""Numbers that are typed into the form of the Explore room."""

from __future__ import annotations

#: By name: the algorithm that uses it, and the least and the most that may be typed.
NUMBERS = {"weight": ("weighted-astar", 1.0, 1000.0), "depth": ("depth-first", 1, 40)}


def parse_number(text: str, least: float, most: float) -> float | None:
    """Parse a typed number; None if it is not one, or out of range."""
    try:
        number = float(text) if len(text) <= 15 and "_" not in text else least - 1
    except ValueError:
        return None
    whole = type(least) is float or number == int(number if abs(number) < 1e9 else 0)
    return number if least <= number <= most and whole else None
