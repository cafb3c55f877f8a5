"""Work that pauses reports its progress and returns the same as the plain function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from npuzzle import Job, Shape, goal_board
from npuzzle.classroom.exercises import Plan, iter_make_exercises, make_exercises
from npuzzle.lab import (
    Progress,
    certify,
    compare,
    contenders,
    enumerate_states,
    iter_certify,
    iter_compare,
    iter_measure_errors,
    iter_record_expansions,
    iter_trace,
    measure_errors,
    record_expansions,
    trace,
)
from npuzzle.lab.space import build_distance_table, iter_build_distance_table, iter_enumerate_states
from npuzzle.progress import Work, run_to_end

BOARD = "8 6 7/2 5 4/3 0 1"
SMALL = Shape(2, 3)
PLAN = Plan(goal=goal_board("blank-last", SMALL), depths=(3, 5), seed=1)
ASTAR = Job.create(BOARD, "blank-last", algorithm="astar", heuristic="manhattan")
OPTIONS = {"algorithm": "astar", "heuristic": "manhattan"}


def lengths(found: Any) -> list[int]:
    return [row.result.length for row in found.rows]


CASES: dict[str, tuple[Callable[[], Work[Any]], Callable[[], Any]]] = {
    "certify": (lambda: iter_certify("mix", SMALL), lambda: certify("mix", SMALL)),
    "measure": (lambda: iter_measure_errors("mix", SMALL), lambda: measure_errors("mix", SMALL)),
    "compare": (lambda: iter_compare([BOARD], contenders(["astar"])), lambda: compare([BOARD], ["astar"])),
    "trace": (lambda: iter_trace(ASTAR), lambda: trace(BOARD, "blank-last", **OPTIONS)),
    "expansions": (
        lambda: iter_record_expansions(ASTAR),
        lambda: record_expansions(BOARD, "blank-last", **OPTIONS),
    ),
    "exercises": (lambda: iter_make_exercises(PLAN), lambda: make_exercises(PLAN)),
    "states": (lambda: iter_enumerate_states(SMALL, 5), lambda: enumerate_states(SMALL, 5)),
    "distances": (lambda: iter_build_distance_table(SMALL, 5), lambda: build_distance_table(SMALL, 5)),
}
COMPARABLE = {"measure": lambda found: found.counts, "compare": lengths}  # no nan, no seconds


@pytest.mark.parametrize("name", CASES)
def test_work_tells_how_far_it_is_and_returns_its_result(name: str) -> None:
    start, plain = CASES[name]
    steps: list[Progress] = []
    found, expected = run_to_end(start(), steps.append), plain()
    select = COMPARABLE.get(name, lambda result: result)
    assert select(found) == select(expected)
    assert {type(step) for step in steps} <= {Progress}
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert all(0 <= step.done <= step.total for step in steps)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["compare", "trace"])
def test_work_that_can_end_early_returns_what_it_has(name: str) -> None:
    start, plain = CASES[name]
    work = start()
    next(work)
    with pytest.raises(StopIteration) as end:
        work.send(True)
    assert type(end.value.value) is type(plain())
