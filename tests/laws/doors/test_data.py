"""No plain data of a job or a result proves what is not so."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from npuzzle import ALGORITHMS, Job, Outcome, Problem, Result, from_function, solve
from tests.laws.doors.attacks import (
    BOARDS,
    FARTHEST,
    GOAL,
    NOT_TRUE,
    attack,
    attempt,
    claims_bound,
    detour,
    hold,
    liar,
)


@pytest.mark.slow
def test_no_data_of_a_result_proves_what_it_does_not_show() -> None:
    for board in BOARDS:
        path = detour(Problem(board, GOAL))
        honest_data = solve(board, GOAL, algorithm="greedy").to_dict()
        forged: dict[str, Any] = {
            **honest_data,
            "moves": path,
            "length": len(path),
            "lower_bound": len(path),
            "claim": "proved shortest",
            "assumes": [],
            "lengths": [],
            "ended": None,
            "promised": None,
            "option": None,
            "every": None,
        }
        hold(attempt(Result.from_dict, forged))
        unsolved: dict[str, Any] = {**forged, "moves": None, "length": None, "claim": None}
        for outcome in Outcome:
            hold(attempt(Result.from_dict, {**unsolved, "outcome": outcome.value}))
        for data in (json.loads(json.dumps(honest_data)), forged):
            for name in data:
                for value in NOT_TRUE:
                    hold(attempt(Result.from_dict, {**data, name: value}))


def test_no_data_of_a_job_proves_what_is_not_so() -> None:
    mine = replace(from_function(liar, admissible=True), name="manhattan")
    board = BOARDS[0]
    algorithm = replace(ALGORITHMS["astar"], search=claims_bound)
    data = Job.create(board, GOAL, algorithm=algorithm, heuristic=mine).to_dict()
    assert (data["algorithm"], data["heuristic"]) == ("astar", "manhattan")
    for name in (None, *data):
        for value in NOT_TRUE:
            changed = json.loads(json.dumps({**data, "limits": {"expanded": 2_000}}))
            job = attempt(Job.from_dict, {**changed, name: value} if name else changed)
            if job is not None and (job.board, job.goal) == (board, GOAL):
                attack(FARTHEST, **_options_of(job))


def _options_of(job: Job) -> dict[str, Any]:
    names = [one.name for one in fields(Job) if one.init and one.name not in ("board", "goal")]
    return {name: getattr(job, name) for name in names}
