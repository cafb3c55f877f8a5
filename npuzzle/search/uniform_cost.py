"""Uniform-cost search: Dijkstra's algorithm, ended at the goal."""

from __future__ import annotations

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, Search, SearchOptions
from npuzzle.search.best_first import best_first


def uniform_cost(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Expand the state of least g, the moves made so far. The heuristic is not used."""
    return best_first(problem, max_depth=options.max_depth, watch=options.watch)


UNIFORM_COST = AlgorithmCard(
    name="uniform-cost",
    aliases=("ucs", "dijkstra"),
    label="Uniform-cost",
    summary="least moves made first; as every move costs 1, the same boards as breadth-first",
    source="Dijkstra, 1959",
    search=uniform_cost,
    informed=False,
    counts_lines=True,
    optimal=True,
)
