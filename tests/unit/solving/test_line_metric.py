"""Jobs and results in line moves: the counts, rejected options, and the JSON."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

from npuzzle import (
    InvalidJobError,
    Job,
    Metric,
    Result,
    multi_tile_length,
    random_board,
    solve,
    solve_many,
    verify,
)
from npuzzle.compiler import available
from npuzzle.heuristics import line_walking_distance
from npuzzle.heuristics.walking import LineWalkingDistance
from npuzzle.solving.result import READ

EASY = "1 2 3/4 5 6/0 7 8"
HARD = "8 6 7/2 5 4/3 0 1"


def test_length_bound_and_claim_count_line_moves() -> None:
    result = solve(HARD, metric=Metric.LINES)
    assert (result.length, result.lower_bound, result.claim, result.excess) == (20, 20, "proved shortest", 0)
    assert (result.metric, len(result.moves), len(result.boards)) == (Metric.LINES, 31, 32)
    assert result.headline == "Solved in 20 line moves: proved shortest"
    assert str(result).splitlines()[1] == "D2 R U2 L2 D2 R U R U L2 D2 R U R U L2 D2 R2 U2 L2"
    assert solve(EASY, metric="lines").headline == "Solved in 1 line move: proved shortest"
    assert solve("1 2 3/4 5 6/7 8 0", metric="lines").length == 0
    assert solve("2 1 3/4 5 6/7 8 0", metric="lines").outcome.value == "unsolvable"


def test_a_path_that_is_not_shortest_says_by_how_many_line_moves() -> None:
    result = solve(HARD, algorithm="greedy", metric="lines")
    assert result.length is not None
    assert result.lower_bound is not None
    assert result.claim == f"at most {result.length - result.lower_bound} longer"
    assert result.times_shortest == result.length / result.lower_bound


def test_a_limit_leaves_a_bound_in_line_moves() -> None:
    result = solve(HARD, algorithm="idastar", metric="lines", expanded=10)
    assert result.outcome.value == "out of nodes"
    assert 10 <= (result.lower_bound or 0) <= 20


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metric": "slides"}, "the metric must be tiles or lines, got 'slides'"),
        ({"metric": None}, "the metric must be tiles or lines, got None"),
        ({"algorithm": lambda problem: None}, "counts moves of single tiles; to count line moves, use"),
        ({"heuristic": "manhattan"}, "manhattan counts moves of single tiles, .* leave the heuristic out"),
        ({"heuristic": lambda board: 0}, "counts moves of single tiles, .* leave the heuristic out"),
        ({"every": True}, "the list of all shortest paths is for moves of single tiles"),
        ({"algorithm": "breadth-first", "processes": 2}, "breadth-first runs in one process"),
    ],
)
def test_what_cannot_count_line_moves_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidJobError, match=message):
        solve(EASY, **{"metric": "lines", **options})  # type: ignore[arg-type]


@pytest.mark.skipif("wasmtime" not in available(), reason="wasmtime is not installed")
def test_on_a_large_board_the_path_gets_shorter_in_line_moves() -> None:
    board = random_board("8x8", Random(1))
    result = solve(board, metric="lines", within=60, expanded=1_000_000)
    assert (result.algorithm, result.heuristic, result.length) == (
        "anytime",
        None,
        multi_tile_length(result.path or ""),
    )
    lengths = [length for _, length in result.lengths]
    assert f"The first path had {lengths[0]:,} line moves." in result.note
    assert lengths == sorted(set(lengths), reverse=True)
    assert lengths[-1] == result.length < lengths[0] // 2
    bound = LineWalkingDistance(result.problem.goal).estimate(result.problem.initial)
    assert (result.lower_bound, result.claim) == (bound, f"at most {lengths[-1] - bound} longer")


def test_near_the_goal_a_large_board_is_proved_whatever_the_number_of_processes() -> None:
    result = solve("1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 0 16 17", metric="lines", processes=2)
    assert (result.length, result.claim) == (1, "proved shortest")


def test_the_constructive_solver_and_the_time_budget_count_line_moves() -> None:
    board = random_board("9x9", Random(2))
    built = solve(board, metric="lines", algorithm="constructive")
    assert built.length == multi_tile_length(built.path or "") < len(built.path or "")
    assert solve(board, metric="lines", algorithm="constructive", depth=built.length).length == built.length
    assert solve(board, metric="lines", algorithm="constructive", depth=1).path is None
    small = solve(random_board("4x4", Random(2)), metric="lines", within=0.3)
    assert (small.algorithm, small.solved) == ("anytime", True)


def test_blind_searches_take_no_heuristic_and_the_estimate_0_is_allowed() -> None:
    assert solve(EASY, algorithm="breadth-first", metric="lines").heuristic is None
    assert solve(EASY, algorithm="astar", heuristic="zero", metric="lines").is_optimal


def test_a_job_goes_through_plain_data_and_pickle() -> None:
    job = Job.create(EASY, metric="lines")
    assert job.to_dict()["metric"] == "lines"
    assert Job.from_dict(json.loads(json.dumps(job.to_dict()))) == job == pickle.loads(pickle.dumps(job))
    older = {name: value for name, value in Job.create(EASY).to_dict().items() if name != "metric"}
    assert Job.from_dict(older).metric is Metric.TILES
    assert pickle.loads(pickle.dumps(line_walking_distance)) is line_walking_distance


def test_a_result_goes_through_plain_data_and_older_ones_count_single_tiles() -> None:
    data = solve(HARD, metric="lines").to_dict()
    assert (data["metric"], data["length"], len(str(data["moves"]))) == ("lines", 20, 31)
    read = Result.from_dict(json.loads(json.dumps(data)))
    rests = {"claim": f"shortest if {READ}", "assumes": [READ]}
    assert read.to_dict() == {**data, **rests}
    older = {name: value for name, value in solve(EASY).to_dict().items() if name != "metric"}
    assert Result.from_dict(older).metric is Metric.TILES
    with pytest.raises(InvalidJobError, match="the length of the result must be"):
        Result.from_dict({**data, "metric": "tiles"})
    with pytest.raises(InvalidJobError, match="the metric of a result must be one of tiles, lines; got 'x'"):
        Result.from_dict({**data, "metric": "x"})
    with pytest.raises(InvalidJobError, match="at most the length"):
        Result.from_dict({**data, "lower_bound": 21})


def test_many_boards_in_line_moves() -> None:
    answers = list(solve_many([EASY, HARD], metric="lines"))
    assert [answer.result and answer.result.length for answer in answers] == [1, 20]


@pytest.mark.slow
def test_moves_are_verified_in_line_moves() -> None:
    found = verify(EASY, "D2 U2 L2", metric="lines")
    assert (found.length, found.shortest, found.excess, found.left_shortest_at) == (3, 1, 2, 1)
    assert str(found).splitlines() == [
        "All 3 line moves are legal, and the goal is reached.",
        "This is 2 line moves longer than a shortest path, which has 1.",
        "Line move 1 (tile 4 down and 1 more) left every shortest path.",
    ]
    assert found.to_dict()["metric"] == "lines"
    assert str(verify(EASY, "8", metric="lines")).endswith("This is a shortest path: 1 line move, proved.")
    fewest = verify(HARD, solve(HARD).path or "", metric="lines")
    assert (fewest.length, fewest.shortest, fewest.is_shortest) == (25, 20, False)


@pytest.mark.parametrize(
    ("board", "fewest"),
    [("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15", 4), ("3 9 15 11/12 0 6 5/13 14 4 1/10 8 7 2", 30)],
)
def test_the_fewest_line_moves_of_a_4x4_are_proved(board: str, fewest: int) -> None:
    result = solve(board, metric="lines")
    assert (result.algorithm, result.heuristic, result.length) == ("idastar", "line-tables", fewest)
    assert result.claim == "proved shortest"
    assert "line moves" in result.why
    result = solve(board, algorithm="anytime", metric="lines", expanded=5_000_000)
    assert (result.length, result.claim) == (fewest, "proved shortest")
