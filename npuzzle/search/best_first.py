"""Best-first search over any state space, with any cost of moves and any priority.

    priority = g + weight * h
    uniform-cost    g counts moves       h = 0
    A*              g counts moves       h estimates          weight 1
    weighted A*     g counts moves       h estimates          weight > 1
    greedy          g stays 0            h estimates

Ties go to the larger g, then to the state generated first, so node counts are the same on every machine.
Uniform-cost search, weighted A* and greedy search of puzzles call `best_first`. A* of puzzles is written out
in `astar`, as in textbooks. The tests check that `astar` and `best_first` give the same counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from math import inf
from numbers import Real
from operator import add
from typing import Any, Generic, NamedTuple

from npuzzle.errors import InvalidHeuristicError, InvalidJobError, quote
from npuzzle.heuristics.base import MAX_ESTIMATE, Heuristic
from npuzzle.lazy import loadable
from npuzzle.numbers import require_real, require_whole
from npuzzle.puzzle.problem import Problem
from npuzzle.registry import Card
from npuzzle.search.base import (
    Estimator,
    Fate,
    Parents,
    S,
    Search,
    SearchOptions,
    Space,
    Stats,
    Watch,
    fate_of,
    path_to,
)

#: The cost of a move: (state, move, child) -> number, at least 0.
Cost = Callable[[Any, Any, Any], float]


def one_a_move(state: Any, move: Any, child: Any) -> float:
    """Return the cost of a move: 1."""
    return 1


def free(state: Any, move: Any, child: Any) -> float:
    """Return 0, the cost of a move in greedy search, in which only the estimate matters."""
    return 0


def best_first(
    space: Space[S],
    *,
    cost: Cost = one_a_move,
    estimate: Estimator[S] | Callable[[S], float] | None = None,
    weight: float = 1.0,
    priority: Callable[[float, float], float] | None = None,
    max_depth: int | None = None,
    watch: Watch | None = None,
) -> Search:
    """Expand the open state of least priority until it is a goal (Hart, Nilsson and Raphael, 1968).

    A cheaper path to a known state always replaces the more expensive path, and re-opens the state if it was
    expanded before. Without re-opening, A* with an inconsistent heuristic would miss the shortest path. The
    `bound` of the search's Stats is the largest priority expanded so far, divided by `weight` if `weight` is
    above 1. It is a lower bound because, until the goal is reached, some open state is on an optimal path,
    unless that path was cut off at `max_depth` moves. With a `priority` of your own the bound stays at
    h(start).

    With a `cost` of your own and a `max_depth`, a state is stored once for each number of moves that leads
    there, because the cheapest path may have too many moves while a more expensive path has few enough.

    Parameters
    ----------
    space
        Any object with `initial`, `is_goal(state)` and `successors(state)`, which returns pairs (move,
        child). States must be hashable.
    cost
        The cost of a move, 0 or more: a function of (state, move, child). By default each move costs 1.
    estimate
        The heuristic: a function of the state, or an object with methods `estimate` and `step`. By default
        it is 0.
    weight
        How much the estimate counts: the priority is g + weight * h.
    priority
        A function of (g, h) that replaces this priority. A priority of -g makes the search depth-first.
    max_depth
        The most moves of a path.
    watch
        An observer of the search: an `npuzzle.search.base.Watch`, whose methods the search calls.

    Returns
    -------
    Search
        A generator that yields Stats and returns the path. `explore` runs such a generator within limits.

    Raises
    ------
    InvalidJobError
        If an option is out of range, or the search meets a cost that is not a number or is negative.
    InvalidHeuristicError
        If the search meets an estimate that is not a number or is negative.

    Examples
    --------
    >>> from npuzzle import Problem, explore
    >>> explore(best_first(Problem("1 2 3/4 5 6/0 7 8", "blank-last"))).path
    ((7, 6), (8, 7))
    """
    weight = require_real(weight, "the weight must be a number, 0 or more")
    if max_depth is not None:
        max_depth = require_whole(max_depth, "max_depth must be a whole number, 0 or more")
    if not callable(cost):
        raise InvalidJobError(f"the cost must be a function of state, move and child, got {quote(cost)}")
    if priority is not None and not callable(priority):
        raise InvalidJobError(f"the priority must be a function of g and h, got {quote(priority)}")
    checked = cost if cost in (one_a_move, free) else _CheckedCost(cost)
    estimator, options = _as_estimator(estimate), _Options(weight, priority, max_depth, watch)
    if max_depth is None or cost is one_a_move:
        return _best_first(space, checked, estimator, options)
    layered = _ByDepth(space, checked, estimator)
    return _best_first(layered, layered.cost, layered, options)


#: In the frontier: (priority, -g, number, state, g, h, moves made). Ties: the larger g, then the older state.
Entry = tuple[float, float, int, S, float, float, int]


class _Options(NamedTuple):
    """The weight or the priority that orders the states, the most moves of a path, and the observer."""

    weight: float
    priority: Callable[[float, float], float] | None
    max_depth: int | None
    watch: Watch | None


def _best_first(space: Space[S], cost: Cost, estimator: Estimator[S], options: _Options) -> Search:
    weight, priority, max_depth, watch = options
    start, h = space.initial, estimator.estimate(space.initial)
    scale = max(weight, 1)  # a priority is at most this many times an admissible f
    shortest_cut = max_depth + 1 if max_depth is not None and cost is one_a_move else 0
    cut_off = inf  # a lower bound on the cost of paths that were cut off at the depth limit
    cheapest: dict[S, float] = {start: 0}  # g by state
    parent: Parents[S] = {start: None}
    closed: set[S] = set()
    frontier: list[Entry[S]] = [(0, 0, 0, start, 0, h, 0)]
    number = 0  # how many states were put on the frontier
    stats = Stats(bound=h, frontier=1, peak_frontier=1, stored=1)
    if watch is not None:
        watch.note_node(0, None, start, h)
    yield stats
    while frontier:
        order, _, _, state, g, h, depth = heappop(frontier)
        if g > cheapest[state]:
            continue  # a cheaper path to this state has since been found
        if priority is None and order > stats.bound * scale:
            stats.bound = max(stats.bound, min(order / scale, cut_off))
        if space.is_goal(state):
            if watch is not None:
                watch.note_goal(depth, state)
            if weight > 1 and priority is None:  # the least f of the open states is a better bound
                stats.bound = max(stats.bound, min(g, cut_off, _find_least_f(frontier, cheapest)))
            stats.cost = None if cost in (one_a_move, free) else g
            return path_to(state, parent)
        if depth == max_depth:
            closed.add(state)
            stats.hold(len(cheapest) - len(closed), len(cheapest))
            cut_off = min(cut_off, max(shortest_cut, g + h))
            continue
        yield stats
        stats.expanded += 1
        closed.add(state)
        if depth >= stats.deepest:
            stats.deepest = depth + 1
        if watch is not None:
            watch.note_expansion(depth, state)
        for move, child in space.successors(state):
            stats.generated += 1
            child_g = g + cost(state, move, child)
            known = cheapest.get(child)
            if known is not None:
                if known <= child_g:
                    if watch is not None:
                        watch.note_node(depth + 1, move, child, fate=Fate.KNOWN)
                    continue
                closed.discard(child)
            cheapest[child] = child_g
            parent[child] = (move, state)
            child_h = estimator.step(h, child, move)
            if watch is not None:
                watch.note_node(depth + 1, move, child, child_h, fate_of(known))
            number += 1
            order = child_g + weight * child_h if priority is None else priority(child_g, child_h)
            heappush(frontier, (order, -child_g, number, child, child_g, child_h, depth + 1))
        stats.hold(len(cheapest) - len(closed), len(cheapest))
    stats.bound = max(stats.bound, cut_off)  # infinite if nothing was cut off: then no path exists
    return None


def _find_least_f(frontier: list[Entry[S]], cheapest: dict[S, float]) -> float:
    """Return the least f of the open states."""
    return min((g + h for _, _, _, state, g, h, _ in frontier if g <= cheapest[state]), default=inf)


class _ByDepth(Generic[S]):
    """A space of pairs (state, moves made), with its costs and estimates."""

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


class _CheckedCost:
    """A cost function whose values are checked. A cost below 0 would break the order of the search."""

    def __init__(self, cost: Cost) -> None:
        self._cost = cost

    def __call__(self, state: Any, move: Any, child: Any) -> float:
        value = self._cost(state, move, child)
        if isinstance(value, Real) and 0 <= value <= MAX_ESTIMATE:
            return value
        raise InvalidJobError(f"a cost must be a number, 0 or more, got {value!r:.60} for move {move!r:.60}")


class _CheckedEstimate(Generic[S]):
    """A function of a state, made an estimator. Its values are checked."""

    def __init__(self, function: Callable[[S], float]) -> None:
        self._function = function

    def estimate(self, state: S) -> float:
        value = self._function(state)
        if isinstance(value, Real) and 0 <= value <= MAX_ESTIMATE:
            return value
        raise InvalidHeuristicError(
            f"an estimate must be a number, 0 or more, got {value!r:.60} for state {state!r:.60}"
        )

    def step(self, h: float, state: S, move: Any) -> float:
        return self.estimate(state)


class _NoEstimate:
    """The estimator that always returns 0."""

    def estimate(self, state: Any) -> float:
        return 0

    def step(self, h: float, state: Any, move: Any) -> float:
        return 0


def _as_estimator(estimate: Estimator[S] | Callable[[S], float] | None) -> Estimator[S]:
    """Return an estimator for the caller's heuristic. Raises InvalidHeuristicError."""
    if estimate is None:
        return _NoEstimate()
    if hasattr(estimate, "estimate") and hasattr(estimate, "step"):
        if not isinstance(estimate, type):  # the methods of a class need an object
            return estimate
    elif callable(estimate) and not isinstance(estimate, (type, Card)):  # a card takes boards, not states
        return _CheckedEstimate(estimate)
    raise InvalidHeuristicError(
        f"an estimate must be a function of a state, or have estimate and step; got {quote(estimate)}"
    )


# The searches of puzzles that are special cases of `best_first`


@loadable
def uniform_cost(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Expand the state of least g, the moves made so far. The heuristic is not used."""
    return best_first(problem, max_depth=options.max_depth, watch=options.watch)


@loadable
def weighted_astar(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Expand the state of least g + weight * h.

    If h is admissible, the path is at most `weight` times as long as a shortest one.
    """
    weight = options.numbers["weight"]
    limit, watch = options.max_depth, options.watch
    return best_first(problem, estimate=heuristic, weight=weight, max_depth=limit, watch=watch)


@loadable
def greedy(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Expand the state of least h. The number of moves made does not count.

    With a depth limit, a shorter way to a known state replaces the longer way, because it may leave enough
    moves to reach the goal. The bound stays at h(start).
    """
    limit, watch = options.max_depth, options.watch
    if limit is None:
        return best_first(problem, cost=free, estimate=heuristic, priority=add, watch=watch)
    return best_first(problem, estimate=heuristic, priority=rank_by_h, max_depth=limit, watch=watch)


def rank_by_h(g: float, h: float) -> float:
    """Rank by h, and break ties by g, which is scaled down to less than 1 on any path."""
    return h + g * 2.0**-30
