"""`Limits`: what a run may use; `Outcome`: how it ended."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from math import inf

from npuzzle.errors import InvalidJobError, shown


class Outcome(Enum):
    """How a run ended. Each has one meaning; wrong input is none of them, it raises."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    NO_PATH = "no path within the depth limit"
    GAVE_UP = "gave up"
    CANCELLED = "cancelled"
    OUT_OF_TIME = "out of time"
    OUT_OF_NODES = "out of nodes"
    OUT_OF_MEMORY = "out of memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a run may use: seconds of search, expanded states, states stored at once, path length.

    None means no limit, but for `stored`: as many as `default_stored` says. Raises InvalidJobError
    for a limit that is negative or not a number.
    """

    seconds: float | None = None
    expanded: int | None = None
    stored: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            kinds = (int, float) if field.name == "seconds" else (int,)
            if value is None:
                continue
            if type(value) not in kinds or not 0 <= value < inf:
                expected = "a number" if field.name == "seconds" else "a whole number"
                raise InvalidJobError(f"the limit {field.name} is {expected}, 0 or more, got {shown(value)}")
