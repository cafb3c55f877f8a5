"""Raise the lower bound on the length of a path with the search that measurements found fastest.

When IDA* has tried all paths of one length and none reaches the goal, this proves that every solution is
longer. On boards for which there are pattern databases, IDA* uses these. On larger boards it uses linear
conflict, in a separate kernel. When line moves count, it uses line tables.
"""

from __future__ import annotations

from collections.abc import Generator

from npuzzle.compiler import Kernel
from npuzzle.heuristics import pattern_tables
from npuzzle.heuristics.conflicts import LinearConflict
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.heuristics.lines import LineTables
from npuzzle.kernels import conflict_ida
from npuzzle.kernels.board_layout import LOWEST_WAY, blank_steps, columns_of, open_ways, rows_of
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO
from npuzzle.search.base import Helpers, Refuted, SearchOptions, Stats, whole
from npuzzle.search.line_ida import line_ida_star
from npuzzle.search.move_pruning import skip_duplicates
from npuzzle.search.pattern_ida import pattern_ida_star

DEEPEST = 20_000  # moves of the current path; each takes 24 bytes


def conflict_ida_star(problem: Problem, engine: str = AUTO) -> Generator[Stats, None, bool]:
    """Search by IDA* with linear conflict. The stats' `bound` rises; no path is shorter than this bound.

    Return True when the bound is the length of a shortest path, and False when a path under search has more
    than DEEPEST moves. The shortest path itself is not returned.
    """
    bound = whole(LinearConflict(problem.goal).estimate(problem.initial))
    stats = Stats(bound=bound)
    yield stats
    if bound == 0:
        return True
    kernel = _make_kernel(problem.shape, problem.home, engine)
    stats.engine = kernel.engine
    kernel.write("tiles", problem.initial)
    blank = problem.initial.index(problem.home)
    slack = 0
    while True:
        kernel.call("begin", blank, slack, bound + 2 * slack)
        outcome = conflict_ida.MORE
        while outcome == conflict_ida.MORE:
            outcome = kernel.call("search", stats.left)
            depth, _, expanded, peak = kernel.read("state")
            stats.expanded += expanded
            stats.peak_frontier = max(stats.peak_frontier, peak + 1)
            stats.frontier = stats.stored = depth + 1
            slack += outcome == conflict_ida.NOTHING
            stats.bound = bound + 2 * slack
            yield stats
        if outcome != conflict_ida.NOTHING:
            return outcome == conflict_ida.SOLVED


def _make_kernel(shape: Shape, home: int, engine: str) -> Kernel:
    """Make the kernel for boards of this shape and home."""
    rows, cols, cells = shape.rows, shape.cols, shape.cells
    automaton = skip_duplicates()
    kernel = Kernel(
        conflict_ida,
        {
            "tiles": cells,
            "line_of": 2 * cells,
            "leaving": rows + cols,
            "goes": 4,
            "edges": cells,
            "ways": len(automaton.ways),
            "follows": len(automaton.follows),
            "lowest": 16,
            "tail": max(rows, cols),
            "path": DEEPEST * conflict_ida.FIELDS,
            "state": 4,
        },
        {"CELLS": cells, "ROWS": rows, "COLS": cols, "HOME": home, "DEEPEST": DEEPEST},
        engine=engine,
    )
    kernel.write("line_of", [*rows_of(shape), *(rows + col for col in columns_of(shape))])
    kernel.write("goes", blank_steps(shape))
    kernel.write("edges", open_ways(shape))
    kernel.write("ways", automaton.ways)
    kernel.write("follows", automaton.follows)
    kernel.write("lowest", LOWEST_WAY)
    return kernel


def raise_lower_bound(
    problem: Problem, engine: str = AUTO, helpers: Helpers | None = None, refuted: Refuted | None = None
) -> Generator[Stats, None, object]:
    """Search for the length of a shortest path. Meanwhile the stats' `bound` rises.

    `helpers`: other workers that share a search with pattern databases. `refuted`: the paths that
    earlier searches ruled out; with pattern databases the search resumes there. When line moves count, the
    board must fit `line_tables`.
    """
    if problem.counts_lines:
        return line_ida_star(problem, LineTables(problem.goal), SearchOptions(engine=engine))
    if pattern_tables.fits(problem.shape):
        options = SearchOptions(engine=engine, helpers=helpers, refuted=refuted)
        return pattern_ida_star(problem, PatternDatabases(problem.goal), options)
    return conflict_ida_star(problem, engine)
