"""The worker's part of the whole space: find all distances, expand states, and count the errors of h."""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from npuzzle import Board, Job, Limits, goal_board
from npuzzle.errors import InvalidHeuristicError, InvalidJobError
from npuzzle.heuristics import HeuristicLike
from npuzzle.lab import iter_measure_errors, iter_record_expansions
from npuzzle.lab.certificate import card_of_values
from npuzzle.lab.space import count_states, iter_build_distance_table
from npuzzle.progress import Work
from npuzzle.registry import AUTO
from npuzzle.search.base import known_numbers
from web.page.own_code import OWN
from web.rooms.explore.task import NAME, TOO_SOON, find_heuristic
from web.rooms.lab.task import CERTIFIED, STOPPED, read_values
from web.sandbox.checks import NO_SENSE, read_text
from web.solver.work import WorkTask, ask_sandbox


class SpaceTask(WorkTask):
    """Search as `TraceTask` does, and list the expanded states by rank.

    `given` is the same as for `TraceTask`. For OWN, the sandbox claims `values`, the estimates of all states.

    Each progress report, and the answer, contains only new data, in base64: `distances`, one byte per rank,
    and `part`, four bytes per expanded state. The answer also says how the search ended. With a heuristic,
    it has `errors`, the number of states for each error, and `estimates`, four bytes per rank.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = given
        self._board = Board.parse(given["board"])
        self._goal = goal_board(given["goal"], self._board.shape)
        count_states(self._board.shape)
        self._heuristic = find_heuristic(given)
        if self._heuristic == OWN:
            self.asks = ask_sandbox("EvaluateTask", {}, board=self._board)
        else:
            self._job = self._make_job()
        self._distances = ""
        self._ranks, self._sent = array("I"), 0
        self._found: dict[str, Any] = {"complete": False, "length": None, "stopped": False}
        self._found |= {"errors": None, "too_high": 0, "estimates": ""}
        super().__init__(self._run())

    def _make_job(self) -> Job:
        given = self._given
        return Job(
            board=self._board,
            goal=self._goal,
            algorithm=given["algorithm"],
            heuristic=self._heuristic or AUTO,
            numbers={name: given[name] for name in known_numbers() if name in given},
            limits=Limits(depth=given.get("depth")),
        )

    def step(self, seconds: float) -> None:
        if self._answer is None:
            self._mark_sent()
            super().step(seconds)

    def stop(self) -> dict[str, Any]:
        if self.asks is not None:
            raise InvalidJobError(TOO_SOON)
        self._mark_sent()
        return {**self._found, **self.progress(), "stopped": True}

    def progress(self) -> dict[str, Any]:
        new = {"distances": self._distances} if self._distances else {}
        return {**new, "part": _encode(self._ranks[self._sent :]), "expanded": len(self._ranks)}

    def _mark_sent(self) -> None:
        """Note that the data of the last progress report was sent, so that the next one omits it."""
        self._distances, self._sent = "", len(self._ranks)

    def _run(self) -> Work[dict[str, Any]]:
        if self._heuristic == OWN:
            self._heuristic = self._judge_claim()
            self._job = self._make_job()
        shape, home = self._job.board.shape, self._job.goal.blank
        table = yield from iter_build_distance_table(shape, home)
        self._distances = table.to_text()
        found = yield from iter_record_expansions(self._job, ranks=self._ranks)
        self._found |= {"complete": found.complete, "length": None if found.path is None else len(found.path)}
        if self._heuristic is not None:
            errors = yield from iter_measure_errors(self._heuristic, shape, self._job.goal, table=table)
            self._found["errors"] = [[error, number] for error, number in errors.by_move.items()]
            self._found["too_high"] = errors.too_high
            self._found["estimates"] = _encode(array("f", errors.estimates))
        return {**self._found, **self.progress()}

    def _judge_claim(self) -> HeuristicLike:
        """Make a heuristic from the claimed estimates of all states, in the order of `evaluate`."""
        outcome = self.claim.get("outcome")
        if outcome == STOPPED:
            raise InvalidJobError(TOO_SOON)
        if outcome != CERTIFIED:
            raise InvalidHeuristicError(read_text(self.claim.get("problem")) or NO_SENSE)
        values, states = read_values(str(self.claim.get("values"))), count_states(self._goal.shape)
        if len(values) != states:
            raise InvalidHeuristicError(
                f"expected {states:,} estimates, one for each board, got {len(values):,}"
            )
        return card_of_values(NAME, (False, False), self._goal, values)


def _encode(numbers: array[Any]) -> str:
    return b64encode(numbers.tobytes()).decode("ascii")
