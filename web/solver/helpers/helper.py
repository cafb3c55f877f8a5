"""A helper: a worker of the page that searches subtrees or runs beams for the first worker. Plain Python.

`web.solver.helpers.pool` describes the messages. A helper serves searches until the page ends the helper.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

from npuzzle import Board, Shape
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.search.anytime.shared_beams import Worker, iter_open_worker
from npuzzle.search.base import Message
from npuzzle.search.subtrees import Pace
from web.solver.words import last_line

SLICE = 0.03  # seconds of search between checks for messages
BEAT = 1.0  # seconds without other messages after which a helper reports that it is alive


class Helper:
    """Serve the first worker. `hear`: takes that worker's messages. `serve`: works without end.

    `post`: sends a text. `pause`: lets messages arrive. `fetch_tables`: loads a shape's databases, if any.
    """

    def __init__(
        self,
        number: int,
        post: Callable[[str], None],
        pause: Callable[[], Awaitable[None]],
        fetch_tables: Callable[[Shape], Awaitable[None]],
    ) -> None:
        self._number, self._post, self._pause, self._fetch = number, post, pause, fetch_tables
        self._came: deque[Message] = deque()
        self._heard = asyncio.Event()
        self._fetched: set[Shape] = set()
        self._search, self._said_at = 0, 0.0  # the search's number, the time of the last message sent

    def hear(self, text: str) -> None:
        """Receive a message on the channel. Ignore messages to others."""
        message = json.loads(text)
        if message.pop("to", None) == self._number:
            self._came.append(message)
            self._heard.set()

    async def serve(self, lock: str) -> None:
        """Send `hello` with the lock that this worker holds, and then take part in searches without end."""
        self._post(json.dumps({"from": self._number, "do": "hello", "lock": lock}))
        try:
            while True:
                await self._wait(None)
                request = self._came.popleft()
                if request["do"] == "open":
                    self._search = request["search"]
                    await self._take_part(request)
        except Exception as error:
            self._say({"do": "failed", "why": last_line(error)})

    async def _take_part(self, request: Message) -> None:
        """Handle messages and search, until the search is over or another one begins."""
        worker = await self._open(request)
        if worker is None:
            return
        self._say({"do": "ready"})
        pace = Pace(SLICE)
        while not self._is_over():
            while self._came and not self._is_over():
                for reply in worker.receive(self._came.popleft()):
                    self._say(reply)
            if worker.has_work:
                self._work(worker, pace)
                await self._pause()
            else:
                await self._wait(BEAT)
                self._tell_alive()
        worker.release()

    async def _open(self, request: Message) -> Worker | None:
        """Load the databases for a request and return the opened worker, or None if the search ends first."""
        shape = PatternDatabases(Board.parse(request["goal"])).symmetry.shape
        if shape not in self._fetched:
            fetching = asyncio.ensure_future(self._fetch(shape))
            while not (await asyncio.wait([fetching], timeout=BEAT))[0]:
                self._tell_alive()
            fetching.result()
            self._fetched.add(shape)
        opening, looked_at = iter_open_worker(request), perf_counter()
        while not self._is_over():
            try:
                next(opening)
            except StopIteration as end:
                opened: Worker = end.value
                return opened
            if perf_counter() - looked_at > SLICE:
                self._tell_alive()
                await self._pause()
                looked_at = perf_counter()
        return None

    def _is_over(self) -> bool:
        """Return whether the next message ends the search or opens another one."""
        return bool(self._came) and self._came[0]["do"] in ("open", "close")

    def _work(self, worker: Worker, pace: Pace) -> None:
        """Search for about SLICE seconds."""
        began = now = perf_counter()
        while worker.has_work and now - began < SLICE:
            report = worker.work(pace.states)
            before, now = now, perf_counter()
            pace.note(report["expanded"], now - before)
            self._say(report)

    async def _wait(self, seconds: float | None) -> None:
        """Wait for a message, up to this many seconds (None: without limit)."""
        self._heard.clear()
        if not self._came:
            try:
                await asyncio.wait_for(self._heard.wait(), seconds)
            except TimeoutError:
                return

    def _tell_alive(self) -> None:
        if perf_counter() - self._said_at > BEAT / 2:
            self._say({"do": "alive"})

    def _say(self, message: Message) -> None:
        self._said_at = perf_counter()
        said: dict[str, Any] = {"from": self._number, "search": self._search, **message}
        self._post(json.dumps(said))
