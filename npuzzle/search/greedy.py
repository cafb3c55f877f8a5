"""Greedy best-first search: always the state that looks nearest to the goal."""

from __future__ import annotations

from operator import add

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, Search, SearchOptions
from npuzzle.search.best_first import best_first, free


def greedy(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Expand the state of least h, however many moves led there: only h(start) bounds the length.

    Under a depth limit a shorter way to a known state counts: it may leave enough moves to reach the goal.
    """
    if options.max_depth is None:
        return best_first(problem, cost=free, estimate=heuristic, priority=add)
    return best_first(problem, estimate=heuristic, priority=mostly_h, max_depth=options.max_depth)


def mostly_h(g: float, h: float) -> float:
    """Rank by the estimate; g breaks ties, scaled down so that no path's moves add up to 1."""
    return h + g * 2.0**-30


GREEDY = AlgorithmCard(
    name="greedy",
    label="Greedy best-first",
    summary="always the board that looks nearest: quick, with no promise of a short path",
    source="Doran and Michie, 1966",
    search=greedy,
    informed=True,
)
