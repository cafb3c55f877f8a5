"""The worker's task to review the moves on a board that was solved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from npuzzle import Board, Job
from npuzzle.progress import Progress, Work
from npuzzle.solving.review import iter_review
from npuzzle.solving.verify import iter_verify
from web.solver.tables import tables_of
from web.solver.work import WorkTask

SECONDS = 5.0  # to find the length of a shortest path, if the review does not reach the first board


class ReviewTask(WorkTask):
    """Review `path`, from `board` to `goal`. The answer has the fields of `npuzzle.solving.review.Review`."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        board, goal, path = Board.parse(given["board"]), Board.parse(given["goal"]), given["path"]
        self.needs = tables_of(Job(board=board, goal=goal))
        super().__init__(self._review(board, goal, path), len(path))

    def stop(self) -> dict[str, Any]:
        return {"distances": (), "better": ()}

    def _review(self, board: Board, goal: Board, path: str) -> Work[dict[str, Any]]:
        review = yield from iter_review(board, goal, path)
        if review.distances[0] is None:
            checked = iter_verify(board, path, goal, seconds=SECONDS)
            shortest = yield from _wait(checked)
            review = replace(review, distances=(shortest, *review.distances[1:]))
        return asdict(review)


def _wait(work: Any) -> Work[int | None]:
    while True:
        try:
            next(work)
        except StopIteration as end:
            shortest: int | None = end.value.shortest
            return shortest
        yield Progress(0, 1)
