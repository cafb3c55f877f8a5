"""Beam search: breadth-first that keeps only the best few of each level."""

from __future__ import annotations

from heapq import nsmallest
from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import REPORT_EVERY, AlgorithmCard, Search, SearchOptions, Snapshot
from npuzzle.search.breadth_first import Ways, path_to

DEFAULT_WIDTH = 1_000


def beam(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Of all states one move further keep the `width` nearest by the estimate, and so on.

    Ties go to the state met first. It gives up when every state it keeps leads only to states it
    had before. A path is as short as it can be if it has no more moves than g + h of any state let
    go: take a shortest path and the first state on it that was let go; it was met by a shortest
    way, so its g is true. That least g + h is the bound told.
    """
    width, deepest = options.width, options.max_depth
    start_h = heuristic.estimate(problem.initial)
    ways: Ways = {problem.initial: None}
    level: list[tuple[float, State]] = [(start_h, problem.initial)]
    further: list[tuple[float, State]] = []
    let_go = inf  # the least g + h of a state that was not kept
    expanded = generated = depth = taken = 0
    peak, bound = 1, start_h

    def snapshot(path: tuple[Slide, ...] | None = None) -> Snapshot:
        return Snapshot(
            expanded=expanded,
            generated=generated,
            frontier=len(level) - taken + len(further),
            peak_frontier=peak,
            stored=len(ways),
            bound=bound,
            path=path,
        )

    report_at = (yield snapshot()) or REPORT_EVERY
    if problem.is_goal(problem.initial):
        yield snapshot(())
        return
    while level and depth != deepest:
        for h, state in level:
            if expanded >= report_at:
                report_at = expanded + ((yield snapshot()) or REPORT_EVERY)
            expanded += 1
            taken += 1
            for slide, child in problem.successors(state):
                generated += 1
                if child in ways:
                    continue
                ways[child] = (slide, state)
                if problem.is_goal(child):
                    peak = max(peak, len(level) - taken + len(further))
                    bound = max(bound, min(let_go, depth + 1))
                    yield snapshot(path_to(child, ways))
                    return
                further.append((heuristic.step(h, child, slide), child))
            peak = max(peak, len(level) - taken + len(further))
        depth += 1
        kept = nsmallest(width, further, key=_estimate)
        if len(kept) < len(further):
            staying = {state for _, state in kept}
            gone = [(h, state) for h, state in further if state not in staying]
            let_go = min(let_go, depth + min(h for h, _ in gone))
            for _, state in gone:
                del ways[state]
        level, further, taken = kept, [], 0
        bound = max(bound, min(let_go, depth + 1))
    yield snapshot()


def _estimate(pair: tuple[float, State]) -> float:
    return pair[0]


BEAM = AlgorithmCard(
    name="beam",
    label="Beam",
    summary="level by level, keeping only the best few (its width): quick on large boards, may give up",
    source="Lowerre, 1976",
    search=beam,
    informed=True,
    option="width",
    complete=False,
)
