"""What runs a user's text for Explore, in the sandbox only: record what it answers, or asks for.

The estimates, the requests and the sample are JSON; the tasks in the solver read them. Nothing of a text runs
before the first step but what makes its functions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from npuzzle import Heuristic
from npuzzle.heuristics import HeuristicCard
from npuzzle.heuristics.own import instantiate
from npuzzle.lab.certifying import check_estimates
from npuzzle.own import algorithm_from_source, heuristic_from_source
from npuzzle.progress import Progress, Work
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Slide
from web.page.own_code import OWN
from web.rooms.explore.requests import Recorder, key_of
from web.rooms.explore.sample_task import draw_sample
from web.rooms.explore.task import NAME, TraceTask
from web.solver.work import WorkTask


class EstimatesTask(TraceTask):
    """Search as Explore's tree does, and record the `values` that the heuristic in `source` gives."""

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
    """Search by the algorithm in `source`, and record what it requests; see `Replay`."""

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


class SampledTask(WorkTask):
    """Ask the heuristic in `source` about a sample; the answer has its `values`."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        _, self._goal, boards = draw_sample(given)
        self._states = [Problem(board, self._goal).initial for board in boards]
        self._source = str(given["source"])
        self._values: dict[str, float] = {}
        super().__init__(self._ask(), len(self._states))

    def stop(self) -> dict[str, Any]:
        return {"values": json.dumps(self._values), "stopped": True}

    def _ask(self) -> Work[dict[str, Any]]:
        heuristic = instantiate(heuristic_from_source(self._source), self._goal)
        for state in self._states:
            (self._values[key_of(state)],) = check_estimates(heuristic, NAME, [state])
            yield Progress(len(self._values), len(self._states))
        return {"values": json.dumps(self._values), "stopped": False}


def _record_estimates(card: HeuristicCard, values: dict[str, float]) -> HeuristicCard:
    """Return the same heuristic, whose estimates are recorded in `values`."""
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
