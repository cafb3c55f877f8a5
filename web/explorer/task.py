"""The worker's part: search, and tell every step."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from time import perf_counter
from typing import Any

from npuzzle import Board, Job, Limits, goal_board
from npuzzle.heuristics import HeuristicLike
from npuzzle.lab import Progress, Trace, tracing
from npuzzle.lab.trace import MOST

OWN = "own"  # the heuristic written in the Lab


class TraceTask:
    """Asked for by `board`, `goal`, `algorithm`, `heuristic`, and if they count `weight` and `depth`.

    `most` expansions, at most MOST: more could be neither drawn nor read. The heuristic `own` is made of
    the text in `source`. The answer has the `trace` as plain data, and whether it was `stopped`.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        heuristic: HeuristicLike = given.get("heuristic", "auto")
        if heuristic == OWN:
            heuristic = import_module("npuzzle.lab.source").heuristic_from_source(given.get("source", ""))
        board = Board.parse(given["board"])
        job = Job(
            board=board,
            goal=goal_board(given["goal"], board.shape),
            algorithm=given["algorithm"],
            heuristic=heuristic,
            weight=given.get("weight", 1.5),
            limits=Limits(depth=given.get("depth")),
        )
        self._tracing = tracing(job, most=min(given.get("most", MOST), MOST))
        self._progress: Progress[Trace] = Progress(0, MOST)
        self._stopped = False

    def step(self, seconds: float) -> None:
        end = perf_counter() + seconds
        while self._progress.found is None and perf_counter() < end:
            self._progress = next(self._tracing)

    def cancel(self) -> None:
        if self._progress.found is None:
            self._stopped = True
            self._progress = next(self._tracing)
        while self._progress.found is None:
            self._progress = self._tracing.send(True)

    def progress(self) -> dict[str, Any]:
        return {"expanded": self._progress.done, "most": self._progress.total}

    def answer(self) -> dict[str, Any] | None:
        found = self._progress.found
        return None if found is None else {"trace": found.to_dict(), "stopped": self._stopped}
