"""The worker's part of the Explore room: search, and record every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from npuzzle import Board, Job, Limits, goal_board
from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics import HeuristicCard, HeuristicLike, from_function
from npuzzle.lab import iter_trace
from npuzzle.lab.tracing import MOST
from npuzzle.progress import Work, run_to_end
from npuzzle.search import AlgorithmCard
from npuzzle.search.base import known_numbers
from web.page.heuristic_choice import YOURS
from web.page.own_code import NO_SOURCE, OWN
from web.rooms.explore.requests import Replay, key_of
from web.solver.tables import tables_of
from web.solver.work import WorkTask
from web.untrusted import read_json

NAME = "yours"
UNREADABLE = "the estimates of your heuristic for this tree cannot be read"
TOO_SOON = "Stopped before the tree had a board. Build it again."


class TraceTask(WorkTask):
    """Trace a search of `board`, `goal`, `algorithm`, `heuristic`, and its numbers and `depth` if used.

    `heuristic`: a name, a combination, YOURS for the estimates that the Lab certified under the ticket
    `certified`, or OWN, known here by the estimates that it gave in the sandbox, `values`, see
    `read_estimates`. The `algorithm` OWN is known here by the `requests` that it made there, and its `path`
    and whether it `is_over`. `most` expansions, at most MOST: more could be neither drawn nor read.

    The answer has the `trace` as plain data, and whether it was `stopped`.
    """

    def __init__(
        self,
        given: Mapping[str, Any],
        own: HeuristicLike | None = None,
        algorithm: AlgorithmCard | None = None,
    ) -> None:
        heuristic: HeuristicLike = given.get("heuristic", "auto")
        most = min(given.get("most", MOST), MOST)
        if algorithm is None and given["algorithm"] == OWN:
            replay = Replay.read(given.get("requests"), given.get("path"), given.get("is_over"))
            algorithm, own = replay.card, remember_estimates(replay.estimates)
            most = most if replay.is_over else max(1, min(most, replay.expanded))
        if heuristic == OWN:
            heuristic = read_estimates(given.get("values", "")) if own is None else own
        if heuristic == YOURS:
            from web.rooms.lab.task import find_certified

            heuristic = find_certified(str(given.get("certified", "")))
        board = Board.parse(given["board"])
        job = Job(
            board=board,
            goal=goal_board(given["goal"], board.shape),
            algorithm=given["algorithm"] if algorithm is None else algorithm,
            heuristic=heuristic if algorithm is None or algorithm.informed else "auto",
            numbers={name: given[name] for name in known_numbers() if name in given},
            limits=Limits(depth=given.get("depth")),
        )
        self.needs = tables_of(job)
        super().__init__(self._trace(job, most), MOST)

    def stop(self) -> dict[str, Any]:
        return {**run_to_end(self._work, lambda now: True), "stopped": True}

    def progress(self) -> dict[str, Any]:
        return {"expanded": self._now.done, "most": self._now.total}

    def _trace(self, job: Job, most: int) -> Work[dict[str, Any]]:
        found = yield from iter_trace(job, most=most)
        return {"trace": found.to_dict(), "stopped": False}


def read_estimates(text: str) -> HeuristicCard:
    """Make a heuristic from a JSON object with the estimate of each state, by `key_of`.

    Each estimate is checked when it is asked for, as those of any heuristic that is not built in. Raises
    InvalidHeuristicError for anything else.
    """
    if not text:
        raise InvalidHeuristicError(NO_SOURCE.removesuffix("."))
    try:
        values = read_json(text)
    except ValueError:
        values = None
    if type(values) is not dict:
        raise InvalidHeuristicError(UNREADABLE)
    return remember_estimates(values)


def remember_estimates(values: Mapping[str, Any]) -> HeuristicCard:
    """Make a heuristic of its estimates, by `key_of` their states."""

    def remember(state: Sequence[int]) -> Any:
        try:
            return values[key_of(state)]
        except KeyError:
            raise InvalidHeuristicError(UNREADABLE) from None

    return from_function(remember, name=NAME)
