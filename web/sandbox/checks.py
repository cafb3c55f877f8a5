"""Check what the sandbox says: it is untrusted, so its form is checked and its claims are derived again.

A path counts if it leads from the board to the goal when it is replayed here, and what is claimed of it
follows from its length and a lower bound computed here. Counts and times are the sandbox's own, in range.
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
from web.solver.exchange import NO_SENSE
from web.solver.wire import Reply
from web.untrusted import read_json

LARGEST = 10**15  # of a count, or a number of seconds
LONGEST_TEXT = 1_000  # characters of a sentence that are shown
LONGEST_PATH = 1_000_000  # moves that are replayed
WRONG_PATH = "The interpreter of your code gave a path that does not lead to the goal."

#: How a run of a stranger's heuristic can end without a path: none of them says anything of the board.
ENDINGS = [  # a list: what a stranger says may be of a kind that no set takes
    outcome.value
    for outcome in Outcome
    if outcome not in (Outcome.SOLVED, Outcome.UNSOLVABLE, Outcome.NO_PATH)
]
RUNNING, FAILED = "running", "failed"
COUNTS = ("expanded", "generated", "frontier", "peak_frontier")


class UntrustedAnswerError(ValueError):
    """Say that the sandbox's answer is not what was asked for, in a sentence for people."""


def read_reply(text: str) -> Reply:
    """Read an untrusted text as a reply. Raises UntrustedAnswerError if it is not one."""
    try:
        data = read_json(text)
    except ValueError:
        raise UntrustedAnswerError(NO_SENSE) from None
    if type(data) is not dict or set(data) != set(Reply.__dataclass_fields__):
        raise UntrustedAnswerError(NO_SENSE)
    for name in ("progress", "answer"):
        if data[name] is not None and type(data[name]) is not dict:
            raise UntrustedAnswerError(NO_SENSE)
    if data["helpers"] is not None:
        raise UntrustedAnswerError(NO_SENSE)
    if data["problem"] is not None:
        data["problem"] = read_text(data["problem"])
    return Reply(**data)


def read_text(value: object) -> str:
    """Read a text: its beginning if it is long, in one line."""
    if type(value) is not str:
        raise UntrustedAnswerError(NO_SENSE)
    return " ".join(value[:LONGEST_TEXT].encode("utf-8", "replace").decode().split())


def read_count(value: object) -> int:
    """Read a whole number, 0 or more."""
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise UntrustedAnswerError(NO_SENSE)
    return value


def read_seconds(value: object) -> float:
    """Read a number of seconds, 0 or more."""
    if type(value) not in (int, float) or not isinstance(value, (int, float)):
        raise UntrustedAnswerError(NO_SENSE)
    if not 0 <= value <= LARGEST:
        raise UntrustedAnswerError(NO_SENSE)
    return float(value)


def read_list(value: object, length: int | None = None) -> list[Any]:
    """Read a list, of that length if one is given."""
    if type(value) is not list or (length is not None and len(value) != length):
        raise UntrustedAnswerError(NO_SENSE)
    return value


def read_dict(value: object) -> dict[str, Any]:
    if type(value) is not dict:
        raise UntrustedAnswerError(NO_SENSE)
    return value


def read_progress(progress: Mapping[str, Any] | None, *names: str) -> tuple[int, ...]:
    """Read some counts of a progress; zeros while there is none."""
    return tuple(read_count(read_dict(progress).get(name)) if progress else 0 for name in names)


@dataclass(frozen=True, slots=True)
class Referee:
    """Judge the runs of an untrusted heuristic on one board; no path is shorter than `bound`.

    A path is replayed once, however often a race reports it.
    """

    problem: Problem
    bound: int
    _lengths: dict[str, int | None] = field(default_factory=dict)

    @classmethod
    def of(cls, board: Board, goal: Board) -> Referee:
        return cls(Problem(board, goal), start(Job(board=board, goal=goal, algorithm="astar")).lower_bound)

    def length_of(self, moves: object) -> int | None:
        """Return the length of a path in tile letters; None if it does not lead to the goal."""
        if type(moves) is not str or len(moves) > LONGEST_PATH:
            return None
        if moves not in self._lengths:
            if len(self._lengths) >= MOST_LANES:  # a lane has one path; a liar may send more
                self._lengths.clear()
            self._lengths[moves] = len(moves) if self._reaches_goal(moves) else None
        return self._lengths[moves]

    def _reaches_goal(self, moves: str) -> bool:
        try:
            return self.problem.replay(moves) == self.problem.goal
        except IllegalMoveError:
            return False

    def report(self, data: object) -> dict[str, Any]:
        """Read the progress of a lane, with the fields of `web.rooms.race.task.RaceTask`."""
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
    """Read the runs of a comparison, as `many.Run` has them: each lane once on each board."""
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
