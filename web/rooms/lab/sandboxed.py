"""Run a user's text for the Lab, in the sandbox only: ask a heuristic about every state."""

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
    """Ask the heuristic in `source` about every state that can reach the board `goal`.

    The answer's `values`: the estimates as JSON, in the order of `npuzzle.lab.evaluate`. Nothing of the
    heuristic runs before the first step. Raises NPuzzleError for a goal of more than 9 cells.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__()
        self._goal, self._source = Board.parse(given["goal"]), given["source"]

    def work(self) -> Work[dict[str, Any]]:
        card = heuristic_from_source(self._source)
        values = yield from evaluate(card, self._goal.shape, self._goal)
        return {"outcome": CERTIFIED, "values": json.dumps(values)}
