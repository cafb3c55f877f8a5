"""The worker's part of hints: all distances of a small tray, or a path on a larger one."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from time import perf_counter
from typing import Any

from npuzzle import Board, Job, Limits, Result, Run, Shape, start
from npuzzle.lab.distance_table import DistanceTable, iter_build_distance_table
from web.hints.model import PLANNED
from web.solver.tables import tables_of

SECONDS = 3.0  # to look for a way; on boards above 16 cells to make it shorter


class HintTask:
    """`{rows, cols, home}` asks for the table of a small tray, `{board, goal}` for a way.

    The answer is `{exact}`, the table as text; or `{moves, to_go, proved}`: the first PLANNED moves in tile
    letters, or None if no way was found in time, and how many there are. A task that is ended early answers
    None for either.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.needs: Shape | None = None
        self._answer: dict[str, Any] | None = None
        self._for_table = "home" in given
        self._work: Generator[int, None, dict[str, Any]]
        if self._for_table:
            self._work = _measure(Shape(given["rows"], given["cols"]), given["home"])
        else:
            board, goal = Board.parse(given["board"]), Board.parse(given["goal"])
            job = Job(board=board, goal=goal, limits=Limits(seconds=SECONDS))
            self.needs = tables_of(job)
            self._work = _search(job)
        self._done = 0

    def step(self, seconds: float) -> None:
        until = perf_counter() + seconds
        while self._answer is None and perf_counter() < until:
            try:
                self._done = next(self._work)
            except StopIteration as end:
                self._answer = end.value

    def cancel(self) -> None:
        if self._answer is None:
            self._work.close()
            self._answer = (
                {"exact": None} if self._for_table else {"moves": None, "to_go": None, "proved": False}
            )

    def progress(self) -> dict[str, Any]:
        return {"done": self._done}

    def answer(self) -> dict[str, Any] | None:
        return self._answer


_latest: dict[tuple[Shape, int], DistanceTable] = {}


def _measure(shape: Shape, home: int) -> Generator[int, None, dict[str, Any]]:
    """Return the table of distances; the last one is cached."""
    if (shape, home) not in _latest:
        made = yield from iter_build_distance_table(shape, home)
        _latest.clear()
        _latest[shape, home] = made
    return {"exact": _latest[shape, home].to_text()}


def _search(job: Job) -> Generator[int, None, dict[str, Any]]:
    """Solve with the automatic choice: a shortest path up to 16 cells, an improving one above."""
    result = yield from _finish(start(job))
    moves = None if result.path is None else result.path[:PLANNED]
    return {"moves": moves, "to_go": result.length, "proved": result.is_optimal}


def _finish(run: Run) -> Generator[int, None, Result]:
    while run.result is None:
        run.step(0.02)
        yield run.snapshot.expanded
    return run.result
