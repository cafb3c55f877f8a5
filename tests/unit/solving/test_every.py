"""All shortest paths: as many as a count over all states finds, and each leads to the goal."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    InvalidJobError,
    Job,
    Limits,
    Outcome,
    Problem,
    Result,
    Shape,
    solve,
    start,
)
from npuzzle.errors import WrongAnswerError
from npuzzle.puzzle.board import goal_board
from npuzzle.search.base import Search, Stats
from npuzzle.solving import every
from tests.support import oracles
from tests.support.strategies import four_goals
from tests.unit.search.common import finish, run_with

FAR = "8 6 7/2 5 4/3 0 1"


def ways_home(goal: Board) -> dict[oracles.Tiles, int]:
    """Count the shortest paths of each state: the sum over its nearer neighbours."""
    distance = oracles.distances(goal)
    rows, cols = goal.shape.rows, goal.shape.cols
    ways: Counter[oracles.Tiles] = Counter({goal.tiles: 1})
    for tiles in sorted(distance, key=distance.__getitem__)[1:]:
        ways[tiles] = sum(
            ways[nearer]
            for nearer in oracles.after_moves(tiles, rows, cols)
            if distance[nearer] < distance[tiles]
        )
    return ways


def held_to(board: Board, goal: Board, count: int) -> None:
    result = solve(board, goal, every=True)
    assert result.every is not None
    assert (result.every.count, result.every.complete) == (count, True)
    assert len(set(result.every.paths)) == min(count, every.LISTED)
    problem = Problem(board, goal)
    assert all(len(path) == result.length and problem.replay(path) == goal for path in result.every.paths)
    assert result.path in result.every.paths


@pytest.mark.slow
@pytest.mark.parametrize("goal", four_goals(Shape(2, 3)), ids=str)
def test_there_are_as_many_as_a_count_over_all_states_finds_on_2x3(goal: Board) -> None:
    ways = ways_home(goal)
    for tiles in Random(1).sample(sorted(ways), 60):
        held_to(Board(goal.shape, tiles), goal, ways[tiles])


def test_a_solved_board_has_one_of_no_moves() -> None:
    result = solve("1 2 3/4 5 6/7 8 0", every=True)
    assert result.every is not None
    assert (result.every.count, result.every.paths, result.every.complete) == (1, ("",), True)


def test_nothing_is_listed_unless_it_was_asked_for_or_where_there_is_no_path() -> None:
    assert solve(FAR).every is None
    assert solve("2 1 3/4 5 6/7 8 0", every=True).every is None


def test_a_path_that_is_not_proved_shortest_is_alone() -> None:
    result = solve(FAR, algorithm="greedy", every=True)
    assert result.claim != "proved shortest"
    assert result.every is None
    assert result.note == "Other paths were not looked for, as this one is not proved shortest."


@pytest.mark.slow
def test_any_algorithm_that_proves_may_come_first() -> None:
    for algorithm in ("breadth-first", "bidirectional", "astar", "idastar", "rbfs"):
        result = solve("2 3 7/1 8 0/6 5 4", "blank-first", algorithm=algorithm, every=True)
        assert result.every is not None
        assert result.algorithm == algorithm
        known = solve("2 3 7/1 8 0/6 5 4", "blank-first", every=True).every
        assert known is not None
        assert (result.every.count, sorted(result.every.paths)) == (known.count, sorted(known.paths))


def test_more_than_are_listed_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every, "LISTED", 7)
    result = solve(FAR, every=True)
    assert result.every is not None
    assert (result.every.count, len(result.every.paths), result.every.complete) == (40, 7, True)


def test_a_limit_ends_the_list_and_keeps_the_path() -> None:
    alone = solve(FAR)
    result = solve(FAR, every=True, limits=Limits(expanded=alone.snapshot.expanded + 1))
    assert (result.outcome, result.claim, result.path) == (Outcome.SOLVED, "proved shortest", alone.path)
    assert result.every is not None
    assert (result.every.count, result.every.paths) == (1, (alone.path,))
    assert not result.every.complete


@pytest.mark.slow
def test_what_is_dropped_half_way_does_not_harm_the_next() -> None:
    """The kernel's memory may be released before its search is."""
    for _ in range(3):
        solve(FAR, every=True, limits=Limits(expanded=solve(FAR).snapshot.expanded + 20))
        gc.collect()
        held_to(Board.parse(FAR), goal_board("blank-last", Shape(3, 3)), 40)


