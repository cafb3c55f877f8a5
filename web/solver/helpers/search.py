"""The helpers of one search, as seen by the worker that splits the search. Plain Python."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from npuzzle.search.base import Message
from npuzzle.solving.plan import Plan
from npuzzle.solving.rules import can_split, is_limited_alike
from web.solver.helpers.pool import Connect, Device, HelperPool

START_AFTER = 0.5  # seconds of search after which helpers are started: shorter searches gain nothing
LONGEST_LOOK = 1.0  # seconds: a longer pause between checks for messages, such as sleep, counts as 1 s


class WorkerHelpers:
    """Helpers from the pool, with the methods that `npuzzle.search.split_search.Helpers` describes."""

    def __init__(self, pool: HelperPool) -> None:
        self.is_waiting = False
        self._pool, self._clock = pool, pool.clock
        self._first_asked: float | None = None
        self._search: int | None = None  # the search's number in the pool, from `open` to `close`
        self._is_over = False
        self._last_look = 0.0
        self._came: list[tuple[int, Message]] = []
        self._heard = asyncio.Event()

    @property
    def wanted(self) -> dict[str, Any] | None:
        """Return the helpers that the page should run now, as plain data, or None to let them rest."""
        return None if self._is_over else self._pool.wanted

    def is_time(self) -> bool:
        now = self._clock()
        if self._first_asked is None:
            self._first_asked = now
        return self._pool.has_idle or now - self._first_asked >= START_AFTER

    def open(self, request: Message, table_bytes: int) -> None:
        self._last_look = self._clock()
        self._search = self._pool.begin(request, table_bytes, self._put)

    def send(self, helper: int, message: Message) -> None:
        if self._search is not None:
            self._pool.send(helper, message)

    def receive(self, seconds: float) -> Sequence[tuple[int, Message]]:
        if self._search is not None:
            now = self._clock()
            self._pool.note_time(min(now - self._last_look, LONGEST_LOOK))
            self._last_look = now
        came, self._came = self._came, []
        self.is_waiting = seconds > 0 and not came
        return came

    async def wait(self, seconds: float) -> None:
        """Wait for a message, up to this many seconds."""
        self._heard.clear()
        if not self._came and self._search is not None:
            try:
                await asyncio.wait_for(self._heard.wait(), seconds)
            except TimeoutError:
                return

    def close(self) -> None:
        if self._search is not None:
            self._pool.end(self._search)
        self._search, self._is_over = None, True
        self.is_waiting, self._came = False, []

    def _put(self, helper: int, message: Message) -> None:
        self._came.append((helper, message))
        self._heard.set()


_pool: HelperPool | None = None  # None where no other workers are possible


def allow_helpers(device: Device, connect: Connect, clock: Callable[[], float] = perf_counter) -> None:
    """Allow this worker to split searches from now on, if the device has more than one core."""
    global _pool
    _pool = HelperPool(device, connect, clock) if device.cores > 1 else None


def helpers_for(plan: Plan) -> WorkerHelpers | None:
    """Return the helpers for a search, or None if it cannot be split, or no helpers are possible here."""
    splits = can_split(plan.algorithm, plan.heuristic)
    if _pool is None or plan.processes > 1 or not splits or not is_limited_alike(plan.algorithm, plan.limits):
        return None
    return WorkerHelpers(_pool)
