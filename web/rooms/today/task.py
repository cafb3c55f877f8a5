"""The worker's part of Today: deal the boards of a date, which proves their lengths."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from npuzzle.progress import Progress, Work
from web.rooms.today.days import deal
from web.solver.work import WorkTask


class DayTask(WorkTask):
    """Deal the boards of `day`, as in 2026-11-27. `boards`: text and length of each; none if stopped."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(self._deal(date.fromisoformat(given["day"])))

    def stop(self) -> dict[str, Any]:
        return {"boards": []}

    def _deal(self, day: date) -> Work[dict[str, Any]]:
        dealt = []
        for harder in (False, True):
            board, length = deal(day, harder=harder)
            dealt.append((str(board), length))
            yield Progress(len(dealt), 2)
        return {"boards": dealt}
