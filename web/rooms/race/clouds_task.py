"""The worker's part of the clouds: how deep each state was that the lanes of a race expanded."""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any

from npuzzle import Board, Job, NPuzzleError, goal_board
from npuzzle.lab.expansions import iter_record_depths
from web.rooms.race.lanes import Lane
from web.rooms.race.task import NO_TEXT, find_parts_of
from web.solver.tables import tables_of

MOST = 150_000  # expansions of a lane that is searched again; each takes some 500 bytes


class CloudsTask:
    """Search again as the lanes of a race have, and list the depths of what they expanded, in order.

    `given` is that of `RaceTask`, with `counts`: how many states each lane has expanded. The answer has
    `depths`: for each lane two bytes a state, in base64, or nothing if its depths cannot be recorded: it
    runs the visitor's code or a kernel, expanded more than MOST, or was stopped before.
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
        self._depths = [""] * len(lanes)
        self._work: Iterator[None] = self._run()
        self._is_over = False

    def step(self, seconds: float) -> None:
        end = perf_counter() + seconds
        while not self._is_over and perf_counter() < end:
            self._is_over = next(self._work, self) is self

    def cancel(self) -> None:
        self._is_over = True

    def progress(self) -> dict[str, Any]:
        return {}

    def answer(self) -> dict[str, Any] | None:
        return {"depths": self._depths} if self._is_over else None

    def _run(self) -> Iterator[None]:
        for at, (job, count) in enumerate(zip(self._jobs, self._counts, strict=True)):
            if job is None:
                continue
            found = array("H")
            try:
                for progress in iter_record_depths(job, most=count):
                    assert progress.found is not None
                    found.fromlist(progress.found.tolist())
                    yield
            except NPuzzleError:
                continue  # a kernel, which keeps no list of what it expands
            if len(found) == count:
                self._depths[at] = b64encode(found.tobytes()).decode("ascii")
