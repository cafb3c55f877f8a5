"""The solver's and the sandbox's parts of the Race room, in plain Python."""

from __future__ import annotations

import json
from typing import Any

import pytest

from npuzzle import Board, Outcome, Problem, solve
from npuzzle.lab import Contender, compare
from npuzzle.solving.run import default_stored
from tests.unit.web.interpreters import Pair, carry_out
from web.rooms.race.lanes import FEWEST, Lane, parse_lanes
from web.rooms.race.many import Comparison, Run
from web.rooms.race.report import Report
from web.rooms.race.task import CompareTask, RaceTask, iter_boards

EASY, HARD, GOAL = "8 6 7/2 5 4/3 0 1", "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0", "1 2 3/4 5 6/7 8 0"
SOLVED_4X4 = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"


def make_race(board: str, goal: str, note: str, *, seconds: float = 30, source: str = "") -> dict[str, Any]:
    lanes = [lane.to_dict() for lane in parse_lanes(note)]
    return {"board": board, "goal": goal, "lanes": lanes, "seconds": seconds, "source": source}


def race(board: str, goal: str, note: str, *, seconds: float = 30) -> RaceTask:
    given = make_race(board, goal, note, seconds=seconds)
    return RaceTask(given | {"of": len(given["lanes"])})


def run_to_end(task: Any, seconds: float = 0.05) -> dict[str, Any]:
    while task.answer() is None:
        json.dumps(task.progress())
        task.step(seconds)
    answer: dict[str, Any] = task.answer()
    return json.loads(json.dumps(answer))  # type: ignore[no-any-return]


def finish_race(board: str, goal: str, note: str, *, seconds: float = 30, source: str = "") -> list[Report]:
    """Return the lanes' reports at the end of a race, as the page receives them."""
    given = make_race(board, goal, note, seconds=seconds, source=source)
    return [Report(**report) for report in carry_out("race", given)["lanes"]]


@pytest.mark.parametrize(
    "note",
    [
        "astar misplaced;astar manhattan;astar linear-conflict;astar walking-distance",
        "breadth-first;bidirectional;idastar manhattan;rbfs manhattan",
        "weighted-astar manhattan 3;greedy manhattan;beam manhattan 50",
    ],
)
def test_each_lane_answers_as_if_it_ran_alone(note: str) -> None:
    board = "2 8 3/1 6 4/7 0 5"
    for lane, report in zip(parse_lanes(note), finish_race(board, "spiral", note), strict=True):
        alone = solve(board, "spiral", **lane.to_job())
        assert report.state == alone.outcome.value == "solved"
        assert (report.length, report.claim) == (alone.length, alone.claim)
        assert (report.expanded, report.generated) == (alone.snapshot.expanded, alone.snapshot.generated)
        assert report.peak_frontier == alone.snapshot.peak_frontier
        assert report.bound == alone.lower_bound


@pytest.mark.slow
def test_no_lane_is_ahead_by_more_than_one_turn() -> None:
    task = race(HARD, "blank-first", "astar manhattan;idastar manhattan;rbfs manhattan;breadth-first")
    before, longest = [0.0] * 4, 0.0
    for _ in range(16):
        task.step(0)
        now = [lane["seconds"] for lane in task.progress()["lanes"]]
        assert sum(now[at] > before[at] for at in range(4)) == 1  # one turn, of one lane
        longest = max(longest, sum(now) - sum(before))
        assert max(now) - min(now) <= longest + 1e-9
        before = now
    assert min(before) > 0
    assert task.answer() is None


@pytest.mark.slow
def test_a_lane_that_has_ended_gives_its_time_to_the_others() -> None:
    note = "weighted-astar linear-conflict 5;idastar zero"
    first, second = finish_race(HARD, "blank-first", note, seconds=0.3)
    assert first.state == "solved"
    assert second.state == "out of time"
    assert second.seconds > first.seconds


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_a_race_can_be_stopped_at_any_time(steps: int) -> None:
    task = race(HARD, "blank-first", "astar manhattan;greedy manhattan;idastar zero")
    for _ in range(steps):
        task.step(0.02)
    task.cancel()
    found = [report["state"] for report in run_to_end(task)["lanes"]]
    assert set(found) <= {"cancelled", "solved"}
    assert found[2] == "cancelled"
    before = task.answer()
    task.cancel()
    task.step(0.1)
    assert task.answer() == before


