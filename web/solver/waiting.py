"""Waiting times that do not run out while the computer sleeps, because they count beats, not clock time.

When a computer wakes up after an hour of sleep, all timers are over immediately. So every wait counts as one
beat, however long it took, and the remaining beats still leave time for an answer.
"""

from __future__ import annotations

import asyncio
from typing import Any

BEAT = 0.25  # seconds


async def within(work: asyncio.Future[Any], seconds: float, *, beat: float = BEAT) -> bool:
    """Return whether a future ended within this many seconds of waking time. If not, it continues."""
    for _ in range(round(seconds / beat)):
        if work.done():
            break
        await asyncio.wait([work], timeout=beat)
    return work.done()


class Silence:
    """Notice when answers stop arriving. Call `lasts` once per beat with the number of answers so far."""

    def __init__(self, seconds: float, *, beat: float = BEAT) -> None:
        self._most = round(seconds / beat)
        self._beats = 0
        self._answers = -1

    def lasts(self, answers: int) -> bool:
        """Return whether no answer has arrived for `seconds`."""
        self._beats = self._beats + 1 if answers == self._answers else 0
        self._answers = answers
        return self._beats >= self._most
