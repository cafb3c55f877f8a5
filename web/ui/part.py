"""The view of a room, or of a part of a room: its state, its HTML's bindings and presses, and its task.

After a call has changed the state, the view draws the change, carries out its effects, and announces it. When
the state's task (see `web.running`) starts or stops, the view starts or stops the solver's work for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pyscript import document

from web.command import Call, Commands, Spoken, perform
from web.solver.task_run import TaskRun
from web.ui.bind import Bindings
from web.ui.dom import Dom
from web.ui.press import offer

if TYPE_CHECKING:
    from web.running import TaskState
    from web.solver.client import Answer, SolverClient

S = TypeVar("S", bound=Spoken)
T = TypeVar("T", bound="TaskState")


class Part(Generic[S]):
    """A part. `place`: its name in HTML. `commands`: its state's commands. `say`: announces a text."""

    place: ClassVar[str]
    commands: ClassVar[Commands[Any]]

    def __init__(self, state: S, say: Callable[[str], None]) -> None:
        self.state, self._say = state, say
        self._dom, self._bindings = Dom(), Bindings(document, self.place)
        offer(self.place, self.commands.by_name, self.dispatch, self)

    def dispatch(self, call: Call) -> None:
        before, after = self.state, self.change(call)
        if after is before:
            return
        self.state = after
        self.draw()
        self.follow_change(before, after)
        if after.spoken:
            self._say(after.spoken)

    def change(self, call: Call) -> S:
        return perform(self.state, call)

    def draw(self) -> None:
        """Draw the state."""
        self._bindings.draw(self.state)

    def follow_change(self, before: S, after: S) -> None:
        """Carry out the effects of a change of the state."""


class TaskPart(Part[T]):
    """A part with a task of the solver. `task`: the task's name. `make_request`: returns the request."""

    task: ClassVar[str]

    def __init__(self, state: T, say: Callable[[str], None], solver: SolverClient) -> None:
        super().__init__(state, say)
        self._run = TaskRun(
            solver,
            self.task,
            self.end,
            lambda problem: self._do("fail", problem),
            on_progress=lambda news: self._do("take_progress", news),
        )

    def _do(self, name: str, *args: Any) -> None:
        self.dispatch(self.commands.by_name[name](*args))

    def make_request(self) -> dict[str, Any]:
        raise NotImplementedError

    def end(self, answer: Answer) -> None:
        """Take the answer of the task."""
        self._do("take_answer", answer)

    def follow_change(self, before: T, after: T) -> None:
        if after.run is not None and before.run is None:
            self._run.start(self.make_request())
        if after.is_stopping and not before.is_stopping:
            self._run.stop()
