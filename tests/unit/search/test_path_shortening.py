"""Shortened paths are valid, never longer, and the same with any engine and slices."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from copy import copy
from itertools import cycle, islice, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import Board, Problem, Shape, goal_board
from npuzzle.compiler import available
from npuzzle.errors import IllegalMoveError, InvalidMovesError
from npuzzle.puzzle.moves import OPPOSITE
from npuzzle.search.anytime import path_shortening
from npuzzle.search.anytime.path_shortening import ShorteningStats, shorten_path
from npuzzle.search.base import Stepper
from tests.support.long_paths import wander
from tests.support.oracles import distances
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals

EIGHT = goal_board("blank-first", Shape(3, 3))
SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(2, 7), Shape(4, 4), Shape(6, 5), Shape(12, 9)]


def all_of(search: Generator[ShorteningStats, None, None], paces: Iterable[int]) -> list[ShorteningStats]:
    """Return copies of the stats after each step, until the search or the paces end."""
    stepper = Stepper(search)
    stepper.step(0)
    found = [copy(stepper.stats)]
    for pace in paces:
        if stepper.ended:
            break
        stepper.step(pace)
        found.append(copy(stepper.stats))
    return found


def last(problem: Problem, path: str) -> ShorteningStats:
    return all_of(shorten_path(problem, path), cycle([1_000_000]))[-1]


@pytest.mark.slow_cases("3x3")
@pytest.mark.parametrize("shape", mostly_slow(SHAPES, 3), ids=str)
def test_every_path_on_the_way_is_valid_and_none_is_longer_than_one_before(shape: Shape) -> None:
    for seed, goal in enumerate(four_goals(shape)):
        problem, path = wander(goal, 400, seed)
        found = all_of(shorten_path(problem, path), [1, 100, *[1_500] * 12])
        assert found[0].path == path
        assert found[-1].length < len(path)
        for before, after in pairwise(found):
            assert problem.replay(after.path) == goal
            assert after.length == len(after.path) <= before.length
            assert (after.length - before.length) % 2 == 0
            assert after.expanded >= before.expanded
            assert after.generated >= before.generated


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(0, 300))
def test_a_path_on_the_3x3_ends_as_a_shortest_one(seed: int, moves: int) -> None:
    problem, path = wander(EIGHT, moves, seed)
    found = last(problem, path)
    assert found.length == distances(EIGHT)[problem.start.tiles]
    assert problem.replay(found.path) == EIGHT


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_there_and_back_again_is_no_path_at_all(shape: Shape) -> None:
    goal = goal_board("blank-last", shape)
    _, back = wander(goal, 1_000, 3)
    there = back[::-1].translate(OPPOSITE)
    assert last(Problem(goal, goal), there + back).path == ""


def test_a_rotation_goes_round_the_shorter_way() -> None:
    goal = goal_board("blank-last", Shape(2, 2))
    for turns, shortest in ((7, 5), (11, 1), (12, 0), (13, 1), (30, 6)):
        away = "".join(islice(cycle("RDLU"), turns))
        problem = Problem(Problem(goal, goal).replay(away), goal)
        path = away[::-1].translate(OPPOSITE)
        assert last(problem, path).length == shortest


@pytest.mark.parametrize("path", ["", "R"])
def test_a_path_of_no_move_or_one_is_left_alone(path: str) -> None:
    goal = goal_board("blank-first", Shape(2, 3))
    problem = Problem(Problem(goal, goal).replay("L" * len(path)), goal)
    assert {now.path for now in all_of(shorten_path(problem, path), [1] * 3)} == {path}


@pytest.mark.parametrize("shape", [Shape(3, 3), Shape(2, 7), Shape(5, 6)], ids=str)
@pytest.mark.parametrize("engine", [name for name in available() if name != "python"])
def test_every_engine_does_the_same(engine: str, shape: Shape) -> None:
    problem, path = wander(goal_board("spiral", shape), 60, 1)
    paces = [1, 7, 300, 1_500]
    here = all_of(shorten_path(problem, path, engine), paces)
    plain = all_of(shorten_path(problem, path, "python"), paces)
    assert [_without_engine(now) for now in here] == [_without_engine(now) for now in plain]
    assert {now.engine for now in here} == {engine}
    assert here[-1].length < len(path)


def _without_engine(now: ShorteningStats) -> tuple[str, int, int, int, int]:
    return now.path, now.expanded, now.generated, now.window, now.width


@pytest.mark.slow
def test_in_what_slices_it_is_asked_for_changes_nothing() -> None:
    problem, path = wander(goal_board("blank-last", Shape(5, 5)), 300, 2)
    paces = [Random(seed).randrange(1, 900) for seed in range(40)]
    sliced = all_of(shorten_path(problem, path), paces)
    for number in (1, 7, 20, 40):
        at_once = all_of(shorten_path(problem, path), [sum(paces[:number])])
        assert _without_engine(at_once[-1]) == _without_engine(sliced[number])
    assert [now.expanded for now in sliced[1:]] == [sum(paces[: n + 1]) for n in range(40)]


def last_after(problem: Problem, path: str, expanded: int) -> ShorteningStats:
    return all_of(shorten_path(problem, path), [expanded])[-1]


def test_two_taken_along_in_turn_do_not_disturb_each_other() -> None:
    cases = [wander(goal_board("blank-last", shape), 200, 5) for shape in (Shape(4, 5), Shape(3, 8))]
    alone = [[now.path for now in all_of(shorten_path(*case), [400] * 5)] for case in cases]
    steppers = [Stepper(shorten_path(*case)) for case in cases]
    together: list[list[str]] = [[] for _ in cases]
    for _ in range(6):
        for stepper, found in zip(steppers, together):
            stepper.step(400)
            found.append(stepper.stats.path)
    assert together == alone


@pytest.mark.slow
def test_a_wasteful_path_of_a_large_board_loses_a_tenth_at_once() -> None:
    problem, path = wander(goal_board("blank-last", Shape(127, 127)), 20_000, 6)
    found = last_after(problem, path, 200_000)
    assert problem.replay(found.path) == problem.goal
    assert found.length < 0.9 * len(path)


@pytest.mark.parametrize(
    ("path", "error", "says"),
    [
        ("RX", IllegalMoveError, "a move must be U, D, L or R; got 'X' for move 2"),
        ("LL", IllegalMoveError, "move 2 of 2 is impossible"),
        ("RRR", IllegalMoveError, "move 2 of 3 is impossible"),
        ("RD", InvalidMovesError, "the path must lead to the goal, but these 2 moves do not"),
        ("", InvalidMovesError, "the path must lead to the goal, but these 0 moves do not"),
    ],
)
def test_what_is_not_a_path_to_the_goal_is_refused(path: str, error: type[Exception], says: str) -> None:
    problem = Problem(Board.parse("1 2 3/4 5 6/7 0 8"), goal_board("blank-last", Shape(3, 3)))
    assert problem.replay("L") == problem.goal
    with pytest.raises(error, match=says):
        next(shorten_path(problem, path))


@pytest.mark.slow
def test_a_level_that_is_too_wide_is_not_taken_for_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(path_shortening, "NARROWEST", 2)
    monkeypatch.setattr(path_shortening, "WIDEST", 4)
    problem, path = wander(EIGHT, 300, 8)
    narrow = last(problem, path)
    assert narrow.width == 4
    assert problem.replay(narrow.path) == EIGHT
    monkeypatch.setattr(path_shortening, "WIDEST", 1 << 15)
    assert last(problem, path).length == distances(EIGHT)[problem.start.tiles] <= narrow.length
