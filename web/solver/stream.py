"""The stream of messages for one task of the page, from the press of a button to the task's end.

The page asks and the solver answers, see `web.solver.wire`: first start, then steps until a reply contains
the answer. After Stop has been pressed, the page sends stop, not a step. Each reply may contain progress.

No code that a user wrote goes to the solver. If a task depends on such code, its reply `asks` for the
sandbox, a separate interpreter. The page opens it, steps it in the same way, and passes its replies, which
are claims, to the solver, where the task judges them. So everything that the page shows comes from the
solver, and no claim reaches the page unjudged. This module does not depend on the form of any task's claims.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from web.room_table import GIVING_WAY
from web.solver.wire import Reply, claim_message, start_message, step_message, stop_message

if TYPE_CHECKING:
    from web.solver.protocols import Sandbox

STEP = 0.05  # seconds of work per message from the page
TURN = 1.0  # seconds to wait for the sandbox before the solver's next turn
SPARE = 3.0  # seconds that a user's code may be silent beyond its limit, because it must also start
SILENT = "Your code did not answer for {} seconds, so it was stopped: it may run in a loop that never ends"

Answer = dict[str, Any]
Ask = Callable[[str], Awaitable[Reply]]
OnProgress = Callable[[dict[str, Any]], None]


class SolverError(Exception):
    """Explain in a sentence for users why a task ended without an answer."""


class SandboxError(SolverError):
    """Explain why the sandbox gives no answer."""


class Stream:
    """A requested task. The future `stopped` is done once the task should end, `over` once it has ended.

    `answers`: how many replies the sandbox has sent. `is_opening`: whether the sandbox is starting.
    """

    def __init__(self, what: str, given: Mapping[str, Any], on_progress: OnProgress) -> None:
        loop = asyncio.get_running_loop()
        self.what, self._given, self._on_progress = what, given, on_progress
        self.stopped: asyncio.Future[None] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()
        self.answers, self.is_opening = 0, False
        self._reply = Reply()  # the solver's last reply
        self._sandbox: Sandbox | None = None
        self._pending: asyncio.Future[Reply] | None = None  # the sandbox's reply to come
        self._waited = 0.0  # seconds of waiting for that reply

    @property
    def gives_way(self) -> bool:
        """Return whether the task ends as soon as another task is requested."""
        return self.what in GIVING_WAY

    @property
    def waits_for_sandbox(self) -> bool:
        """Return whether the user's code still owes an answer."""
        return self._pending is not None and not self._pending.done()

    async def run(self, ask: Ask, new_sandbox: Callable[[], Sandbox]) -> Answer:
        """Ask the solver until there is an answer, and return it. Raises SolverError."""
        self._ask, self._new_sandbox = ask, new_sandbox
        given = {name: value for name, value in self._given.items() if name != "source"}
        try:
            await self._tell(start_message(self.what, given))
            while self._reply.answer is None:
                if self._reply.asks is None:
                    await self._tell(self._next(STEP))
                else:
                    await self._take_turn()
            return self._reply.answer
        finally:
            if self._pending is not None:
                self._pending.cancel()

    def close(self) -> None:
        """End the sandbox, if any, so that the next code starts in a new one."""
        if self._sandbox is not None:
            self._sandbox.end()

    async def _tell(self, message: str) -> None:
        """Send a message to the solver, and pass the progress in the reply to the page."""
        is_first = self._reply == Reply()
        self._reply = await self._ask(message)
        if self._reply.problem is not None:
            raise SolverError(self._reply.problem)
        if self._reply.answer is None and not is_first:
            self._on_progress(self._reply.progress or {})

    def _next(self, seconds: float) -> str:
        return stop_message() if self.stopped.done() else step_message(seconds)

    async def _take_turn(self) -> None:
        """Let the sandbox work, and then let the solver judge the sandbox's reply and do its own share."""
        asks = self._reply.asks or {}
        message = self._next(STEP * (1 - asks["share"]))
        if self._sandbox is None:
            if not await self._open(asks["tables"]):
                await self._tell(claim_message(None))
                return
            shared = {name: value for name, value in self._given.items() if name != "certified"}
            message = start_message(asks["what"], shared | asks["given"])
        claimed = await self._hear(message, asks["seconds"])
        if claimed is not None:
            await self._tell(claim_message(claimed))
        asks = self._reply.asks or {"share": 0}
        if asks["share"]:
            await self._tell(self._next(STEP * asks["share"]))

    async def _open(self, tables: dict[str, str]) -> bool:
        """Start a sandbox for the user's code. Return False if Stop was pressed before it was ready.

        Raises SandboxError.
        """
        self._sandbox, self.is_opening = self._new_sandbox(), True
        start = asyncio.ensure_future(self._sandbox.start(tables))
        await asyncio.wait([start, self.stopped], return_when=asyncio.FIRST_COMPLETED)
        self.is_opening = False
        if start.done():
            start.result()
            return True
        start.add_done_callback(_forget)
        return False

    async def _hear(self, message: str, limit: float | None) -> Reply | None:
        """Send the sandbox a message, or wait for the answer to the last one. Return None if none came yet.

        If the sandbox is silent for SPARE seconds beyond `limit`, it is ended.
        """
        assert self._sandbox is not None, "it is opened before it is asked"
        if self._pending is None:
            self._pending, self._waited = asyncio.ensure_future(self._sandbox.ask(message)), 0.0
        await asyncio.wait([self._pending], timeout=TURN)
        if not self._pending.done():
            self._waited += TURN
            if limit is None or self._waited <= limit + SPARE:
                return None
            self._pending.cancel()
            self._pending = None
            self.close()
            return Reply(problem=SILENT.format(f"{limit:g}"))
        self.answers += 1
        answered, self._pending = self._pending, None
        try:
            return answered.result()
        except SandboxError as error:
            return Reply(problem=str(error))


def _forget(start: asyncio.Future[None]) -> None:
    """Drop the error of a sandbox that was ended before it started."""
    if not start.cancelled():
        start.exception()
