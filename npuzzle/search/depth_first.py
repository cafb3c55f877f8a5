"""Depth-first search within a depth limit, in the memory of one path."""

from __future__ import annotations

from collections.abc import Iterator

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import AlgorithmCard, Risk, Search, SearchOptions, Stats
from npuzzle.search.watch import Fate

DEFAULT_DEPTH = 100  # without a limit it would never end


def depth_first(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Follow one path down to the limit, then the next; no state is on the same path twice.

    It finds a path within the limit if there is one, seldom a short one. The heuristic is not used. `stack`
    has, for each state on the path, the successors that are still to be tried.
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


DEPTH_FIRST = AlgorithmCard(
    name="depth-first",
    aliases=("dfs",),
    label="Depth-first, limited",
    summary=f"one path down to the depth limit ({DEFAULT_DEPTH} moves unless given), then the next",
    source="Tarry, 1895",
    search=depth_first,
    informed=False,
    counts_lines=True,
    default_depth=DEFAULT_DEPTH,
    risk=Risk.TIME,
)
