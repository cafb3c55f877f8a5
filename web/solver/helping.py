"""The other workers of a split search, as the worker that splits it sees them; in plain Python.

The page starts and ends them: each reply says how many are wanted. What the workers say to one another goes
through a channel whose name is drawn by lot, see `web.ui.worker_channel`. Each message has `to` or `from`,
the number of a helper. The first of a helper, `hello`, names the lock that it holds as long as it lives.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from os import urandom
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from npuzzle.search.split_search import Message
from npuzzle.solving.plan import Plan
from npuzzle.solving.splitting import can_split, is_limited_alike

START_AFTER = 0.5  # seconds of search: the next bound takes several times as long as all before it
MOST_HELPERS = 3
MEMORY = 1_500_000_000  # bytes that all workers of a search may use, the first one included
SHARE = 0.25  # of the device's memory, if that is less
WORKER_BYTES = 90_000_000  # of a worker without pattern databases
COPIES = 2  # of the databases in a worker: as they were read, and in the memory of the kernel
DIED = "it ran out of memory or was ended by the browser"


class Device(NamedTuple):
    """The cores of a device, and the bytes of its memory if the browser tells."""

    cores: int
    memory: float | None = None


class Channel(Protocol):
    """A channel to the helpers, see `web.ui.worker_channel`."""

    def post(self, text: str) -> None:
        """Send a text to all others on the channel."""

    def watch(self, lock: str, then: Callable[[], None]) -> None:
        """Call `then` once the lock of that name is free."""

    def close(self) -> None:
        """Hear nothing more."""


Connect = Callable[[str, Callable[[str], None]], Channel]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Ask the page for so many helpers on a channel."""

    channel: str
    count: int


def count_helpers(device: Device, table_bytes: int) -> int:
    """Return how many helpers a device has cores and memory for, with databases of so many bytes."""
    memory = MEMORY if device.memory is None else min(MEMORY, SHARE * device.memory)
    fitting = int(memory // (WORKER_BYTES + COPIES * table_bytes))
    return max(0, min(device.cores - 1, MOST_HELPERS, fitting - 1))


class WorkerHelpers:
    """Helpers in other workers of the page; `npuzzle.search.split_search.Helpers` describes them."""

    def __init__(
        self, device: Device, connect: Connect, *, clock: Callable[[], float] = perf_counter
    ) -> None:
        self.is_waiting = False
        self._device, self._connect, self._clock = device, connect, clock
        self._first_asked: float | None = None
        self._channel: Channel | None = None
        self._wanted: Wanted | None = None
        self._request: Message = {}
        self._lost: set[int] = set()
        self._came: list[tuple[int, Message]] = []
        self._heard = asyncio.Event()

    @property
    def wanted(self) -> dict[str, Any] | None:
        """Return the helpers that the page should have running now, as plain data."""
        return None if self._wanted is None else asdict(self._wanted)

    def is_time(self) -> bool:
        now = self._clock()
        if self._first_asked is None:
            self._first_asked = now
        return now - self._first_asked >= START_AFTER

    def open(self, request: Message, table_bytes: int) -> None:
        count = count_helpers(self._device, table_bytes)
        if not count:
            return
        self._request, name = request, f"npuzzle-{urandom(16).hex()}"
        self._channel, self._wanted = self._connect(name, self._hear), Wanted(name, count)

    def send(self, helper: int, message: Message) -> None:
        if self._channel is not None and helper not in self._lost:
            self._channel.post(json.dumps({"to": helper, **message}))

    def receive(self, seconds: float) -> Sequence[tuple[int, Message]]:
        came, self._came = self._came, []
        self.is_waiting = seconds > 0 and not came
        return came

    async def wait(self, seconds: float) -> None:
        """Wait until a message has come, up to so many seconds."""
        self._heard.clear()
        if not self._came and self._channel is not None:
            try:
                await asyncio.wait_for(self._heard.wait(), seconds)
            except TimeoutError:
                return

    def close(self) -> None:
        if self._channel is not None:
            self._channel.close()
        self._channel = self._wanted = None
        self.is_waiting, self._came = False, []

    def _hear(self, text: str) -> None:
        """Take in a message of a helper."""
        message = json.loads(text)
        helper = message.pop("from", None)
        if helper is None or helper in self._lost or self._channel is None:
            return
        if message["do"] == "hello":
            self._channel.watch(message["lock"], lambda: self._lose(helper, DIED))
            self.send(helper, self._request)
        elif message["do"] == "failed":
            self._lose(helper, message["why"])
        else:
            self._put(helper, message)

    def _lose(self, helper: int, why: str) -> None:
        if helper not in self._lost:
            self._lost.add(helper)
            self._put(helper, {"do": "lost", "why": why})

    def _put(self, helper: int, message: Message) -> None:
        self._came.append((helper, message))
        self._heard.set()


_new: Callable[[], WorkerHelpers] | None = None  # none where there can be no other workers


def allow_helpers(device: Device, connect: Connect) -> None:
    """Let searches of this worker be split from now on, if the device has more than one core."""
    global _new
    _new = (lambda: WorkerHelpers(device, connect)) if device.cores > 1 else None


def helpers_for(plan: Plan) -> WorkerHelpers | None:
    """Return the helpers of a search; None if it cannot be split, or has no other workers here."""
    splits = can_split(plan.algorithm, plan.heuristic, plan.problem.shape)
    if _new is None or plan.processes > 1 or not splits or not is_limited_alike(plan.algorithm, plan.limits):
        return None
    return _new()
