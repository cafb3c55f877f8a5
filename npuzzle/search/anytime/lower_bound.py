"""Choose the search that raises the lower bound of a board fastest; both choices were measured.

When IDA* has tried all paths of one length and found none, it has proved that every path is longer. It uses
pattern databases on boards that have them, and linear conflict on larger ones.
"""

from __future__ import annotations

from collections.abc import Generator

from npuzzle.heuristics import pattern_tables
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.puzzle.problem import Problem
from npuzzle.registry import AUTO
from npuzzle.search.anytime.conflict_ida import conflict_ida_star
from npuzzle.search.base import Helpers, Refuted, SearchOptions, Stats
from npuzzle.search.pattern_ida import pattern_ida_star


def raise_lower_bound(
    problem: Problem, engine: str = AUTO, helpers: Helpers | None = None, refuted: Refuted | None = None
) -> Generator[Stats, None, object]:
    """Search for the length of a shortest path; until then `bound` of the stats rises.

    `helpers`: other workers that share the search with pattern databases. `refuted`: where it goes on from.
    """
    if pattern_tables.fits(problem.shape):
        options = SearchOptions(engine=engine, helpers=helpers, refuted=refuted)
        return pattern_ida_star(problem, PatternDatabases(problem.goal), options)
    return conflict_ida_star(problem, engine)
