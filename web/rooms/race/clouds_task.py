"""The worker's part of the clouds: find the states that each lane of a race expanded, and their depths."""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from npuzzle import Board, Job, NPuzzleError, goal_board
from npuzzle.lab.tracing import iter_record_depths
from npuzzle.progress import Work
from web.rooms.race.lanes import Lane
from web.rooms.race.task import NO_TEXT, find_parts_of
from web.solver.tables import tables_of
from web.solver.work import WorkTask

MOST = 150_000  # expansions of a lane whose search is repeated: each takes about 500 bytes
MOST_BYTES = 2_500_000  # for the states of a lane: a state takes one byte per cell


class CloudsTask(WorkTask):
    """Repeat the searches of a race, and list the states that each lane expanded, in order.

    `given` is the same as for `RaceTask`, plus `counts`, the number of states that each lane expanded. The
    answer has for each lane, in base64, `depths`, two bytes per state, and `states`, one byte per cell. Both
    are empty if the lane runs the visitor's code or a kernel, expanded more than MOST states, or had not been
    repeated when the task was stopped. `states` is also empty above MOST_BYTES.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        board = Board.parse(given["board"])
        goal = goal_board(given["goal"], board.shape)
        lanes = [Lane(**fields) for fields in given["lanes"]]
        find = find_parts_of(given, NO_TEXT)
        self._counts = [int(count) for count in given["counts"]]
        self._jobs: list[Job | None] = []
        for lane, count in zip(lanes, self._counts, strict=True):
            self._jobs.append(None)
            if lane.is_own or not 0 < count <= MOST:
                continue
            algorithm, heuristic = find(lane)
            parts = {"algorithm": algorithm, "heuristic": heuristic}
            self._jobs[-1] = Job(board=board, goal=goal, **lane.to_job() | parts)
        self.needs = next((needed for job in self._jobs if job and (needed := tables_of(job))), None)
        self._depths, self._states = [""] * len(lanes), [""] * len(lanes)
        super().__init__(self._run())

    def stop(self) -> dict[str, Any]:
        return {"depths": self._depths, "states": self._states}

    def _run(self) -> Work[dict[str, Any]]:
        for at, (job, count) in enumerate(zip(self._jobs, self._counts, strict=True)):
            if job is None:
                continue
            states = bytearray() if count * job.board.shape.cells <= MOST_BYTES else None
            try:
                depths = yield from iter_record_depths(job, most=count, states=states)
            except NPuzzleError:
                continue  # a kernel, which cannot list its expansions
            if len(depths) == count:
                self._depths[at] = b64encode(array("H", depths.tolist()).tobytes()).decode("ascii")
                self._states[at] = b64encode(states or b"").decode("ascii")
        return self.stop()
