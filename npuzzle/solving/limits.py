"""`Limits`: the most resources that a run may use. `Outcome`: how a run ended. `driver` checks the limits."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum

from npuzzle.numbers import require_real, require_whole
from npuzzle.puzzle.shape import Shape


class Outcome(Enum):
    """How a run ended. Invalid input is not an outcome: it raises an error."""

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
    """The limits of a run: seconds, states expanded, states stored at the same time, and moves of a path.

    None means no limit; for `stored` it means a limit that fits in memory. Raises InvalidJobError for a limit
    that is negative or not a number.
    """

    seconds: float | None = None
    expanded: int | None = None
    stored: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            is_time = field.name == "seconds"
            read, kind = (require_real, "a number") if is_time else (require_whole, "a whole number")
            read_value = read(value, f"the {field.name} limit must be {kind}, 0 or more")
            object.__setattr__(self, field.name, read_value)


def estimate_memory(stored: int, shape: Shape) -> int:
    """Estimate how many bytes the stored states need. With A*, each took 460 on 4x4 and 1,150 on 10x10."""
    return stored * (330 + 8 * shape.cells)


#: The names of the limits.
LIMITS = tuple(field.name for field in fields(Limits))
