"""The solver and the sandbox in this very process, as the page's tasks meet them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from web.sandbox import delegation
from web.sandbox.checks import UntrustedAnswerError, read_reply
from web.sandbox.tasks import TASKS
from web.solver import wire
from web.solver.exchange import SandboxError

Answering = Callable[[str], str]


class Pair:
    """Both interpreters; `sandbox` may be anybody who answers a text with a text.

    `stop_after`: messages after which Stop is pressed. `sent`: what the solver was asked.
    """

    def __init__(self, sandbox: Answering | None = None, *, stop_after: int | None = None) -> None:
        self._solver = wire.TaskRunner()
        self._sandbox = wire.TaskRunner(TASKS).handle if sandbox is None else sandbox
        self._stop_after = stop_after
        self._messages = 0
        self.opened = 0
        self.sent: list[str] = []

    @property
    def stopping(self) -> bool:
        return self._stop_after is not None and self._messages >= self._stop_after

    async def open_sandbox(self, tables: dict[str, str]) -> bool:
        self.opened += 1
        return not self.stopping

    async def solver(self, message: str) -> wire.Reply:
        self._messages += 1
        self.sent.append(message)
        return wire.Reply.from_text(self._solver.handle(message))

    async def sandbox(self, message: str) -> wire.Reply:
        assert self.opened == 1, "it was not opened for this task"
        self._messages += 1
        try:
            return read_reply(self._sandbox(message))
        except UntrustedAnswerError as error:
            raise SandboxError(str(error)) from None


def carry_out(
    what: str,
    given: Mapping[str, Any],
    by: Pair | None = None,
    on_progress: Callable[[dict[str, Any]], None] = lambda progress: None,
) -> dict[str, Any]:
    """The answer that the page gets. Raises TaskError."""
    answer = asyncio.run(delegation.carry_out(what, given, on_progress, by or Pair()))
    return json.loads(json.dumps(answer))  # type: ignore[no-any-return]
