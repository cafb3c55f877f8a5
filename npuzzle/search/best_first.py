"""Best-first search over any state space, and the algorithms that are it with another priority.

    priority = g + weight * h
    breadth-first   g counts moves       h = 0
    A*              g counts moves       h estimates          weight 1
    weighted A*     g counts moves       h estimates          weight > 1
    greedy          g stays 0            h estimates

Ties go to the larger g, then to the state met first, so node counts are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from heapq import heappop, heappush
from math import inf
from typing import Any

from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.zero import Zero
from npuzzle.problem import Problem
from npuzzle.search.base import (
    ALGORITHMS,
    REPORT_EVERY,
    AlgorithmCard,
    Estimator,
    S,
    Search,
    SearchOptions,
    Snapshot,
    Space,
)

#: The cost of a move: (state, move, child) -> number, at least 0.
Cost = Callable[[Any, Any, Any], float]


def one_a_move(state: Any, move: Any, child: Any) -> float:
    """Every move costs 1."""
    return 1


def nothing(state: Any, move: Any, child: Any) -> float:
    """Moves are free: all that counts is the estimate."""
    return 0


def next_to_nothing(state: Any, move: Any, child: Any) -> float:
    """So little that the estimate decides, but the shorter of two ways to a state is the cheaper."""
    return 2.0**-30


def best_first(
    space: Space[S],
    estimator: Estimator[S],
    *,
    cost: Cost = one_a_move,
    weight: float = 1.0,
    max_depth: int | None = None,
) -> Search:
    """Expand the open state of least priority until it is a goal (Hart, Nilsson and Raphael, 1968).

    A cheaper way to a known state always replaces the dearer one, and re-opens the state if it was
    expanded before: with an inconsistent heuristic A* would else miss the shortest path. `bound` is
    the largest priority met so far, over `weight`: an optimal path always has an open state on it,
    unless it was cut at `max_depth`, and then it is longer than that.
    """
    start = space.initial
    h = estimator.estimate(start)
    scale = max(weight, 1)
    deepest = inf if max_depth is None else max_depth
    cheapest: dict[S, float] = {start: 0}
    parent: dict[S, tuple[Any, S] | None] = {start: None}
    closed: set[S] = set()
    heap: list[tuple[float, float, int, float, int, S]] = [(weight * h, 0, 0, h, 0, start)]
    expanded = generated = pushed = 0
    peak, bound = 1, h

    def snapshot(path: tuple[Any, ...] | None = None) -> Snapshot:
        return Snapshot(
            expanded=expanded,
            generated=generated,
            frontier=len(cheapest) - len(closed),
            peak_frontier=peak,
            stored=len(cheapest),
            bound=bound,
            path=path,
        )

    report_at = ((yield snapshot()) or REPORT_EVERY) + expanded
    while heap:
        priority, minus_g, _, h, depth, state = heappop(heap)
        if -minus_g > cheapest[state]:
            continue  # a cheaper way to this state was found since
        if bound <= deepest and priority > bound * scale:
            bound = min(priority / scale, deepest + 1)
        if space.is_goal(state):
            if weight > 1:  # the open states say more than their priorities did
                open_f = [h - m for _, m, _, h, _, s in heap if -m <= cheapest[s]]
                bound = max(bound, min([-minus_g, *open_f]))
            yield snapshot(tuple(_path_to(state, parent)))
            return
        if depth == max_depth:
            closed.add(state)
            continue
        if expanded >= report_at:
            report_at = ((yield snapshot()) or REPORT_EVERY) + expanded
        expanded += 1
        closed.add(state)
        for move, child in space.successors(state):
            generated += 1
            g = cost(state, move, child) - minus_g
            known = cheapest.get(child)
            if known is not None:
                if known <= g:
                    continue
                closed.discard(child)
            cheapest[child] = g
            parent[child] = (move, state)
            child_h = estimator.step(h, child, move)
            pushed += 1
            heappush(heap, (g + weight * child_h, -g, pushed, child_h, depth + 1, child))
        if len(cheapest) - len(closed) > peak:
            peak = len(cheapest) - len(closed)
    if max_depth is not None:
        bound = max(bound, max_depth + 1)
    yield snapshot()


def _path_to(state: S, parent: dict[S, tuple[Any, S] | None]) -> list[Any]:
    moves = []
    step = parent[state]
    while step is not None:
        move, state = step
        moves.append(move)
        step = parent[state]
    return moves[::-1]


def breadth_first(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """All states one move away, then two, and so on. The heuristic is not asked."""
    return best_first(problem, Zero(problem.shape, problem.home), max_depth=options.max_depth)


def astar(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """The state of least g + h first."""
    return best_first(problem, heuristic, max_depth=options.max_depth)


def weighted_astar(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """The state of least g + weight * h first: with admissible h at most `weight` times too long."""
    return best_first(problem, heuristic, weight=options.weight, max_depth=options.max_depth)


def greedy(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """The state of least h first, whatever it took to get there: only h(start) bounds the length.

    Below a depth limit a shorter way to a known state counts: it may leave moves enough to the goal.
    """
    bound = heuristic.estimate(problem.initial)
    cost = nothing if options.max_depth is None else next_to_nothing
    search = best_first(problem, heuristic, cost=cost, max_depth=options.max_depth)
    pace = None
    while True:
        try:
            snapshot = search.send(pace)
        except StopIteration:
            return
        if options.max_depth is not None and snapshot.path is None and not snapshot.frontier:
            bound = max(bound, options.max_depth + 1)  # all that the limit allows has been tried
        pace = yield replace(snapshot, bound=bound)


ALGORITHMS.add(
    AlgorithmCard(
        name="breadth-first",
        label="Breadth-first",
        summary="all boards one move away, then two, ...: shortest, but stores every board it meets",
        source="Moore, 1959",
        search=breadth_first,
        informed=False,
    ),
    aliases=("bfs",),
)
ALGORITHMS.add(
    AlgorithmCard(
        name="greedy",
        label="Greedy best-first",
        summary="always the board that looks nearest: quick, with no promise of a short path",
        source="Doran and Michie, 1966",
        search=greedy,
        informed=True,
    )
)
ALGORITHMS.add(
    AlgorithmCard(
        name="astar",
        label="A*",
        summary="least moves made + estimate first: shortest if the heuristic is admissible",
        source="Hart, Nilsson and Raphael, 1968",
        search=astar,
        informed=True,
    ),
    aliases=("a*",),
)
ALGORITHMS.add(
    AlgorithmCard(
        name="weighted-astar",
        label="Weighted A*",
        summary="A* trusting its estimate more: faster, at most weight times the shortest length",
        source="Pohl, 1970",
        search=weighted_astar,
        informed=True,
        weighted=True,
    ),
    aliases=("wastar",),
)
