"""The messages between page and solver, as JSON texts. The page always asks, and the solver replies.

    start {what, given}   begin a new task, and drop the one before
    step {seconds}        work for about that long
    stop                  end the task, and answer with its results so far
    claim {reply}         judge the sandbox's reply; null if the sandbox was stopped before it began

Each reply has the task's progress, and, once the task has ended, its answer or a problem in words. A busy
solver receives nothing, so the page asks for short steps, and can stop between two steps. The page sends the
sandbox the same messages, except claims.
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

#: The module and class of each task. A module is imported when its task is first requested.
TASKS = {
    "hint": "web.hints.task:HintTask",
    **{
        task.name: f"web.rooms.{room.name}.{task.module}:{task.made_by}"
        for room in ROOMS
        for task in room.tasks
    },
}


class Task(Protocol):
    """A task that does long work in steps. It is made from plain data, and reports in plain data.

    The constructor and each step may raise NPuzzleError, which ends the task; the page shows the message.
    `needs`: the tray whose pattern databases the task reads. If they are loading, the first step waits.

    A task may also have `helpers`, other workers, see `web.solver.helpers`, and `asks`. While `asks` is not
    None, the sandbox is to run a user's code, see `web.solver.work`. Then the task also has `judge(reply)`,
    which takes each reply of the sandbox, and checks everything in it, because the code is untrusted.
    """

    needs: Shape | None

    def step(self, seconds: float) -> None:
        """Work for about `seconds`, unless the task has an answer already."""

    def cancel(self) -> None:
        """End the task with an answer that has the results so far."""

    def progress(self) -> dict[str, Any]:
        """Return the progress of the task."""

    def answer(self) -> dict[str, Any] | None:
        """Return the answer, or None before the task has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Hold the solver's reply to a message. All fields are None if the solver has no task.

    `helpers`: the `channel` and the `numbers` of the workers that should help with the task or wait to help.
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
    """Answer the page's messages in the worker, and hold the present task."""

    def __init__(self, tasks: Mapping[str, str] = TASKS) -> None:
        self._tasks = tasks
        self._task: Task | None = None

    @property
    def is_done(self) -> bool:
        """Return whether the task has ended but still takes memory."""
        return self._task is not None and self._task.answer() is not None

    def forget(self) -> None:
        """Free the memory of an ended task, which takes a second per million states."""
        if self.is_done:
            self._task = None

    @property
    def needs(self) -> Shape | None:
        """Return the tray whose pattern databases the present task needs, or None."""
        return None if self._task is None else self._task.needs

    @property
    def helpers(self) -> WorkerHelpers | None:
        """Return the helpers of the present task, or None if the task cannot have helpers."""
        return getattr(self._task, "helpers", None)

    def handle(self, text: str) -> str:
        """Answer one message, see `answer`."""
        return self.answer(read_message(text))

    def answer(self, message: Mapping[str, Any]) -> str:
        """Answer one message. An error in the request, or a lack of memory, also becomes a reply."""
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
        """Make a reply from the present state of the task."""
        if self._task is None:
            return Reply().to_text()
        wanted = None if self.helpers is None else self.helpers.wanted
        progress, answer, asks = self._task.progress(), self._task.answer(), getattr(self._task, "asks", None)
        return Reply(progress=progress, answer=answer, helpers=wanted, asks=asks).to_text()


def _load_task(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(module), name)
