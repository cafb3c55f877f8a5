"""Lower bounds never exceed the distance, only rise, have the right parity, and become exact with time."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from npuzzle import Board, Problem, Shape, goal_board, random_board
from npuzzle.compiler import available
from npuzzle.heuristics.conflicts import LinearConflict
from npuzzle.puzzle.scramble import random_walk
from npuzzle.search.anytime import raise_bound as module
from npuzzle.search.anytime.raise_bound import conflict_ida_star, raise_lower_bound
from npuzzle.search.base import Snapshot, Stats, Stepper, whole
from tests.support.known_boards import korf
from tests.support.oracles import distances, linear_conflict
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals
from tests.unit.heuristics.claims import goal_with_blank_at
from tests.unit.search.common import sample, search_to_end

ENGINES = pytest.mark.parametrize("engine", available())
EIGHT = Shape(3, 3)
#: Home in the last cell, the first cell, the middle of the spiral, and on an edge.
GOALS_3X3 = [goal_board(name, EIGHT) for name in ("blank-last", "blank-first", "spiral")]
GOALS_3X3.append(goal_with_blank_at(EIGHT, 3))
LARGE = ["6x6", "5x8", "2x30", "12x9", "40x40", "127x127"]


def driven(
    search: Generator[Stats, None, object], most: int, pace: int = 1_000
) -> tuple[list[Snapshot], object]:
    """Return the snapshots up to `most` expansions, and the result of the search, if it ended."""
    stepper = Stepper(search)
    seen = [stepper.advance(0)]
    while seen[-1].expanded < most and not stepper.ended:
        seen.append(stepper.advance(min(pace, most - seen[-1].expanded)))
    return seen, stepper.result


def proved(problem: Problem, engine: str = "auto", most: int = 10**9) -> int:
    """Return the length that `conflict_ida_star` proves."""
    seen, ended = driven(conflict_ida_star(problem, engine), most, pace=100_000)
    assert ended is True
    return int(seen[-1].bound)


def bounds_of(problem: Problem, *, most: int, pace: int = 250_000) -> list[int]:
    """Return the lower bound after each pause, beginning with linear conflict."""
    bounds = [int(LinearConflict(problem.goal).estimate(problem.initial))]
    for now in driven(raise_lower_bound(problem), most, pace)[0] if most else []:
        bounds.append(max(bounds[-1], whole(now.bound)))
    return bounds


def lower_bound(problem: Problem, *, most: int = 20_000_000) -> int:
    return bounds_of(problem, most=most)[-1]


def walks(shape: Shape, lengths: list[int]) -> Iterator[tuple[Problem, int]]:
    for seed, length in enumerate(lengths):
        goal = goal_board(("blank-last", "blank-first", "spiral")[seed % 3], shape)
        yield Problem(random_walk(goal, length, Random(seed)), goal), length


@pytest.fixture
def _one_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use one kernel for all boards of a goal: making it takes longer than searching."""
    monkeypatch.setattr(module, "_make_kernel", cache(module._make_kernel))


@pytest.mark.usefixtures("_one_kernel")
@pytest.mark.parametrize("shape", mostly_slow(["2x2", "2x3", "3x2"]))
def test_the_search_by_conflicts_ends_with_the_truth_on_every_small_board(shape: str) -> None:
    for goal in four_goals(Shape.parse(shape)):
        for tiles, far in distances(goal).items():
            seen, ended = driven(conflict_ida_star(Problem(Board(goal.shape, tiles), goal)), 10**6)
            assert ended is True
            assert seen[-1].bound == far
            assert seen[0].bound == linear_conflict(Board(goal.shape, tiles), goal)


@pytest.mark.slow
@pytest.mark.slow_cases("1 2 3/0 4 5/6 7 8")
@pytest.mark.usefixtures("_one_kernel")
@pytest.mark.parametrize("goal", GOALS_3X3, ids=str)
def test_both_searches_end_with_the_truth_on_the_3x3(goal: Board) -> None:
    for board in sample(goal, 40, seed=3):
        far = distances(goal)[board.tiles]
        problem = Problem(board, goal)
        assert proved(problem) == far
        assert lower_bound(problem) == far


