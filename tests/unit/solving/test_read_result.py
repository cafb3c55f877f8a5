"""A result converts to plain data and back without loss, and inconsistent data is rejected."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from npuzzle import (
    Board,
    InvalidBoardError,
    InvalidJobError,
    Job,
    Notation,
    NPuzzleError,
    Outcome,
    Problem,
    Result,
    Snapshot,
    solve,
    start,
)
from npuzzle.solving.claims import claim_of
from npuzzle.solving.result import READ
from tests.support.strategies import boards_and_goals, possible_paths

HARD = "8 6 7/2 5 4/3 0 1"
EASY = "1 2 3/4 5 6/0 7 8"


def write(result: Result, notation: Notation = Notation.TILE) -> dict[str, Any]:
    """Return the contents of a result's JSON file."""
    data: dict[str, Any] = json.loads(json.dumps(result.to_dict(notation)))
    return data


def as_read(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data with the condition of its bound, if the board alone does not show it."""
    bound, problem = data["lower_bound"], Problem(Board.parse(data["board"]), Board.parse(data["goal"]))
    if bound is None or bound <= start(Job(board=problem.start, goal=problem.goal)).lower_bound:
        return data
    rests = [*data["assumes"], READ]
    claim = None if data["claim"] is None else claim_of(data["length"], bound, rests)
    return {**data, "assumes": rests, "claim": claim}


def test_a_claim_that_was_read_is_proved_only_if_the_board_alone_proves_it() -> None:
    read = Result.from_dict(write(RESULTS["shortest"]))
    assert (read.claim, read.is_optimal) == (f"shortest if {READ}", False)
    assert read.headline == f"Solved in 31 moves: shortest if {READ}"
    easy = Result.from_dict(write(solve(EASY)))
    assert (easy.claim, easy.assumes) == ("proved shortest", ())


RESULTS = {
    "shortest": solve(HARD),
    "nothing to do": solve("1 2 3/4 5 6/7 8 0"),
    "unsolvable": solve("1 2 3/4 5 6/8 7 0"),
    "out of nodes": solve(HARD, algorithm="astar", heuristic="zero", expanded=5),
    "too deep": solve(HARD, algorithm="astar", depth=4),
    "weighted": solve(HARD, algorithm="weighted-astar", weight=3),
    "all shortest paths": solve("6 4 7/8 5 0/3 2 1", every=True),
    "not all": solve(HARD, algorithm="greedy", every=True),
    "improved": solve("5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12", algorithm="anytime", expanded=2_000),
}


@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize("name", RESULTS)
def test_what_is_written_and_read_tells_the_same(name: str, notation: Notation) -> None:
    result = RESULTS[name]
    read = Result.from_dict(write(result, notation))
    assert write(read, notation) == as_read(write(result, notation))
    assert (read.path, read.solved, read.excess) == (result.path, result.solved, result.excess)
    assert Result.from_dict(write(read, notation)) == read
    assert pickle.loads(pickle.dumps(result)) == result


@given(boards_and_goals(longest=3), st.integers(0, 300))
def test_any_board_under_any_limit(pair: tuple[Board, Board], expanded: int) -> None:
    board, goal = pair
    result = solve(board, goal, algorithm="astar", expanded=expanded)
    read = Result.from_dict(write(result))
    assert write(read) == as_read(write(result))
    assert list(read.boards) == list(result.boards)
    assert bool(read) == (read.path is not None) == (read.outcome in (Outcome.SOLVED, Outcome.OUT_OF_NODES))


@given(possible_paths(), st.sampled_from(Outcome), st.booleans())
def test_any_outcome(played: tuple[Problem, str], outcome: Outcome, solvable: bool) -> None:
    """This includes outcomes that a test cannot wait for, such as a full memory."""
    problem, path = played
    problem = Problem(problem.start, problem.replay(path))
    if not solvable:
        problem = Problem(problem.start, problem.goal.swap(1, 2))
    assume((outcome is Outcome.UNSOLVABLE) is not solvable)
    found = None if outcome in (Outcome.UNSOLVABLE, Outcome.NO_PATH) else path
    result = Result(
        problem=problem,
        outcome=outcome,
        path=found,
        lower_bound=len(path) // 2 if solvable else None,
        snapshot=Snapshot(
            expanded=7, generated=8, peak_frontier=9, peak_stored=9, note="A note.", path=found
        ),
        seconds=1.5,
        algorithm="astar",
        heuristic=None,
        assumes=("mine is admissible",) if solvable and len(path) % 3 == 0 else (),
    )
    assert problem.start.play(result.moves) == result.boards[-1]
    assert (result.boards[-1] == problem.goal) or not result
    read = Result.from_dict(write(result))
    told = replace(result, assumes=tuple(as_read(write(result))["assumes"]))
    assert read == told
    assert (repr(read), str(read), bool(read), read.claim) == (
        repr(told),
        str(told),
        found is not None,
        told.claim,
    )
    assert (read.moves, read.boards) == (result.moves, result.boards)
    assert (read.expanded, read.generated, read.peak_frontier) == (7, 8, 9)


def test_how_many_workers_took_part_is_remembered_and_was_one_in_earlier_versions() -> None:
    data = write(RESULTS["shortest"])
    assert data.pop("workers") == Result.from_dict(data).workers == 1
    assert Result.from_dict({**data, "workers": 3}).workers == 3
    assert write(Result.from_dict({**data, "workers": 3}))["workers"] == 3
    with pytest.raises(InvalidJobError, match="1 or more, got 0"):
        Result.from_dict({**data, "workers": 0})


def test_a_computer_that_slept_is_remembered() -> None:
    data = write(RESULTS["shortest"])
    data["note"] = (
        "The computer seems to have slept for 1,200 seconds during the search; they are not counted."
    )
    read = Result.from_dict(data)
    assert (read.slept, write(read)) == (1200.0, as_read(data))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"claim": "at most 3 longer"},
            "the claim of the result must be 'proved shortest', .*got 'at most 3",
        ),
        ({"length": 30}, "the length of the result must be 2, .*got 30"),
        ({"moves": "LR"}, "the moves of the result lead to 1 2 3/4 5 6/0 7 8, not to its goal"),
        ({"moves": "UU"}, "the moves of the result are not possible: move 1 of 2"),
        ({"moves": "Q"}, "moves must be letters U D L R"),
        ({"moves": None}, "a result that is solved must have moves, got null"),
        ({"moves": 3}, "the moves of a result must be text, or null"),
        ({"outcome": "no path within the depth limit"}, "with moves cannot have the outcome 'no path within"),
        ({"outcome": "unsolvable"}, "a result with moves cannot have the outcome 'unsolvable'"),
        ({"outcome": "won"}, "the outcome of a result must be one of solved, unsolvable, .*; got 'won'"),
        ({"outcome": []}, "the outcome of a result must be one of"),
        ({"outcome": "unsolvable", "moves": None}, "can be solved, but its outcome is 'unsolvable'"),
        ({"lower_bound": 3}, "at most the length, got 3"),
        ({"lower_bound": None}, "at most the length, got None"),
        ({"lower_bound": True}, "at most the length, got True"),
        ({"lower_bound": 1}, "the claim of the result must be 'at most 1 longer'"),
        ({"notation": "both"}, "the notation of a result must be one of tile, blank; got 'both'"),
        ({"expanded": -1}, "expanded of a result must be a whole number, 0 or more, got -1"),
        ({"seconds": float("nan")}, "seconds of a result must be a number, 0 or more, got nan"),
        ({"seconds": "1"}, "seconds of a result must be a number"),
        ({"option": 3}, "the option of a result must be a mapping, or null"),
        ({"option": {"weight": "2"}}, "weight of a result must be a number"),
        ({"lengths": [[1]]}, "the lengths of a result must be pairs"),
        ({"lengths": 3}, "the lengths of a result must be pairs"),
        *(
            ({"lengths": pairs}, "the lengths of a result must be pairs")
            for pairs in (
                [[float("nan"), 2]],
                [[-5, 2]],
                [[1, -2]],
                [[1, 2.5]],
                [[2, 4], [1, 2]],  # time decreases
                [[1, 2], [2, 2]],  # length does not decrease
            )
        ),
        ({"seconds": 10**400}, "seconds of a result must be a number"),
        ({"algorithm": None}, "the algorithm of a result must be text, got None"),
        ({"every": 3}, "`every` in a result must be a mapping, or null"),
        ({"every": {"count": 1, "paths": 3}}, "the paths in `every` must be a list, got 3"),
        (
            {"every": {"count": 0, "paths": ["LL"]}},
            "must list its path and others of",
        ),
        ({"every": {"count": 2, "paths": ["LL", "LL"]}}, "as many as its count"),
        ({"every": {"count": 7, "paths": ["LL"], "complete": True}}, "as its count, up to 1,000"),
        ({"every": {"count": 0, "paths": [], "complete": True}}, "others of equal length"),
        ({"every": {"count": 1, "paths": ["RLLL"]}}, "not possible"),
        ({"every": {"count": 1, "paths": ["LLRL"]}}, "others of equal length"),
        ({"goal": "1 2/3 0"}, "3x3"),
    ],
)
def test_what_cannot_be_true_is_refused(changes: dict[str, Any], words: str) -> None:
    data = {**write(solve(EASY)), **changes}
    with pytest.raises(NPuzzleError, match=words):
        Result.from_dict(data)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("LL"),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=3), part, max_size=2),
    max_leaves=4,
)


@given(st.sampled_from(["shortest", "unsolvable", "all shortest paths", "improved"]), st.data())
def test_any_other_value_is_refused_in_words_or_read_as_it_is(name: str, draw: st.DataObject) -> None:
    data = write(RESULTS[name])
    key = draw.draw(st.sampled_from(list(data)))
    inside = data[key] if isinstance(data[key], dict) and draw.draw(st.booleans()) else data
    place = key if inside is data else draw.draw(st.sampled_from(list(inside)))
    inside[place] = draw.draw(JUNK)
    try:
        result = Result.from_dict(data)
    except NPuzzleError:
        return
    if result.path is not None:
        assert result.problem.start.play(result.path) == result.problem.goal
        assert result.lower_bound is not None
        assert result.lower_bound <= len(result.path)
    assert result.solved is (result.outcome is Outcome.SOLVED)
    assert (write(result)["claim"], result.length) == (as_read(data)["claim"], data["length"])


def test_what_is_missing_is_named() -> None:
    data = write(solve(EASY))
    del data["goal"], data["moves"]
    with pytest.raises(InvalidJobError, match="missing: goal, moves"):
        Result.from_dict(data)
    with pytest.raises(InvalidJobError, match="a result must be read from a mapping"):
        Result.from_dict([])  # type: ignore[arg-type]
    with pytest.raises(InvalidBoardError):
        Result.from_dict({**write(solve(EASY)), "board": "1 2/2 0"})


def test_a_bound_for_an_unsolvable_board_is_refused() -> None:
    data = write(RESULTS["unsolvable"])
    with pytest.raises(InvalidJobError, match="the lower_bound of this result must be null, got 4"):
        Result.from_dict({**data, "lower_bound": 4})
