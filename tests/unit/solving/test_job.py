"""`Job`: a request converts to plain data and back, and every error in it is reported when it is made."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    GoalMismatchError,
    InvalidBoardError,
    InvalidJobError,
    Job,
    Limits,
    Notation,
    NPuzzleError,
    Shape,
    UnknownNameError,
    goal_board,
    solve,
    start,
)
from npuzzle.search import WEIGHT
from tests.support.strategies import boards_and_goals, shuffled

COUNTS = st.one_of(st.none(), st.integers(0, 10**12))
LIMITS = st.builds(
    Limits,
    seconds=st.one_of(st.none(), st.floats(0, 1e9), st.integers(0, 100)),
    expanded=COUNTS,
    stored=COUNTS,
    depth=COUNTS,
)


@given(
    boards_and_goals(6),
    st.sampled_from(["auto", *ALGORITHMS.names()]),
    st.sampled_from(["auto", *HEURISTICS.names()]),
    st.floats(1, 100),
    LIMITS,
    st.sampled_from(Notation),
)
def test_a_job_round_trips_through_json(
    pair: tuple[Board, Board],
    algorithm: str,
    heuristic: str,
    weight: float,
    limits: Limits,
    notation: Notation,
) -> None:
    card = None if algorithm == "auto" else ALGORITHMS[algorithm]
    if heuristic != "auto" and not HEURISTICS[heuristic].fits(pair[0].shape):
        heuristic = "auto"
    job = Job(
        board=pair[0],
        goal=pair[1],
        algorithm=algorithm,
        heuristic=heuristic if card is None or card.informed else "auto",
        numbers={"weight": weight} if card is not None and WEIGHT in card.numbers else {},
        limits=limits,
        notation=notation,
    )
    assert Job.from_dict(json.loads(json.dumps(job.to_dict()))) == job


def test_what_is_left_out_has_its_default() -> None:
    job = Job.from_dict({"board": "1 2 3/4 0 6/7 5 8"})
    assert job == Job.create("1 2 3/4 0 6/7 5 8")
    assert job.goal == goal_board("blank-last", Shape(3, 3))
    assert (job.algorithm, job.heuristic, job.numbers, job.notation) == ("auto", "auto", {}, Notation.TILE)
    assert job.limits == Limits()
    assert Job.from_dict({"board": "1 2/3 0", "limits": {"depth": 4}}).limits == Limits(depth=4)


def test_a_goal_is_read_by_name_or_as_a_board() -> None:
    assert Job.from_dict({"board": "1 2/3 0", "goal": "snail"}).goal == Board.parse("1 2/0 3")
    assert Job.from_dict({"board": "1 2/3 0", "goal": "3_1/2_0"}).goal == Board.parse("3 1/2 0")


@pytest.mark.parametrize(
    ("size", "algorithm"), [("3x3", "astar"), ("4x4", "anytime"), ("6x6", "anytime"), ("30x30", "anytime")]
)
def test_who_wants_an_answer_within_some_seconds_gets_a_search_that_has_one(
    size: str, algorithm: str
) -> None:
    job = Job.create(str(goal_board("blank-last", Shape.parse(size))), within=2.5)
    plan = job.resolve()
    assert (plan.algorithm.name, plan.limits.seconds) == (algorithm, 2.5 if size != "3x3" else None)


def test_an_improving_search_ends_after_ten_seconds_unless_told_otherwise() -> None:
    board = str(goal_board("blank-last", Shape(5, 5)))

    def seconds(**options: Any) -> float | None:
        return Job.create(board, **options).resolve().limits.seconds

    assert seconds() == 10
    assert seconds(limits=Limits(depth=200)) == 10
    assert seconds(limits=Limits(seconds=60)) == 60
    assert seconds(limits=Limits(expanded=1_000)) is None
    assert seconds(within=30) == 30
    assert seconds(within=30, limits=Limits(seconds=5)) == 5
    assert seconds(algorithm="idastar") is None


@pytest.mark.parametrize("within", [-1, "3", True, float("inf"), float("nan")])
def test_within_is_a_number_of_seconds(within: Any) -> None:
    with pytest.raises(InvalidJobError, match="within must be a number of seconds, 0 or more, got "):
        Job.create("1 2/3 0", within=within)


def test_within_is_for_searches_that_have_a_path_before_they_end() -> None:
    with pytest.raises(
        InvalidJobError, match="within applies to auto and anytime only; limit astar by seconds instead"
    ):
        Job.create("1 2/3 0", within=1, algorithm="astar")
    assert Job.create("1 2/3 0", within=1, algorithm="anytime").within == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weight": 2}, "the weight applies to weighted-astar only, not to auto"),
        ({"weight": 2, "algorithm": "astar"}, "the weight applies to weighted-astar only, not to astar"),
        ({"width": 2, "algorithm": "astar"}, "the width applies to beam only, not to astar"),
        (
            {"heuristic": "manhattan", "algorithm": "bfs"},
            "breadth-first uses no heuristic: leave the heuristic out",
        ),
    ],
)
def test_what_the_algorithm_ignores_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidJobError) as refused:
        solve("1 2/3 0", **options)
    assert str(refused.value) == message


def test_a_job_is_pickled_with_what_was_asked_and_makes_its_plan_anew() -> None:
    job = Job.create("8 6 7/2 5 4/3 0 1", limits=Limits(seconds=9), notation=Notation.BLANK)
    copy = pickle.loads(pickle.dumps(job))
    assert copy == job
    assert copy.resolve() == job.resolve()
    assert replace(job, algorithm="greedy").resolve().algorithm.name == "greedy"


def test_an_alias_is_a_name() -> None:
    run = start(Job.create("1 2/3 0", algorithm="a*", heuristic="hamming"))
    assert (run.algorithm.name, run.heuristic.name) == ("astar", "misplaced")


GOOD = {"board": "1 2 3/4 0 6/7 5 8"}


@pytest.mark.parametrize(
    ("field", "known"), [("algorithm", ALGORITHMS.names()), ("heuristic", HEURISTICS.names())]
)
def test_an_unknown_name_lists_the_known_ones(field: str, known: tuple[str, ...]) -> None:
    with pytest.raises(UnknownNameError) as caught:
        Job.from_dict({**GOOD, field: "magic"})
    assert f"unknown {field} 'magic'" in str(caught.value)
    assert all(name in str(caught.value) for name in known)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"bord": "1 2/3 0"}, "does not have 'bord'"),
        ({"bord": 1, "zeal": 2}, "does not have 'bord', 'zeal'"),
        ({"limits": {"second": 1}}, "does not have 'second'"),
        ({"limits": 5}, "limits must be a mapping"),
        ({"limits": None}, "limits must be a mapping"),
        ({"limits": [["seconds", 1]]}, "limits must be a mapping"),
        ({"notation": "tiles"}, "notation must be tile or blank, got 'tiles'"),
        ({"notation": ""}, "notation must be tile or blank"),
        ({"notation": 1}, "the notation of a job must be text"),
        ({"board": 5}, "the board of a job must be text"),
        *(({"numbers": n}, "the numbers must be a mapping") for n in (5, "weight", [2])),
        ({"numbers": {"wieght": 2}}, "unknown number 'wieght' for an algorithm; known: weight, width"),
        ({"board": None}, "the board of a job must be text"),
        ({"goal": None}, "the goal of a job must be text"),
        ({"algorithm": None}, "the algorithm of a job must be text"),
        ({"heuristic": ["zero"]}, "the heuristic of a job must be text"),
        *(({"weight": w}, "the weight must be a number") for w in (0.99, 0, -1, "2", None, True, [2])),
        *(
            ({"weight": w}, "the weight must be a number")
            for w in (float("nan"), float("inf"), 10**400, 1e308)
        ),
        *(({"limits": {"seconds": s}}, "seconds limit") for s in (-1, float("nan"), float("inf"), True, "1")),
        *(({"limits": {"depth": d}}, "depth limit must be a whole number") for d in (-1, 1.5, True, "1", {})),
    ],
)
def test_what_is_wrong_with_a_job_is_said(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidJobError) as caught:
        Job.from_dict({**GOOD, **wrong})
    assert message in str(caught.value)
    assert isinstance(caught.value, NPuzzleError)
    assert isinstance(caught.value, ValueError)


def test_unknown_fields_list_the_known_ones() -> None:
    with pytest.raises(
        InvalidJobError, match="its fields are algorithm, board, engine, every, goal, heuristic, limits"
    ):
        Job.from_dict({**GOOD, "heuristics": "zero"})


def test_boards_and_goals_that_are_none_keep_their_own_errors() -> None:
    with pytest.raises(InvalidBoardError):
        Job.from_dict({"board": "1 2/2 0"})
    with pytest.raises(InvalidBoardError):
        Job.from_dict({**GOOD, "goal": "1 2/2 0"})
    with pytest.raises(UnknownNameError):
        Job.from_dict({**GOOD, "goal": "magic"})
    with pytest.raises(GoalMismatchError, match="the goal is 2x2, but the board is 3x3"):
        Job.from_dict({**GOOD, "goal": "1 2/3 0"})
    with pytest.raises(GoalMismatchError):
        Job(board=shuffled(Shape(2, 3), 1), goal=shuffled(Shape(3, 2), 1))
