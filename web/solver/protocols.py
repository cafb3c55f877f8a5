"""The functions of workers and of the browser that the solver's client calls, for type checkers."""

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
        """From now on, search subtrees for another worker, as the helper of that number."""

    async def is_there(self) -> bool:
        """Answer immediately. A helper that hangs does not answer."""

    async def prepare(self, site: str) -> str:
        """Prepare the pattern databases. Return the error, or ""."""


class Browser(Protocol):
    """The browser's functions for the client, see `web.solver.browser`."""

    site: str

    def first_worker(self) -> Awaitable[Worker]:
        """Wait for the worker that the page has started itself."""

    def start_worker(self, name: str) -> Awaitable[Worker]:
        """Start another worker."""

    def end_worker(self) -> None:
        """End all workers immediately, even in the middle of a step."""

    def end_helper(self, name: str) -> None:
        """End a worker of `start_worker` immediately, unless it has already ended."""

    async def has_program(self) -> bool:
        """Return whether the worker's program can be loaded, from the host or from the offline copy."""

    async def wait_for_lock(self, lock: str) -> None:
        """Wait until no worker holds the lock of that name."""

    def show_tables(self, said: str) -> None:
        """Mark on the page that the tables are `ready`, or show the error."""

    def report_error(self, text: str) -> None:
        """Write an error to the browser's console."""


class Sandbox(Protocol):
    """An interpreter for a user's code, see `web.sandbox.browser`."""

    async def start(self, tables: dict[str, str]) -> None:
        """Start the interpreter. `tables`: database files it may need, by shape. Raises SandboxError."""

    async def ask(self, message: str) -> Reply:
        """Return the reply to a message. Only the reply's form is checked. Raises SandboxError."""

    def end(self) -> None:
        """End the interpreter immediately, even in the middle of a step."""
