"""The worker's task to run one search on one board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from npuzzle import HEURISTICS, Job, Metric, NPuzzleError, Problem, Run
from npuzzle.errors import SavedBoundError
from npuzzle.heuristics.own import instantiate
from npuzzle.solving.resume import Proof, SavingRun, can_resume
from web.page.parts.answer import LATEST, MOST_ESTIMATES, Progress, estimates_along
from web.solver.tables import SLICE, tables_of

EVERY = 1.0  # seconds of search from one save of the proof to the next
LONGEST_SENT = 20_000  # moves of a path that is sent while the search continues


class SolveTask:
    """Run a search from the plain data of a `Job`."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        wanted = _read_job(job)
        self.needs = tables_of(wanted)
        from web.solver.helpers.search import helpers_for  # late: only for the worker

        plan = wanted.resolve()
        self.helpers = helpers_for(plan)
        if can_resume(plan):
            proof = _read_proof(job.get("saved"), plan.problem)
            note = proof.describe("in this browser")
            self._run: Run = SavingRun(plan, proof, self._save, note=note, every=EVERY, helpers=self.helpers)
        else:
            self._run = Run(plan, helpers=self.helpers, falls_back=True)
        self._answer: dict[str, Any] | None = None
        self._path = self._found = ""  # the best path so far, and the path found in the last step
        self._saved: dict[str, Any] | None = None  # the data that the browser is to save, see `Progress`
        self._wrong: SavedBoundError | None = None

    def step(self, seconds: float) -> None:
        self._advance(lambda: self._run.step(seconds))
        path = self._run.path_so_far or ""
        self._found = path if path != self._path and len(path) <= LONGEST_SENT else ""
        self._path = path

    def cancel(self) -> None:
        """End the search. If it has no path yet, the next steps find one first."""
        self._advance(self._run.stop, lambda: self._run.step(SLICE))

    def _advance(self, *acts: Callable[[], object]) -> None:
        """Run a part of the search. Remove a wrong saved proof, and raise its error in the next call."""
        if self._wrong is not None:
            raise self._wrong
        self._saved = None
        try:
            for act in acts:
                act()
        except SavedBoundError as error:
            self._wrong = error

    def _save(self, proof: Proof | None) -> None:
        self._saved = {} if proof is None else proof.to_dict()

    def progress(self) -> dict[str, Any]:
        run, now = self._run, self._run.snapshot
        return asdict(
            Progress(
                expanded=now.expanded,
                generated=now.generated,
                frontier=now.frontier,
                peak_frontier=now.peak_frontier,
                lower_bound=run.lower_bound,
                seconds=run.seconds,
                found=run.found,
                lengths=_first_and_latest([length for _, length in run.lengths]),
                path=self._found,
                earlier=run.seconds_before if isinstance(run, SavingRun) else 0.0,
                rises=[list(rise) for rise in run.rises] if isinstance(run, SavingRun) else [],
                saved=self._saved,
            )
        )

    def answer(self) -> dict[str, Any] | None:
        if self._answer is None and self._run.result is not None:
            self._answer = {**self._run.result.to_dict(), **_estimate_paths(self._run)}
        return self._answer


def _read_job(given: Mapping[str, Any]) -> Job:
    """Read a job, whose heuristic may consist of the estimates that the Lab certified last."""
    given = {name: value for name, value in given.items() if name != "saved"}
    if "certified" not in given:
        return Job.from_dict(given)
    from web.rooms.lab.task import find_certified

    plain = {name: value for name, value in given.items() if name not in ("certified", "heuristic")}
    return replace(Job.from_dict(plain), heuristic=find_certified(str(given["certified"])))


def _read_proof(saved: Any, problem: Problem) -> Proof:
    """Read the board's proof that the browser saved. Ignore unusable data."""
    try:
        return Proof.from_dict(saved, problem)
    except NPuzzleError:
        return Proof(problem=problem)


def _first_and_latest(lengths: list[int]) -> list[int]:
    """Return the first length and the latest few, because progress is sent twenty times per second."""
    return lengths if len(lengths) <= 2 + LATEST else [*lengths[:1], *lengths[-LATEST - 1 :]]


def _estimate_paths(run: Run) -> dict[str, Any]:
    """Return the chart's fields of `Answer`, for the run's heuristic or, without one, linear conflict."""
    result = run.result
    if (
        result is None
        or result.path is None
        or result.metric is Metric.LINES
        or len(result.path) >= MOST_ESTIMATES
    ):
        return {}
    card = run.heuristic if run.algorithm.informed else HEURISTICS["linear-conflict"]
    paths = result.every.paths if result.every else (result.path,)
    fewer = paths[: MOST_ESTIMATES // (len(result.path) + 1)]
    try:
        heuristic = instantiate(card, run.problem.goal)
        estimates = [estimates_along(run.problem, path, heuristic) for path in fewer]
    except NPuzzleError:
        return {}  # the answer is valid, but has no chart
    return {"estimated_by": card.name, "estimates": estimates}