def test_memory_is_shared_out() -> None:
    task = race(HARD, "blank-first", "astar manhattan;astar zero;bfs;ucs")
    limits = [lane._run.limits for lane in task._lanes if lane._run is not None]
    most = default_stored(Board.parse(HARD).shape)
    assert [limit.stored for limit in limits] == [most // 4] * 4


def test_a_lane_that_cannot_start_ends_alone() -> None:
    big = "/".join(" ".join(str(r * 6 + c) for c in range(6)) for r in range(6)).replace("0 1", "1 0", 1)
    goal = str(Problem(Board.parse(big), Board.parse(big)).goal).replace("1 0", "0 1", 1)
    failed, fine = finish_race(big, goal, "idastar pattern-tables;astar manhattan")
    assert failed.state == "failed"
    assert failed.problem == "Pattern-tables needs a board of up to 25 cells; 6x6 has 36."
    assert (fine.state, fine.length) == ("solved", 1)


def test_an_unsolvable_board_is_reported_by_every_lane() -> None:
    assert {r.state for r in finish_race("2 1 3/4 5 6/7 8 0", GOAL, "astar manhattan;bfs")} == {"unsolvable"}


# The Lab's heuristic


def test_an_own_heuristic_races() -> None:
    source = "def mine(board, goal):\n    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)\n"
    own, misplaced = finish_race("2 8 3/1 6 4/7 0 5", "spiral", "astar own;astar misplaced", source=source)
    assert own.expanded == misplaced.expanded
    assert own.length == misplaced.length == 5
    assert misplaced.claim == "proved shortest"


@pytest.mark.slow
@pytest.mark.parametrize(
    "source", ["", "1 +", "def h(board):\n    return 1 // 0\n", "def h(board): return -1"]
)
def test_a_wrong_heuristic_ends_its_lane_with_its_words(source: str) -> None:
    own, other = finish_race(EASY, GOAL, "astar own;astar manhattan", source=source)
    assert own.state == "failed"
    assert own.problem.endswith(".")
    assert (other.state, other.length) == ("solved", 31)


# Many boards


def make_comparison(goal: str, note: str, count: int = 10, seed: int = 1, source: str = "") -> dict[str, Any]:
    lanes = [lane.to_dict() for lane in parse_lanes(note)]
    return {"board": goal, "goal": goal, "lanes": lanes, "count": count, "seed": seed, "source": source}


def many(goal: str, note: str, count: int = 10) -> CompareTask:
    return CompareTask(make_comparison(goal, note, count))


def finish_comparison(goal: str, note: str, count: int = 10, source: str = "") -> dict[str, Any]:
    """Return the answer at the end of a comparison, as the page receives it."""
    return carry_out("compare", make_comparison(goal, note, count, source=source))


def comparison(answer: dict[str, Any], goal: str, note: str) -> Comparison:
    return Comparison(
        goal=goal,
        seed="1",
        lanes=parse_lanes(note),
        runs=tuple(Run(**row) for row in answer["rows"]),
        problems=tuple(answer["problems"]),
        done=answer["done"],
        boards=answer["boards"],
        stopped=answer["stopped"],
    )


def deal_boards(goal: str, count: int, seed: int) -> list[tuple[Board, int | None]]:
    work = iter_boards(Board.parse(goal), count, seed)
    while True:
        try:
            next(work)
        except StopIteration as end:
            boards: list[tuple[Board, int | None]] = end.value
            return boards


@pytest.mark.slow_cases("50-1 2 3/4 5 6/7 8 0", "10-1 2 3/4 5 6/7 8 0")
@pytest.mark.parametrize("goal", [GOAL, "1 2 3/4 0 5", "1 2/3 0", SOLVED_4X4])
@pytest.mark.parametrize("count", [10, 50])
def test_boards_are_different_ones_from_near_to_far_and_repeat(goal: str, count: int) -> None:
    boards = deal_boards(goal, count, 3)
    assert boards == deal_boards(goal, count, 3)
    assert (
        len(boards)
        == len(set(boards))
        == (11 if goal == "1 2/3 0" and count > 11 else min(count, 11) if goal == "1 2/3 0" else count)
    )
    if goal != "1 2/3 0":
        assert boards != deal_boards(goal, count, 4)
    assert Board.parse(goal) not in [board for board, _ in boards]
    for board, depth in boards[:: max(1, len(boards) // 5)]:
        assert Problem(board, Board.parse(goal)).is_solvable
        if depth is not None:
            assert solve(board, Board.parse(goal)).length == depth
    depths = [depth for _, depth in boards if depth is not None]
    assert depths == sorted(depths)
    if goal == GOAL:
        assert depths[0] <= 2
        assert depths[-1] >= 29


@pytest.mark.slow
def test_rows_are_those_of_compare() -> None:
    goal, note = "1 2 3/4 5 0", "astar misplaced;astar manhattan;idastar manhattan"
    answer = finish_comparison(goal, note, count=20)
    boards = [board for board, _ in deal_boards(goal, 20, 1)]
    ways = [Contender(**lane.to_job()) for lane in parse_lanes(note)]
    expected = compare(boards, ways, Board.parse(goal))
    assert answer["done"] == answer["boards"] == 20
    assert not answer["stopped"]
    got = [
        (row["board"], row["lane"], row["expanded"], row["generated"], row["length"])
        for row in answer["rows"]
    ]
    assert got == [
        (
            str(row.result.problem.start),
            row.contender,
            row.result.snapshot.expanded,
            row.result.snapshot.generated,
            row.result.length,
        )
        for row in expected.rows
    ]
    means = comparison(answer, goal, note).by_depth()
    for entry in expected.depths():
        at = next(
            at
            for at, lane in enumerate(parse_lanes(note))
            if (lane.algorithm, lane.heuristic) == (entry["algorithm"], entry["heuristic"])
        )
        mean = means[entry["depth"]][at]
        assert mean.expanded == pytest.approx(entry["expanded"], abs=0.06)
        assert mean.generated == pytest.approx(entry["generated"], abs=0.06)
        assert mean.branching == pytest.approx(entry["branching"], abs=1e-4)


def test_a_comparison_stopped_keeps_whole_boards() -> None:
    task = many(SOLVED_4X4, "astar manhattan;idastar manhattan;greedy manhattan")
    while task.progress()["done"] < 3:
        task.step(0.001)
    task.cancel()
    answer = run_to_end(task)
    assert answer["stopped"]
    assert len(answer["rows"]) == 3 * answer["done"] > 0
    task.step(0.1)
    assert task.answer() == answer


def test_a_comparison_stopped_at_once_has_nothing() -> None:
    given = make_comparison(GOAL, "astar manhattan;bfs")
    assert carry_out("compare", given, Pair(stop_after=0)) == {
        "done": 0,
        "boards": 10,
        "rows": [],
        "problems": ["", ""],
        "stopped": True,
    }


def test_a_lane_that_fails_leaves_the_others_to_run() -> None:
    goal = "/".join(" ".join(str(r * 6 + c) for c in range(6)) for r in range(6))
    task = many(goal, "idastar pattern-tables;greedy manhattan", count=3)
    for _ in range(400):
        task.step(0.05)
        if task.answer() is not None or task.progress()["done"] >= 1:
            break
    task.cancel()
    answer = run_to_end(task)
    assert answer["problems"] == ["Pattern-tables needs a board of up to 25 cells; 6x6 has 36.", ""]
    assert {row["lane"] for row in answer["rows"]} == {1}


def test_when_all_lanes_fail_the_comparison_ends() -> None:
    goal = "/".join(" ".join(str(r * 6 + c) for c in range(6)) for r in range(6))
    answer = finish_comparison(goal, "idastar pattern-tables;astar pattern-tables", count=3)
    assert answer["rows"] == []
    assert all(answer["problems"])


@pytest.mark.slow
def test_depth_is_the_truth_even_where_no_lane_proves_it() -> None:
    note = "greedy manhattan;beam manhattan 5"
    done = comparison(finish_comparison(GOAL, note), GOAL, note)
    assert sorted(set(done.depth_of().values())) == [depth for _, depth in deal_boards(GOAL, 10, 1)]
    assert any(mean.more for mean in done.overall())
    assert len(parse_lanes(note)) == FEWEST
    assert Outcome.SOLVED.value in {run.outcome for run in done.runs}
    assert Lane().numbers == ()
