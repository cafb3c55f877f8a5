"""One search of IDA* in line moves: rows and columns alternate, so half of the moves are not even tried."""

from __future__ import annotations

from collections.abc import Generator
from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.line_walking_distance import LineWalkingDistance
from npuzzle.puzzle.problem import Problem, State, line_slides
from npuzzle.puzzle.shape import Shape, Slide
from npuzzle.search.base import ROUNDING, Path, SearchOptions, Stats

#: A move, and the state it leads to.
Successor = tuple[Slide, State]


def search_within(
    bound: float, problem: Problem, heuristic: Heuristic, options: SearchOptions, stats: Stats
) -> Generator[Stats, None, tuple[Path | None, float]]:
    """Look for a path whose states all have f <= `bound`; also return the least f that was cut off.

    After a line move along a row only those along columns are tried, and the other way round: two of a kind
    in sequence are one line move, or undo each other. Some shortest path is always left.

    `stack` has, for each state on the path, the successors still to be tried, and the parts of its estimate.
    """
    limit = inf if options.max_depth is None else options.max_depth
    solved, start, least_cut, reach = problem.solved, problem.initial, inf, bound + ROUNDING
    lines = heuristic if isinstance(heuristic, LineWalkingDistance) else None
    parts = (0, 0) if lines is None else (lines.up_down(start), lines.across(start))
    path: list[Slide] = []
    stack = [(iter(problem.successors(start) if limit > 0 else ()), parts)]
    stats.expanded += limit > 0
    stats.deepest = max(stats.deepest, int(limit > 0))
    while stack:
        g = len(path) + 1
        untried, parts = stack[-1]
        for slide, state in untried:
            stats.generated += 1
            if lines is None:
                h, child_parts = heuristic.estimate(state), parts
            else:
                h, child_parts = lines.after(state, slide, parts)
            f = g + h
            if f > reach:
                least_cut = min(least_cut, f)
            elif state == solved:
                stats.frontier = stats.stored = g
                return (*path, slide), least_cut
            elif g < limit:
                if stats.expanded >= stats.report_at:
                    stats.frontier = stats.stored = g
                    yield stats
                stats.expanded += 1
                path.append(slide)
                stack.append((_iter_onward(problem.shape, state, slide), child_parts))
                stats.peak_frontier = stats.deepest = max(stats.peak_frontier, g + 1)
                break
        else:
            stack.pop()
            if path:
                path.pop()
    stats.frontier = stats.stored = 1
    return None, least_cut


def _iter_onward(shape: Shape, state: State, last: Slide) -> Generator[Successor, None, None]:
    """Yield the line moves of the other kind than the last, and the states they lead to."""
    cols, blank = shape.cols, last[0]
    is_across = last[0] // cols == last[1] // cols
    for slide, rearrange in line_slides(shape)[blank]:
        if (slide[0] // cols == blank // cols) is not is_across:
            yield slide, rearrange(state)
