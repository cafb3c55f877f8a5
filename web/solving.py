"""One search for one board: the worker's task, and what it tells of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from npuzzle import Job, Run, start

#: The outcome of an answer that came with a link: its path leads to the goal, no more is known.
GIVEN = "given"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a run has come; the words are those of `Snapshot`."""

    expanded: int
    generated: int
    frontier: int
    peak_frontier: int
    lower_bound: int
    seconds: float
    found: int = 0  # shortest paths, when all are looked for

    @property
    def per_second(self) -> int:
        """Expanded states per second."""
        return round(self.expanded / self.seconds) if self.seconds else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The end of a run: the fields of the command line's JSON, moves in tile letters."""

    board: str
    goal: str
    outcome: str
    claim: str | None
    lower_bound: int | None
    length: int | None
    moves: str | None
    notation: str
    expanded: int
    generated: int
    peak_frontier: int
    seconds: float
    algorithm: str
    heuristic: str | None
    option: dict[str, float] | None
    promised: float | None
    engine: str
    tables: str | None
    note: str
    every: dict[str, Any] | None


class SolveTask:
    """A run, asked for by the plain data of a `Job`."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        self._run: Run = start(Job.from_dict(job))

    def step(self, seconds: float) -> None:
        self._run.step(seconds)

    def cancel(self) -> None:
        self._run.cancel()

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
            )
        )

    def answer(self) -> dict[str, Any] | None:
        return None if self._run.result is None else self._run.result.to_dict()
