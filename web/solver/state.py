"""The state of the solver, as the page knows it."""

from __future__ import annotations

from dataclasses import dataclass

from web.room_table import GIVING_WAY, TASKS

#: The possible tasks of the solver, in words.
BUSY = {"hint": "The search for a hint", **{task.name: task.label for task in TASKS.values()}}


@dataclass(frozen=True, slots=True)
class SolverState:
    """Hold the last known state of the solver, see `web.solver.client`."""

    is_ready: bool = False
    busy: str = ""  # the task it has (empty if none)
    problem: str = ""  # its present error
    is_stuck: bool = False  # whether starting it again is offered
    note: str = ""  # the tables it lacks

    @property
    def why_not_start(self) -> str:
        """Explain why it takes no task now, or "" if it does, or if its task gives way to others."""
        if not self.is_ready:
            return "The solver is not running." if self.is_stuck else "The solver is still loading."
        return "" if self.busy in ("", *GIVING_WAY) else f"{BUSY.get(self.busy, self.busy)} is in progress."
