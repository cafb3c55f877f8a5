"""A state with a task of the solver: the common part, and the commands that all such states share. Pure.

    @dataclass(frozen=True, slots=True)
    class LabState(TaskState): ...

    command = TaskCommands[LabState]()
    stop, take_progress, take_solver = command.stop, command.take_progress, command.take_solver

The task runs while `run` is not None. Each state defines the command `start`, which sets `run`, and the
commands `take_answer` and `fail`, which clear it. `web.ui.part` sends the request to the solver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, TypeVar

from web.command import Commands


class Phase(Enum):
    FREE = "free"
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class Running:
    """A running task. `news`: the last progress report, empty at first. `silent`: seconds since it came."""

    news: Mapping[str, Any] = field(default_factory=dict)
    is_stopping: bool = False
    silent: int = 0

    @property
    def share(self) -> float:
        """Return the finished share of the work, from 0 to 1."""
        return self.news["done"] / self.news["total"] if self.news.get("total") else 0.0


@dataclass(frozen=True, slots=True)
class TaskState:
    """A state with a task. `why_not`: why the solver cannot take the task now (empty if it can)."""

    run: Running | None = None
    why_not: str = ""
    spoken: str = ""

    @property
    def phase(self) -> Phase:
        return Phase.FREE if self.run is None else Phase.RUNNING

    @property
    def share(self) -> float:
        return 0.0 if self.run is None else self.run.share

    @property
    def is_stopping(self) -> bool:
        return self.run is not None and self.run.is_stopping

    @property
    def can_start(self) -> bool:
        return self.run is None and not self.why_not

    @property
    def why_not_now(self) -> str:
        """Explain why the task cannot start. Return "" if it can, or while it runs."""
        return self.why_not if self.run is None else ""


S = TypeVar("S", bound=TaskState)


def take_solver(state: S, why_not: str) -> S:
    """Note why the solver cannot take the task now, or "" if it can."""
    return state if why_not == state.why_not else replace(state, why_not=why_not)


def take_progress(state: S, news: Mapping[str, Any]) -> S:
    return replace(state, run=Running(news, state.is_stopping))


def stop(state: S) -> S:
    """End the task early. It still gives an answer."""
    return state if state.run is None else replace(state, run=replace(state.run, is_stopping=True))


class TaskCommands(Commands[S]):
    """The commands of a state with a task. All such states share these three."""

    def __init__(self) -> None:
        super().__init__()
        self.take_solver = self()(take_solver)
        self.take_progress = self(Phase.RUNNING)(take_progress)
        self.stop = self(Phase.RUNNING)(stop)
