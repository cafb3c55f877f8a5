"""The messages between page and solver: JSON text both ways. The page always asks.

    start {what, given}   a new task; whatever ran before is dropped
    step {seconds}        work for about that long
    stop end the task, return its results so far
    claim {reply}         the sandbox's reply, for the task to judge, null: it was stopped before it began

Each is answered by a reply: the task's progress and, once it has ended, its answer, or a problem, in words. A
busy solver hears nothing, so the page asks for short steps and can stop between two of them. The sandbox is
asked by the same messages, but for claims.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from npuzzle import NPuzzleError, Shape
from npuzzle.errors import sentence
from web.room_table import ROOMS

if TYPE_CHECKING:
    from web.solver.helpers.search import WorkerHelpers

NO_MEMORY = (
    "The solver ran out of memory and has freed all it stored. Try IDA*, which stores little, "
    "or set a limit on stored states."
)

#: Where the task of each request to the solver is made. A module is imported when first asked for.
TASKS = {
    "hint": "web.hints.task:HintTask",
    **{
        task.name: f"web.rooms.{room.name}.{task.module}:{task.made_by}"
        for room in ROOMS
        for task in room.tasks
    },
}


class Task(Protocol):
    """Do something long in steps. Made from plain data, it reports in plain data.

    Making it, and each step, may raise NPuzzleError: that ends the task, and its message is shown. It `needs`
    the pattern databases of that tray, if any: where they are on their way, its first step waits for them.

    A task may have more. `helpers`: other workers, see `web.solver.helpers`. `asks`: while it is not None,
    the task wants the sandbox to run a user's text, see `web.solver.work`. Then it has `judge(reply)`, which
    takes each reply of the sandbox. The reply comes from untrusted code: `judge` checks everything in it.
    """

    needs: Shape | None

    def step(self, seconds: float) -> None:
        """Work for about that long, unless there is an answer."""

    def cancel(self) -> None:
        """End the task, with an answer made of its results so far."""

    def progress(self) -> dict[str, Any]:
        """Return the progress."""

    def answer(self) -> dict[str, Any] | None:
        """Return the answer, or None before the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Hold the solver's reply to any message, all None if it has nothing to do.

    `helpers`: the `channel` and the `numbers` of the workers that should help with the task now, or wait to.
    `asks`: the task's present request to the sandbox, see `web.solver.work`.
    """

    progress: dict[str, Any] | None = None
    answer: dict[str, Any] | None = None
    problem: str | None = None
    helpers: dict[str, Any] | None = None
    asks: dict[str, Any] | None = None

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Reply:
        return cls(**json.loads(text))


def start_message(what: str, given: Mapping[str, Any]) -> str:
    return json.dumps({"do": "start", "what": what, "given": given})


def step_message(seconds: float) -> str:
    return json.dumps({"do": "step", "seconds": seconds})


def stop_message() -> str:
    return json.dumps({"do": "stop"})


def claim_message(reply: Reply | None) -> str:
    return json.dumps({"do": "claim", "reply": None if reply is None else asdict(reply)})


def read_message(text: str) -> dict[str, Any]:
    """Parse a message."""
    message: dict[str, Any] = json.loads(text)
    return message


class TaskRunner:
    """Answer the page's messages in the worker, and hold the current task."""

    def __init__(self, tasks: Mapping[str, str] = TASKS) -> None:
        self._tasks = tasks
        self._task: Task | None = None

    @property
    def is_done(self) -> bool:
        """Return whether a task has ended that still holds its memory."""
        return self._task is not None and self._task.answer() is not None

    def forget(self) -> None:
        """Free the memory of a task that has ended, a second for each million states."""
        if self.is_done:
            self._task = None

    @property
    def needs(self) -> Shape | None:
        """Return the tray whose pattern databases the current task needs."""
        return None if self._task is None else self._task.needs

    @property
    def helpers(self) -> WorkerHelpers | None:
        """Return the other workers of the current task, or None if it cannot have any."""
        return getattr(self._task, "helpers", None)

    def handle(self, text: str) -> str:
        """Answer one message, see `answer`."""
        return self.answer(read_message(text))

    def answer(self, message: Mapping[str, Any]) -> str:
        """Answer one message. Errors of the page's request, and lack of memory, become replies too."""
        try:
            return self._handle(message)
        except NPuzzleError as error:
            problem = sentence(error)
        except MemoryError:
            problem = NO_MEMORY
        self._task = None
        return Reply(problem=problem).to_text()

    def _handle(self, message: Mapping[str, Any]) -> str:
        match message["do"]:
            case "start":
                self._task = None
                self._task = _load_task(self._tasks[message["what"]])(message["given"])
            case "step" if self._task is not None:
                self._task.step(message["seconds"])
            case "stop" if self._task is not None:
                self._task.cancel()
            case "claim" if self._task is not None:
                reply = message["reply"]
                self._task.judge(None if reply is None else Reply(**reply))  # type: ignore[attr-defined]
        return self.report()

    def report(self) -> str:
        """Make the reply of a message that changes nothing."""
        if self._task is None:
            return Reply().to_text()
        wanted = None if self.helpers is None else self.helpers.wanted
        progress, answer, asks = self._task.progress(), self._task.answer(), getattr(self._task, "asks", None)
        return Reply(progress=progress, answer=answer, helpers=wanted, asks=asks).to_text()


def _load_task(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(module), name)
