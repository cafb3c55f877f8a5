"""Greedy best-first search: always the state that looks nearest to the goal."""

from __future__ import annotations

from operator import add

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, Search, SearchOptions
from npuzzle.search.best_first import best_first, free


def greedy(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Expand the state of least h; the moves made do not count.

    With a depth limit, a shorter way to a known state does count: it may leave enough moves to reach the
    goal. The bound stays at h(start).
    """
    limit, watch = options.max_depth, options.watch
    if limit is None:
        return best_first(problem, cost=free, estimate=heuristic, priority=add, watch=watch)
    return best_first(problem, estimate=heuristic, priority=rank_by_h, max_depth=limit, watch=watch)


def rank_by_h(g: float, h: float) -> float:
    """Rank by h, and break ties by g, which is scaled down to less than 1 on any path."""
    return h + g * 2.0**-30


GREEDY = AlgorithmCard(
    name="greedy",
    label="Greedy best-first",
    summary="always the board that looks nearest: quick, with no promise of a short path",
    source="Doran and Michie, 1966",
    search=greedy,
    informed=True,
    counts_lines=True,
)
