"""`GoingOn`: a search of a large board that goes on where an earlier one ended, and what to keep of it."""

from __future__ import annotations

from npuzzle.solving.earlier import Earlier, go_on
from npuzzle.solving.plan import Plan
from npuzzle.solving.run import Run


class GoingOn:
    """Hold what was known of the board, `plan` the search that goes on from there, and note what it shows.

    `where` that was kept. `every`: seconds of search between two notes, if the bound has not risen.
    """

    def __init__(self, plan: Plan, earlier: Earlier, where: str, *, every: float = 1.0) -> None:
        self.earlier = self._now = self._noted = earlier
        self.plan = go_on(plan, earlier, where)
        self._every = every

    def note(self, run: Run) -> Earlier | None:
        """Return what is to be kept of the run now, if something is due; None at other times."""
        now = self._look_at(run)
        is_due = now.bound > self._noted.bound or now.seconds >= self._noted.seconds + self._every
        if run.result is not None or not now.is_worth_keeping or not is_due:
            return None
        self._noted = now
        return now

    def end(self, run: Run) -> Earlier | None:
        """Return what is to be kept of a run that has ended: nothing if its path is proved shortest."""
        now = self._look_at(run)
        is_proved = run.result is not None and run.result.is_optimal
        return now if now.is_worth_keeping and not is_proved else None

    def _look_at(self, run: Run) -> Earlier:
        refuted = self.plan.options.refuted
        assert refuted is not None, "the plan goes on"
        path = run.path_so_far if run.result is None else run.result.path
        self._now = self._now.after(refuted, path or "", self.earlier.seconds + run.seconds)
        return self._now
