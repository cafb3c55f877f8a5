"""Breadth-first search: all states one move away, then two, and so on."""

from __future__ import annotations

from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.search.base import AlgorithmCard, Parents, Search, SearchOptions, Stats, path_to
from npuzzle.search.watch import Fate


def breadth_first(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Search level by level (Moore, 1959). The heuristic is not used.

    Shortest, because a state is first reached by a shortest way. A state is compared with the goal when it is
    taken from the frontier, as in every best-first search here, so the counts can be compared.
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


BREADTH_FIRST = AlgorithmCard(
    name="breadth-first",
    aliases=("bfs",),
    label="Breadth-first",
    summary="all boards one move away, then two, ...: shortest, but stores every board it meets",
    source="Moore, 1959",
    search=breadth_first,
    informed=False,
    counts_lines=True,
    optimal=True,
)
