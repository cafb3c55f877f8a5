"""One task with one interpreter, message by message; small, as every visit imports it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from web.solver.wire import Reply, start_message, step_message, stop_message

STEP = 0.05  # seconds of work between two looks at the page
NO_SENSE = "The interpreter of your code gave an answer that makes no sense."

Ask = Callable[[str], Awaitable[Reply]]
OnProgress = Callable[[dict[str, Any]], None]


class TaskError(Exception):
    """Say why a task ended without an answer, in a sentence for people."""


class SandboxError(TaskError):
    """Say why the sandbox gives no answer."""


async def exchange(
    ask: Ask, what: str, given: Mapping[str, Any], on_progress: OnProgress, is_stopping: Callable[[], bool]
) -> dict[str, Any]:
    """Start a task, step it until it has an answer, and give that; else `on_progress(progress)` after a step.

    Raises TaskError for a problem.
    """
    reply = await ask(start_message(what, given))
    while reply.problem is None and reply.answer is None:
        reply = await ask(stop_message() if is_stopping() else step_message(STEP))
        if reply.problem is None and reply.answer is None:
            on_progress(reply.progress or {})
    if reply.problem is not None or reply.answer is None:
        raise TaskError(reply.problem or NO_SENSE)
    return reply.answer
