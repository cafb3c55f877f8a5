"""Best-first search on any state space; re-opening; what its numbers mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from npuzzle import HEURISTICS, Board, Problem, Shape, Snapshot, goal_board
from npuzzle.heuristics.manhattan import Manhattan
from npuzzle.heuristics.zero import Zero
from npuzzle.search.best_first import best_first
from tests.oracles import distances
from tests.strategies import four_goals


class Guess:
    """An estimator from a table; 0 for what is not in it."""

    def __init__(self, table: dict[Any, float] | None = None) -> None:
        self.table = table or {}

    def estimate(self, state: Any) -> float:
        return self.table.get(state, 0)

    def step(self, h: float, state: Any, move: Any) -> float:
        return self.estimate(state)


class Jugs:
    """Measure 4 with a jug of 3 and a jug of 5."""

    initial = (0, 0)

    def is_goal(self, state: tuple[int, int]) -> bool:
        return 4 in state

    def successors(self, state: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
        small, large = state
        yield "fill 3", (3, large)
        yield "fill 5", (small, 5)
        yield "empty 3", (0, large)
        yield "empty 5", (small, 0)
        poured = min(small, 5 - large)
        yield "3 to 5", (small - poured, large + poured)
        poured = min(large, 3 - small)
        yield "5 to 3", (small + poured, large - poured)


class Roads:
    """Towns and roads with lengths; from S to G."""

    initial = "S"

    def __init__(self, roads: dict[str, dict[str, float]]) -> None:
        self.roads = roads

    def is_goal(self, state: str) -> bool:
        return state == "G"

    def successors(self, state: str) -> Iterator[tuple[float, str]]:
        for town, length in self.roads.get(state, {}).items():
            yield length, town


def length(state: Any, move: Any, child: Any) -> float:
    return float(move)


def last(search: Iterator[Snapshot]) -> Snapshot:
    return list(search)[-1]


def test_water_jugs_take_six_pourings() -> None:
    found = last(best_first(Jugs(), Guess()))
    assert found.path == ("fill 5", "5 to 3", "empty 3", "5 to 3", "fill 5", "5 to 3")
    assert found.bound == 6


def test_a_space_without_a_way_ends_without_a_path() -> None:
    found = last(best_first(Roads({"S": {"A": 1}, "A": {"S": 1}}), Guess()))
    assert found.path is None
    assert (found.expanded, found.generated, found.frontier, found.stored) == (2, 2, 0, 2)


def test_costs_decide_not_the_number_of_moves() -> None:
    roads = Roads({"S": {"G": 10, "A": 2}, "A": {"B": 3}, "B": {"G": 4}})
    assert last(best_first(roads, Guess(), cost=length)).path == (2, 3, 4)
    assert last(best_first(roads, Guess())).path == (10,)


def test_a_cheaper_way_to_an_open_state_replaces_the_dearer() -> None:
    roads = Roads({"S": {"A": 9, "B": 1}, "B": {"A": 1}, "A": {"G": 1}})
    found = last(best_first(roads, Guess(), cost=length))
    assert found.path == (1, 1, 1)
    assert (found.expanded, found.bound) == (3, 3)


def test_a_state_expanded_too_early_is_opened_again() -> None:
    """C is expanded at cost 3 before A, of which h says much, shows the way there at cost 2."""
    roads = Roads({"S": {"A": 1, "C": 3}, "A": {"C": 1}, "C": {"G": 4}})
    found = last(best_first(roads, Guess({"A": 5}), cost=length))
    assert found.path == (1, 1, 4)
    assert found.expanded == 4, "S, C, A and C again"


class Jumpy(Manhattan):
    """Manhattan, or nothing for every third state: admissible, not consistent."""

    def estimate(self, state: Sequence[int]) -> int:
        return super().estimate(state) if hash(tuple(state)) % 3 else 0

    def step(self, h: float, state: Any, slide: Any) -> float:
        return self.estimate(state)


@pytest.mark.parametrize("weight", [1.0, 2.0])
def test_inconsistent_estimates_still_give_shortest_paths_and_true_bounds(weight: float) -> None:
    expanded_again = 0
    for goal in four_goals(Shape(3, 3)):
        known = distances(goal)
        for tiles in Random(5).sample([t for t, far in known.items() if far <= 18], 10):
            problem = Problem(Board(goal.shape, tiles), goal)
            found = last(best_first(problem, Jumpy(problem.shape, problem.home), weight=weight))
            assert found.path is not None
            assert found.bound <= known[tiles] <= len(found.path) <= weight * known[tiles]
            expanded_again += found.expanded - (found.stored - found.frontier)
    assert expanded_again > 0, "no state was opened again: the estimates are not as bad as meant"


@pytest.mark.parametrize("weight", [0.0, 0.3, 0.9, 1.0, 1.1, 3.0, 1e6])
def test_the_bound_is_true_for_any_weight(weight: float) -> None:
    for goal in four_goals(Shape(2, 3)):
        for tiles, far in list(distances(goal).items())[::23]:
            problem = Problem(Board(goal.shape, tiles), goal)
            found = last(best_first(problem, Manhattan(problem.shape, problem.home), weight=weight))
            assert found.path is not None
            assert found.bound <= far + 1e-9
            assert len(found.path) <= max(weight, 1) * far


@pytest.mark.parametrize("card", list(HEURISTICS), ids=lambda card: card.name)
def test_every_stored_state_is_expanded_or_open_and_the_peak_is_the_most_open(card) -> None:  # type: ignore[no-untyped-def]
    board = Board.parse("2 3 7/1 8 0/6 5 4")
    problem = Problem(board, goal_board("blank-first", board.shape))
    search = best_first(problem, card.make(problem.shape, problem.home))
    snapshots = [next(search)]
    while snapshots[-1].path is None and len(snapshots) < 3000:
        snapshots.append(search.send(1))
        assert snapshots[-1].stored == snapshots[-1].expanded + snapshots[-1].frontier
        assert snapshots[-1].peak_frontier == max(s.frontier for s in snapshots)
    assert len(snapshots) > 30


def test_breadth_first_on_the_ring_of_2x2() -> None:
    """The 12 boards form a ring, so from the far side: two open at most, all but the goal expanded."""
    goal = goal_board("blank-last", Shape(2, 2))
    tiles = next(tiles for tiles, far in distances(goal).items() if far == 6)
    problem = Problem(Board(goal.shape, tiles), goal)
    found = last(best_first(problem, Zero(problem.shape, problem.home)))
    assert (found.expanded, found.generated, found.peak_frontier, found.stored) == (11, 22, 2, 12)
    assert found.path is not None
    assert (len(found.path), found.bound) == (6, 6)


def test_depth_is_counted_in_moves() -> None:
    roads = Roads({"S": {"A": 0.1, "G": 9}, "A": {"B": 0.1}, "B": {"G": 0.1}})
    assert last(best_first(roads, Guess(), max_depth=3)).path is not None
    assert len(last(best_first(roads, Guess(), max_depth=1)).path or ()) == 1
    assert last(best_first(roads, Guess(), max_depth=0)).path is None
    assert last(best_first(roads, Guess(), max_depth=0)).bound == 1


def test_a_bound_from_beyond_the_cut_is_not_told() -> None:
    """The way A B C G is cut at B; X, a far dead end, then has the least priority left."""
    roads = Roads({"S": {"A": 1, "X": 1}, "A": {"B": 1}, "B": {"C": 1}, "C": {"G": 1}})
    found = last(best_first(roads, Guess({"X": 20}), max_depth=2))
    assert found.path is None
    assert found.bound == 3
