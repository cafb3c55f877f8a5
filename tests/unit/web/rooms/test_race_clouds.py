"""The clouds of a race, without a browser: the solver's part, the times, the sentences."""

from __future__ import annotations

from array import array
from base64 import b64decode
from typing import Any

import pytest

from npuzzle import solve
from web.rooms.race import clouds
from web.rooms.race.clouds_task import MOST, CloudsTask
from web.rooms.race.lanes import Lane, parse_lanes
from web.rooms.race.report import Race, Report

BOARD, GOAL = "8 1 3/4 0 2/7 6 5", "1 2 3/4 5 6/7 8 0"
NOTE = "astar misplaced;astar manhattan;idastar manhattan;rbfs manhattan"


def ask(note: str, counts: list[int]) -> dict[str, Any]:
    lanes = [lane.to_dict() for lane in parse_lanes(note)]
    return {"board": BOARD, "goal": GOAL, "lanes": lanes, "counts": counts}


def depths_of(text: str) -> list[int]:
    numbers = array("H")
    numbers.frombytes(b64decode(text))
    return list(numbers)


def carry_out(given: dict[str, Any], seconds: float = 1.0) -> list[list[int]]:
    task = CloudsTask(given)
    while (answer := task.answer()) is None:
        task.step(seconds)
    return [depths_of(text) for text in answer["depths"]]


@pytest.mark.parametrize("seconds", [0.0001, 10])
def test_each_lane_has_as_many_depths_as_it_has_expanded(seconds: float) -> None:
    counts = [
        solve(BOARD, GOAL, algorithm=lane.algorithm, heuristic=lane.heuristic).snapshot.expanded
        for lane in parse_lanes(NOTE)
    ]
    found = carry_out(ask(NOTE, counts), seconds)
    assert [len(depths) for depths in found] == counts
    assert all(depths[0] == 0 for depths in found)


def test_a_lane_that_was_stopped_has_what_it_had_expanded() -> None:
    assert [len(depths) for depths in carry_out(ask(NOTE, [7, 1, 5, 3]))] == [7, 1, 5, 3]


def test_lanes_that_cannot_be_recorded_have_none() -> None:
    note = "astar own;constructive;astar misplaced;idastar pattern-tables"
    assert [len(depths) for depths in carry_out(ask(note, [20, 20, MOST + 1, 20]))] == [0, 0, 0, 0]
    assert carry_out(ask("astar manhattan;breadth-first", [0, 10**6])) == [[], []]
    too_few = carry_out(ask("astar manhattan;astar manhattan", [10_000, 5]))
    assert [len(depths) for depths in too_few] == [0, 5], "a run of another length is a different run"


def test_states_that_would_take_too_much_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.rooms.race.clouds_task.MOST_BYTES", 9 * 5)
    task = CloudsTask(ask(NOTE, [7, 1, 5, 6]))
    while (answer := task.answer()) is None:
        task.step(1)
    assert [len(depths_of(text)) for text in answer["depths"]] == [7, 1, 5, 6]
    assert [len(b64decode(text)) for text in answer["states"]] == [0, 9, 45, 0]


def test_stop_keeps_the_lanes_that_are_done() -> None:
    task = CloudsTask(ask(NOTE, [7, 1, 5, 3]))
    task.cancel()
    assert task.answer() == {"depths": [""] * 4, "states": [""] * 4}


def report(expanded: int, seconds: float, *, solved: bool = True) -> Report:
    return Report(state="solved", expanded=expanded, seconds=seconds, length=20 if solved else None)


def race(*reports: Report) -> Race:
    return Race(BOARD, GOAL, tuple(Lane() for _ in reports), reports, over=True)


def test_the_clouds_are_whole_in_the_order_of_the_places_whatever_the_clock_says() -> None:
    reports = (report(800, 0.6), report(400, 0.7), report(400, 0.023), report(100, 0.01, solved=False))
    assert clouds.list_times(reports) == (1, 0.5, 0.5, 0.125)
    assert clouds.list_times((report(0, 0), report(0, 0))) == (0, 0)


@pytest.mark.parametrize(("most", "each"), [(1, 1), (10_000, 1), (10_001, 2), (121_528, 13)])
def test_no_cloud_has_more_dots_than_fit(most: int, each: int) -> None:
    reports = (report(most, 1), report(1, 1))
    assert clouds.states_per_dot(reports) == each
    assert clouds.make_clouds(race(*reports), ["", "AAA="])["each"] == each


def test_the_words_say_what_a_dot_is_and_what_is_missing() -> None:
    assert clouds.describe_clouds(race(report(5, 1), report(7, 1)), ["AAA=", "AAA="]) == (
        "Each dot is an expanded board, and each ring is a number of moves from the start.",
    )
    said = clouds.describe_clouds(race(report(121_528, 1), report(7, 1)), ["", ""])
    assert said[0] == "Each dot stands for 13 boards, and each ring for a number of moves from the start."
    assert said[1].startswith("No rings for lanes 1, 2: the boards were not recorded")