def test_cancelling_while_listing_keeps_the_path_and_what_was_found() -> None:
    run = start(Job.create(FAR, every=True))
    while run.found < 2:
        assert run.step(0) is None
    result = run.cancel()
    assert (result.outcome, result.claim) == (Outcome.SOLVED, "proved shortest")
    assert result.every is not None
    assert 0 < result.every.count == len(result.every.paths) < 40
    assert not result.every.complete
    assert run.step(1) is result


def played(monkeypatch: pytest.MonkeyPatch, *paths: str) -> list[int]:
    """Replace the search for all shortest paths by one that finds these. Return the lower bounds it gets."""
    told = []

    def search(*_: object, report: Callable[[str], None], at_least: int) -> Search:
        told.append(at_least)
        yield Stats()
        for path in paths:
            report(path)
        return None

    monkeypatch.setattr("npuzzle.search.pattern_ida.every_shortest", search)
    return told


def test_the_others_are_looked_for_from_the_length_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    told = played(monkeypatch, "ULRL", "UL")
    every = solve("1 2 3/4 0 6/7 5 8", every=True).every
    assert every is not None
    assert (every.count, every.paths) == (2, ("UL", "ULRL"))
    assert told == [2]


def test_each_path_of_the_list_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    played(monkeypatch, "UL", "LU")
    with pytest.raises(WrongAnswerError, match="a path of all shortest ones misses the goal: LU"):
        solve("1 2 3/4 0 6/7 5 8", every=True)


def test_boards_beyond_25_cells_are_refused() -> None:
    with pytest.raises(InvalidJobError, match="up to 25 cells; 5x6 has 30"):
        Job(board=goal_board("spiral", Shape(5, 6)), goal=goal_board("spiral", Shape(5, 6)), every=True)
    with pytest.raises(InvalidJobError, match="`every` must be true or false, got 1"):
        Job.create("1 2/3 0", every=1)


def test_plain_data_has_the_letters_that_were_asked_for() -> None:
    result = solve("1 2 3/4 5 6/0 7 8", every=True)
    every = result.to_dict()["every"]
    assert isinstance(every, dict)
    assert {**every, "expanded": 0, "seconds": 0} == {
        "count": 1,
        "complete": True,
        "paths": ["LL"],
        "expanded": 0,
        "seconds": 0,
    }
    assert solve("1 2 3/4 5 6/7 8 0").to_dict()["every"] is None


def listed(limits: Limits) -> Result:
    """Solve with a clock that advances 0.01 s whenever it is read, so that the result repeats."""
    times = count(1.0, 0.01)
    run = run_with(
        Problem(Board.parse("7 6 0/5 2 4/8 1 3"), goal_board("blank-last", Shape(3, 3))),
        ALGORITHMS["bidirectional"],
        HEURISTICS["manhattan"],
        limits=limits,
        every=True,
        clock=lambda: next(times),
    )
    return finish(run, 0)


def test_the_list_has_what_the_first_search_left_of_the_limits() -> None:
    free = listed(Limits())
    assert free.every is not None
    assert (free.every.count, free.every.complete) == (8, True)
    first, both = free.seconds, free.seconds + free.every.seconds
    assert first > 0.05
    assert first + 0.04 < both
    timely = listed(Limits(seconds=first + 0.025))
    assert timely.every is not None
    assert timely.every.seconds == pytest.approx(0.03)
    assert (timely.outcome, timely.claim, timely.every.complete) == (Outcome.SOLVED, "proved shortest", False)
    late = listed(Limits(seconds=first - 0.005))
    assert late.every is not None
    assert late.every.seconds == pytest.approx(0.01), "one look is needed to see that time is up"
    assert (late.outcome, late.every.count, late.every.complete) == (Outcome.SOLVED, 1, False)
    expanded = free.snapshot.expanded
    for more in (0, 1, 30):
        narrow = listed(Limits(expanded=expanded + more)).every
        assert narrow is not None
        assert (narrow.expanded, narrow.complete) == (more, False)
    assert free.every.expanded > 30
