"""Nobody writes to a run what it then claims."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from random import Random
from typing import cast

import pytest

from npuzzle import Job, Run, Shape, Snapshot, goal_board, random_walk, start
from npuzzle.search.subtrees import Refuted
from tests.laws.doors.attacks import BOARDS, GOAL


def test_nobody_writes_to_the_counts_of_a_run() -> None:
    """The bound among them becomes the claim when the run is cancelled."""
    run = start(Job.create("0 12 9 13/15 11 10 14/3 7 5 6/4 8 2 1", algorithm="astar"))
    run.step(0)
    for one in fields(Snapshot):
        with pytest.raises(FrozenInstanceError):
            setattr(run.snapshot, one.name, 148)
    result = run.cancel()
    assert (result.length, result.is_optimal) == (148, False)


def test_nobody_writes_to_what_a_run_has_ruled_out() -> None:
    """What a plan brings is copied, and the result says so."""
    refuted = Refuted()
    plan = Job.create(
        random_walk(goal_board("blank-last", Shape(3, 6)), 60, Random(1)), algorithm="idastar"
    ).resolve()
    run = Run(replace(plan, options=replace(plan.options, refuted=refuted)), falls_back=True)
    refuted.bound = 1_000
    assert run.options.refuted is None
    result = run.cancel()
    assert (result.solved, result.is_optimal) == (True, False)
    refuted.bound = 2
    said = Run(replace(plan, options=replace(plan.options, refuted=refuted)), falls_back=True).cancel().note
    assert "Paths of fewer than 2 moves were ruled out before this run." in said


def test_nobody_writes_to_the_numbers_of_a_run() -> None:
    """What is promised of a path follows from the weight that it was searched with."""
    plan = Job.create(BOARDS[0], GOAL, algorithm="weighted-astar", heuristic="zero", weight=5).resolve()
    run = Run(plan)
    for numbers in (plan.options.numbers, run.options.numbers):
        cast(dict[str, float], numbers)["weight"] = 1
    result = run.step(seconds=60)
    assert result is not None
    assert (result.promised, result.numbers) == (5, {"weight": 5})
