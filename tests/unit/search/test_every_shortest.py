"""All shortest paths, found by the kernel of IDA*."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from npuzzle import Board, Problem, Shape, Snapshot
from npuzzle.compiler import available
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import SearchOptions, Stepper
from npuzzle.search.pattern_ida import every_shortest
from tests.support.oracles import distances
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals
from tests.unit.heuristics.claims import goal_with_blank_at
from tests.unit.search.kernel_searches import EIGHT, problems

pytestmark = pytest.mark.usefixtures("no_kernel_lies_idle")


def shortest_by_hand(problem: Problem, far: dict[tuple[int, ...], int]) -> set[tuple[Slide, ...]]:
    """Find all paths on which each move leads one step nearer."""
    paths: list[tuple[tuple[Slide, ...], tuple[int, ...]]] = [((), problem.initial)]
    for left in range(far[problem.initial], 0, -1):
        paths = [
            ((*path, slide), child)
            for path, state in paths
            for slide, child in problem.successors(state)
            if far[child] == left - 1
        ]
    return {path for path, _ in paths}


def in_normal_form(goal: Board) -> dict[tuple[int, ...], int]:
    home = {tile: cell for cell, tile in enumerate(goal.tiles)}
    return {tuple([home[tile] for tile in tiles]): far for tiles, far in distances(goal).items()}


def every(
    problem: Problem, *, at_least: int = 0, pace: int = 2_000, **options: Any
) -> tuple[list[Any], list[Snapshot]]:
    """Return the reported paths, and the snapshots taken meanwhile."""
    paths: list[Any] = []
    heuristic = PatternDatabases(problem.goal)
    search = every_shortest(
        problem, heuristic, SearchOptions(**options), report=paths.append, at_least=at_least
    )
    return paths, list(Stepper(search).snapshots(pace))


def compare_with_all_by_hand(
    problem: Problem, far: dict[tuple[int, ...], int], found: tuple[list[Any], list[Snapshot]]
) -> int:
    """Check that each path is found once. Return how many there are."""
    paths, snapshots = found
    expected = shortest_by_hand(problem, far)
    assert len(paths) == len(set(paths)) == len(expected)
    assert set(paths) == expected
    assert snapshots[-1].path is None
    assert snapshots[-1].bound == far[problem.initial]
    return len(paths)


@pytest.mark.slow_cases("1 0 3/5 2 4", "1 2 3/0 5 4", "1 2 3/4 5 0")
@pytest.mark.parametrize("goal", four_goals(Shape(2, 3))[1:], ids=str)
def test_every_shortest_path_of_every_board_of_the_2x3_is_found_once(goal: Board) -> None:
    far, counts = in_normal_form(goal), set()
    for problem, _ in problems(goal, 999, 0):
        counts.add(compare_with_all_by_hand(problem, far, every(problem)))
    assert max(counts) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "goal",
    mostly_slow([EIGHT, *four_goals(Shape(3, 3))[2:], goal_with_blank_at(Shape(2, 4), 6)]),
    ids=str,
)
def test_every_shortest_path_of_some_boards_is_found_once(goal: Board) -> None:
    far, counts = in_normal_form(goal), set()
    for problem, _ in problems(goal, 30, 21, least=15):
        counts.add(compare_with_all_by_hand(problem, far, every(problem)))
    assert max(counts) > 5


@pytest.mark.parametrize("engine", available())
def test_every_engine_finds_every_shortest_path_in_the_same_order(engine: str) -> None:
    for problem, _ in problems(EIGHT, 3, 2, least=20):
        (here, ours), (there, theirs) = [every(problem, engine=name) for name in (engine, available()[0])]
        assert here == there
        assert ours[-1].expanded == theirs[-1].expanded


@pytest.mark.slow
@pytest.mark.parametrize("pace", [2_000, 5, 1])
def test_every_shortest_path_is_found_in_slices_of_any_size(pace: int) -> None:
    far = in_normal_form(EIGHT)
    for problem, length in problems(EIGHT, 5, 17, least=24):
        for at_least in (0, length - 3, length - 2, length - 1, length):
            found = every(problem, at_least=at_least, pace=pace)
            compare_with_all_by_hand(problem, far, found)
            assert all(b.expanded - a.expanded <= pace for a, b in pairwise(found[1]))


@pytest.mark.slow
def test_of_a_solved_board_the_one_shortest_path_has_no_moves() -> None:
    compare_with_all_by_hand(Problem(EIGHT, EIGHT), in_normal_form(EIGHT), every(Problem(EIGHT, EIGHT)))


def test_below_the_length_there_is_no_shortest_path() -> None:
    for problem, far in problems(EIGHT, 5, 17, least=20):
        paths, snapshots = every(problem, max_depth=far - 1)
        assert paths == []
        assert snapshots[-1].bound == far
