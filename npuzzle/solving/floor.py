"""A length below which a board has no path, known without a search."""

from __future__ import annotations

from npuzzle.heuristics.conflicts import LinearConflict
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import whole


def least_length(problem: Problem) -> int:
    """Return a length that no path of a solvable problem is below: linear conflict, and the parity."""
    if not problem.counts_lines:
        return round_up(LinearConflict(problem.goal).estimate(problem.initial), problem.parity)
    from npuzzle.heuristics.walking import LineWalkingDistance

    return round_up(LineWalkingDistance(problem.goal).estimate(problem.initial), problem.parity)


def round_up(bound: float, parity: int | None) -> int:
    """Return the least length that is not below the bound and has the parity, if all paths have one."""
    length = whole(bound)
    return length if parity is None else length + (length + parity) % 2
