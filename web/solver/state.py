"""The state of the solver, as the page knows it."""

from __future__ import annotations

from dataclasses import dataclass

from web.room_table import GIVING_WAY, TASKS

#: The words for each task of the solver.
BUSY = {"hint": "The search for a hint", **{task.name: task.label for task in TASKS.values()}}


@dataclass(frozen=True, slots=True)
class SolverState:
    """Hold the last known state of the solver, see `web.solver.client`."""

    is_ready: bool = False
    busy: str = ""  # the name of the running task (empty without a task)
    problem: str = ""  # the solver's present error
    is_stuck: bool = False  # whether the page offers to restart the solver
    note: str = ""  # the tables that the solver lacks

    @property
    def why_not_start(self) -> str:
        """Explain why the solver takes no task now. Return "" if it is free or its task would end for one."""
        if not self.is_ready:
            return "The solver is not running." if self.is_stuck else "The solver is still loading."
        return "" if self.busy in ("", *GIVING_WAY) else f"{BUSY.get(self.busy, self.busy)} is in progress."
