"""The page's part of a split search: start the helpers that the solver wants, and end them; plain asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from web.solver.protocols import Browser

_numbers = iter(range(1, 10**9))


class HelperWorkers:
    """Have as many workers on a channel as the solver's latest reply wants."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._channel = ""
        self._running: dict[str, asyncio.Future[None]] = {}

    def follow(self, wanted: Mapping[str, Any] | None) -> None:
        """Start the helpers that are wanted, and end those that are wanted no more."""
        channel = "" if wanted is None else str(wanted["channel"])
        if channel == self._channel:
            return
        self._channel = channel
        while self._running:
            name, running = self._running.popitem()
            running.cancel()
            self._browser.end_helper(name)
        if wanted is not None:
            for number in range(wanted["count"]):
                name = f"helper-{next(_numbers)}"
                self._running[name] = asyncio.ensure_future(self._start(name, channel, number))

    async def _start(self, name: str, channel: str, number: int) -> None:
        """Start a helper and set it to work; without it the others search its part."""
        try:
            worker = await self._browser.start_worker(name)
            await worker.help_search(self._browser.site, channel, number)
        except Exception as error:
            self._browser.report_error(f"A second worker could not be used: {error}")
