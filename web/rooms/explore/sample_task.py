"""The worker's part of a sample of a larger space: random boards, their exact distances, the errors of h."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from npuzzle import Board, Job, Outcome, goal_board, start
from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import HeuristicCard, as_card
from npuzzle.heuristics.own import iter_prepare
from npuzzle.lab.certifying import check_estimates, count_errors, round_errors
from npuzzle.progress import Progress, Work, forward
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.scramble import iter_scrambled, require_in_range
from npuzzle.search.base import ROUNDING
from web.page.own_code import OWN
from web.rooms.explore.sample import MOST_BOARDS, MOST_CELLS
from web.rooms.explore.task import TOO_SOON, find_heuristic, read_estimates
from web.solver.tables import tables_of
from web.solver.work import WorkTask, ask_sandbox

SLICE = 0.02  # seconds of one search between two looks at the clock


class SampleTask(WorkTask):
    """Find the distances of `count` boards, drawn with `seed`, and of `board`; measure `heuristic`.

    `goal`, `heuristic` and `certified` are those of `TraceTask`; of OWN the sandbox claims its estimates of
    the sample, `values`. Without a heuristic there are no errors.

    Each progress, and the answer, has the `new` boards, each with its distance and its h or None, how many
    are `done`, and the distance of the board itself, `here`. The answer has the `errors` so far.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._board, self._goal, self._boards = draw_sample(given)
        self._card: HeuristicCard | None = None
        heuristic = find_heuristic(given)
        self._is_own = heuristic == OWN
        if self._is_own:
            self.asks = ask_sandbox("SampledTask", {}, board=self._board)
        elif heuristic is not None:
            self._card = as_card(heuristic)
            self._card.require_shape(self._board.shape)
        self.needs = tables_of(self._make_job(self._board))
        self._new: list[list[Any]] = []
        self._moves: list[int] = []
        self._estimates: list[float] = []
        self._here: int | None = None
        super().__init__(self._run(), len(self._boards))

    def step(self, seconds: float) -> None:
        if self._answer is None:
            self._new = []
            super().step(seconds)

    def stop(self) -> dict[str, Any]:
        if self.asks is not None:
            raise InvalidJobError(TOO_SOON)
        self._new = []
        return self._tell(stopped=True)

    def progress(self) -> dict[str, Any]:
        return {"new": self._new, "done": len(self._moves), "here": self._here}

    def _tell(self, *, stopped: bool) -> dict[str, Any]:
        counts = count_errors(self._estimates, self._moves[: len(self._estimates)])
        high = sum(number for error, number in counts.items() if error > ROUNDING)
        errors = [[error, number] for error, number in round_errors(counts).items()] if counts else None
        return {**self.progress(), "stopped": stopped, "errors": errors, "too_high": high}

    def _make_job(self, board: Board) -> Job:
        return Job(board=board, goal=self._goal, algorithm="idastar")

    def _run(self) -> Work[dict[str, Any]]:
        if self._is_own:
            if self.claim.get("stopped") is True:
                raise InvalidJobError(TOO_SOON)
            self._card = read_estimates(self.claim.get("values"))
        measuring = None if self._card is None else self._card.make(self._goal)
        if measuring is not None and self._card is not None:
            yield from forward(iter_prepare(measuring, self._card.name), lambda share: self._now)
        self._here = yield from self._find_distance(self._board)
        for board in self._boards:
            moves = yield from self._find_distance(board)
            h = None
            if measuring is not None and self._card is not None:
                (h,) = check_estimates(measuring, self._card.name, [Problem(board, self._goal).initial])
                self._estimates.append(h)
            self._moves.append(moves)
            self._new.append([str(board), moves, h])
            yield Progress(len(self._moves), len(self._boards))
        return self._tell(stopped=False)

    def _find_distance(self, board: Board) -> Work[int]:
        """Solve a board by IDA*, with pattern databases where there are any; return its fewest moves."""
        run = start(self._make_job(board))
        while run.result is None:
            run.step(SLICE)
            yield self._now
        if run.result.length is None or run.result.outcome is not Outcome.SOLVED:
            raise InvalidJobError(f"no distance was found for the board {board}: {run.result.outcome.value}")
        return run.result.length


def draw_sample(given: Mapping[str, Any]) -> tuple[Board, Board, list[Board]]:
    """Return the board, the goal, and the boards of a request. Raises InvalidJobError."""
    board = Board.parse(given["board"])
    goal = goal_board(given["goal"], board.shape)
    if board.shape.cells > MOST_CELLS:
        raise InvalidJobError(f"a sample is drawn for up to {MOST_CELLS} cells, got {board.shape}")
    count = require_in_range("a sample is a whole number of boards,", given["count"], 1, MOST_BOARDS)
    return board, goal, list(islice(iter_scrambled(goal, count, seed=int(given["seed"])), count))
