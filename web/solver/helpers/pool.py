"""The helpers of a worker: other workers of the page, which stay between searches. Plain Python.

Messages between workers go through a channel with a random name, see `web.solver.helpers.worker_channel`.
Each message has `to` or `from`, the number of a helper. A helper's first message is `hello`, which names the
lock that the helper holds as long as it lives. All other messages have `search`, the number of the search:

    to a helper     open {...}   take part in a search; messages of `SubtreeWorker` follow
                    close        the search is over
    from a helper   ready        the pattern databases are loaded; answers of `SubtreeWorker` follow
                    alive        the helper still works or waits; it sends some message every second
                    failed {why}

No two workers ever have the same number. The page runs the helpers that `wanted` names.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from os import urandom
from typing import Any, NamedTuple, Protocol

from npuzzle.search.base import Message

MOST_HELPERS = 3
MEMORY = 1_500_000_000  # bytes that all workers of a search may use, the first one included
SHARE = 0.25  # of the device's memory: the limit if that is less than MEMORY
WORKER_BYTES = 90_000_000  # memory of a worker without pattern databases
COPIES = 2  # of the databases in each worker: the data as read, and the data in the kernel's memory
SILENT = 10.0  # seconds without a message after which a helper counts as lost
DIED = "it ran out of memory or was stopped by the browser"
HANGS = f"it said nothing for {SILENT:g} seconds"


class Device(NamedTuple):
    """The cores of a device, and the bytes of its memory if the browser reports them."""

    cores: int
    memory: float | None = None


class Channel(Protocol):
    """A channel to the helpers, see `web.solver.helpers.worker_channel`."""

    def post(self, text: str) -> None:
        """Send a text to all others on the channel."""

    def watch(self, lock: str, then: Callable[[], None]) -> None:
        """Call `then` once no worker holds the lock of that name."""


Connect = Callable[[str, Callable[[str], None]], Channel]
Put = Callable[[int, Message], None]


def count_helpers(device: Device, table_bytes: int) -> int:
    """Return how many helpers a device has cores and memory for, if databases take this many bytes."""
    memory = MEMORY if device.memory is None else min(MEMORY, SHARE * device.memory)
    fitting = int(memory // (WORKER_BYTES + COPIES * table_bytes))
    return max(0, min(device.cores - 1, MOST_HELPERS, fitting - 1))


@dataclass(slots=True)
class _Helper:
    """A helper. `lock`: the name of the lock that it holds, once it has said `hello`.

    `is_used`: whether it existed before the current search. `silent`: seconds since its last message.
    """

    lock: str = ""
    is_used: bool = False
    is_ready: bool = False
    silent: float = 0.0


class HelperPool:
    """The helpers of this worker. They serve one search at a time, from `begin` to `end`."""

    def __init__(self, device: Device, connect: Connect, clock: Callable[[], float]) -> None:
        self._device, self.clock = device, clock
        self._name = f"npuzzle-{urandom(16).hex()}"
        self._channel = connect(self._name, self._hear)
        self._helpers: dict[int, _Helper] = {}
        self._numbers, self._searches = count(), count(1)
        self._tables: object = None  # names the pattern databases in the helpers' memory
        self._search, self._request = 0, Message()  # 0: no search is running
        self._put: Put = lambda helper, message: None

    @property
    def wanted(self) -> dict[str, Any] | None:
        """Return the helpers that the page should run, as plain data, or None without helpers."""
        return {"channel": self._name, "numbers": list(self._helpers)} if self._helpers else None

    @property
    def has_idle(self) -> bool:
        """Return whether a helper has started and waits for work."""
        return not self._search and any(helper.lock for helper in self._helpers.values())

    def begin(self, request: Message, table_bytes: int, put: Put) -> int:
        """Let as many helpers as fit take part in a search, and return the search's number.

        `put` gets the messages of ready helpers, and the message `lost` for each lost helper. Helpers with
        other databases are ended, so that no helper has two sets of databases in its memory.
        """
        tables = request["engine"], request["tables"]
        if tables != self._tables:
            self._helpers.clear()
        self._tables, self._request, self._put = tables, request, put
        self._search = next(self._searches)
        most = count_helpers(self._device, table_bytes)
        self._helpers = dict(list(self._helpers.items())[:most])
        for number, helper in self._helpers.items():
            helper.is_used, helper.is_ready, helper.silent = bool(helper.lock), False, 0.0
            if helper.lock:
                self.send(number, request)
        while len(self._helpers) < most:
            self._helpers[next(self._numbers)] = _Helper()
        return self._search

    def end(self, search: int) -> None:
        """Let the helpers rest, unless they already serve another search."""
        if search != self._search:
            return
        for number in self._helpers:
            self.send(number, {"do": "close"})
        self._search, self._put = 0, lambda helper, message: None

    def send(self, number: int, message: Message) -> None:
        """Send a message of the current search to a helper, unless the helper is lost."""
        if number in self._helpers:
            self._channel.post(json.dumps({"to": number, "search": self._search, **message}))

    def note_time(self, seconds: float) -> None:
        """Note that `seconds` of the search have passed. A helper that is silent for too long is lost."""
        for number, helper in list(self._helpers.items()):
            helper.silent += seconds if helper.lock else 0
            if helper.silent > SILENT:
                self._lose(number, HANGS)

    def _hear(self, text: str) -> None:
        """Receive a message of a helper."""
        message = json.loads(text)
        number = message.pop("from", None)
        helper = self._helpers.get(number)
        if helper is None:
            return
        helper.silent = 0.0
        if message["do"] == "hello":
            helper.lock = message["lock"]
            self._channel.watch(helper.lock, lambda: self._lose(number, DIED))
            if self._search:
                self.send(number, self._request)
        elif message.pop("search") == self._search:
            self._note(number, helper, message)

    def _note(self, number: int, helper: _Helper, message: Message) -> None:
        """Receive a message of the current search."""
        if message["do"] == "failed":
            self._lose(number, message["why"])
        elif message["do"] != "alive":
            helper.is_ready = True
            self._put(number, message)

    def _lose(self, number: int, why: str) -> None:
        """Give a helper up. Replace a helper that existed before the search and never joined it."""
        helper = self._helpers.pop(number, None)
        if helper is None or not self._search:
            return
        if helper.is_used and not helper.is_ready:
            self._helpers[next(self._numbers)] = _Helper()
        else:
            self._put(number, {"do": "lost", "why": why})
