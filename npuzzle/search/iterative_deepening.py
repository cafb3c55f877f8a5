"""Iterative deepening: depth-first to depth 1, 2, 3, ..."""

from __future__ import annotations

from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.zero import Zero
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import AlgorithmCard, Risk, Search, SearchOptions
from npuzzle.search.ida_star import ida_star


def iterative_deepening(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Search by IDA* without an estimate (Korf, 1985). The heuristic is not used."""
    return ida_star(problem, Zero(problem.goal), options)


ITERATIVE_DEEPENING = AlgorithmCard(
    name="iterative-deepening",
    aliases=("ids",),
    label="Iterative deepening",
    summary="depth-first to depth 1, 2, 3, ...: shortest in little memory, at the price of repeats",
    source="Korf, 1985",
    search=iterative_deepening,
    informed=False,
    counts_lines=True,
    optimal=True,
    risk=Risk.TIME,
)
