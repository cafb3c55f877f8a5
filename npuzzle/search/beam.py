"""Beam search: breadth-first with only the best few states of each level."""

from __future__ import annotations

from heapq import nsmallest
from math import inf
from operator import itemgetter

from npuzzle.heuristics.base import Heuristic
from npuzzle.lazy import loadable
from npuzzle.puzzle.problem import Problem, State
from npuzzle.search.base import Fate, Number, Parents, Search, SearchOptions, Stats, path_to

WIDTH = Number(
    name="width",
    label="Width of the beam",
    kind=int,
    least=1,
    most=10_000_000,
    default=1_000,
    help="of the beam",
)


@loadable
def beam(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Search level by level. Of each level, keep only the `width` states with the least estimates.

    Ties go to the state generated first. The search gives up when all successors of the states it keeps were
    kept before. The bound is the next depth, or the least g + h of all dropped states if that is less: the
    first dropped state on a shortest path was reached by a shortest way, so the g of this state is exact.
    """
    width, watch = options.numbers["width"], options.watch
    h = heuristic.estimate(problem.initial)
    parent: Parents[State] = {problem.initial: None}  # of the states that the beam keeps
    level: list[tuple[float, State]] = [(h, problem.initial)]
    least_dropped = inf  # the least g + h of a state that was not kept
    depth = 0
    stats = Stats(bound=h, frontier=1, peak_frontier=1, stored=1)
    if watch is not None:
        watch.note_node(0, None, problem.initial, h)
    yield stats
    if problem.is_goal(problem.initial):
        if watch is not None:
            watch.note_goal(0, problem.initial)
        return ()
    while level and depth != options.max_depth:
        next_level: list[tuple[float, State]] = []
        for expanded, (h, state) in enumerate(level, 1):
            yield stats
            stats.expanded += 1
            stats.deepest = depth + 1
            if watch is not None:
                watch.note_expansion(depth, state)
            for move, child in problem.successors(state):
                stats.generated += 1
                if child in parent:
                    if watch is not None:
                        watch.note_node(depth + 1, move, child, fate=Fate.KNOWN)
                    continue
                parent[child] = (move, state)
                if problem.is_goal(child):
                    if watch is not None:
                        watch.note_node(depth + 1, move, child)
                        watch.note_goal(depth + 1, child)
                    stats.hold(len(level) - expanded + len(next_level), len(parent))
                    stats.bound = max(stats.bound, min(least_dropped, depth + 1))
                    return path_to(child, parent)
                child_h = heuristic.step(h, child, move)
                next_level.append((child_h, child))
                if watch is not None:
                    watch.note_node(depth + 1, move, child, child_h)
            stats.hold(len(level) - expanded + len(next_level), len(parent))
        depth += 1
        stats.peak_stored = max(stats.peak_stored, stats.stored)
        level = nsmallest(int(width), next_level, key=itemgetter(0))
        if len(level) < len(next_level):
            kept = {state for _, state in level}
            dropped = [(h, state) for h, state in next_level if state not in kept]
            least_dropped = min(least_dropped, depth + min(h for h, _ in dropped))
            for _, state in dropped:
                del parent[state]
                if watch is not None:
                    watch.note_drop(depth, state)
        stats.hold(len(level), len(parent))
        stats.bound = max(stats.bound, min(least_dropped, depth + 1))
    return None
