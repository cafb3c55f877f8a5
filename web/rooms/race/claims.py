"""Judge the sandbox's claims about a race: runs with an untrusted heuristic or algorithm.

A claimed path is replayed here, and counts only if it leads to the goal. How good the path is follows from
its length and a lower bound computed here. Counts and times cannot be checked beyond their range.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from npuzzle import Board, IllegalMoveError, Job, Problem, start
from npuzzle.lab import effective_branching
from npuzzle.solving.claims import claim_of
from npuzzle.solving.limits import Outcome
from web.rooms.race.lanes import MOST as MOST_LANES
from web.sandbox.checks import (
    NO_SENSE,
    UntrustedAnswerError,
    read_count,
    read_dict,
    read_list,
    read_seconds,
    read_text,
)

LONGEST_PATH = 1_000_000  # moves that are replayed
WRONG_PATH = "The interpreter of your code gave a path that does not lead to the goal."

#: Outcomes of an untrusted run without a path. No conclusion about the board is drawn from them.
ENDINGS = [  # a list, as an untrusted value may be unhashable
    outcome.value
    for outcome in Outcome
    if outcome not in (Outcome.SOLVED, Outcome.UNSOLVABLE, Outcome.NO_PATH)
]
RUNNING, FAILED = "running", "failed"  # further states of a lane, besides the outcomes of a run
COUNTS = ("expanded", "generated", "frontier", "peak_frontier")


@dataclass(frozen=True, slots=True)
class Referee:
    """Judge the untrusted runs on one board. `bound`: a lower bound on the length of every path.

    Each path is replayed only once, even if a race reports it many times.
    """

    problem: Problem
    bound: int
    _lengths: dict[str, int | None] = field(default_factory=dict)

    @classmethod
    def of(cls, board: Board, goal: Board) -> Referee:
        return cls(Problem(board, goal), start(Job(board=board, goal=goal, algorithm="astar")).lower_bound)

    def length_of(self, moves: object) -> int | None:
        """Return the length of a path in tile letters, or None if it does not lead to the goal."""
        if type(moves) is not str or len(moves) > LONGEST_PATH:
            return None
        if moves not in self._lengths:
            if len(self._lengths) >= MOST_LANES:  # each lane has one path, but untrusted code may send more
                self._lengths.clear()
            self._lengths[moves] = len(moves) if self._reaches_goal(moves) else None
        return self._lengths[moves]

    def _reaches_goal(self, moves: str) -> bool:
        try:
            return self.problem.replay(moves) == self.problem.goal
        except IllegalMoveError:
            return False

    def report(self, data: object) -> dict[str, Any]:
        """Read a lane's progress, which has the fields that `web.rooms.race.task.RaceTask` reports."""
        given = read_dict(data)
        state = given.get("state")
        if state == FAILED and set(given) == {"state", "problem", "moves"}:
            return {"state": FAILED, "problem": read_text(given["problem"])}
        report: dict[str, Any] = {name: read_count(given.get(name)) for name in COUNTS}
        report |= {"seconds": read_seconds(given.get("seconds")), "bound": self.bound, "problem": ""}
        report |= {"length": None, "claim": None, "engine": "python", "note": read_text(given.get("note"))}
        if state == FAILED:
            return report | {"state": FAILED, "problem": read_text(given.get("problem"))}
        if state == Outcome.SOLVED.value:
            length = self.length_of(given.get("moves"))
            if length is None:
                return report | {"state": FAILED, "problem": WRONG_PATH}
            return report | {"state": state, "length": length, "claim": claim_of(length, self.bound)}
        if state != RUNNING and state not in ENDINGS:
            raise UntrustedAnswerError(NO_SENSE)
        return report | {"state": state}


def read_rows(
    rows: object, drawn: Sequence[tuple[str, int | None]], goal: Board, lanes: int
) -> list[dict[str, Any]]:
    """Read the runs of a comparison, with the fields of `many.Run`: one run per lane and board."""
    depth_of: dict[str, int | None] = dict(drawn)
    referees: dict[str, Referee] = {}
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for each in read_list(rows):
        row = read_dict(each)
        board, lane = row.get("board"), read_count(row.get("lane"))
        if type(board) is not str or board not in depth_of or lane >= lanes or (board, lane) in found:
            raise UntrustedAnswerError(NO_SENSE)
        if board not in referees:
            referees[board] = Referee.of(Board.parse(board), goal)
        found[board, lane] = _row(row, board, lane, depth_of[board], referees[board])
    return list(found.values())


def _row(
    row: Mapping[str, Any], board: str, lane: int, depth: int | None, referee: Referee
) -> dict[str, Any]:
    outcome, length = row.get("outcome"), None
    if outcome == Outcome.SOLVED.value:
        length = referee.length_of(row.get("moves"))
        if length is None:
            raise UntrustedAnswerError(WRONG_PATH)
    elif outcome not in ENDINGS:
        raise UntrustedAnswerError(NO_SENSE)
    generated = read_count(row.get("generated"))
    return {
        "lane": lane,
        "board": board,
        "depth": depth,
        "outcome": outcome,
        "claim": None if length is None else claim_of(length, referee.bound),
        "length": length,
        "expanded": read_count(row.get("expanded")),
        "generated": generated,
        "peak_frontier": read_count(row.get("peak_frontier")),
        "seconds": read_seconds(row.get("seconds")),
        "branching": None if length is None else effective_branching(generated, length),
    }
