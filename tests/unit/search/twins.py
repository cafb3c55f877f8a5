"""Slow and obvious twins of the searches: recursion, plain lists, plain relaxation.

Each is written from its textbook and shares no code with `npuzzle.search`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, inf
from typing import Any

from npuzzle import Heuristic, Problem

State = tuple[int, ...]

#: A graph with costs: for each node, the cost of each edge to another.
Graph = Mapping[Any, Mapping[Any, float]]


class Solved(Exception):  # noqa: N818
    """Raised through all levels of a recursion when the goal is reached."""


def ida_star_counts(problem: Problem, heuristic: Heuristic) -> tuple[int, int, int]:
    """Count the expanded and generated states of IDA*, and its deepest stack. Bounds are whole numbers."""
    expanded = generated = deepest = 0

    def dive(state: State, g: int, bound: float, back: State | None) -> float:
        """Return the least f beyond the bound below `state`."""
        nonlocal expanded, generated, deepest
        expanded += 1
        deepest = max(deepest, g + 1)
        least = inf
        for _, child in problem.successors(state):
            if child == back:
                continue
            generated += 1
            f = g + 1 + heuristic.estimate(child)
            if f <= bound:
                if problem.is_goal(child):
                    raise Solved
                f = dive(child, g + 1, bound, state)
            least = min(least, f)
        return least

    bound = ceil(heuristic.estimate(problem.initial))
    try:
        while True:
            bound = ceil(dive(problem.initial, 0, bound, None))
    except Solved:
        return expanded, generated, deepest


def rbfs_counts(problem: Problem, heuristic: Heuristic) -> tuple[int, int, int]:
    """Count the expanded and generated states of RBFS, line by line as in Korf (1993), and find the length.

    Unlike there, f is rounded up to a whole number, and no move is taken straight back. Ties: oldest first.
    """
    expanded = generated = 0

    def f_of(state: State, g: int) -> float:
        return ceil(g + heuristic.estimate(state))

    def rbfs(state: State, g: int, back: State | None, stored: float, bound: float) -> float:
        """Return the new stored value of `state`."""
        nonlocal expanded, generated
        f = f_of(state, g)
        if f > bound:
            return f
        if problem.is_goal(state):
            raise Solved(g)
        expanded += 1
        children = [child for _, child in problem.successors(state) if child != back]
        generated += len(children)
        values = [f_of(child, g + 1) for child in children]
        if f < stored:
            values = [max(stored, value) for value in values]
        while min(values) <= bound:
            best = values.index(min(values))
            second = min(values[:best] + values[best + 1 :], default=inf)
            values[best] = rbfs(children[best], g + 1, state, values[best], min(bound, second))
        return min(values)

    try:
        rbfs(problem.initial, 0, None, f_of(problem.initial, 0), inf)
    except Solved as solved:
        return expanded, generated, solved.args[0]
    raise AssertionError("every board has a move that is not the way back, so this ends at a goal")


def beam_expansions(problem: Problem, heuristic: Heuristic, width: int) -> list[State]:
    """Return the states that a beam expands, in order: each level is sorted by estimate, and cut."""
    level = [problem.initial]
    kept, expanded = set(level), []
    while level and problem.initial != problem.solved:
        further: list[State] = []
        for state in level:
            expanded.append(state)
            children = [child for _, child in problem.successors(state)]
            if problem.solved in children:
                return expanded
            further += [child for child in children if child not in kept and child not in further]
        level = sorted(further, key=heuristic.estimate)[:width]
        kept.update(level)
    return expanded


def cheapest_costs(graph: Graph, aim: Any) -> dict[Any, float]:
    """Return the least cost to `aim` for every node with a path, relaxing edges until nothing changes."""
    costs: dict[Any, float] = {aim: 0}
    changed = True
    while changed:
        changed = False
        for node, edges in graph.items():
            for child, cost in edges.items():
                through = cost + costs.get(child, inf)
                if through < costs.get(node, inf):
                    costs[node] = through
                    changed = True
    return costs


def cheapest_within(graph: Graph, start: Any, aim: Any, moves: int) -> float:
    """Return the least cost of a path of at most `moves` moves, adding one move at a time."""
    costs: dict[Any, float] = {start: 0}
    least = costs.get(aim, inf)
    for _ in range(moves):
        further: dict[Any, float] = {}
        for node, so_far in costs.items():
            for child, cost in graph.get(node, {}).items():
                further[child] = min(further.get(child, inf), so_far + cost)
        costs = further
        least = min(least, costs.get(aim, inf))
    return least
