"""The parts of a worker and of the browser that the solver's client needs, for type checkers."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from web.solver.wire import Reply


class Worker(Protocol):
    """The functions of a worker, see `web/solver/worker.py`."""

    async def handle(self, text: str) -> str:
        """Answer a message of `web.solver.wire`."""

    async def live(self, lock: str) -> bool:
        """Hold a lock as long as the worker lives. Return False if the browser has no locks."""

    async def help_search(self, site: str, channel: str, number: int) -> None:
        """Search subtrees for another worker from now on, as helper of that number."""

    async def is_there(self) -> bool:
        """Answer, unless the helper hangs."""

    async def prepare(self, site: str) -> str:
        """Prepare the pattern databases. Return their error, or ""."""


class Browser(Protocol):
    """The browser, as the client needs it, see `web.solver.browser`."""

    site: str

    def first_worker(self) -> Awaitable[Worker]:
        """Wait for the worker that the page came with."""

    def start_worker(self, name: str) -> Awaitable[Worker]:
        """Start another worker."""

    def end_worker(self) -> None:
        """End all workers immediately, even in the middle of a step."""

    def end_helper(self, name: str) -> None:
        """End a worker of `start_worker` immediately, if it has not ended."""

    async def has_program(self) -> bool:
        """Return whether the host, or the copy for offline use, has the worker's program."""

    async def wait_for_lock(self, lock: str) -> None:
        """Wait until the lock of that name is free."""

    def show_tables(self, said: str) -> None:
        """Mark on the page that the tables are ready, or their error."""

    def report_error(self, text: str) -> None:
        """Write an error to the browser's console."""


class Sandbox(Protocol):
    """An interpreter for a user's text, see `web.sandbox.browser`."""

    async def start(self, tables: dict[str, str]) -> None:
        """Start it. `tables`: files of pattern databases it may need, by shape. Raises SandboxError."""

    async def ask(self, message: str) -> Reply:
        """Return the answer to a message. Only its form is checked. Raises SandboxError."""

    def end(self) -> None:
        """End it immediately, even in the middle of a step."""
