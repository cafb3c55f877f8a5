"""Bidirectional search: breadth-first from the start and from the goal, until the two meet."""

from __future__ import annotations

from math import inf

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.search.base import AlgorithmCard, Parents, Search, SearchOptions, Stats, path_to
from npuzzle.search.watch import Fate


def bidirectional(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Expand a whole level at a time, always of the side with fewer open states.

    Shortest (Pohl, 1971): before the two sides meet, every path has more moves than the two depths together,
    and the first state reached from both sides gives a path of one more. The heuristic is not used.
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


BIDIRECTIONAL = AlgorithmCard(
    name="bidirectional",
    aliases=("bibfs",),
    label="Bidirectional breadth-first",
    summary="breadth-first from both ends until they meet: shortest, and stores far fewer boards",
    source="Pohl, 1971",
    search=bidirectional,
    informed=False,
    counts_lines=True,
    optimal=True,
)
