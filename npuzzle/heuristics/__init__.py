"""The heuristics, weakest first. To add one: write its module, and name it here."""

from npuzzle.heuristics import zero, misplaced, manhattan, linear_conflict  # isort: skip
from npuzzle.heuristics.base import HEURISTICS, Heuristic, HeuristicCard

for _module in (zero, misplaced, manhattan, linear_conflict):
    HEURISTICS.add(_module.CARD, aliases=_module.ALIASES)

__all__ = ["HEURISTICS", "Heuristic", "HeuristicCard"]
