"""The worker's part of the whole space: the distances, the states that a search expands, the errors of h."""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any

from npuzzle import Board, Job, Limits, goal_board
from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics import HeuristicLike
from npuzzle.lab import Expansions, HeuristicErrors, iter_measure_errors, iter_record_expansions
from npuzzle.lab.certified import card_of_values
from npuzzle.lab.distance_table import iter_build_distance_table
from npuzzle.lab.state_space import count_states
from npuzzle.progress import forward
from npuzzle.search.base import known_numbers
from web.page.heuristic_choice import YOURS
from web.page.own_code import OWN
from web.rooms.explore.task import NAME
from web.rooms.lab.task import find_certified, read_values


class SpaceTask:
    """Search as `TraceTask` does, and list the expanded states by rank.

    `given` is that of `TraceTask`; OWN is known here by its estimate of every state, `values`. Each progress,
    and the answer, has what is new: `distances`, a byte for each rank, and `part`, four bytes for each state
    expanded, both in base64. The answer tells how the search ended and, for a heuristic, the `errors`, with
    the number of states for each, and the `estimates`, four bytes for each rank.
    """

    needs = None  # boards of up to 9 cells need no file of pattern databases

    def __init__(self, given: Mapping[str, Any]) -> None:
        board = Board.parse(given["board"])
        goal = goal_board(given["goal"], board.shape)
        count_states(board.shape)
        heuristic: HeuristicLike = given.get("heuristic", "auto")
        if heuristic == OWN:
            heuristic = _card_of(goal, str(given.get("values", "")))
        if heuristic == YOURS:
            heuristic = find_certified(str(given.get("certified", "")))
        self._job = Job(
            board=board,
            goal=goal,
            algorithm=given["algorithm"],
            heuristic=heuristic,
            numbers={name: given[name] for name in known_numbers() if name in given},
            limits=Limits(depth=given.get("depth")),
        )
        self._heuristic = heuristic if "heuristic" in given else None
        self._work: Iterator[None] = self._run()
        self._fresh: dict[str, str] = {}
        self._new = array("I")
        self._found: dict[str, Any] = {"expanded": 0, "complete": False, "length": None, "stopped": False}
        self._found |= {"errors": None, "too_high": 0, "estimates": ""}
        self._is_over = False

    def step(self, seconds: float) -> None:
        if self._is_over:
            return
        self._fresh, self._new = {}, array("I")
        end = perf_counter() + seconds
        while not self._is_over and perf_counter() < end:
            self._is_over = next(self._work, self) is self

    def cancel(self) -> None:
        if not self._is_over:
            self._fresh, self._new = {}, array("I")
            self._found["stopped"] = self._is_over = True

    def progress(self) -> dict[str, Any]:
        return {**self._fresh, "part": _encode(self._new), "expanded": self._found["expanded"]}

    def answer(self) -> dict[str, Any] | None:
        return {**self._found, **self.progress()} if self._is_over else None

    def _run(self) -> Iterator[None]:
        shape, home = self._job.board.shape, self._job.goal.blank
        table = yield from forward(iter_build_distance_table(shape, home), lambda known: None)
        self._fresh["distances"] = table.to_text()
        for progress in iter_record_expansions(self._job):
            yield
            if progress.found is not None:
                self._take(progress.done, progress.found)
        if self._heuristic is None:
            return
        for measured in iter_measure_errors(self._heuristic, shape, self._job.goal, table=table):
            yield
            if measured.found is not None:
                self._tell(measured.found)

    def _take(self, expanded: int, some: Expansions) -> None:
        self._new += some.ranks
        length = None if some.path is None else len(some.path)
        self._found |= {"expanded": expanded, "complete": some.complete, "length": length}

    def _tell(self, errors: HeuristicErrors) -> None:
        self._found["errors"] = [[error, number] for error, number in errors.by_move.items()]
        self._found["too_high"] = errors.too_high
        self._found["estimates"] = _encode(array("f", errors.estimates))


def _encode(numbers: array[Any]) -> str:
    return b64encode(numbers.tobytes()).decode("ascii")


def _card_of(goal: Board, text: str) -> HeuristicLike:
    """Make a heuristic of its estimates of all states, in the order of `evaluate`."""
    values = read_values(text)
    if len(values) != count_states(goal.shape):
        raise InvalidHeuristicError(
            f"expected {count_states(goal.shape):,} estimates, one for each board, got {len(values):,}"
        )
    return card_of_values(NAME, (False, False), goal, values)
