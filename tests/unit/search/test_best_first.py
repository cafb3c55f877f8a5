"""Best-first search on any state space: costs, priorities, re-opening, and the meaning of its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import Any

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    HeuristicCard,
    Limits,
    Outcome,
    Problem,
    SearchOptions,
    Shape,
    Snapshot,
    best_first,
    explore,
    goal_board,
)
from npuzzle.heuristics.simple import Manhattan
from tests.unit.search.common import Watched, last, one_by_one, sample, search_of
from tests.unit.search.spaces import Jugs, River, Roads, length
from tests.unit.search.twins import cheapest_costs

GREEDY = ALGORITHMS["greedy"]


class Guess:
    """An estimator that reads a table; states without an entry get 0."""

    def __init__(self, table: dict[Any, float] | None = None) -> None:
        self.table = table or {}

    def estimate(self, state: Any) -> float:
        return self.table.get(state, 0)

    def step(self, h: float, state: Any, move: Any) -> float:
        return self.estimate(state)


# Spaces without tiles


def test_water_jugs_take_six_pourings() -> None:
    found = last(best_first(Jugs()))
    assert found.path == ("fill 5", "5 to 3", "empty 3", "5 to 3", "fill 5", "5 to 3")
    assert found.bound == 6


def crossings_left(state: tuple[int, int, int]) -> int:
    """Bound the crossings: each round trip brings one person from the near bank, the last crossing two."""
    missionaries, cannibals, boat = state
    people = missionaries + cannibals
    return max(2 * people - 3, 1) if boat else 2 * people


def test_missionaries_and_cannibals_cross_in_eleven() -> None:
    river = River()
    banks = [(m, c, b) for m in range(4) for c in range(4) for b in range(2)]
    truth = cheapest_costs({bank: {to: 1 for _, to in river.successors(bank)} for bank in banks}, (0, 0, 0))
    assert all(crossings_left(bank) <= truth[bank] for bank in banks if bank in truth)
    blind, guided = explore(best_first(river)), explore(best_first(river, estimate=crossings_left))
    assert (guided.outcome, guided.bound) == (Outcome.SOLVED, 11)
    assert guided.path is not None
    assert blind.path is not None
    assert len(guided.path) == len(blind.path) == truth[river.initial] == 11
    assert guided.snapshot.expanded <= blind.snapshot.expanded
    state = river.initial
    for crew in guided.path:
        state = dict(river.successors(state))[crew]
    assert river.is_goal(state)


def test_a_function_and_an_estimator_guide_alike() -> None:
    class Estimator:
        def estimate(self, state: tuple[int, int, int]) -> float:
            return crossings_left(state)

        def step(self, h: float, state: tuple[int, int, int], move: Any) -> float:
            return crossings_left(state)

    by_function = list(one_by_one(best_first(River(), estimate=crossings_left)))
    assert list(one_by_one(best_first(River(), estimate=Estimator()))) == by_function


# Costs, and re-opened states


def test_a_state_expanded_too_early_is_open_until_it_is_expanded_again() -> None:
    """C is expanded at cost 3, before A with its high estimate shows the path of cost 2."""
    roads = Roads({"S": {"A": 1, "C": 3}, "A": {"C": 1}, "C": {"G": 4}})
    search = best_first(roads, estimate=Guess({"A": 5}), cost=length)
    snapshots = list(one_by_one(search))
    assert [now.frontier for now in snapshots] == [1, 2, 2, 2, 1]
    assert (snapshots[-1].path, snapshots[-1].expanded) == ((1, 1, 4), 4)


def test_ties_are_broken_by_age() -> None:
    expanded = []

    class Listed(Roads):
        def successors(self, state: str) -> Iterator[tuple[float, str]]:
            expanded.append(state)
            return super().successors(state)

    met = ["M", "B", "Y", "A", "X"]
    last(best_first(Listed({"S": dict.fromkeys(met, 1)}), cost=length, estimate=Guess()))
    assert expanded == ["S", *met]


MAP = {"S": {"A": 3, "B": 1}, "A": {"C": 4, "S": 5}, "B": {"A": 6, "C": 7}, "C": {"G": 8}}

SIGHT = {"S": 0.5, "A": 2, "B": 4, "C": 1.5, "G": 0.25}


# The arguments of estimates and costs


@pytest.mark.parametrize("depth", [None, 3, 4])
def test_a_cost_is_asked_of_a_state_its_move_and_where_that_leads(depth: int | None) -> None:
    asked = set()

    def cost(state: str, move: float, child: str) -> float:
        asked.add((state, move, child))
        return move

    found = last(best_first(Roads(MAP), cost=cost, max_depth=depth))
    assert found.path == (3, 4, 8)
    assert asked == {(town, length, to) for town, roads in MAP.items() for to, length in roads.items()}


@pytest.mark.parametrize("depth", [None, 3, 4])
def test_an_estimator_gets_its_estimate_before_the_move_and_the_child(depth: int | None) -> None:
    told = set()

    class Held(Guess):
        def step(self, h: float, state: str, move: float) -> float:
            told.add((h, state, move))
            return self.estimate(state)

    found = last(best_first(Roads(MAP), cost=length, estimate=Held(SIGHT), max_depth=depth))
    assert found.path == (3, 4, 8)
    possible = {(SIGHT[town], to, move) for town, roads in MAP.items() for to, move in roads.items()}
    assert told <= possible
    assert len(told) >= 4


# The meaning of the numbers


def test_before_anything_is_known_the_bound_is_the_estimate_of_the_start() -> None:
    roads = Roads({"S": {"A": 0.25}, "A": {"G": 0.25}})
    blind, guided = (
        [now.bound for now in one_by_one(best_first(roads, cost=length, estimate=guess))]
        for guess in (None, Guess({"S": 0.125}))
    )
    assert blind == [0, 0.25, 0.5]
    assert guided == [0.125, 0.25, 0.5]


@pytest.mark.parametrize("depth", [None, 9])
@pytest.mark.parametrize("cost", [None, length])
@pytest.mark.parametrize("weight", [1, 2])
def test_with_a_priority_of_one_s_own_the_bound_stays_at_the_estimate_of_the_start(
    depth: int | None, cost: Callable[..., float] | None, weight: float
) -> None:
    for priority in (lambda g, h: g + h, lambda g, h: -g, lambda g, h: 9 + g):
        options = {} if cost is None else {"cost": cost}
        search = best_first(
            Roads(MAP), estimate=Guess(SIGHT), priority=priority, weight=weight, max_depth=depth, **options
        )
        bounds = {now.bound for now in one_by_one(search)}
        assert bounds == {0.5}


def test_with_a_weight_what_is_open_tells_the_bound_in_the_end() -> None:
    def bound_of(roads: dict[str, dict[str, float]], guess: dict[str, float]) -> float:
        found = last(best_first(Roads(roads), cost=length, estimate=Guess(guess), weight=2))
        assert found.path == (5,)
        return found.bound

    assert bound_of({"S": {"G": 5}}, {}) == 5, "nothing is open: the path is shortest"
    assert bound_of({"S": {"G": 5, "X": 1}}, {"X": 2.5}) == 3.5
    assert bound_of({"S": {"G": 5, "X": 3, "B": 0.5}, "B": {"X": 0.5}}, {"X": 1.5}) == 5, (
        "X is expanded already"
    )


@pytest.mark.parametrize("weight", [1, 3])
def test_what_is_cut_at_the_depth_tells_the_bound_with_its_estimate(weight: float) -> None:
    roads = Roads({"S": {"A": 1}, "A": {"B": 1}, "B": {"C": 1}})
    assert last(best_first(roads, estimate=Guess({"B": 5}), weight=weight, max_depth=2)).bound == 7
    assert last(best_first(roads, estimate=Guess(), weight=weight, max_depth=2)).bound == 3
    short = Roads({"S": {"A": 0.1}, "A": {"B": 0.1}})
    assert last(best_first(short, cost=length, max_depth=1, weight=weight)).bound == 0.1, (
        "the bound is the cost of the path cut off"
    )


@pytest.mark.parametrize("card", [card for card in HEURISTICS if card.consistent], ids=lambda card: card.name)
def test_every_stored_state_is_expanded_or_open_and_the_peak_is_the_most_open(
    card: HeuristicCard,
) -> None:
    board = Board.parse("2 3 7/1 8 0/6 5 4")
    problem = Problem(board, goal_board("blank-first", board.shape))
    search = best_first(problem, estimate=card.make(problem.goal))
    peak = seen = 0
    for snapshot in islice(one_by_one(search), 3000):
        peak = max(peak, snapshot.frontier)
        assert snapshot.stored == snapshot.expanded + snapshot.frontier
        assert snapshot.peak_frontier == peak
        seen += 1
    assert seen > 30


# Algorithms that are best-first searches


@pytest.mark.slow
@pytest.mark.parametrize("depth", [None, 9, 12])
def test_each_algorithm_is_best_first_search_with_a_priority_of_its_own(depth: int | None) -> None:
    goal = goal_board("blank-last", Shape(3, 3))
    seen: dict[str, list[Snapshot]] = {}
    for board in sample(goal, 3, seed=3, least=9, most=12):
        problem = Problem(board, goal)
        h = Manhattan(goal)
        options: dict[str, dict[str, Any]] = {
            "uniform-cost": {},
            "astar": {"estimate": h},
            "weighted-astar": {"estimate": h, "weight": 1.7},
        }
        for name, told in options.items():
            snapshots = list(one_by_one(search_of(ALGORITHMS[name], problem, depth=depth)))
            assert snapshots == list(one_by_one(best_first(problem, max_depth=depth, **told))), name
            seen.setdefault(name, []).extend(snapshots)
    assert len(set(map(tuple, seen.values()))) == 3, "two of them are the same search"


@pytest.mark.parametrize("depth", [None, 9, 11])
def test_greedy_expands_the_nearest_and_with_a_depth_limit_breaks_ties_by_fewest_moves(
    depth: int | None,
) -> None:
    goal = goal_board("blank-last", Shape(3, 3))
    for board in sample(goal, 4, seed=2, least=8, most=11):
        problem, h = Problem(board, goal), Manhattan(goal)
        watched = Watched(problem)
        snapshots = list(one_by_one(GREEDY.search(watched, h, SearchOptions(max_depth=depth))))  # type: ignore[arg-type]
        assert {now.bound for now in snapshots[:-1]} == {h.estimate(problem.initial)}
        fewest, waiting = {problem.initial: 0}, {problem.initial}
        for state in watched.expanded:
            g = len(state.path)
            far = {s for s in waiting if fewest[s] == depth}  # too deep to be expanded
            orders = [(h.estimate(s), fewest[s] if depth else 0) for s in waiting - far]
            assert (h.estimate(state), g if depth else 0) == min(orders)
            waiting.remove(state)
            for _, child in problem.successors(state):
                if child not in fewest or (depth and g + 1 < fewest[child]):
                    fewest[child] = g + 1
                    waiting.add(child)
        assert len(watched.expanded) > 5


# A custom priority


def test_minus_g_goes_deep_first() -> None:
    """Each state is followed by one of its children, as long as one of them is new."""
    problem = Problem(Board.parse("2 8 1/4 6 3/0 7 5"), goal_board("spiral", Shape(3, 3)))
    watched, deeper = Watched(problem), 0
    explore(best_first(watched, priority=lambda g, h: -g, max_depth=200), Limits(expanded=300))
    met = {problem.initial}
    for state, after in pairwise(watched.expanded):
        children = {child for _, child in problem.successors(state)}
        if len(state.path) < 199 and children - met:
            assert after in children
            deeper += 1
        met |= children
    assert deeper > 150
