"""`Limits`: what a run may use; `Outcome`: how it ended. `npuzzle.solving.driver` checks them as it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import Enum
from typing import Any, TypedDict

from npuzzle.errors import InvalidJobError, quote
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
    """What a run may use: seconds of search, expanded states, states stored at once, moves of a path.

    None means no limit; for `stored` it means `default_stored` states. Raises InvalidJobError for a limit
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
            read_value = read(value, f"the limit {field.name} is {kind}, 0 or more")
            object.__setattr__(self, field.name, read_value)


def estimate_memory(stored: int, shape: Shape) -> int:
    """Estimate the bytes of so many stored states; measured with A*: 460 each on 4x4, 1,150 on 10x10."""
    return stored * (330 + 8 * shape.cells)


class LimitOptions(TypedDict, total=False):
    """The limits as options of a function; None is the same as leaving the option out."""

    seconds: float | None
    expanded: int | None
    stored: int | None
    depth: int | None


#: The names of the limits.
LIMITS = tuple(field.name for field in fields(Limits))


def join_limits(limits: Limits | LimitOptions | None, by_name: Mapping[str, float | None]) -> Limits:
    """Join limits with those given by name; `limits` may be a mapping such as {"seconds": 1}.

    >>> join_limits({"seconds": 1}, {"expanded": 100})
    Limits(seconds=1, expanded=100, stored=None, depth=None)

    Raises InvalidJobError for an unknown limit, and for one that is given twice with different values.
    """
    limits = Limits() if limits is None else limits
    if not isinstance(limits, (Limits, Mapping)):
        raise InvalidJobError(
            f"the limits are Limits, such as Limits(seconds=10), or a mapping, got {quote(limits)}"
        )
    given = asdict(limits) if isinstance(limits, Limits) else dict(limits)
    for name in given:
        if name not in LIMITS:
            raise InvalidJobError(f"there is no limit {quote(name)}; the limits are {', '.join(LIMITS)}")
    return Limits(**join_options(asdict(Limits(**given)), by_name, "the limit {}", "limits"))


def join_options(
    given: Mapping[str, float | None], by_name: Mapping[str, float | None], called: str, place: str
) -> dict[str, Any]:
    """Join options of a mapping with those given by name; None is the same as not given.

    Raises InvalidJobError for an option that is given twice with different values.
    """
    named = {name: value for name, value in by_name.items() if value is not None}
    for name, value in named.items():
        before = given.get(name)
        if before is not None and value != before:
            raise InvalidJobError(
                f"{called.format(name)} is given twice: {quote(value)}, and {quote(before)} in {place}"
            )
    return {**given, **named}
