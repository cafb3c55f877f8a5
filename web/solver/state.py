"""What the page knows of its solver."""

from __future__ import annotations

from dataclasses import dataclass

from web.room_table import GIVING_WAY, TASKS

#: What the solver may be doing, in words.
BUSY = {"hint": "The search for a hint", **{task.name: task.label for task in TASKS.values()}}


@dataclass(frozen=True, slots=True)
class SolverState:
    """Hold the last known state of the solver, see `web.solver.client`."""

    is_ready: bool = False
    busy: str = ""  # the task it has, empty if none
    problem: str = ""  # what is wrong with it now
    is_stuck: bool = False  # whether starting it again is offered
    note: str = ""  # what it has to do without

    @property
    def why_not_start(self) -> str:
        """Say why it takes no task now; empty if it does, or if its task gives way to others."""
        if not self.is_ready:
            return "The solver is not running." if self.is_stuck else "The solver is still loading."
        return f"{BUSY.get(self.busy, self.busy)} is under way." if self.busy not in ("", *GIVING_WAY) else ""
