"""The endurance runs report every wrong answer and every growth, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from npuzzle import Board, goal_board
from npuzzle.puzzle.shape import Shape
from tests.endurance.boards import KINDS, Task, tasks, truth, wrong_with
from tests.endurance.gauges import climbs
from tests.endurance.solves import Solves, table
from tests.endurance.walk import logged


def task(algorithm: str = "auto", board: str = "8 6 7/2 5 4/3 0 1") -> Task:
    start = Board.parse(board)
    return Task(start, goal_board("blank-last", start.shape), "blank-last", algorithm, "auto", 60)


@pytest.mark.parametrize(
    ("algorithm", "title", "badge"),
    [
        ("auto", "Solved in 31 moves", "Proved shortest"),
        ("greedy", "Solved in 39 moves", "At most 16 longer than the shortest, which has 23 or more"),
        ("beam", "Gave up", "The beam ran out of boards: a wider one may find a path."),
    ],
)
def test_what_may_be_said_of_the_31_mover(algorithm: str, title: str, badge: str) -> None:
    assert wrong_with(task(algorithm), title, badge) == ""


@pytest.mark.parametrize(
    ("title", "badge", "wrong"),
    [
        ("Solved in 29 moves", "Proved shortest", "no path has 29 moves, the shortest has 31"),
        ("Solved in 32 moves", "Proved shortest", "no path has 32 moves"),
        ("Solved in 33 moves", "Proved shortest", "33 moves are not the shortest: 31"),
        ("Already solved", "Proved shortest", "no path has 0 moves"),
        ("Solved in 39 moves", "At most 7 longer than the shortest, which has 32 or more", "not 32 or more"),
        ("Solved in 39 moves", "At most 9 longer than the shortest, which has 31 or more", "add up"),
        ("Solved in 31 moves", "At most 2 longer than the shortest, which has 29 or more", "a proof was due"),
        ("Solved in 31 moves", "", "the badge says ''"),
        ("Out of time", "Ended before a solution was found", "it ended with 'Out of time'"),
    ],
)
def test_what_must_not_be_said_of_it(title: str, badge: str, wrong: str) -> None:
    assert wrong in wrong_with(task(), title, badge)


def test_a_path_of_a_large_board_cannot_be_shorter_than_its_estimate_or_odd_for_even() -> None:
    large = task("anytime", "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 0 24 23")
    assert truth(large) is None
    assert "no path has 1 moves" in wrong_with(large, "Solved in 1 move", "Proved shortest")


def test_all_kinds_come_before_the_first_reading_and_a_seed_draws_the_same_boards() -> None:
    assert len(KINDS) <= 60
    first, again = tasks(3), tasks(3)
    drawn = [next(first) for _ in range(60)]
    assert drawn == [next(again) for _ in range(60)]
    assert {each.algorithm for each in drawn} == {kind[3] for kind in KINDS}
    assert all(each.board.shape == each.goal.shape for each in drawn)
    assert {each.board.shape for each in drawn} >= {Shape(3, 3), Shape(4, 4), Shape(10, 10)}


@pytest.mark.parametrize("seed", range(20))
def test_what_goes_up_and_down_does_not_climb_and_a_leak_in_such_noise_does(seed: int) -> None:
    random = Random(seed)
    steady = [10_000 + random.randrange(1_000) for _ in range(10)]
    assert not climbs(steady)
    assert climbs([figure + 1_000 * at for at, figure in enumerate(steady)])


def solves_with(*readings: dict[str, int]) -> Solves:
    lab: Any = None  # no page: the test passes the readings
    solves = Solves(lab)
    solves.readings = [(100 * at, reading) for at, reading in enumerate(readings, 1)]
    return solves


def test_growth_beyond_a_fifth_and_a_steady_climb_are_faults() -> None:
    good = {"memory": 100_000_000, "nodes": 4_000, "worker: Python objects": 30_000}
    assert solves_with(good, good, good).faults([]) == []
    assert solves_with(good, good, good).faults(["console error: x"]) == ["console error: x"]
    fat = solves_with(good, good | {"memory": 121_000_000}).faults([])
    assert fat == ["the memory grew by 21%, more than 20%"]
    climbing = [
        good | {"nodes": 4_000 + 100 * at, "worker: Python objects": 30_000 + 500 * at} for at in range(6)
    ]
    assert [fault.split(":")[0] for fault in solves_with(*climbing).faults([])] == ["nodes", "worker"]


def test_the_table_has_a_column_for_each_reading() -> None:
    shown = table(solves_with({"memory": 100_000_000}, {"memory": 110_000_000}).readings).splitlines()
    assert shown[0].split() == ["after", "solves", "100", "200", "grown"]
    assert shown[1].split() == ["memory", "100.0M", "110.0M", "+10.0%"]


def test_a_log_is_read_as_it_was_written(tmp_path: Path) -> None:
    actions = [{"do": "fill", "what": "#text", "text": "٣ \u0000"}, {"do": "leave"}]
    log = tmp_path / "walk.jsonl"
    log.write_text("".join(json.dumps(action) + "\n" for action in actions), encoding="utf-8")
    assert logged(log) == actions
