"""Run a user's code for the Lab, only in the sandbox: compute a heuristic's estimate of every state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from npuzzle import Board
from npuzzle.lab import evaluate
from npuzzle.own import heuristic_from_source
from npuzzle.progress import Work
from web.rooms.lab.task import CERTIFIED, OutcomeTask


class EvaluateTask(OutcomeTask):
    """Compute the estimate of the heuristic in `source` for every state that can reach the board `goal`.

    The answer has `values`, the estimates as JSON, in the order of `npuzzle.lab.evaluate`. None of the user's
    code runs before the first step. Raises NPuzzleError for a goal of more than 9 cells.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__()
        self._goal, self._source = Board.parse(given["goal"]), given["source"]

    def work(self) -> Work[dict[str, Any]]:
        card = heuristic_from_source(self._source)
        values = yield from evaluate(card, self._goal.shape, self._goal)
        return {"outcome": CERTIFIED, "values": json.dumps(values)}
