"""A*: expand the state of least g + h, the moves made and the estimate of the moves to go.

This is the loop of the textbooks, written out for readers. `best_first.py` repeats the loop for any cost of
moves, for weighted A* and greedy search. The tests check that both loops give the same counts.
`npuzzle.search.base` explains g, h, f and the other names.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.lazy import loadable
from npuzzle.puzzle.problem import Problem, State
from npuzzle.search.base import Fate, Parents, Search, SearchOptions, Stats, fate_of, path_to


@loadable
def astar(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Search for a shortest path (Hart, Nilsson and Raphael, 1968).

    Of states with equal f, the one with the larger g comes first, then the one generated first, so node
    counts are the same on every machine. A shorter way to a known state always replaces the longer way, and
    re-opens the state if it is closed. Without re-opening, A* with an inconsistent heuristic could return a
    path that is not shortest.

    `bound` is the largest f expanded so far. It is a lower bound because some open state is always on a
    shortest path, and the f of this state is at most the length of that path. A state at the depth limit is
    closed without being expanded. A path through that state has at least f moves, and more moves than the
    limit.
    """
    start, limit, watch = problem.initial, options.max_depth, options.watch
    h = heuristic.estimate(start)
    cheapest: dict[State, int] = {start: 0}  # the least known g of each state
    parent: Parents[State] = {start: None}
    closed: set[State] = set()
    #: Ordered by (f, -g, number): ties go to the larger g, then to the older state.
    frontier = [(h, 0, 0, start, 0, h)]
    cut_off = inf  # a lower bound on the length of paths that were cut off at the depth limit
    number = 0  # how many states were put on the frontier
    stats = Stats(bound=h, frontier=1, peak_frontier=1, stored=1)
    if watch is not None:
        watch.note_node(0, None, start, h)
    yield stats
    while frontier:
        f, _, _, state, g, h = heappop(frontier)
        if g > cheapest[state]:
            continue  # a shorter path to this state has since been found
        if f > stats.bound:
            stats.bound = max(stats.bound, min(f, cut_off))
        if problem.is_goal(state):
            if watch is not None:
                watch.note_goal(g, state)
            return path_to(state, parent)
        if g == limit:
            closed.add(state)
            stats.hold(len(cheapest) - len(closed), len(cheapest))
            cut_off = min(cut_off, max(f, limit + 1))
            continue
        yield stats
        stats.expanded += 1
        closed.add(state)
        child_g = g + 1
        if child_g > stats.deepest:
            stats.deepest = child_g
        if watch is not None:
            watch.note_expansion(g, state)
        for move, child in problem.successors(state):
            stats.generated += 1
            known_g = cheapest.get(child)
            if known_g is not None:
                if known_g <= child_g:
                    if watch is not None:
                        watch.note_node(child_g, move, child, fate=Fate.KNOWN)
                    continue
                closed.discard(child)
            cheapest[child] = child_g
            parent[child] = (move, state)
            child_h = heuristic.step(h, child, move)
            if watch is not None:
                watch.note_node(child_g, move, child, child_h, fate_of(known_g))
            number += 1
            heappush(frontier, (child_g + child_h, -child_g, number, child, child_g, child_h))
        stats.hold(len(cheapest) - len(closed), len(cheapest))
    stats.bound = max(stats.bound, cut_off)  # infinite if nothing was cut off: there is no path
    return None
