"""Guided beams on all cores: helpers run some beams of a list while the first worker runs another beam.

A beam cannot be divided, but the list has many beams, of different widths and settings. So each worker takes
the next beam from the list when it is free. Which path becomes the answer therefore depends on the speed of
each worker.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from npuzzle.errors import KernelMemoryError
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Metric, Problem, metric_of, pose_problem
from npuzzle.search.anytime.guided import MOST_BYTES, GuidedBeam, search_guided
from npuzzle.search.base import Helpers, Message, Stats, Stepper
from npuzzle.search.subtrees import SubtreeWorker


@dataclass(frozen=True, slots=True)
class BeamReport:
    """The work on a beam since the previous report, and the path if the beam has found one."""

    expanded: int
    generated: int
    ended: bool
    path: str | None = None


class SharedBeams:
    """The beams of a list, and the helpers that run some of them.

    Iterate over it to get the beams for this worker. `workers`: how many workers took part. `note`: a
    sentence about them.
    """

    def __init__(self, problem: Problem, beams: Iterator[GuidedBeam], engine: str, helpers: Helpers) -> None:
        self.workers, self.note = 1, ""
        self._problem, self._beams, self._engine, self._helpers = problem, beams, engine, helpers
        self._is_open = False
        self._running: dict[int, GuidedBeam | None] = {}  # by helper, for helpers that are ready
        self._returned: list[GuidedBeam] = []  # beams of helpers that ended early

    def __iter__(self) -> Iterator[GuidedBeam]:
        return self

    def __next__(self) -> GuidedBeam:
        return self._returned.pop() if self._returned else next(self._beams)

    def serve(self, limit: int) -> list[BeamReport]:
        """Return the helpers' reports. Give each free helper a beam for paths of up to `limit` moves."""
        helpers = self._helpers
        if not (self._is_open or helpers.is_time()):
            return []
        if not self._is_open:
            self._is_open = True
            # Half, because `open` expects pattern databases, which a process has twice; it has a beam once.
            helpers.open(describe_request(self._problem, self._engine), MOST_BYTES // 2)
        reports = [self._note(helper, message) for helper, message in helpers.receive(0)]
        for helper in [helper for helper, beam in self._running.items() if beam is None]:
            beam = next(self, None)
            if beam is not None and limit > 0:
                self._running[helper] = beam
                helpers.send(helper, {"do": "beam", "beam": asdict(beam), "limit": limit})
        return [report for report in reports if report is not None]

    def _note(self, helper: int, message: Message) -> BeamReport | None:
        """Read a message from a helper. If the message reports on a beam, return the report, else None."""
        if message["do"] == "report":
            report = BeamReport(**{name: message[name] for name in BeamReport.__slots__})
            if report.ended:
                self._running[helper] = None
            return report
        if message["do"] == "ready":
            self._running[helper] = None
            self.workers = max(self.workers, 1 + len(self._running))
        elif message["do"] == "lost":
            beam = self._running.pop(helper, None)
            if beam is not None:
                self._returned.append(beam)
            self.note = f"A worker ended early ({message['why']}); the others searched its part."
        else:
            self.note = message["text"]
        return None


def describe_request(problem: Problem, engine: str) -> Message:
    """Describe the board as plain data for a `BeamWorker`, which needs no pattern databases."""
    return {
        "do": "open",
        "board": str(problem.start),
        "goal": str(problem.goal),
        "metric": metric_of(problem).value,
        "engine": engine,
        "tables": "",
    }


class BeamWorker:
    """A worker that runs the beams it is sent, one at a time, in a process or on the page.

    Messages, plain data both ways:

        open {board, goal, metric, engine, tables: ""}   -> ready
        beam {beam, limit}                               run a beam  -> reports
    """

    def __init__(self, request: Mapping[str, Any]) -> None:
        start, goal = Board.parse(request["board"]), Board.parse(request["goal"])
        self._problem = pose_problem(start, goal, Metric(request["metric"]))
        self._engine = request["engine"]
        self._beam: Stepper[Stats, str | None] | None = None

    @property
    def has_work(self) -> bool:
        """Whether there is work for `work` to do."""
        return self._beam is not None

    def receive(self, message: Mapping[str, Any]) -> list[Message]:
        """Begin the beam of a message."""
        beam, limit = GuidedBeam(**message["beam"]), message["limit"]
        self._beam = Stepper(search_guided(self._problem, beam, limit=limit, engine=self._engine))
        self._beam.step(0)
        return []

    def release(self) -> None:
        """Do nothing: there are no databases to leave to other searches."""

    def work(self, most: int) -> Message:
        """Expand up to `most` states, and return the report."""
        assert self._beam is not None
        before = replace(self._beam.stats)
        try:
            self._beam.step(most)
        except KernelMemoryError:  # skip this beam
            self._beam.ended = True
        now, beam = self._beam.stats, self._beam
        if beam.ended:
            self._beam = None
        expanded, generated = now.expanded - before.expanded, now.generated - before.generated
        return {"do": "report", **asdict(BeamReport(expanded, generated, beam.ended, beam.result))}


Worker = SubtreeWorker | BeamWorker


def iter_open_worker(request: Mapping[str, Any]) -> Generator[float, None, Worker]:
    """Make and return the worker for a request. Yield the share of the work done, from 0 to 1.

    Raises KernelMemoryError if memory does not suffice for the pattern databases of the request.
    """
    if request["tables"]:
        return (yield from SubtreeWorker.iter_open(request))
    return BeamWorker(request)
