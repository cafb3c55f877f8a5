"""The timer of moves by hand, off unless it is asked for, and the best times of its user."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from web.page.parts.board import Words
from web.untrusted import read_json

LONGEST_TEXT = 100_000  # characters
LONGEST = 1_000_000.0  # seconds of a time that is believed


class Best(NamedTuple):
    """Hold the shortest time in which a size was solved, and the moves that were made in it."""

    seconds: float
    moves: int


@dataclass(frozen=True, slots=True)
class Timer:
    """Hold what is timed, and the best time of each size such as "4x4".

    `origin`: the board that the first move was made on; `dealt`: the one that Shuffle dealt last, the only
    kind that counts for a best time; `helped`: the one that a solution or a hint was shown for. `seconds`:
    the time when the goal was reached.
    """

    is_on: bool = False
    is_running: bool = False
    is_best: bool = False
    origin: Words = ()
    dealt: Words = ()
    helped: Words = ()
    seconds: float | None = None
    bests: Mapping[str, Best] = field(default_factory=dict)

    @property
    def is_helped(self) -> bool:
        """Return whether a solution or a hint was shown for the board that is timed."""
        return self.origin == self.helped

    @property
    def counts(self) -> bool:
        """Return whether the time may become a best one."""
        return self.origin == self.dealt and not self.is_helped


def write_timer(timer: Timer) -> str:
    """Write what outlives a visit: whether the timer is on, and the best times."""
    return json.dumps({"on": timer.is_on, "bests": timer.bests})


def read_timer(text: str) -> tuple[bool, dict[str, Best]]:
    """Read what `write_timer` wrote; leave out what is not of that form, as others may have written it.

    >>> read_timer('{"on": true, "bests": {"3x3": [12.5, 40], "4x4": "fast", "x": [1, 2]}}')
    (True, {'3x3': Best(seconds=12.5, moves=40)})
    >>> read_timer("no JSON")
    (False, {})
    """
    try:
        kept = read_json(text, LONGEST_TEXT)
    except ValueError:
        return False, {}
    if not isinstance(kept, dict):
        return False, {}
    bests = kept.get("bests")
    entries = bests.items() if isinstance(bests, dict) else ()
    return kept.get("on") is True, {size: Best(*best) for size, best in entries if _is_best(size, best)}


def merge_bests(ours: Mapping[str, Best], theirs: Mapping[str, Best]) -> dict[str, Best]:
    """Return the shorter time of each size.

    >>> merge_bests({"3x3": Best(12.5, 40)}, {"3x3": Best(9.0, 40), "4x4": Best(80.0, 90)})
    {'3x3': Best(seconds=9.0, moves=40), '4x4': Best(seconds=80.0, moves=90)}
    """
    return {
        size: min(known[size] for known in (ours, theirs) if size in known) for size in {**ours, **theirs}
    }


def _is_best(size: str, best: Any) -> bool:
    rows, _, cols = size.partition("x")
    if not (rows.isdecimal() and cols.isdecimal() and len(size) <= 7):
        return False
    if not isinstance(best, list) or [type(part) for part in best] not in ([float, int], [int, int]):
        return False
    seconds, moves = best
    return bool(0 < seconds < LONGEST and 0 < moves < LONGEST)
