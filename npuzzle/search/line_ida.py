"""IDA* in line moves with line tables, by the kernel `line_ida`."""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise

from npuzzle.compiler import Kernel, engine_named
from npuzzle.heuristics.lines import LineTables, weights
from npuzzle.kernels import line_ida
from npuzzle.kernels.board_layout import blank_steps, open_ways
from npuzzle.progress import forward
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import Search, SearchOptions, Stats

DEEPEST = 250  # line moves of a path; no board of up to 16 cells is known to need half as many


def line_ida_star(problem: Problem, heuristic: LineTables, options: SearchOptions) -> Search:
    """Build the tables, then search as `ida_star` does. Both yield between steps.

    Within each bound, first search the paths that begin up or down, then the paths that begin left or right.
    """
    stats = Stats(engine=engine_named(options.engine))
    yield stats
    if problem.is_goal(problem.initial):
        stats.hold(1, 1)
        return ()
    tables = yield from forward(heuristic.iter_tables(options.engine), lambda done: stats.pause())
    kernel = _make_kernel(heuristic, tables, options.engine)
    stats.engine = kernel.engine
    least = [heuristic.estimate_next(problem.initial, kind) for kind in (0, 1)]
    limit = DEEPEST if options.max_depth is None else min(options.max_depth, DEEPEST)
    stats.bound = min(least)
    while stats.bound <= limit:
        stats.start_iteration(stats.bound)
        for kind in (0, 1):
            if least[kind] <= stats.bound:
                solved = yield from _search_within(kernel, problem, heuristic, kind, stats)
                if solved:
                    return _read_path(kernel, problem)
        stats.bound += 1
    return None


def _make_kernel(heuristic: LineTables, tables: list[bytes], engine: str) -> Kernel:
    """Make the kernel, and write the tables into its memory."""
    shape, cells, groups = heuristic.shape, heuristic.shape.cells, len(tables)
    kernel = Kernel(
        line_ida,
        {
            "table": sum(map(len, tables)),
            "tiles": cells,
            "goes": 4,
            "edges": cells,
            "step": cells * 4 * groups,
            "at": groups,
            "path": (DEEPEST + 1) * line_ida.FIELDS,
            "state": 7,
        },
        {"CELLS": cells, "HOME": heuristic.home, "GROUPS": groups},
        engine=engine,
    )
    kernel.write("goes", blank_steps(shape))
    kernel.write("edges", open_ways(shape))
    factors = [dict(zip(group, weights(shape, group))) for group in heuristic.groups]
    kernel.write(
        "step",
        [
            change * (1 - factor.get(tile, 0))
            for tile in range(cells)
            for change in blank_steps(shape)
            for factor in factors
        ],
    )
    place = 0
    for table in tables:
        kernel.write("table", table, place)
        place += len(table)
    return kernel


def _search_within(
    kernel: Kernel, problem: Problem, heuristic: LineTables, kind: int, stats: Stats
) -> Generator[Stats, None, bool]:
    """Search the paths within the bound whose first move has this kind. Return whether one is a solution."""
    size = problem.shape.cells ** (len(heuristic.groups[0]) + 1)
    kernel.write("tiles", bytes(problem.initial))
    kernel.write("at", [n * size + at for n, at in enumerate(heuristic.numbers(problem.initial))])
    kernel.call("begin", problem.initial.index(problem.home), kind, int(stats.bound))
    outcome = line_ida.MORE
    while outcome == line_ida.MORE:
        yield stats
        outcome = kernel.call("search", stats.left)
        depth, _, expanded, generated, _, peak, _ = kernel.read("state")
        stats.expanded += expanded
        stats.generated += generated
        stats.peak_frontier = stats.deepest = max(stats.peak_frontier, peak)
        stats.frontier = stats.stored = depth + 1
    return outcome == line_ida.SOLVED


def _read_path(kernel: Kernel, problem: Problem) -> tuple[Slide, ...]:
    """Return the line moves of the path that was found: for each, the blank's cell after and before it."""
    depth, fields = kernel.read("state")[line_ida.DEPTH], line_ida.FIELDS
    path = kernel.read("path", 0, (depth + 1) * fields)
    blanks = [problem.initial.index(problem.home), *path[line_ida.BLANK :: fields]]
    return tuple([(after, before) for before, after in pairwise(blanks)])
