"""Best-first search on random graphs with costs: shortest paths, within the weight, and below a depth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import Outcome, best_first, explore
from tests.unit.search.common import one_by_one
from tests.unit.search.spaces import Roads, length
from tests.unit.search.twins import Graph, cheapest_costs, cheapest_within

NODES = 12

AIM = NODES - 1

COSTS = [0, 0.25, 1, 1.5, 2, 7]


def graph_of(edges: list[tuple[int, int, float]]) -> Graph:
    """Make a graph. Edges lead a few nodes forward or back, so that long paths compete with short cuts."""
    graph: dict[int, dict[int, float]] = {node: {} for node in range(NODES)}
    for node, jump, cost in edges:
        graph[node][min(max(node + jump, 0), AIM)] = cost
    return graph


edges = st.tuples(st.integers(0, NODES - 1), st.sampled_from([-2, -1, 1, 1, 2, 2, 3]), st.sampled_from(COSTS))

graphs = st.lists(edges, min_size=3 * NODES, max_size=5 * NODES).map(graph_of)

trusts = st.lists(st.sampled_from([0, 0.5, 1]), min_size=NODES, max_size=NODES)


def admissible(graph: Graph, trust: Sequence[float]) -> Callable[[int], float]:
    """Make an admissible estimate, a fraction of each node's distance, which is rarely consistent."""
    truth = cheapest_costs(graph, AIM)
    return lambda node: trust[node] * truth.get(node, 50)


def cost_of(path: Sequence[Any] | None) -> float:
    """Add up the moves, which are the costs in these graphs; no path costs infinity."""
    return inf if path is None else sum(path)


@pytest.mark.slow
def test_a_star_is_optimal_on_any_graph_with_any_costs() -> None:
    seen = Counter[str]()

    @given(graphs, trusts)
    def law(graph: Graph, trust: list[float]) -> None:
        truth = cheapest_costs(graph, AIM).get(0, inf)
        found = explore(best_first(Roads(graph, 0, AIM), cost=length, estimate=admissible(graph, trust)))
        assert found.outcome is (Outcome.UNSOLVABLE if truth == inf else Outcome.SOLVED)
        assert cost_of(found.path) == found.bound == truth
        closed = found.snapshot.stored - found.snapshot.frontier
        seen[found.outcome.value] += 1
        seen["opened again"] += found.snapshot.expanded > closed

    law()
    assert min(seen["solved"], seen["unsolvable"], seen["opened again"]) >= 5, (
        "the random graphs are too similar"
    )


@pytest.mark.slow
@settings(max_examples=60)
@given(graphs, trusts, st.sampled_from([0, 0.5, 1, 1.3, 2, 50]))
def test_with_a_weight_the_cost_is_so_many_times_the_least_at_most(
    graph: Graph, trust: list[float], weight: float
) -> None:
    truth = cheapest_costs(graph, AIM).get(0, inf)
    estimate = admissible(graph, trust)
    search = best_first(Roads(graph, 0, AIM), cost=length, estimate=estimate, weight=weight)
    snapshots = list(one_by_one(search))
    assert all(before.bound <= after.bound for before, after in pairwise(snapshots))
    assert snapshots[-1].bound <= truth + 1e-9
    assert truth <= cost_of(snapshots[-1].path) <= max(weight, 1) * truth + 1e-9


@settings(max_examples=60)
@given(graphs, trusts, st.integers(0, 6), st.sampled_from(["g + h", "g + 3h", "-g", "h", "9 + g"]))
def test_below_a_depth_a_path_is_found_if_there_is_one_and_the_bound_is_true_for_any_length(
    graph: Graph, trust: list[float], depth: int, order: str
) -> None:
    truth = cheapest_costs(graph, AIM).get(0, inf)
    options: dict[str, Any] = {
        "g + h": {},
        "g + 3h": {"weight": 3},
        "-g": {"priority": lambda g, h: -g},
        "h": {"priority": lambda g, h: h},
        "9 + g": {"priority": lambda g, h: 9 + g},
    }[order]
    roads = Roads(graph, 0, AIM)
    search = best_first(roads, cost=length, estimate=admissible(graph, trust), max_depth=depth, **options)
    snapshots = list(one_by_one(search))
    assert all(snapshot.bound <= truth for snapshot in snapshots)
    path, least = snapshots[-1].path, cheapest_within(graph, 0, AIM, depth)
    if path is None:
        assert least == inf
    else:
        assert len(path) <= depth
        assert least <= cost_of(path) <= (inf if "priority" in options else least * options.get("weight", 1))


@settings(max_examples=60)
@given(graphs, st.integers(0, 6), st.sampled_from([None, lambda g, h: -g]))
def test_where_every_move_costs_one_a_path_within_the_depth_is_found_if_there_is_one(
    graph: Graph, depth: int, priority: Callable[[float, float], float] | None
) -> None:
    steps = {node: dict.fromkeys(edges, 1) for node, edges in graph.items()}
    fewest = cheapest_costs(steps, AIM).get(0, inf)
    found = explore(best_first(Roads(steps, 0, AIM), max_depth=depth, priority=priority))
    assert (found.outcome is Outcome.SOLVED) == (fewest <= depth)
    assert found.outcome is not Outcome.UNSOLVABLE or fewest == inf
    assert found.bound <= fewest
    assert found.path is None or fewest <= len(found.path) <= depth
