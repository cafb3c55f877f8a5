"""The sandbox's tasks: the parts of the page's tasks that run the user's code.

Each task is made from plain data in which `source` is the text. It runs nothing of it before its first step,
but for the races, which compile it as they are made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from npuzzle import Board, Heuristic
from npuzzle.heuristics import HeuristicCard
from npuzzle.heuristics.own import instantiate
from npuzzle.lab.certifying import check_estimates
from npuzzle.own import algorithm_from_source, heuristic_from_source
from npuzzle.progress import Progress, Work
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import AlgorithmCard
from web.page.own_code import OWN
from web.rooms.explore import task as explore
from web.rooms.explore.requests import Recorder, key_of
from web.rooms.explore.sample_task import draw_sample
from web.rooms.lab import task as lab
from web.rooms.race import task as race
from web.solver.work import WorkTask

TASKS = {
    "evaluate": "web.sandbox.tasks:EvaluateTask",
    "race": "web.sandbox.tasks:RaceTask",
    "compare": "web.sandbox.tasks:CompareTask",
    "sampled": "web.sandbox.tasks:SampledTask",
    "estimates": "web.sandbox.tasks:EstimatesTask",
    "requests": "web.sandbox.tasks:RequestsTask",
}


class EvaluateTask(lab.EvaluateTask):
    """Ask the heuristic in `source` about every state that can reach `goal`."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(Board.parse(given["goal"]), lambda: heuristic_from_source(given["source"]))


class _Text(race.OwnText):
    """A text of the visitor's, run once for its heuristic and once for its algorithm when asked for."""

    def __init__(self, source: str) -> None:
        self._source = source

    def heuristic(self) -> HeuristicCard:
        return self._heuristic

    def algorithm(self) -> AlgorithmCard:
        return self._algorithm

    @cached_property
    def _heuristic(self) -> HeuristicCard:
        return heuristic_from_source(self._source)

    @cached_property
    def _algorithm(self) -> AlgorithmCard:
        return algorithm_from_source(self._source)


class RaceTask(race.RaceTask):
    """Race the lanes that use the heuristic or the algorithm in `source`."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given, _Text(given["source"]))


class CompareTask(race.CompareTask):
    """Compare the lanes that use the heuristic or the algorithm in `source`."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given, _Text(given["source"]))


class EstimatesTask(explore.TraceTask):
    """Search as Explore's tree does, and record the `values` that the heuristic gives, as JSON."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._values: dict[str, float] = {}
        super().__init__(given, _record_estimates(heuristic_from_source(given["source"]), self._values))

    def answer(self) -> dict[str, Any] | None:
        answer = super().answer()
        return None if answer is None else {"values": json.dumps(self._values), "stopped": answer["stopped"]}


class RequestsTask(explore.TraceTask):
    """Search by the algorithm in `source`, and record what it requests, as JSON; see `Replay`."""

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
        requests = {"requests": json.dumps(self._recorder.requests), "stopped": answer["stopped"]}
        return requests | {"path": found["path"], "is_over": found["complete"]}


class SampledTask(WorkTask):
    """Ask the heuristic in `source` about a sample; its `values` are JSON, as those of EstimatesTask."""

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
            (self._values[key_of(state)],) = check_estimates(heuristic, explore.NAME, [state])
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
