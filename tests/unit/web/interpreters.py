"""The solver and the sandbox in the test's own process, as the page's tasks use them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from web.sandbox.answers import TASKS
from web.sandbox.checks import UntrustedAnswerError, read_reply
from web.solver import wire
from web.solver.stream import SandboxError, Stream

Answering = Callable[[str], str]


class Pair:
    """Both interpreters; `sandbox` may be any function that answers a text with a text.

    `stop_after`: press Stop after this many messages to either. `sent`: the messages to the solver.
    """

    def __init__(self, sandbox: Answering | None = None, *, stop_after: int | None = None) -> None:
        self._solver = wire.TaskRunner()
        self._sandbox = wire.TaskRunner(TASKS).handle if sandbox is None else sandbox
        self._messages_left = stop_after
        self._stream: Stream | None = None
        self.opened = 0
        self.sent: list[str] = []

    async def carry_out(
        self, what: str, given: Mapping[str, Any], on_progress: Callable[[dict[str, Any]], None]
    ) -> dict[str, Any]:
        self._stream = Stream(what, given, on_progress)
        self._count()
        return await self._stream.run(self._ask_solver, lambda: self)

    async def start(self, tables: dict[str, str]) -> None:
        """Start as the sandbox."""
        self.opened += 1

    async def ask(self, message: str) -> wire.Reply:
        """Answer as the sandbox."""
        assert self.opened == 1, "the sandbox was not opened for this task"
        self._count(1)
        try:
            return read_reply(self._sandbox(message))
        except UntrustedAnswerError as error:
            raise SandboxError(str(error)) from None

    def end(self) -> None:
        """End the sandbox."""

    async def _ask_solver(self, message: str) -> wire.Reply:
        self.sent.append(message)
        reply = wire.Reply.from_text(self._solver.handle(message))
        if reply.asks is None:
            self._count(1)
        return reply

    def _count(self, messages: int = 0) -> None:
        """Press Stop after so many messages, without those that the solver answers by asking the sandbox."""
        if self._messages_left is not None and self._stream is not None:
            self._messages_left -= messages
            if self._messages_left <= 0 and not self._stream.stopped.done():
                self._stream.stopped.set_result(None)


def carry_out(
    what: str,
    given: Mapping[str, Any],
    by: Pair | None = None,
    on_progress: Callable[[dict[str, Any]], None] = lambda progress: None,
) -> dict[str, Any]:
    """Return the answer that the page gets. Raises SolverError."""
    answer = asyncio.run((by or Pair()).carry_out(what, given, on_progress))
    return json.loads(json.dumps(answer))  # type: ignore[no-any-return]
