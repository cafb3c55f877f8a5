"""A search of a large board that goes on where an earlier one ended, in the worker: what it keeps."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from npuzzle import NPuzzleError, Run, __version__
from npuzzle.solving.earlier import Earlier, go_on, read_earlier
from npuzzle.solving.plan import Plan

EVERY = 1.0  # seconds of search between two records, if the bound has not risen


class GoingOn:
    """Hold what was known of the board, `plan` the search that goes on from there, and note what it shows."""

    def __init__(self, plan: Plan, kept: Any) -> None:
        self.earlier = self._now = Earlier(problem=plan.problem)
        if kept is not None:
            with suppress(NPuzzleError):  # damaged, or of another board: the search begins anew
                self.earlier = self._now = read_earlier(kept, plan.problem, __version__)
        self.plan = go_on(plan, self.earlier, "in this browser")
        self._said = self.earlier

    def note(self, run: Run) -> dict[str, Any] | None:
        """Note what the run has shown; return what is to be kept, now and then, else None."""
        refuted = self.plan.options.refuted
        assert refuted is not None, "the plan goes on"
        seconds = self.earlier.seconds + run.seconds
        self._now = now = self._now.after(refuted, run.path_so_far or "", seconds)
        is_due = now.bound > self._said.bound or seconds >= self._said.seconds + EVERY
        if run.result is not None or not now.is_worth_keeping or not is_due:
            return None
        self._said = now
        return now.to_dict(__version__)
