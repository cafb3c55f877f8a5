"""IDA*: depth-first searches within a rising bound on g + h, which store only the current path.

With pattern databases and with line tables, kernels run IDA* (`pattern_ida`, `line_ida`). This module has two
inner searches for any other heuristic: one slides single tiles and changes one list of cells in place, the
other makes line moves. They share the outer loop, which raises the bound to the least f that was cut off.
Iterative deepening is this search with an estimate of 0.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.heuristics.lines import LineTables
from npuzzle.heuristics.simple import Zero
from npuzzle.lazy import loadable
from npuzzle.puzzle.problem import Problem, State, line_slides, slide_line
from npuzzle.puzzle.shape import Shape, Slide, slides
from npuzzle.search.base import ROUNDING, Fate, Path, Search, SearchOptions, Stats, whole
from npuzzle.search.line_ida import line_ida_star
from npuzzle.search.pattern_ida import pattern_ida_star


@loadable
def ida_star(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Deepen iteratively on g + h (Korf, 1985). With tables, a kernel searches, in its own order of moves."""
    if isinstance(heuristic, LineTables) and problem.counts_lines:
        return line_ida_star(problem, heuristic, options)
    if isinstance(heuristic, PatternDatabases) and not problem.order:
        return pattern_ida_star(problem, heuristic, options)
    return generic_ida_star(problem, heuristic, options)


@loadable
def iterative_deepening(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Search by IDA* without an estimate (Korf, 1985). The heuristic is not used."""
    return ida_star(problem, Zero(problem.goal), options)


def generic_ida_star(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Search depth-first within a bound, raise the bound to the least f that was cut off, and search again.

    The path is shortest if the heuristic is admissible, because no path is shorter than the bound. A path
    that was cut off at the depth limit is only known to be longer than the limit, so `stats.bound` rises no
    further.
    """
    watch = options.watch
    search_within = _search_lines_within if problem.counts_lines else _search_within
    limit = inf if options.max_depth is None else options.max_depth
    h = heuristic.estimate(problem.initial)
    bound: float = whole(h)
    stats = Stats(bound=bound, frontier=1, peak_frontier=1, stored=1)
    yield stats
    if problem.is_goal(problem.initial):
        if watch is not None:
            watch.note_node(0, None, problem.initial)
            watch.note_goal(0, problem.initial)
        return ()
    while bound < inf:
        yield stats
        stats.start_iteration(bound)
        path, least_cut = yield from search_within(bound, problem, heuristic, options, stats)
        if path is not None:
            return path
        bound = least_cut if least_cut == inf else whole(least_cut)
        stats.bound = max(stats.bound, min(bound, limit + 1))
    return None


def _search_within(
    bound: float, problem: Problem, heuristic: Heuristic, options: SearchOptions, stats: Stats
) -> Generator[Stats, None, tuple[Path | None, float]]:
    """Look for a path whose states all have f <= `bound`. Return it and the least f that was cut off.

    Each slide changes the same list of cells, and `heuristic.step` receives this list after the slide. A tile
    never slides straight back. `stack` has, for each state on the path, the slides still to be tried, and h.
    """
    home, solved, step = problem.home, list(problem.solved), heuristic.step
    moves = slides_onward(problem.shape, problem.order)
    state, path = list(problem.initial), list[Slide]()
    reach, least_cut, watch = bound + ROUNDING, inf, options.watch
    limit = inf if options.max_depth is None else options.max_depth
    g, h = 0, heuristic.estimate(state)
    stack = [(iter(moves[state.index(home), None] if limit > 0 else ()), h)]
    stats.expanded += limit > 0
    stats.deepest = max(stats.deepest, int(limit > 0))
    if watch is not None:
        watch.note_round(bound)
        watch.note_node(0, None, problem.initial, h)
        if limit > 0:
            watch.note_expansion(0, problem.initial)
    while stack:
        untried, h = stack[-1]
        for slide in untried:
            src, dst = slide
            state[dst], state[src] = state[src], home
            stats.generated += 1
            child_h = step(h, state, slide)
            child_f = g + 1 + child_h
            if watch is not None:
                fate = Fate.CUT if child_f > reach else Fate.OPEN
                watch.note_node(g + 1, slide, tuple(state), child_h, fate)
            if child_f > reach:
                if child_f < least_cut:
                    least_cut = child_f
            elif state == solved:
                stats.frontier = stats.stored = g + 1
                if watch is not None:
                    watch.note_goal(g + 1, problem.solved)
                return (*path, slide), least_cut
            elif g + 1 < limit:
                if stats.expanded >= stats.report_at:  # not at each expansion, which takes only a microsecond
                    stats.frontier = stats.stored = g + 1
                    yield stats
                stats.expanded += 1
                g += 1
                if watch is not None:
                    watch.note_expansion(g, tuple(state))
                path.append(slide)
                stack.append((iter(moves[src, dst]), child_h))
                if g >= stats.peak_frontier:
                    stats.peak_frontier = stats.deepest = g + 1
                break
            elif watch is not None:
                watch.note_drop(g + 1, tuple(state))
            state[src], state[dst] = state[dst], home
        else:
            stack.pop()
            if path:
                src, dst = path.pop()
                state[src], state[dst] = state[dst], home
                g -= 1
    stats.frontier = stats.stored = 1
    return None, least_cut


@cache
def slides_onward(shape: Shape, order: str = "") -> dict[tuple[int, int | None], tuple[Slide, ...]]:
    """Map the blank's cell, and the cell before (None: the start), to all slides except the one back."""
    ways: dict[tuple[int, int | None], tuple[Slide, ...]] = {}
    for blank, possible in enumerate(slides(shape, order)):
        ways[blank, None] = possible
        for came_from, _ in possible:
            ways[blank, came_from] = tuple(s for s in possible if s[0] != came_from)
    return ways


# In line moves


def _search_lines_within(
    bound: float, problem: Problem, heuristic: Heuristic, options: SearchOptions, stats: Stats
) -> Generator[Stats, None, tuple[Path | None, float]]:
    """Look for a path whose states all have f <= `bound`. Return it and the least f that was cut off.

    Line moves along rows and along columns alternate, because two along rows in sequence, or two along
    columns, equal one line move or undo each other. At least one shortest path always remains.

    `stack` has, for each state on the path, the successors still to be tried.
    """
    limit = inf if options.max_depth is None else options.max_depth
    solved, start, least_cut, reach = problem.solved, problem.initial, inf, bound + ROUNDING
    path: list[Slide] = []
    stack = [iter(problem.successors(start) if limit > 0 else ())]
    stats.expanded += limit > 0
    stats.deepest = max(stats.deepest, int(limit > 0))
    while stack:
        g = len(path) + 1
        for slide, state in stack[-1]:
            stats.generated += 1
            f = g + heuristic.estimate(state)
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
                stack.append(_iter_onward(problem.shape, state, slide))
                stats.peak_frontier = stats.deepest = max(stats.peak_frontier, g + 1)
                break
        else:
            stack.pop()
            if path:
                path.pop()
    stats.frontier = stats.stored = 1
    return None, least_cut


def _iter_onward(shape: Shape, state: State, last: Slide) -> Generator[tuple[Slide, State], None, None]:
    """Yield the line moves along the other axis than the last one, with the states that they lead to."""
    cols, blank = shape.cols, last[0]
    is_across = last[0] // cols == last[1] // cols
    for slide, step in line_slides(shape, blank):
        if (slide[0] // cols == blank // cols) is not is_across:
            yield slide, slide_line(state, slide, step)
