"""Depth-first searches: memory for one path only, kept in explicit stacks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.pattern_database import PatternTables
from npuzzle.heuristics.zero import Zero
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Shape, Slide, slides
from npuzzle.search.base import (
    REPORT_EVERY,
    ROUNDING,
    AlgorithmCard,
    Search,
    SearchOptions,
    Snapshot,
    whole,
)
from npuzzle.search.pattern_ida import pattern_ida_star

DEFAULT_DEPTH = 100  # of plain depth-first search, which without a limit would wander for ever


def depth_first(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """One path down to the limit, then the next; no state stands twice on the same path.

    Finds some path within the limit if there is one, seldom a short one. The heuristic is not asked.
    """
    limit = DEFAULT_DEPTH if options.max_depth is None else options.max_depth
    on_path = {problem.initial}
    path: list[tuple[Slide, State]] = []
    stack: list[Iterator[tuple[Slide, State]]] = []
    expanded = generated = peak = bound = 0

    def snapshot(found: tuple[Slide, ...] | None = None) -> Snapshot:
        return Snapshot(
            expanded=expanded,
            generated=generated,
            frontier=len(stack),
            peak_frontier=peak,
            stored=len(on_path),
            bound=bound,
            path=found,
        )

    report_at = (yield snapshot()) or REPORT_EVERY
    if problem.is_goal(problem.initial):
        yield snapshot(())
        return
    if limit > 0:
        expanded = peak = 1
        stack.append(problem.successors(problem.initial))
    while stack:
        for slide, child in stack[-1]:
            generated += 1
            if child in on_path:
                continue
            if problem.is_goal(child):
                yield snapshot((*(earlier for earlier, _ in path), slide))
                return
            if len(path) + 1 < limit:
                if expanded >= report_at:
                    report_at = expanded + ((yield snapshot()) or REPORT_EVERY)
                path.append((slide, child))
                on_path.add(child)
                stack.append(problem.successors(child))
                expanded += 1
                peak = max(peak, len(stack))
                break
        else:
            stack.pop()
            if path:
                on_path.discard(path.pop()[1])
    bound = limit + 1
    yield snapshot()


def ida_star(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Iterative deepening on g + h (Korf, 1985): by a kernel where the heuristic is pattern tables."""
    if isinstance(heuristic, PatternTables):
        return pattern_ida_star(problem, heuristic, options)
    return generic_ida_star(problem, heuristic, options)


def generic_ida_star(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Depth-first within a bound on g + h, which rises to the least whole number not below what was cut.

    Shortest if the heuristic is admissible: no path is shorter than the bound (Korf, 1985). A tile
    is never slid straight back. Works in one list of cells; `step` sees it after each slide. A path
    cut at the depth limit is longer than that, and no more is known of it: so far goes the bound told.
    """
    home, max_depth, step = problem.home, options.max_depth, heuristic.step
    deepest = inf if max_depth is None else max_depth
    ways = onward(problem.shape)
    state, solved = list(problem.initial), list(problem.solved)
    at_least = whole(heuristic.estimate(state))
    bound: float = at_least
    expanded = generated = 0
    peak = 1
    path: list[Slide] = []

    def snapshot(found: tuple[Slide, ...] | None = None) -> Snapshot:
        return Snapshot(
            expanded=expanded,
            generated=generated,
            frontier=len(path) + 1,
            peak_frontier=peak,
            stored=len(path) + 1,
            bound=max(at_least, min(bound, deepest + 1)),
            path=found,
        )

    report_at = (yield snapshot()) or REPORT_EVERY
    if state == solved:
        yield snapshot(())
        return
    while True:
        if expanded >= report_at:
            report_at = expanded + ((yield snapshot()) or REPORT_EVERY)
        cut_off, reach = inf, bound + ROUNDING
        g, h = 0, heuristic.estimate(state)
        blank = state.index(home)
        stack = [(iter(ways[blank, None] if deepest > 0 else ()), h)]
        expanded += deepest > 0
        while stack:
            untried, h = stack[-1]
            for slide in untried:
                src, dst = slide
                state[dst], state[src] = state[src], home
                generated += 1
                child_h = step(h, state, slide)
                if g + 1 + child_h <= reach:
                    if state == solved:
                        yield snapshot((*path, slide))
                        return
                    if g + 1 < deepest:
                        if expanded >= report_at:
                            report_at = expanded + ((yield snapshot()) or REPORT_EVERY)
                        expanded += 1
                        g += 1
                        path.append(slide)
                        stack.append((iter(ways[src, dst]), child_h))
                        if g >= peak:
                            peak = g + 1
                        break
                elif g + 1 + child_h < cut_off:
                    cut_off = g + 1 + child_h
                state[src], state[dst] = state[dst], home
            else:
                stack.pop()
                if path:
                    src, dst = path.pop()
                    state[src], state[dst] = state[dst], home
                    g -= 1
        if cut_off == inf:
            bound = inf
            yield snapshot()
            return
        bound = whole(cut_off)


def iterative_deepening(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Depth-first to depth 1, 2, 3, ...: IDA* without an estimate (Korf, 1985)."""
    return generic_ida_star(problem, Zero(problem.goal), options)


@cache
def onward(shape: Shape) -> dict[tuple[int, int | None], tuple[Slide, ...]]:
    """By the blank's cell and the one it came from (None at the start): slides, but for the way back."""
    ways: dict[tuple[int, int | None], tuple[Slide, ...]] = {}
    for blank, possible in enumerate(slides(shape)):
        ways[blank, None] = possible
        for came_from, _ in possible:
            ways[blank, came_from] = tuple(s for s in possible if s[0] != came_from)
    return ways


DEPTH_FIRST = AlgorithmCard(
    name="depth-first",
    aliases=("dfs",),
    label="Depth-first, limited",
    summary=f"one path down to the depth limit ({DEFAULT_DEPTH} moves unless given), then the next",
    source="Tarry, 1895",
    search=depth_first,
    informed=False,
    default_depth=DEFAULT_DEPTH,
)
ITERATIVE_DEEPENING = AlgorithmCard(
    name="iterative-deepening",
    aliases=("ids",),
    label="Iterative deepening",
    summary="depth-first to depth 1, 2, 3, ...: shortest in little memory, at the price of repeats",
    source="Korf, 1985",
    search=iterative_deepening,
    informed=False,
    optimal=True,
)
IDA_STAR = AlgorithmCard(
    name="idastar",
    aliases=("ida*",),
    label="IDA*",
    summary="iterative deepening on moves made + estimate: shortest if admissible, hardly any memory",
    source="Korf, 1985",
    search=ida_star,
    informed=True,
    optimal=True,
)
