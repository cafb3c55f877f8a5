"""Run a user's text for Race, in the sandbox only: the lanes that use it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from npuzzle.heuristics import HeuristicCard
from npuzzle.own import algorithm_from_source, heuristic_from_source
from npuzzle.search.base import AlgorithmCard
from web.rooms.race import task


class _Text(task.OwnText):
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


class RaceTask(task.RaceTask):
    """Race the lanes that use the heuristic or the algorithm in `source`, which is compiled first."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given, _Text(given["source"]))


class CompareTask(task.CompareTask):
    """Compare the lanes that use the heuristic or the algorithm in `source`."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given, _Text(given["source"]))
