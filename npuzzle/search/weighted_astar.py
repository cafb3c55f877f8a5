"""Weighted A*: A* that counts its estimate several times, and so hurries towards the goal."""

from __future__ import annotations

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, Number, Search, SearchOptions
from npuzzle.search.best_first import best_first

WEIGHT = Number(
    name="weight",
    label="Weight of the estimate",
    kind=float,
    least=1,
    most=1_000_000,  # far beyond use; keeps weight * h exact enough for the bound
    default=1.5,
    help="of the estimate",
    bounds_length=True,
)


def weighted_astar(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Expand the state of least g + weight * h: with admissible h at most `weight` times too long."""
    weight = options.numbers["weight"]
    limit, watch = options.max_depth, options.watch
    return best_first(problem, estimate=heuristic, weight=weight, max_depth=limit, watch=watch)


WEIGHTED_ASTAR = AlgorithmCard(
    name="weighted-astar",
    aliases=("wastar",),
    label="Weighted A*",
    summary="A* trusting its estimate more: faster, at most weight times the shortest length",
    source="Pohl, 1970",
    search=weighted_astar,
    informed=True,
    counts_lines=True,
    optimal=True,
    numbers=(WEIGHT,),
)
