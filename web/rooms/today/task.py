"""The worker's part of Today: deal a board of a date, and prove the length of its shortest solution."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from npuzzle.progress import Work
from web.rooms.today.days import deal
from web.solver.work import WorkTask


class DayTask(WorkTask):
    """Deal the board of `day`, such as 2026-11-27, or the `harder` board. A stopped task gives no board."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(self._deal(date.fromisoformat(given["day"]), harder=given["harder"]))

    def stop(self) -> dict[str, Any]:
        return {"board": None}

    def _deal(self, day: date, *, harder: bool) -> Work[dict[str, Any]]:
        yield from ()
        board, length = deal(day, harder=harder)
        return {"board": str(board), "length": length}
