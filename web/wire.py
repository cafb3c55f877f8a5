"""The few messages between page and solver: JSON text both ways, the page always asks.

    start {job}      a new run; whatever ran before is dropped
    step {seconds}   search for about that long
    stop             end the run, keep what is known

Each is answered by a reply: how far the run has come and, once it has ended, its result; or a
problem, in words. A busy solver hears nothing, so the page asks for short steps and can stop
between two of them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from npuzzle import Job, NPuzzleError, Run, start
from npuzzle.errors import sentence


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the solver says to any message; all None if it has nothing to do."""

    progress: Progress | None = None
    answer: Answer | None = None
    problem: str | None = None

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Reply:
        data = json.loads(text)
        progress, answer = data["progress"], data["answer"]
        return cls(
            progress=Progress(**progress) if progress else None,
            answer=Answer(**answer) if answer else None,
            problem=data["problem"],
        )


def start_message(job: Job) -> str:
    return json.dumps({"do": "start", "job": job.to_dict()})


def step_message(seconds: float) -> str:
    return json.dumps({"do": "step", "seconds": seconds})


def stop_message() -> str:
    return json.dumps({"do": "stop"})


def asks_for(text: str, cells: int) -> bool:
    """Whether a message starts a run on a board of so many cells."""
    message = json.loads(text)
    return message["do"] == "start" and len(message["job"]["board"].replace("/", " ").split()) == cells


class Solver:
    """The solver's end of the wire: holds the run under way."""

    def __init__(self) -> None:
        self._run: Run | None = None

    @property
    def is_done(self) -> bool:
        """Whether a run has ended that still holds what it stored."""
        return self._run is not None and self._run.result is not None

    def forget(self) -> None:
        """Give back the memory of a run that has ended; a second for each million states."""
        if self.is_done:
            self._run = None

    def handle(self, text: str) -> str:
        """Answer one message. Never raises what the page caused: that is a reply too."""
        message: dict[str, Any] = json.loads(text)
        try:
            match message["do"]:
                case "start":
                    self._run = None
                    self._run = start(Job.from_dict(message["job"]))
                case "step" if self._run is not None:
                    self._run.step(message["seconds"])
                case "stop" if self._run is not None:
                    self._run.cancel()
        except NPuzzleError as error:
            self._run = None
            return Reply(problem=sentence(error)).to_text()
        return self._reply().to_text()

    def _reply(self) -> Reply:
        run = self._run
        if run is None:
            return Reply()
        now, result = run.snapshot, run.result
        return Reply(
            progress=Progress(
                expanded=now.expanded,
                generated=now.generated,
                frontier=now.frontier,
                peak_frontier=now.peak_frontier,
                lower_bound=run.lower_bound,
                seconds=run.seconds,
                found=run.found,
            ),
            answer=None if result is None else Answer(**result.to_dict()),  # type: ignore[arg-type]
        )
