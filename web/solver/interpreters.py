"""The interpreters of a task: the solver, and a sandbox for the user's code. Plain asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from web.solver.exchange import Ask
from web.solver.wire import Reply


class Sandbox(Protocol):
    """An interpreter for the user's code, see `web.sandbox.browser`."""

    async def start(self, tables: dict[str, str]) -> None:
        """Start it; `tables`: files of pattern databases it may need, by shape. Raises SandboxError."""

    async def ask(self, message: str) -> Reply:
        """Return the answer to a message. Raises SandboxError, also for an answer that is not a reply."""

    def end(self) -> None:
        """End it at once, whatever it does."""


class Interpreters:
    """Carry out one task: `ask(message)` asks the solver, `stopped` is done when Stop is pressed.

    `answers` counts what the sandbox has said.
    """

    def __init__(
        self,
        ask: Ask,
        stopped: asyncio.Future[None],
        new_sandbox: Callable[[], Sandbox],
    ) -> None:
        self._ask, self._stopped, self._new_sandbox = ask, stopped, new_sandbox
        self._sandbox: Sandbox | None = None
        self._is_asked = False
        self.is_opening = False  # the sandbox starts
        self.answers = 0

    @property
    def stopping(self) -> bool:
        return self._stopped.done()

    @property
    def waits_for_sandbox(self) -> bool:
        """Return whether the user's code has yet to answer."""
        return self._is_asked

    async def solver(self, message: str) -> Reply:
        """Return the solver's answer to a message."""
        return await self._ask(message)

    async def open_sandbox(self, tables: dict[str, str]) -> bool:
        """Start an interpreter for the user's code; False if Stop was pressed first. Raises SandboxError.

        `tables`: files of pattern databases it may need, by shape.
        """
        sandbox = self._sandbox = self._new_sandbox()
        self.is_opening = True
        start = asyncio.ensure_future(sandbox.start(tables))
        await asyncio.wait([start, self._stopped], return_when=asyncio.FIRST_COMPLETED)
        self.is_opening = False
        if start.done():
            start.result()
            return True
        start.add_done_callback(_forget)
        return False

    async def sandbox(self, message: str) -> Reply:
        """Return the sandbox's answer; only its form is checked. Raises SandboxError."""
        assert self._sandbox is not None, "it is opened before it is asked"
        self._is_asked = True
        try:
            return await self._sandbox.ask(message)
        finally:
            self._is_asked = False
            self.answers += 1

    def close(self) -> None:
        """End the sandbox, if there is one, so that nothing is left for the next code."""
        if self._sandbox is not None:
            self._sandbox.end()


def _forget(start: asyncio.Future[None]) -> None:
    """Drop the error of a sandbox that was ended before it started."""
    if not start.cancelled():
        start.exception()
