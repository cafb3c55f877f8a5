"""Run a user's code for Race, only in the sandbox: run the lanes that use that code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from npuzzle.heuristics import HeuristicCard
from npuzzle.own import algorithm_from_source, heuristic_from_source
from npuzzle.search.base import AlgorithmCard
from web.rooms.race import task


class _Text(task.OwnText):
    """A visitor's code, which runs once when its heuristic, and once when its algorithm, is first needed."""

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


class RaceTask(task.RaceTask):
    """Race the lanes that use the heuristic or the algorithm in `source`. The code is compiled first."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given, _Text(given["source"]))


class CompareTask(task.CompareTask):
    """Compare the lanes that use the heuristic or the algorithm in `source`."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given, _Text(given["source"]))
