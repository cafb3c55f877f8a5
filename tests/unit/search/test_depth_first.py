"""Depth-first searches: their limits and their low memory."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, Board, Problem, SearchOptions, Shape, goal_board
from npuzzle.heuristics.simple import Manhattan, Zero
from npuzzle.puzzle.problem import State
from npuzzle.puzzle.shape import Slide, slides
from npuzzle.search import DEFAULT_DEPTH
from npuzzle.search.base import ROUNDING, Search
from npuzzle.search.ida_star import slides_onward
from tests.support.oracles import distances
from tests.support.strategies import four_goals
from tests.unit.search.common import Counted, drive, last, one_by_one

DEPTH_FIRST = ALGORITHMS["depth-first"]


def search(name: str, problem: Problem, depth: int | None) -> Search:
    heuristic = HEURISTICS["manhattan"].make(problem.goal)
    return ALGORITHMS[name].search(problem, heuristic, SearchOptions(max_depth=depth))


@pytest.mark.parametrize("goal", four_goals(Shape(2, 2)), ids=str)
def test_depth_first_finds_a_path_exactly_if_the_limit_allows_one(goal: Board) -> None:
    for tiles, far in distances(goal).items():
        problem = Problem(Board(goal.shape, tiles), goal)
        for limit in range(14):
            found = last(search("depth-first", problem, limit))
            assert (found.path is not None) == (far <= limit)
            if found.path is None:
                assert found.bound == limit + 1
            else:
                assert len(found.path) <= limit


def test_depth_first_takes_the_first_path_not_a_short_one() -> None:
    goal = goal_board("blank-last", Shape(2, 2))
    lengths = set()
    for tiles, far in distances(goal).items():
        found = last(search("depth-first", Problem(Board(goal.shape, tiles), goal), None))
        assert found.path is not None
        lengths.add((far, len(found.path)))
        assert found.peak_frontier == len(found.path)
        assert found.expanded == len(found.path), "on a ring no state is expanded twice"
    assert any(length == 12 - far != far for far, length in lengths)
    assert all(length in (far, 12 - far) for far, length in lengths)


def test_depth_first_stores_one_path_only() -> None:
    problem = Problem(Board.parse("2 3 7/1 8 0/6 5 4"), goal_board("blank-first", Shape(3, 3)))
    running = search("depth-first", problem, 13)
    seen = 0
    for snapshot in islice(one_by_one(running), 1, None):
        if snapshot.bound == 0:
            assert snapshot.frontier == snapshot.stored <= 13
            assert snapshot.peak_frontier <= 13
            seen = max(seen, snapshot.frontier)
    assert seen >= 12
    assert snapshot.peak_frontier == 13
    assert snapshot.frontier == 0


def test_the_default_depth_is_on_the_card() -> None:
    assert ALGORITHMS["depth-first"].default_depth == DEFAULT_DEPTH
    assert all(card.default_depth is None for card in ALGORITHMS if card.name != "depth-first")
    problem = Problem(Board.parse("2 3 7/1 8 0/6 5 4"), goal_board("blank-first", Shape(3, 3)))
    running = search("depth-first", problem, None)
    snapshot = drive(running, [5000])[-1]
    assert snapshot.peak_frontier == DEFAULT_DEPTH


@pytest.mark.parametrize("name", ["idastar", "iterative-deepening"])
def test_iterative_deepening_holds_one_path_and_raises_its_bound(name: str) -> None:
    problem = Problem(Board.parse("1 4 2/7 5 3/6 8 0"), goal_board("blank-first", Shape(3, 3)))
    running = search(name, problem, 17)
    bounds = []
    for snapshot in islice(one_by_one(running), 3000):
        bounds.append(snapshot.bound)
        assert snapshot.frontier == snapshot.stored <= snapshot.bound + 1
        assert snapshot.peak_frontier <= snapshot.bound + 1
    assert bounds == sorted(bounds)
    assert len(set(bounds)) > 1


def test_ida_star_asks_step_with_the_state_after_the_slide() -> None:
    class Watched(Manhattan):
        asked = 0

        def step(self, h: float, state, slide) -> float:  # type: ignore[no-untyped-def]
            assert state[slide[0]] == self.home, "the blank is where the tile came from"
            assert super().step(h, state, slide) == self.estimate(state)
            Watched.asked += 1
            return super().step(h, state, slide)

    problem = Problem(Board.parse("2 3 7/1 8 0/6 5 4"), goal_board("blank-first", Shape(3, 3)))
    heuristic = Watched(problem.goal)
    found = last(ALGORITHMS["idastar"].search(problem, heuristic, SearchOptions()))
    assert found.path is not None
    assert len(found.path) == 17
    assert Watched.asked == found.generated


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 5), Shape(4, 3)], ids=str)
def test_onward_leaves_out_only_the_way_back(shape: Shape) -> None:
    ways = slides_onward(shape)
    for blank, possible in enumerate(slides(shape)):
        assert ways[blank, None] == possible
        for src, _ in possible:
            assert set(possible) - set(ways[blank, src]) == {(src, blank)}


@pytest.mark.parametrize("depth", [0, 1, 2, 5, 6, 9])
def test_every_count_of_depth_first_is_true_before_every_expansion(depth: int) -> None:
    problem = Problem(Board.parse("2 0 1/4 5 3"), goal_board("blank-last", Shape(2, 3)))
    counted = Counted(problem)
    options = SearchOptions(max_depth=depth)
    seen = []
    for now in one_by_one(DEPTH_FIRST.search(counted, Zero(problem.goal), options)):  # type: ignore[arg-type]
        seen.append(now.expanded)
        assert now.generated == counted.given
        assert now.peak_frontier == min(now.expanded, depth), "the first path goes down to the limit"
    assert now.path is None
    assert seen[0] == 0
    assert seen[1:-1] == list(range(1, len(seen) - 1)), "one more each time, until the end"
    assert (now.bound, now.frontier, now.stored) == (depth + 1, 0, 1)
    assert now.expanded == len(paths_within(problem, depth - 1)), "all paths except those that are too long"


def paths_within(problem: Problem, most: int) -> list[tuple[State, ...]]:
    """Return every path of up to `most` moves from the start that visits no state twice."""
    found = level = [(problem.initial,)] if most >= 0 else []
    for _ in range(most):
        level = [
            (*way, child) for way in level for _, child in problem.successors(way[-1]) if child not in way
        ]
        found = found + level
    return found


@pytest.mark.parametrize("name", ["idastar", "iterative-deepening"])
def test_a_depth_limit_is_kept_and_the_bound_told_goes_just_beyond_it(name: str) -> None:
    problem = Problem(Board.parse("4 5 0/1 2 3"), goal_board("blank-last", Shape(2, 3)))
    truth = distances(problem.goal)[problem.start.tiles]
    estimate = Manhattan(problem.goal).estimate(problem.initial) if name == "idastar" else 0
    assert 0 < estimate < truth - 4 or estimate == 0
    for depth in range(truth + 3):
        found = last(search(name, problem, depth))
        assert (found.path is not None) == (depth >= truth)
        assert found.bound == min(truth, max(depth + 1, estimate))
        if found.path is not None and name == "idastar":
            assert found.peak_frontier == truth, "all boards of the path except the goal"


RING = [(goal, tiles, far) for goal in four_goals(Shape(2, 2)) for tiles, far in distances(goal).items()]


def test_an_estimate_above_a_whole_number_by_rounding_counts_as_that_number() -> None:
    class Rounded(Zero):
        def estimate(self, state: Sequence[int]) -> float:
            return 0 if list(state) == sorted(state) else ROUNDING

        def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
            return self.estimate(state)

    for goal, tiles, _ in RING[::5]:
        problem = Problem(Board(goal.shape, tiles), goal)
        rounded, plain = (
            last(ALGORITHMS["idastar"].search(problem, heuristic, SearchOptions()))
            for heuristic in (Rounded(goal), Zero(goal))
        )
        assert rounded == plain
