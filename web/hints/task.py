"""The worker's part of hints: all distances of a small tray, or a path on a larger one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from npuzzle import Board, Job, Limits, Shape, start
from npuzzle.lab.space import DistanceTable, iter_build_distance_table
from npuzzle.progress import Progress, Work
from web.hints.model import PLANNED
from web.solver.tables import tables_of
from web.solver.work import WorkTask

SECONDS = 3.0  # to look for a path, and on boards above 16 cells to make the path shorter
SLICE = 0.02  # seconds of search between checks of the clock


class HintTask(WorkTask):
    """Find the distances for `{rows, cols, home}`, a small tray, or a path for `{board, goal}`.

    The answer is `{exact}`, the table as text, or `{moves, to_go, proved}`. `moves`: the path's first PLANNED
    moves in tile letters, or None if no path was found in time. `to_go`: the length of the path. If the task
    is stopped early, `exact` or `moves` is None.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._for_table = "home" in given
        if self._for_table:
            super().__init__(_measure(Shape(given["rows"], given["cols"]), given["home"]))
            return
        board, goal = Board.parse(given["board"]), Board.parse(given["goal"])
        job = Job(board=board, goal=goal, limits=Limits(seconds=SECONDS))
        self.needs = tables_of(job)
        super().__init__(_search(job))

    def stop(self) -> dict[str, Any]:
        return {"exact": None} if self._for_table else {"moves": None, "to_go": None, "proved": False}


_latest: dict[tuple[Shape, int], DistanceTable] = {}


def _measure(shape: Shape, home: int) -> Work[dict[str, Any]]:
    """Return the table of distances. Only the latest table is cached."""
    if (shape, home) not in _latest:
        made = yield from iter_build_distance_table(shape, home)
        _latest.clear()
        _latest[shape, home] = made
    return {"exact": _latest[shape, home].to_text()}


def _search(job: Job) -> Work[dict[str, Any]]:
    """Solve with the automatic algorithm: up to 16 cells a shortest path, above that the best path found."""
    run = start(job)
    while run.result is None:
        run.step(SLICE)
        yield Progress(run.snapshot.expanded, 0)  # the total is not known
    result = run.result
    moves = None if result.path is None else result.path[:PLANNED]
    return {"moves": moves, "to_go": result.length, "proved": result.is_optimal}
