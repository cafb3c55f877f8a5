"""Beam search: the states that it drops, its claims after that, and when it gives up."""

from __future__ import annotations

from collections import Counter

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, Board, Limits, Outcome, Problem, Shape
from npuzzle.search.beam import beam
from tests.support.oracles import distances
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals
from tests.unit.search.common import SOME, Watched, last, one_by_one, sample, search_of, search_to_end
from tests.unit.search.twins import beam_expansions

BEAM = ALGORITHMS["beam"]

SPIRAL = four_goals(Shape(2, 3))[2]
EVERYTHING = 10**9


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", SOME)
def test_a_beam_that_lets_nothing_go_is_shortest_and_proved(heuristic: str) -> None:
    for goal in four_goals(Shape(2, 3)):
        for board in sample(goal, 10, seed=5):
            result = search_to_end(Problem(board, goal), "beam", heuristic, width=EVERYTHING)
            assert result.length == distances(goal)[board.tiles]
            assert result.claim == "proved shortest"


@pytest.mark.slow
@pytest.mark.parametrize("width", mostly_slow([2, 1, 5, 20, 100]))
@pytest.mark.parametrize("heuristic", SOME)
def test_whatever_it_lets_go_its_bound_is_true_on_every_2x3_board(heuristic: str, width: int) -> None:
    estimator = HEURISTICS[heuristic].make(SPIRAL)
    for tiles, far in distances(SPIRAL).items():
        problem = Problem(Board(SPIRAL.shape, tiles), SPIRAL)
        found = last(beam(problem, estimator, BEAM.options({"width": width})))
        assert found.bound <= far
        assert found.path is None or len(found.path) >= far


@pytest.mark.slow
@pytest.mark.slow_cases("1000000000")
@pytest.mark.parametrize("width", [1, 3, 10, EVERYTHING])
def test_a_beam_says_no_path_only_if_there_is_none_within_the_depth(width: int) -> None:
    outcomes = set()
    for goal in four_goals(Shape(2, 3)):
        for board in sample(goal, 15, seed=8, least=2):
            far = distances(goal)[board.tiles]
            for depth in (far - 2, far - 1, far, far + 1, far + 5):
                result = search_to_end(
                    Problem(board, goal), "beam", "misplaced", width=width, limits=Limits(depth=depth)
                )
                outcomes.add(result.outcome)
                assert result.outcome is not Outcome.NO_PATH or far > depth
                assert result.outcome is not Outcome.SOLVED or result.length in range(far, depth + 1)
                if width == EVERYTHING:
                    assert result.outcome is (Outcome.SOLVED if far <= depth else Outcome.NO_PATH)
    assert {Outcome.SOLVED, Outcome.NO_PATH} <= outcomes
    assert (Outcome.GAVE_UP in outcomes) == (width != EVERYTHING)


@pytest.mark.slow
@pytest.mark.slow_cases("misplaced-25")
@pytest.mark.parametrize("width", [1, 4, 25])
@pytest.mark.parametrize("heuristic", ["misplaced", "manhattan"])
def test_a_beam_expands_what_its_slow_twin_does_and_of_no_level_more_than_its_width(
    heuristic: str, width: int
) -> None:
    full = 0
    for goal in four_goals(Shape(3, 3)):
        estimator = HEURISTICS[heuristic].make(goal)
        for board in sample(goal, 2, seed=3, least=18):
            problem = Problem(board, goal)
            watched = Watched(problem)
            found = last(beam(watched, estimator, BEAM.options({"width": width})))  # type: ignore[arg-type]
            assert watched.expanded == beam_expansions(problem, estimator, width)
            assert found.expanded == len(watched.expanded)
            levels = Counter(len(state.path) for state in watched.expanded)
            assert max(levels.values()) <= width
            full += list(levels.values()).count(width)
    assert full > 20


@pytest.mark.parametrize("width", [1, 4, 25])
def test_it_stores_only_what_it_kept_and_the_level_in_the_making(width: int) -> None:
    goal = four_goals(Shape(3, 3))[2]
    for board in sample(goal, 6, seed=4, least=18):
        for snapshot in one_by_one(search_of(BEAM, Problem(board, goal), width=width)):
            assert snapshot.frontier <= 4 * width
            assert snapshot.stored == snapshot.expanded + snapshot.frontier + (snapshot.path is not None)
