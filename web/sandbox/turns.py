"""Share a task's lanes between the solver and the sandbox: both work in turns, for the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from web.rooms.race.lanes import Lane
from web.rooms.race.task import MANY_LIMITS
from web.solver.exchange import STEP, Ask, SandboxError, TaskError
from web.solver.wire import Reply, start_message, step_message, stop_message

TURN = 1.0  # seconds that the others wait for one interpreter
SPARE = 3.0  # seconds beyond its limit that user code may be silent, as it starts too
SILENT = "Your code did not answer for {} seconds, so it was ended: it may run in a loop that never ends"


class TaskInterpreters(Protocol):
    """The interpreters that carry out a task; `stopping`: Stop was pressed."""

    @property
    def stopping(self) -> bool: ...

    async def solver(self, message: str) -> Reply:
        """Return the solver's answer to a message."""

    async def open_sandbox(self, tables: dict[str, str]) -> bool:
        """Start an interpreter for the user's code; False if Stop was pressed first. Raises SandboxError.

        `tables`: files of pattern databases it may need, by shape.
        """

    async def sandbox(self, message: str) -> Reply:
        """Return the sandbox's answer; only its form is checked. Raises SandboxError."""


class Talk:
    """Hold one interpreter's part of a task: the lanes at these places."""

    def __init__(self, ask: Ask, lanes: Sequence[int], *, is_foreign: bool) -> None:
        self.lanes, self.is_foreign = lanes, is_foreign
        self.reply = Reply()
        self.problem = ""
        self._ask = ask
        self._waited = 0.0  # seconds for the last message
        self._pending: asyncio.Future[Reply] | None = None

    @property
    def is_over(self) -> bool:
        return bool(self.problem) or self.reply.answer is not None

    @property
    def latest(self) -> dict[str, Any]:
        """Return its last answer or progress; empty at first."""
        return self.reply.answer or self.reply.progress or {}

    async def say(self, message: str, seconds: float) -> None:
        """Send a message, unless the last one is unanswered, and wait so long for the answer."""
        if self._pending is None:
            self._pending = asyncio.ensure_future(self._ask(message))
        await asyncio.wait([self._pending], timeout=seconds)
        if not self._pending.done():
            self._waited += seconds
            return
        self._waited = 0.0
        pending, self._pending = self._pending, None
        try:
            reply = pending.result()
        except SandboxError as error:
            self.problem = str(error)
            return
        self.problem = reply.problem or ""
        if not self.problem:
            self.reply = reply

    def end_if_silent(self, seconds: float) -> None:
        """End the part if its last message has not been answered for longer than that."""
        if self._waited > seconds + SPARE:
            self.problem = SILENT.format(f"{seconds:g}")

    def drop(self) -> None:
        if self._pending is not None:
            self._pending.cancel()


async def take_turns(
    what: str,
    talks: Sequence[Talk],
    given: Mapping[str, Any],
    on_progress: Callable[[], None],
    by: TaskInterpreters,
) -> None:
    """Carry out the parts of a task in turns, so that all have the same time.

    One that is silent for TURN seconds is left behind, and user code that is so beyond its limit is ended.
    Raises TaskError for a problem of the solver's.
    """
    lanes, limit = given["lanes"], given.get("seconds", MANY_LIMITS.seconds)
    try:
        for talk in talks:
            asked = {**given, "lanes": [lanes[at] for at in talk.lanes], "of": len(lanes)}
            if not talk.is_foreign:
                asked.pop("source", None)
            else:
                asked.pop("certified", None)
            await talk.say(start_message(what, asked), TURN)
        while not all(talk.is_over for talk in talks):
            for talk in talks:
                if talk.is_over:
                    continue
                share = STEP * max(1, len(talk.lanes)) / len(lanes)
                await talk.say(stop_message() if by.stopping else step_message(share), TURN)
            for talk in talks:
                if talk.is_foreign:
                    talk.end_if_silent(limit)
                elif talk.problem:
                    raise TaskError(talk.problem)
            on_progress()
    finally:
        for talk in talks:
            talk.drop()


def make_talks(given: Mapping[str, Any], by: TaskInterpreters) -> tuple[Talk, Talk]:
    """Make the solver's part, even if it is empty, and the sandbox's."""
    own = [at for at, lane in enumerate(given["lanes"]) if Lane(**lane).is_own]
    others = [at for at in range(len(given["lanes"])) if at not in own]
    return Talk(by.solver, others, is_foreign=False), Talk(by.sandbox, own, is_foreign=True)
