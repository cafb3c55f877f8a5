"""A helper: a worker of the page that searches subtrees for the first one; in plain Python, see `helping`."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from time import perf_counter

from npuzzle import Board, Shape
from npuzzle.heuristics.pattern_database import PatternDatabases
from npuzzle.progress import run_to_end
from npuzzle.search.split_search import Message
from npuzzle.search.subtree_worker import Pace, SubtreeWorker

SLICE = 0.03  # seconds of search between two looks at the messages


class Helper:
    """Serve the first worker: `hear` takes its messages, `post` sends it texts, `serve` works on and on.

    `pause` lets messages come in; `fetch_tables` gets the pattern databases that a shape has, if it has any.
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

    def hear(self, text: str) -> None:
        """Take in a message on the channel; those to others do not count."""
        message = json.loads(text)
        if message.pop("to", None) == self._number:
            self._came.append(message)
            self._heard.set()

    async def serve(self, lock: str) -> None:
        """Say hello with the lock that this worker holds, then search what comes, until the page ends it."""
        self._say({"do": "hello", "lock": lock})
        try:
            worker = await self._open(await self._next())
            self._say({"do": "ready"})
            pace = Pace(SLICE)
            while True:
                if not worker.has_work:
                    await self._wait()
                while self._came:
                    for reply in worker.hear(self._came.popleft()):
                        self._say(reply)
                self._work(worker, pace)
                await self._pause()
        except Exception as error:
            why = (str(error).strip() or type(error).__name__).splitlines()[-1]
            self._say({"do": "failed", "why": why.removesuffix(".")})

    async def _open(self, request: Message) -> SubtreeWorker:
        """Get the databases of a request, and a kernel with them."""
        await self._fetch(PatternDatabases(Board.parse(request["goal"])).symmetry.shape)
        return run_to_end(SubtreeWorker.iter_open(request))

    def _work(self, worker: SubtreeWorker, pace: Pace) -> None:
        """Search for about SLICE seconds."""
        began = now = perf_counter()
        while worker.has_work and now - began < SLICE:
            report = worker.work(pace.states)
            before, now = now, perf_counter()
            pace.note(report["expanded"], now - before)
            self._say(report)

    async def _next(self) -> Message:
        """Wait for the next message."""
        await self._wait()
        return self._came.popleft()

    async def _wait(self) -> None:
        """Wait until there is a message."""
        self._heard.clear()
        if not self._came:
            await self._heard.wait()

    def _say(self, message: Message) -> None:
        self._post(json.dumps({"from": self._number, **message}))