@pytest.mark.slow
@pytest.mark.usefixtures("_one_kernel")
@pytest.mark.parametrize("most", [0, 1, 2, 7, 100, 3_000])
@pytest.mark.parametrize("goal", mostly_slow(GOALS_3X3), ids=str)
def test_wherever_it_stops_its_bounds_are_true_rising_and_of_the_boards_parity(
    goal: Board, most: int
) -> None:
    for board in sample(goal, 20, seed=most):
        problem, far = Problem(board, goal), distances(goal)[board.tiles]
        bounds = bounds_of(problem, most=most, pace=50)
        assert bounds[-1] <= far
        assert {bound % 2 for bound in bounds} == {far % 2}
        searched = [now.bound for now in driven(raise_lower_bound(problem), most, pace=50)[0]]
        assert searched == sorted(searched)
        bounds_by_conflicts = [now.bound for now in driven(conflict_ida_star(problem), most, pace=50)[0]]
        assert bounds_by_conflicts == sorted(bounds_by_conflicts)
        assert bounds_by_conflicts[-1] <= far


@pytest.mark.slow
def test_every_board_of_the_4x4_gets_its_true_length() -> None:
    for problem, far in korf():
        assert lower_bound(problem, most=10**9) == far


@pytest.mark.slow
def test_boards_of_the_5x5_get_a_bound_a_seventh_below_the_truth_at_most() -> None:
    for problem, far in korf("korf50-24")[:20:6]:
        assert 0.85 * far < lower_bound(problem) <= far
        seen, _ = driven(conflict_ida_star(problem), 10**7, pace=10**6)
        assert seen[-1].bound <= far


@pytest.mark.parametrize("shape", mostly_slow(LARGE, 3))
def test_no_bound_is_longer_than_the_walk_that_made_the_board(shape: str) -> None:
    for problem, length in walks(Shape.parse(shape), [0, 1, 2, 9, 24, 60, 3_000]):
        for bound in bounds_of(problem, most=20_000):
            assert bound <= length
            assert bound % 2 == length % 2


@pytest.mark.slow
def test_short_walks_on_large_boards_get_the_length_that_astar_finds() -> None:
    for shape in (Shape(6, 6), Shape(3, 9), Shape(20, 20)):
        for problem, _ in walks(shape, [4, 11, 20, 26, 33]):
            truth = search_to_end(problem, "astar", "linear-conflict").length
            assert lower_bound(problem, most=10**6) == truth == proved(problem)


def test_on_a_random_large_board_searching_raises_the_bound() -> None:
    for shape in (Shape(6, 6), Shape(8, 8), Shape(2, 30)):
        goal = goal_board("blank-last", shape)
        problem = Problem(random_board(goal, Random(1)), goal)
        assert lower_bound(problem, most=100_000) >= lower_bound(problem, most=0) + 6


@pytest.mark.slow
@pytest.mark.slow_cases("checked")
@ENGINES
def test_every_engine_searches_the_same_states(engine: str) -> None:
    for shape, home in ((Shape(3, 3), 4), (Shape(5, 6), 29), (Shape(9, 3), 0), (Shape(2, 14), 13)):
        goal = goal_with_blank_at(shape, home)
        problem = Problem(random_board(goal, Random(home)), goal)
        plain = driven(conflict_ida_star(problem, "python"), 3_000, pace=170)
        other = driven(conflict_ida_star(problem, engine), 3_000, pace=170)
        assert other[1] == plain[1]
        facts = [(now.expanded, now.bound, now.frontier, now.peak_frontier) for now in plain[0]]
        assert [(now.expanded, now.bound, now.frontier, now.peak_frontier) for now in other[0]] == facts


@pytest.mark.slow
def test_slices_change_no_answer_and_are_as_short_as_requested() -> None:
    goal = goal_board("blank-last", Shape(6, 6))
    problem = Problem(random_board(goal, Random(2)), goal)
    whole, _ = driven(conflict_ida_star(problem), 50_000, pace=50_000)
    for pace in (1, 7, 1_000):
        seen, _ = driven(conflict_ida_star(problem), 50_000 if pace > 1 else 500, pace=pace)
        assert all(later.expanded - now.expanded <= pace for now, later in pairwise(seen))
        if pace > 1:
            assert seen[-1].bound == whole[-1].bound


def test_a_path_that_has_no_room_ends_the_search_and_not_its_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DEEPEST", 12)
    goal = GOALS_3X3[0]
    ends = set()
    for board in sample(goal, 40, seed=9):
        seen, ended = driven(conflict_ida_star(Problem(board, goal)), 10**6)
        ends.add(ended)
        assert seen[-1].bound <= distances(goal)[board.tiles]
    assert ends == {True, False}
