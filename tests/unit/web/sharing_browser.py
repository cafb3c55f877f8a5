"""A fake browser whose workers share a channel and can help in a search; see `fake_browser`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from npuzzle import Shape
from tests.unit.web.fake_browser import Browser, Worker
from web.solver.helpers.helper import Helper
from web.solver.helpers.pool import Device
from web.solver.helpers.search import allow_helpers


class Link:
    """One end of a channel, as in the browser: a message reaches the others a moment later."""

    def __init__(self, ends: list[Link], locks: dict[str, asyncio.Future[None]], hear: Callable[[str], None]):
        self._ends, self._locks, self._hear = ends, locks, hear
        ends.append(self)

    def post(self, text: str) -> None:
        for end in self._ends:
            if end is not self:
                asyncio.get_running_loop().call_soon(end._deliver, text)

    def watch(self, lock: str, then: Callable[[], None]) -> None:
        self._locks[lock].add_done_callback(lambda died: then())

    def _deliver(self, text: str) -> None:
        self._hear(text)


class SharingWorker(Worker):
    """A worker that can help another one; after a given number of reports it dies or hangs."""

    def __init__(self, browser: SharingBrowser) -> None:
        super().__init__(browser, starts_after=0)
        self.delay = 0
        self.sharing, self.sent, self.reports = browser, 0, None
        self.fetched: list[Shape] = []
        self.link: Link | None = None

    async def handle(self, text: str) -> str:
        helpers = self.solver.helpers
        if helpers is not None and helpers.is_waiting:
            await helpers.wait(0.05)
        return await super().handle(text)

    async def prepare(self, site: str) -> str:
        allow_helpers(Device(2), self.sharing.connect, asyncio.get_running_loop().time)
        return await super().prepare(site)

    async def help_search(self, site: str, channel: str, number: int) -> None:
        link = self.sharing.connect(channel, lambda text: serving.hear(text))
        serving = Helper(number, self._post, self._pause, self._fetch)
        lock = f"{channel}-{len(self.sharing.workers)}"
        self.link, self.browser.locks[lock] = link, self._died
        self.reports = self.sharing.reports
        self.sharing.serving.append(asyncio.ensure_future(serving.serve(lock)))

    def _post(self, text: str) -> None:
        assert self.link is not None
        self.sent += '"expanded"' in text
        if not self.is_dead:
            self.link.post(text)
        if self.sent == self.reports and self.sharing.hang:
            self.is_silent = True
        elif self.sent == self.reports:
            self.die()

    async def _pause(self) -> None:
        await self._lives()
        await asyncio.sleep(0)

    async def _fetch(self, shape: Shape) -> None:
        self.fetched.append(shape)


class SharingBrowser(Browser):
    """A browser whose workers share a channel.

    `reports`: after this many reports a helper dies or, if `hang` is set, hangs.
    """

    def __init__(self) -> None:
        super().__init__()
        self.channels: dict[str, list[Link]] = {}
        self.reports: int | None = None
        self.hang = False
        self.serving: list[asyncio.Future[None]] = []
        self.next_worker = lambda: SharingWorker(self)

    def connect(self, name: str, hear: Callable[[str], None]) -> Link:
        return Link(self.channels.setdefault(name, []), self.locks, hear)

    @property
    def helpers(self) -> list[SharingWorker]:
        return [one for one in self.workers if isinstance(one, SharingWorker) and one.link is not None]
