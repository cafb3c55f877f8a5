"""Sentences about a solver that is slow, silent or lost."""

from __future__ import annotations

SILENT = (
    "The solver has not answered for 10 seconds. It may be busy with one long step. "
    "Wait, or restart it: this ends the current search, and your board stays."
)
SILENT_CODE = (
    "Your code has not answered for 10 seconds. It may run in a loop that never ends: wait, or press Stop, "
    "which ends its interpreter. Everything else stays."
)
SLOW = "The solver has not started after 15 seconds. A slow network may need longer: wait, or start it again."
DIED = "The solver ended unexpectedly and is restarting."
DIED_AGAIN = "The solver ended unexpectedly, three times in a row. The board is safe."
NO_ANSWER = "The solver did not answer and is restarting."
NO_PROGRAM = "web/solver/worker.py did not load or did not run"
RESTARTED = "The solver is restarting, as you asked."
WITHOUT = "The board can be checked, edited and played without it."
BUSY = "The solver is busy."
STOPPED = "Stopped before it started."


def last_line(error: BaseException | None) -> str:
    """Return the last line of an error's traceback, without a full stop."""
    return (str(error).strip() or type(error).__name__).splitlines()[-1].removesuffix(".")
