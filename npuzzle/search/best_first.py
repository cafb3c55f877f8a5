"""Best-first search over any state space, and the algorithms that are it with another priority.

    priority = g + weight * h
    uniform-cost    g counts moves       h = 0
    A*              g counts moves       h estimates          weight 1
    weighted A*     g counts moves       h estimates          weight > 1
    greedy          g stays 0            h estimates

Ties go to the larger g, then to the state met first, so node counts are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from math import inf
from numbers import Real
from operator import add
from typing import Any, Generic

from npuzzle.errors import InvalidHeuristicError, InvalidJobError, shown
from npuzzle.heuristics.base import Heuristic
from npuzzle.heuristics.custom import LARGEST
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import (
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


def best_first(
    space: Space[S],
    *,
    cost: Cost = one_a_move,
    estimate: Estimator[S] | Callable[[S], float] | None = None,
    weight: float = 1.0,
    priority: Callable[[float, float], float] | None = None,
    max_depth: int | None = None,
) -> Search:
    """Expand the open state of least priority until it is a goal (Hart, Nilsson and Raphael, 1968).

    `space` is anything with `initial`, `is_goal(state)` and `successors(state)`, which gives pairs
    (move, child); states are hashable. `cost(state, move, child)` and `estimate(state)`, the cost to
    go, are numbers, 0 or more. `priority(g, h)` may stand in place of g + weight * h: -g makes the
    search depth-first. It comes back as a generator of Snapshots; `explore` runs it under limits.

    A cheaper way to a known state always replaces the dearer one, and re-opens the state if it was
    expanded before: with an inconsistent heuristic A* would else miss the shortest path. `bound` is
    the largest priority met so far, over `weight`: an optimal path always has an open state on it,
    unless it was cut at `max_depth` moves. With a priority of your own it stays at h(start).

    With costs of your own and a `max_depth` a state is kept once for each number of moves that leads
    to it: the cheapest way there may have too many, a dearer one few enough.

    Raises InvalidJobError or InvalidHeuristicError; for bad costs and estimates, when they are met.
    """
    if type(weight) not in (int, float) or not 0 <= weight < inf:
        raise InvalidJobError(f"the weight is a number, 0 or more, got {shown(weight)}")
    if max_depth is not None and (type(max_depth) is not int or max_depth < 0):
        raise InvalidJobError(f"the greatest depth is a whole number, 0 or more, got {shown(max_depth)}")
    if not callable(cost):
        raise InvalidJobError(f"the cost is a function of state, move and child, got {shown(cost)}")
    if priority is not None and not callable(priority):
        raise InvalidJobError(f"the priority is a function of g and h, got {shown(priority)}")
    checked = cost if cost in (one_a_move, nothing) else _Costs(cost)
    estimator = _estimator(estimate)
    if max_depth is None or cost is one_a_move:
        return _best_first(space, checked, estimator, weight, priority, max_depth)
    layered = _ByDepth(space, checked, estimator)
    return _best_first(layered, layered.cost, layered, weight, priority, max_depth)


def _best_first(
    space: Space[S],
    cost: Cost,
    estimator: Estimator[S],
    weight: float,
    priority: Callable[[float, float], float] | None,
    max_depth: int | None,
) -> Search:
    start = space.initial
    h = estimator.estimate(start)
    scale = max(weight, 1)
    least_beyond = max_depth + 1 if max_depth is not None and cost is one_a_move else 0
    beyond = inf  # no path that was cut at the depth limit is cheaper
    cheapest: dict[S, float] = {start: 0}
    parent: dict[S, tuple[Any, S] | None] = {start: None}
    closed: set[S] = set()
    heap: list[tuple[float, float, int, float, int, S]] = [(0, 0, 0, h, 0, start)]
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

    report_at = (yield snapshot()) or REPORT_EVERY
    while heap:
        first, minus_g, _, h, depth, state = heappop(heap)
        if -minus_g > cheapest[state]:
            continue  # a cheaper way to this state was found since
        if priority is None and first > bound * scale:
            bound = max(bound, min(first / scale, beyond))
        if space.is_goal(state):
            if weight > 1 and priority is None:  # the open states say more than their priorities did
                open_f = [h - m for _, m, _, h, _, s in heap if -m <= cheapest[s]]
                bound = max(bound, min([-minus_g, beyond, *open_f]))
            yield snapshot(tuple(_path_to(state, parent)))
            return
        if depth == max_depth:
            closed.add(state)
            beyond = min(beyond, max(least_beyond, h - minus_g))
            continue
        if expanded >= report_at:
            report_at = expanded + ((yield snapshot()) or REPORT_EVERY)
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
            order = g + weight * child_h if priority is None else priority(g, child_h)
            heappush(heap, (order, -g, pushed, child_h, depth + 1, child))
        if len(cheapest) - len(closed) > peak:
            peak = len(cheapest) - len(closed)
    bound = max(bound, beyond)  # infinite if nothing was cut: there is no path at all
    yield snapshot()


def _path_to(state: S, parent: dict[S, tuple[Any, S] | None]) -> list[Any]:
    moves = []
    step = parent[state]
    while step is not None:
        move, state = step
        moves.append(move)
        step = parent[state]
    return moves[::-1]


class _ByDepth(Generic[S]):
    """A space whose states are told apart by how many moves led there; with its costs and estimates."""

    def __init__(self, space: Space[S], cost: Cost, estimator: Estimator[S]) -> None:
        self._space, self._cost, self._estimator = space, cost, estimator
        self.initial = (space.initial, 0)

    def is_goal(self, state: tuple[S, int]) -> bool:
        return self._space.is_goal(state[0])

    def successors(self, state: tuple[S, int]) -> Iterator[tuple[Any, tuple[S, int]]]:
        for move, child in self._space.successors(state[0]):
            yield move, (child, state[1] + 1)

    def cost(self, state: tuple[S, int], move: Any, child: tuple[S, int]) -> float:
        return self._cost(state[0], move, child[0])

    def estimate(self, state: tuple[S, int]) -> float:
        return self._estimator.estimate(state[0])

    def step(self, h: float, state: tuple[S, int], move: Any) -> float:
        return self._estimator.step(h, state[0], move)


class _Costs:
    """A cost function that is looked at each time: one below 0, or no number, would spoil the order."""

    def __init__(self, cost: Cost) -> None:
        self._cost = cost

    def __call__(self, state: Any, move: Any, child: Any) -> float:
        value = self._cost(state, move, child)
        if isinstance(value, Real) and 0 <= value <= LARGEST:
            return value
        raise InvalidJobError(f"a cost is a number, 0 or more, got {value!r:.60} for {move!r:.60}")


class _Guess(Generic[S]):
    """A plain function of a state as an estimator, looked at each time."""

    def __init__(self, function: Callable[[S], float]) -> None:
        self._function = function

    def estimate(self, state: S) -> float:
        value = self._function(state)
        if isinstance(value, Real) and 0 <= value <= LARGEST:
            return value
        raise InvalidHeuristicError(
            f"an estimate is a number, 0 or more, got {value!r:.60} for {state!r:.60}"
        )

    def step(self, h: float, state: S, move: Any) -> float:
        return self.estimate(state)


class _Blind:
    """No estimate."""

    def estimate(self, state: Any) -> float:
        return 0

    def step(self, h: float, state: Any, move: Any) -> float:
        return 0


def _estimator(estimate: Estimator[S] | Callable[[S], float] | None) -> Estimator[S]:
    if estimate is None:
        return _Blind()
    if hasattr(estimate, "estimate") and hasattr(estimate, "step"):
        if not isinstance(estimate, type):  # a class would be asked without an object
            return estimate
    elif callable(estimate):
        return _Guess(estimate)
    raise InvalidHeuristicError(
        f"an estimate is a function of a state, or has estimate and step; got {shown(estimate)}"
    )


def uniform_cost(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """The state of least g first. The heuristic is not asked."""
    return best_first(problem, max_depth=options.max_depth)


def astar(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """The state of least g + h first."""
    return best_first(problem, estimate=heuristic, max_depth=options.max_depth)


def weighted_astar(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """The state of least g + weight * h first: with admissible h at most `weight` times too long."""
    return best_first(problem, estimate=heuristic, weight=options.weight, max_depth=options.max_depth)


def greedy(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """The state of least h first, whatever it took to get there: only h(start) bounds the length.

    Below a depth limit a shorter way to a known state counts: it may leave moves enough to the goal.
    """
    if options.max_depth is None:
        return best_first(problem, cost=nothing, estimate=heuristic, priority=add)
    return best_first(problem, estimate=heuristic, priority=mostly_h, max_depth=options.max_depth)


def mostly_h(g: float, h: float) -> float:
    """The estimate decides; among equals, so little that no sum of it makes 1, the moves made."""
    return h + g * 2.0**-30


UNIFORM_COST = AlgorithmCard(
    name="uniform-cost",
    aliases=("ucs", "dijkstra"),
    label="Uniform-cost",
    summary="least moves made first; as every move costs 1, the same boards as breadth-first",
    source="Dijkstra, 1959",
    search=uniform_cost,
    informed=False,
    optimal=True,
)
GREEDY = AlgorithmCard(
    name="greedy",
    label="Greedy best-first",
    summary="always the board that looks nearest: quick, with no promise of a short path",
    source="Doran and Michie, 1966",
    search=greedy,
    informed=True,
)
ASTAR = AlgorithmCard(
    name="astar",
    aliases=("a*",),
    label="A*",
    summary="least moves made + estimate first: shortest if the heuristic is admissible",
    source="Hart, Nilsson and Raphael, 1968",
    search=astar,
    informed=True,
    optimal=True,
)
WEIGHTED_ASTAR = AlgorithmCard(
    name="weighted-astar",
    aliases=("wastar",),
    label="Weighted A*",
    summary="A* trusting its estimate more: faster, at most weight times the shortest length",
    source="Pohl, 1970",
    search=weighted_astar,
    informed=True,
    optimal=True,
    option="weight",
)
