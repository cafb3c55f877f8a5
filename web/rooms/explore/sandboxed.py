"""Run a user's code for Explore, only in the sandbox, and record its estimates or its requests.

The records are JSON, which the tasks in the solver read. Before the first step of a task, only the
definitions in the user's code run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from npuzzle import Heuristic
from npuzzle.heuristics import HeuristicCard
from npuzzle.heuristics.own import instantiate
from npuzzle.own import algorithm_from_source, heuristic_from_source
from npuzzle.puzzle.shape import Slide
from web.page.own_code import OWN
from web.rooms.explore.requests import Recorder, key_of
from web.rooms.explore.task import TraceTask


class EstimatesTask(TraceTask):
    """Search as for Explore's tree, and record `values`: the estimates of the heuristic in `source`."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._values: dict[str, float] = {}
        super().__init__(given, _record_estimates(heuristic_from_source(given["source"]), self._values))

    def answer(self) -> dict[str, Any] | None:
        answer = super().answer()
        if answer is None:
            return None
        expanded = {"expanded": answer["trace"]["expanded"], "stopped": answer["stopped"]}
        return {"values": json.dumps(self._values), **expanded}


class RequestsTask(TraceTask):
    """Run the algorithm in `source`, and record its requests (see `Replay`)."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._recorder = Recorder(algorithm_from_source(given["source"]))
        is_own = self._recorder.card.informed and given.get("heuristic") == OWN
        own = heuristic_from_source(given["source"]) if is_own else None
        super().__init__(given, own, self._recorder.card)

    def answer(self) -> dict[str, Any] | None:
        answer = super().answer()
        if answer is None:
            return None
        found = answer["trace"]
        requests = {"requests": json.dumps(self._recorder.requests), "path": found["path"]}
        return requests | {
            "is_over": found["complete"],
            "expanded": found["expanded"],
            "stopped": answer["stopped"],
        }


def _record_estimates(card: HeuristicCard, values: dict[str, float]) -> HeuristicCard:
    """Return a heuristic with the same estimates that also records them in `values`."""
    return replace(card, make=lambda goal: _RecordingHeuristic(instantiate(card, goal), values))


class _RecordingHeuristic(Heuristic):
    def __init__(self, heuristic: Heuristic, values: dict[str, float]) -> None:
        super().__init__(heuristic.goal)
        self._heuristic, self._values = heuristic, values

    def estimate(self, state: Sequence[int]) -> float:
        return self._note(state, self._heuristic.estimate(state))

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        return self._note(state, self._heuristic.step(h, state, slide))

    def _note(self, state: Sequence[int], h: float) -> float:
        return self._values.setdefault(key_of(state), h)
