"""The page's part of a split search: start the helpers that the solver wants, and end others. Plain asyncio.

Helpers stay between searches, so that the next search need not wait for new ones. The page ends helpers that
have rested for long, and ends them sooner if another task runs, which may need the memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from web.solver.waiting import within

if TYPE_CHECKING:
    from web.solver.protocols import Browser, Worker

KEPT = 60.0  # seconds that resting helpers are kept
KEPT_BESIDE = 100  # steps of other tasks, of 0.05 s each, during which resting helpers are kept
PATIENCE = 1.0  # seconds that a helper may take to answer when a search is over

_numbers = iter(range(1, 10**9))


class HelperWorkers:
    """Run the helpers that the solver's latest reply wants on a channel."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._channel = ""
        self._names: dict[int, str] = {}  # the names of the workers, by the helper's number
        self._starts: dict[int, asyncio.Future[Worker | None]] = {}
        self._resting: asyncio.Future[None] | None = None
        self._steps = 0  # steps of other tasks while the helpers rest

    def follow(self, wanted: Mapping[str, Any] | None) -> None:
        """Start the wanted helpers, and end all others. None: let all helpers rest."""
        if wanted is None:
            self._rest()
            return
        if self._resting is not None:
            self._resting.cancel()
            self._resting, self._steps = None, 0
        if wanted["channel"] != self._channel:
            self.end()
        self._channel = str(wanted["channel"])
        for number in set(self._names) - set(wanted["numbers"]):
            self._end(number)
        for number in wanted["numbers"]:
            if number not in self._names:
                self._names[number] = f"helper-{next(_numbers)}"
                self._starts[number] = asyncio.ensure_future(self._start(number))

    def end(self) -> None:
        """End all helpers."""
        for number in list(self._names):
            self._end(number)

    def _rest(self) -> None:
        if self._resting is None and self._names:
            self._resting = asyncio.ensure_future(self._keep())
        self._steps += 1
        if self._steps > KEPT_BESIDE:
            self.end()

    async def _keep(self) -> None:
        """End the helpers that do not answer, and after some time all the others."""
        for number, start in list(self._starts.items()):
            if start.done() and not await _answers(start.result()):
                self._end(number)
        await within(asyncio.get_running_loop().create_future(), KEPT)
        self.end()

    async def _start(self, number: int) -> Worker | None:
        """Start a helper, and let it work. If that fails, the other workers search its part."""
        try:
            worker = await self._browser.start_worker(self._names[number])
            await worker.help_search(self._browser.site, self._channel, number)
        except Exception as error:
            self._browser.report_error(f"A second worker could not be used: {error}")
            return None
        return worker

    def _end(self, number: int) -> None:
        self._starts.pop(number).cancel()
        self._browser.end_helper(self._names.pop(number))


async def _answers(worker: Worker | None) -> bool:
    """Return whether a worker answers in time. None, a worker that did not start, never does."""
    if worker is None:
        return False
    asking = asyncio.ensure_future(_ask(worker))
    in_time = await within(asking, PATIENCE)
    asking.cancel()
    return in_time


async def _ask(worker: Worker) -> None:
    await worker.is_there()
