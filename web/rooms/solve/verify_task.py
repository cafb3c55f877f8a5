"""The worker's task to check the user's own moves."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from npuzzle import Board, Job, Metric, Run
from npuzzle.errors import brief
from npuzzle.solving.verify import Verification, iter_verify, verify
from web.solver.tables import tables_of

LONGEST_LINE = 600  # characters of a sentence, which may contain a board


class VerifyTask:
    """Check `moves`, a text, from `board` to `goal`.

    The task also searches for a shortest path, for up to `seconds`, or without limit if that is None.

    The answer has the fields of `web.page.parts.own_moves.CheckedMoves`. Raises NPuzzleError if the text
    contains no moves.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        board, goal = Board.parse(given["board"]), Board.parse(given["goal"])
        self.needs = tables_of(Job(board=board, goal=goal))
        metric = str(given.get("metric", Metric.TILES.value))
        self._asked = board, str(given["moves"]), goal
        self._metric, self._said = metric, ""
        self._work = iter_verify(*self._asked, seconds=given["seconds"], metric=metric)
        self._run: Run | None = None
        self._answer: dict[str, Any] | None = None

    def step(self, seconds: float) -> None:
        until = perf_counter() + seconds
        if not self._said:  # before the search: are the moves legal, and where do they end?
            self._said = str(verify(*self._asked, seconds=0, metric=self._metric)).splitlines()[0]
        while self._answer is None and perf_counter() < until:
            self._advance()

    def cancel(self) -> None:
        while self._answer is None:
            if self._run is not None:
                self._run.cancel()
            self._advance()

    def progress(self) -> dict[str, Any]:
        return {"said": brief(self._said, LONGEST_LINE)}

    def answer(self) -> dict[str, Any] | None:
        return self._answer

    def _advance(self) -> None:
        try:
            self._run = next(self._work)
        except StopIteration as end:
            self._answer = _to_data(end.value)


def _to_data(found: Verification) -> dict[str, Any]:
    return {
        "path": found.path,
        "end": str(found.end),
        "said": [brief(line, LONGEST_LINE) for line in str(found).splitlines()],
        "legal": found.legal,
        "reaches_goal": found.reaches_goal,
        "is_shortest": found.is_shortest,
        "lower_bound": found.lower_bound,
        "metric": found.metric.value,
    }
