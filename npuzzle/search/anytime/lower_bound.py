"""Which search raises the lower bound of a board quickest, on a tray of any size; chosen by measurement.

IDA* that has tried all paths of a length in vain has shown that there is none so short. It asks pattern
tables where there are any, linear conflict on larger trays.
"""

from __future__ import annotations

from collections.abc import Generator

from npuzzle.heuristics import pattern_database
from npuzzle.heuristics.pattern_database import PatternDatabases
from npuzzle.puzzle.problem import Problem
from npuzzle.registry import AUTO
from npuzzle.search.anytime.conflict_ida import conflict_ida_star
from npuzzle.search.base import SearchOptions, Stats
from npuzzle.search.pattern_ida import pattern_ida_star


def raise_lower_bound(problem: Problem, engine: str = AUTO) -> Generator[Stats, None, object]:
    """Search so that `bound` rises; it ends when that is the length of a shortest path."""
    if pattern_database.CARD.fits(problem.shape):
        return pattern_ida_star(problem, PatternDatabases(problem.goal), SearchOptions(engine=engine))
    return conflict_ida_star(problem, engine)
