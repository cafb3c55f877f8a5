"""The counts of every search, compared with counts from outside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from npuzzle import ALGORITHMS, AlgorithmCard, Limits, Problem, Result, Stats, best_first, explore, solve
from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import Search
from tests.unit.search.common import search_to_end

MIDDLE = "8 1 3/4 0 2/7 6 5"  # 14 moves
HARDER = "8 6 7/2 5 4/3 0 1"
WITH_LEVELS = [card for card in ALGORITHMS if card.name not in ("anytime", "constructive")]


class Watched(Problem):
    """A puzzle that records how far from the start each state is when its successors are generated."""

    def __init__(self, start: str, goal: str) -> None:
        super().__init__(start, goal)
        object.__setattr__(self, "deepest", 0)
        object.__setattr__(self, "depths", {self.initial: 0, self.solved: 0})

    def successors(self, state: State) -> Iterator[tuple[Slide, State]]:
        depths = self.depths  # type: ignore[attr-defined]
        below = depths[state] + 1
        for slide, child in super().successors(state):
            depths[child] = min(below, depths.get(child, below))
            object.__setattr__(self, "deepest", max(self.deepest, below))  # type: ignore[attr-defined]
            yield slide, child


@pytest.mark.parametrize(
    "name", ["breadth-first", "uniform-cost", "bidirectional", "astar", "greedy", "beam"]
)
def test_the_deepest_level_is_that_of_the_states_that_were_generated(name: str) -> None:
    problem = Watched(HARDER, "blank-last")
    result = search_to_end(problem, name)
    assert result.deepest == problem.deepest  # type: ignore[attr-defined]


@pytest.mark.parametrize("card", WITH_LEVELS, ids=lambda card: card.name)
@pytest.mark.parametrize("expanded", [1, 2, 7, 100])
def test_the_counts_agree_with_each_other(card: AlgorithmCard, expanded: int) -> None:
    result = search_to_end(Problem(HARDER, "blank-last"), card.name, limits=Limits(expanded=expanded))
    assert result.deepest is not None
    assert 1 <= result.deepest <= result.expanded
    assert 1 <= result.frontier <= result.peak_frontier <= result.stored
    assert result.stored <= 2 + result.generated
    assert result.memory == result.stored * (330 + 8 * 9)
    assert {name: result.to_dict()[name] for name in ("frontier", "stored", "deepest", "memory")} == {
        "frontier": result.frontier,
        "stored": result.stored,
        "deepest": result.deepest,
        "memory": result.memory,
    }
    read = Result.from_dict(result.to_dict())  # its bound becomes a condition
    assert replace(read, assumes=result.assumes).to_dict() == result.to_dict()


def test_a_search_without_levels_has_no_deepest_one() -> None:
    assert solve(HARDER, algorithm="constructive").deepest is None
    assert solve(HARDER, algorithm="anytime", expanded=100).deepest is None


COSTS = {
    "one each": (lambda state, slide, child: 1, 12),
    "its number": (lambda state, slide, child: state[slide[0]] + 1, 63),
    "nothing": (lambda state, slide, child: 0, 0),
}


@pytest.mark.parametrize("depth", [None, 14])
@pytest.mark.parametrize("name", COSTS)
def test_what_a_path_costs_is_said(name: str, depth: int | None) -> None:
    cost, total = COSTS[name]
    problem = Problem("2 3 6/1 0 7/4 8 5", "blank-last")
    found = explore(best_first(problem, cost=cost, max_depth=depth))
    assert found.path is not None
    state, paid = problem.initial, 0
    for slide in found.path:
        child = dict(problem.successors(state))[slide]
        paid += cost(state, slide, child)
        state = child
    assert state == problem.solved
    assert found.cost == paid == total >= found.bound


def test_without_costs_a_path_costs_its_moves() -> None:
    def straight(problem: Problem) -> Search:
        yield Stats()
        return "LL"

    found = explore(straight(Problem("1 2 3/4 5 6/0 7 8", "blank-last")))
    assert found.cost == 2
    assert explore(best_first(Problem("2 1/3 0", "blank-last"))).cost is None
