"""Estimate how long a proof may still take. IDA* works in rounds, each several times as long as the last.

A round rules out all paths of one length, and then the lower bound rises by 2. The growth of the rounds is
only a rule of thumb: a round may take a third of the estimate, or three times as long.
"""

from __future__ import annotations

from typing import NamedTuple

from npuzzle.text import count

ROUND = 2  # moves by which the bound rises
LEAST = 0.3  # seconds: shorter rounds do not show how rounds grow
GROWTH = (2.0, 20.0)  # the smallest and the largest factor that an estimate assumes between rounds
KEPT = 4  # rises


class Rise(NamedTuple):
    """A rise of the lower bound to `bound`, after this many `seconds` of the search."""

    bound: int
    seconds: float


def note_rise(rises: tuple[Rise, ...], bound: int, seconds: float) -> tuple[Rise, ...]:
    """Return the latest rises, including this one if its bound is higher than the last one's."""
    if rises and bound <= rises[-1].bound:
        return rises
    return (*rises, Rise(bound, seconds))[-KEPT:]


def estimate_left(rises: tuple[Rise, ...], seconds: float, length: int | None) -> float | None:
    """Estimate the seconds until a path of that length is proved shortest, or return None.

    If `length` is None, because there is no path yet, estimate the seconds until the next rise of the bound.
    """
    if len(rises) < 3 or any(later.bound - one.bound != ROUND for one, later in zip(rises[-3:], rises[-2:])):
        return None
    before, last = (later.seconds - one.seconds for one, later in zip(rises[-3:], rises[-2:]))
    rounds = 1 if length is None else (length - rises[-1].bound) // ROUND
    if last < LEAST or rounds < 1:
        return None
    growth = min(max(last / max(before, 1e-3), GROWTH[0]), GROWTH[1])
    total = sum(last * growth**number for number in range(1, rounds + 1))
    return max(total - (seconds - rises[-1].seconds), 0.0)


def describe_left(rises: tuple[Rise, ...], seconds: float, length: int | None) -> tuple[str, str] | None:
    """Return in words what the search has left to prove and how long that may take, or None."""
    left = estimate_left(rises, seconds, length)
    if left is None:
        return None
    return ("Next bound" if length is None else "Proof", _format_time(left))


def _format_time(seconds: float) -> str:
    if seconds < 1:
        return "any moment"
    for size, unit in ((86_400.0, "days"), (3_600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * size:
            return f"about {seconds / size:,.0f} {unit} more"
    return f"about {count(round(seconds), 'second')} more"
