"""The worker's part of Practice: analyse a list, or a single solve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from npuzzle import Job, NPuzzleError, Shape
from npuzzle.progress import Progress, Work
from npuzzle.solving.analyse import Entry, Row, error_row, iter_analyse, read_entries
from web.solver.tables import tables_of
from web.solver.work import WorkTask

SECONDS = 5.0  # for each search


class AnalyseTask(WorkTask):
    """Analyse the lines of `text`. `size`: the scrambles' size. The answer has the `rows` finished so far."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        entries = read_entries(given["text"].splitlines(), Shape.parse(given["size"]))
        self._rows: list[Row] = []
        jobs = [Job(board=one.board, goal=one.goal) for one in entries if one.board and one.goal]
        self.needs = next((shape for job in jobs if (shape := tables_of(job))), None)
        super().__init__(self._analyse(entries), len(entries))

    def stop(self) -> dict[str, Any]:
        return {"rows": self._rows}

    def _analyse(self, entries: list[Entry]) -> Work[dict[str, Any]]:
        for entry in entries:
            work = iter_analyse(entry, SECONDS)
            try:
                while True:
                    next(work)
                    yield Progress(len(self._rows), len(entries))
            except StopIteration as end:
                self._rows.append(end.value.to_dict())
            except NPuzzleError as error:
                self._rows.append(error_row(entry, error))
        return {"rows": self._rows}
