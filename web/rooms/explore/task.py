"""The worker's part of the Explore room: search, and record every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from npuzzle import Board, Job, Limits, goal_board
from npuzzle.errors import InvalidHeuristicError, InvalidJobError
from npuzzle.heuristics import HeuristicCard, HeuristicLike, from_function
from npuzzle.lab import iter_trace
from npuzzle.lab.tracing import MOST
from npuzzle.progress import Progress, Work, run_to_end
from npuzzle.registry import AUTO
from npuzzle.search import AlgorithmCard
from npuzzle.search.base import known_numbers
from web.page.heuristic_choice import YOURS
from web.page.own_code import NO_SOURCE, OWN
from web.rooms.explore.requests import Replay, key_of
from web.sandbox.checks import read_count, read_progress
from web.solver.tables import tables_of
from web.solver.work import WorkTask, ask_sandbox
from web.untrusted import read_json

NAME = "yours"
UNREADABLE = "the estimates of your heuristic for this tree cannot be read"
TOO_SOON = "Stopped before the tree had a board. Build it again."


class TraceTask(WorkTask):
    """Trace the search of a request: `board`, `goal`, `algorithm`, `heuristic`, numbers, and `depth` if used.

    `heuristic`: a name, a combination, YOURS for the estimates that the Lab certified under the ticket
    `certified`, or OWN. For OWN, the sandbox claims `values`, the estimates. If `algorithm` is OWN, the
    sandbox claims `requests`, `path` and `is_over`, see `Replay`. `most`: a limit on expansions, at most
    MOST, as a larger tree could not be drawn or read. `own`, `algorithm`: the user's code, in the sandbox.

    The answer contains the `trace` as plain data, and `stopped`: whether the search was stopped.
    """

    def __init__(
        self,
        given: Mapping[str, Any],
        own: HeuristicLike | None = None,
        algorithm: AlgorithmCard | None = None,
    ) -> None:
        self._given = given
        self._most = min(given.get("most", MOST), MOST)
        if own is None and algorithm is None and OWN in (given["algorithm"], given.get("heuristic")):
            what = "RequestsTask" if given["algorithm"] == OWN else "EstimatesTask"
            self.asks = ask_sandbox(what, {}, board=Board.parse(given["board"]))
            super().__init__(self._trace_claim(), MOST)
        else:
            job = self._make_job(own, algorithm)
            self.needs = tables_of(job)
            super().__init__(self._trace(job, self._most), MOST)

    def stop(self) -> dict[str, Any]:
        if self.asks is not None:
            raise InvalidJobError(TOO_SOON)
        if self.claim:  # the tree is drawn as far as the sandbox got
            return run_to_end(self._work)
        return {**run_to_end(self._work, lambda now: True), "stopped": True}

    def hear(self, progress: dict[str, Any]) -> None:
        self._now = Progress(min(read_progress(progress, "expanded")[0], MOST), MOST)

    def progress(self) -> dict[str, Any]:
        return {"expanded": self._now.done, "most": self._now.total}

    def _make_job(self, own: HeuristicLike | None, algorithm: AlgorithmCard | None) -> Job:
        given, heuristic = self._given, find_heuristic(self._given) or AUTO
        if heuristic == OWN:
            if own is None:
                raise InvalidHeuristicError(NO_SOURCE.removesuffix("."))
            heuristic = own
        board = Board.parse(given["board"])
        return Job(
            board=board,
            goal=goal_board(given["goal"], board.shape),
            algorithm=given["algorithm"] if algorithm is None else algorithm,
            heuristic=heuristic if algorithm is None or algorithm.informed else AUTO,
            numbers={name: given[name] for name in known_numbers() if name in given},
            limits=Limits(depth=given.get("depth")),
        )

    def _trace(self, job: Job, most: int) -> Work[dict[str, Any]]:
        found = yield from iter_trace(job, most=most)
        return {"trace": found.to_dict(), "stopped": False}

    def _trace_claim(self) -> Work[dict[str, Any]]:
        """Trace the search with the sandbox's claims, as far as the sandbox got."""
        claim, most = self.claim, self._most
        is_stopped = claim.get("stopped") is True
        if is_stopped:
            most = min(read_count(claim.get("expanded")), MOST)
            if not most:
                raise InvalidJobError(TOO_SOON)
        if self._given["algorithm"] == OWN:
            replay = Replay.read(claim.get("requests"), claim.get("path"), claim.get("is_over"))
            job = self._make_job(remember_estimates(replay.estimates), replay.card)
            most = most if replay.is_over else max(1, min(most, replay.expanded))
        else:
            job = self._make_job(read_estimates(claim.get("values")), None)
        return {**(yield from self._trace(job, most)), "stopped": is_stopped}


def find_heuristic(given: Mapping[str, Any]) -> HeuristicLike | None:
    """Return the heuristic of a request, or None. OWN and names are returned as they are."""
    if given.get("heuristic") == YOURS:
        from web.rooms.lab.task import find_certified

        return find_certified(str(given.get("certified", "")))
    return given.get("heuristic")


def read_estimates(text: object) -> HeuristicCard:
    """Make a heuristic from a JSON object that maps `key_of` each state to its estimate.

    A search checks each requested estimate, as for any heuristic that is not built in. Raises
    InvalidHeuristicError if the text is not a JSON object.
    """
    try:
        values = read_json(text) if type(text) is str else None
    except ValueError:
        values = None
    if type(values) is not dict:
        raise InvalidHeuristicError(UNREADABLE)
    return remember_estimates(values)


def remember_estimates(values: Mapping[str, Any]) -> HeuristicCard:
    """Make a heuristic from a table that maps `key_of` each state to its estimate."""

    def remember(state: Sequence[int]) -> Any:
        try:
            return values[key_of(state)]
        except KeyError:
            raise InvalidHeuristicError(UNREADABLE) from None

    return from_function(remember, name=NAME)
