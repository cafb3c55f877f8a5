"""Searches that use no heuristic: breadth-first, bidirectional and depth-first.

Uniform-cost search is in `best_first` and iterative deepening in `ida_star`, as special cases of the searches
there.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.lazy import loadable
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search import DEFAULT_DEPTH
from npuzzle.search.base import Fate, Parents, Search, SearchOptions, Stats, path_to


@loadable
def breadth_first(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Search level by level (Moore, 1959). The heuristic is not used.

    The path is shortest, because a state is first reached by a shortest way. A state is compared with the
    goal when it is taken from the frontier. Every best-first search here does so, so the counts can be
    compared.
    """
    parent: Parents[State] = {problem.initial: None}
    level, watch = [problem.initial], options.watch
    stats = Stats(frontier=1, peak_frontier=1, stored=1)
    if watch is not None:
        watch.note_node(0, None, problem.initial)
    yield stats
    depth = 0
    while level:
        next_level: list[State] = []
        for tested, state in enumerate(level, 1):
            if problem.is_goal(state):
                if watch is not None:
                    watch.note_goal(depth, state)
                return path_to(state, parent)
            if depth != options.max_depth:
                yield stats
                stats.expanded += 1
                stats.deepest = depth + 1
                if watch is not None:
                    watch.note_expansion(depth, state)
                for move, child in problem.successors(state):
                    stats.generated += 1
                    if watch is not None:
                        watch.note_node(
                            depth + 1, move, child, fate=Fate.KNOWN if child in parent else Fate.OPEN
                        )
                    if child not in parent:
                        parent[child] = (move, state)
                        next_level.append(child)
            stats.hold(len(level) - tested + len(next_level), len(parent))
        level, depth = next_level, depth + 1
        stats.bound = depth
    if options.max_depth is None or depth <= options.max_depth:
        stats.bound = inf  # every state that can be reached was expanded
    return None


@loadable
def bidirectional(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Search from both ends. Expand a whole level at a time, on the side with fewer open states.

    The path is shortest (Pohl, 1971). Before the two sides meet, every path has more moves than both depths
    together. The first state reached from both sides gives a path of exactly one move more than both depths.
    The heuristic is not used.
    """
    deepest, watch = options.max_depth, options.watch
    parents: tuple[Parents[State], Parents[State]] = ({problem.initial: None}, {problem.solved: None})
    levels = [[problem.initial], [problem.solved]]
    depths = [0, 0]
    stats = Stats(frontier=2, peak_frontier=2, stored=2)
    if watch is not None:
        for root in dict.fromkeys((problem.initial, problem.solved)):
            watch.note_node(0, None, root)
    yield stats
    if problem.initial == problem.solved:
        if watch is not None:
            watch.note_goal(0, problem.initial)
        return ()
    stats.bound = 1
    while all(levels) and (deepest is None or stats.bound <= deepest):
        side = int(len(levels[1]) < len(levels[0]))
        here, there = parents[side], parents[1 - side]
        depths[side] += 1
        below = max(depths)
        next_level: list[State] = []
        for state in levels[side]:
            yield stats
            stats.expanded += 1
            stats.deepest = below
            still_open = stats.frontier - 1
            if watch is not None:
                watch.note_expansion(depths[side] - 1, state)
            for move, child in problem.successors(state):
                stats.generated += 1
                if watch is not None:
                    fate = Fate.KNOWN if child in here else Fate.MEETS if child in there else Fate.OPEN
                    watch.note_node(depths[side], move, child, fate=fate)
                if child in here:
                    continue
                here[child] = (move, state)
                next_level.append(child)
                still_open += 1
                if child in there:
                    if watch is not None:
                        watch.note_goal(depths[side], child)
                    stats.hold(still_open, len(here) + len(there))
                    there_to_goal = [(dst, src) for src, dst in path_to(child, parents[1])[::-1]]
                    return (*path_to(child, parents[0]), *there_to_goal)
            stats.hold(still_open, len(here) + len(there))
        levels[side] = next_level
        stats.bound += 1
    if not all(levels):
        stats.bound = inf  # every state that can be reached from one side was expanded
    return None


@loadable
def depth_first(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Follow one path down to the depth limit, then the next path. No state occurs twice on one path.

    It finds a path within the limit if there is one, but seldom a short path. The heuristic is not used.
    `stack` has, for each state on the path, the successors that are still to be tried.
    """
    limit = DEFAULT_DEPTH if options.max_depth is None else options.max_depth
    watch = options.watch
    on_path = {problem.initial}
    path: list[tuple[Slide, State]] = []
    stack: list[Iterator[tuple[Slide, State]]] = []
    stats = Stats(stored=1)
    if watch is not None:
        watch.note_node(0, None, problem.initial)
    yield stats
    if problem.is_goal(problem.initial):
        if watch is not None:
            watch.note_goal(0, problem.initial)
        return ()
    if limit > 0:
        stats.expanded = stats.deepest = 1
        stack.append(problem.successors(problem.initial))
        stats.hold(1, 1)
        if watch is not None:
            watch.note_expansion(0, problem.initial)
    elif watch is not None:
        watch.note_drop(0, problem.initial)
    while stack:
        for move, child in stack[-1]:
            stats.generated += 1
            if watch is not None:
                fate = Fate.KNOWN if child in on_path else Fate.OPEN
                watch.note_node(len(path) + 1, move, child, fate=fate)
            if child in on_path:
                continue
            if problem.is_goal(child):
                if watch is not None:
                    watch.note_goal(len(path) + 1, child)
                return (*(earlier for earlier, _ in path), move)
            if len(path) + 1 < limit:
                yield stats
                stats.expanded += 1
                path.append((move, child))
                if len(path) >= stats.deepest:
                    stats.deepest = len(path) + 1
                on_path.add(child)
                stack.append(problem.successors(child))
                if watch is not None:
                    watch.note_expansion(len(path), child)
                break
            if watch is not None:
                watch.note_drop(len(path) + 1, child)
        else:
            stack.pop()
            if path:
                on_path.discard(path.pop()[1])
        stats.hold(len(stack), len(on_path))
    stats.bound = limit + 1
    return None
