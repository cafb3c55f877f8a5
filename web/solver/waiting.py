"""Waiting times that sleep of the computer does not use up: they are counted in beats, not by the clock.

A lid that is closed for an hour stops every timer, and when it opens all are over immediately. So each beat
counts as one, however long it was, and the other beats are left for the answer.
"""

from __future__ import annotations

import asyncio
from typing import Any

BEAT = 0.25  # seconds


async def within(work: asyncio.Future[Any], seconds: float, *, beat: float = BEAT) -> bool:
    """Return whether a future ended within this many seconds of the page being awake. It continues if not."""
    for _ in range(round(seconds / beat)):
        if work.done():
            break
        await asyncio.wait([work], timeout=beat)
    return work.done()


class Silence:
    """Notice when answers stop coming: ask once a beat, with the number of answers so far."""

    def __init__(self, seconds: float, *, beat: float = BEAT) -> None:
        self._most = round(seconds / beat)
        self._beats = 0
        self._answers = -1

    def lasts(self, answers: int) -> bool:
        """Return whether there has been none for this many seconds."""
        self._beats = self._beats + 1 if answers == self._answers else 0
        self._answers = answers
        return self._beats >= self._most
