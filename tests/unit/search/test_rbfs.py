"""Recursive best-first search: Korf's order of expansion, in the memory of one path."""

from __future__ import annotations

from itertools import pairwise
from math import ceil

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, HeuristicCard, Problem, Shape
from npuzzle.search.base import SearchOptions
from npuzzle.search.rbfs import recursive_best_first
from tests.support.oracles import distances
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals
from tests.unit.search.common import SOME, Watched, last, one_by_one, sample, search_of, search_to_end
from tests.unit.search.twins import rbfs_counts

RBFS = ALGORITHMS["rbfs"]


@pytest.mark.slow_cases("zero", "value-euclidean", "blank-chebyshev")
@pytest.mark.parametrize("card", list(HEURISTICS), ids=lambda card: card.name)
def test_counts_of_rbfs_are_those_of_its_slow_twin(card: HeuristicCard) -> None:
    for goal in four_goals(Shape(2, 3)):
        for board in sample(goal, 2, seed=9):
            problem = Problem(board, goal)
            found = search_to_end(problem, "rbfs", card.name)
            counts = (found.snapshot.expanded, found.snapshot.generated, found.length)
            assert counts == rbfs_counts(problem, card.make(goal))


@pytest.mark.parametrize("heuristic", mostly_slow(SOME, lambda name: name != "zero"))
def test_rbfs_stores_four_states_a_move_at_most_and_its_bound_only_rises(heuristic: str) -> None:
    for goal in four_goals(Shape(3, 3)):
        far = distances(goal)
        for board in sample(goal, 2, seed=2, least=10, most=13):
            snapshots = list(one_by_one(search_of(RBFS, Problem(board, goal), heuristic)))
            assert all(s.stored == s.frontier <= 4 * far[board.tiles] for s in snapshots)
            peak = snapshots[-1].peak_frontier
            assert max(s.frontier for s in snapshots) <= peak <= 4 * far[board.tiles]
            assert peak > far[board.tiles], "the whole path and its siblings"
            assert all(s.bound <= t.bound for s, t in pairwise(snapshots))
            assert snapshots[-1].bound == far[board.tiles]


@pytest.mark.parametrize(
    "heuristic",
    mostly_slow([name for name in SOME if HEURISTICS[name].consistent], lambda name: name != "zero"),
)
def test_rbfs_meets_new_paths_in_the_order_of_their_f(heuristic: str) -> None:
    """With a consistent heuristic, f never falls along a path, so A* uses the same order."""
    again = 0
    for goal in four_goals(Shape(3, 3)):
        estimator = HEURISTICS[heuristic].make(goal)
        for board in sample(goal, 2, seed=7, least=8, most=12):
            watched = Watched(Problem(board, goal))
            found = last(recursive_best_first(watched, estimator, SearchOptions()))  # type: ignore[arg-type]
            assert found.expanded == len(watched.expanded)
            first_met = list(dict.fromkeys(state.path for state in watched.expanded))
            f_of = {s.path: ceil(len(s.path) + estimator.estimate(s)) for s in watched.expanded}
            assert [f_of[path] for path in first_met] == sorted(f_of.values())
            assert f_of[first_met[-1]] <= distances(goal)[board.tiles]
            again += found.expanded - len(first_met)
    assert again > 0, "no state was forgotten and expanded again, so this tests nothing"


@pytest.mark.parametrize("heuristic", ["zero", "manhattan"])
def test_a_depth_limit_of_rbfs_leaves_a_bound_beyond_it(heuristic: str) -> None:
    problem = Problem("1 2/0 3", "1 2/3 0")
    estimator = HEURISTICS[heuristic].make(problem.goal)
    ended = last(recursive_best_first(problem, estimator, SearchOptions(max_depth=0)))
    assert (ended.path, ended.bound) == (None, 1)
    far = Problem("3 1/0 2", "1 2/3 0")
    assert far.is_solvable
    estimator = HEURISTICS[heuristic].make(far.goal)
    for depth in (1, 2):
        ended = last(recursive_best_first(far, estimator, SearchOptions(max_depth=depth)))
        assert ended.path is None
        assert ended.bound == max(depth + 1, estimator.estimate(far.initial))
