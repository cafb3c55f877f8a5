"""`GoingOn`: what is noted of a search while it runs and at its end, and when."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from npuzzle import Job, Problem, Run, Shape, goal_board, random_walk
from npuzzle.search.refuted import Refuted
from npuzzle.solving.earlier import Earlier
from npuzzle.solving.going_on import GoingOn

GOAL = goal_board("blank-first", Shape(3, 6))
PROBLEM = Problem(random_walk(GOAL, 90, Random(1)), GOAL)
#: A bound whose last rise took a second.
BOUND = 20 + PROBLEM.parity
KNOWN = Earlier(problem=PROBLEM, bound=BOUND, seconds=8.0, rises=((BOUND - 2, 7.0), (BOUND, 8.0)))
WHERE = "in this test"


def going_on_from(earlier: Earlier, every: float = 1.0, **limits: Any) -> tuple[GoingOn, Run]:
    """A search by `anytime` that goes on, and its run, in which no expansion was made."""
    plan = Job.create(PROBLEM.start, GOAL, algorithm="anytime", **limits).resolve()
    going_on = GoingOn(plan, earlier, WHERE, every=every)
    return going_on, Run(going_on.plan)


def test_the_plan_goes_on_from_the_bound_and_the_path_and_says_where_they_were_kept() -> None:
    path = find_path()
    going_on, run = going_on_from(replace(KNOWN, path=path))
    options = going_on.plan.options
    assert options.refuted == Refuted(BOUND)
    assert options.known_path == path
    assert going_on.plan.earlier == (
        f"Paths of fewer than {BOUND} moves were ruled out earlier, {WHERE}, in 8 seconds; "
        "this search went on from there."
    )
    while run.path_so_far is None:
        run.step(0)
    assert len(run.path_so_far) <= len(path), "it never shows a longer one than was kept"
    run.cancel()


def find_path() -> str:
    _, run = going_on_from(Earlier(problem=PROBLEM))
    while run.path_so_far is None:
        run.step(0)
    path = run.path_so_far
    run.cancel()
    return path


def test_the_best_path_so_far_is_kept_while_it_runs_and_at_its_end() -> None:
    going_on, run = going_on_from(KNOWN, every=0.0)
    while run.path_so_far is None:
        run.step(0)
    noted = going_on.note(run)
    assert noted is not None
    assert noted.path == run.path_so_far
    assert noted.seconds >= KNOWN.seconds
    result = run.cancel()
    kept = going_on.end(run)
    assert kept is not None
    assert kept.path == result.path


def test_a_path_that_was_kept_stays_where_a_run_ends_before_it_has_one() -> None:
    path = find_path()
    going_on, run = going_on_from(replace(KNOWN, path=path))
    result = run.cancel()
    kept = going_on.end(run)
    assert kept is not None
    assert kept.path == (result.path or path)


def test_it_is_noted_when_the_bound_rises_and_else_after_so_many_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr(Run, "seconds", property(lambda run: clock[0]))
    going_on, run = going_on_from(KNOWN, every=5.0)
    refuted = going_on.plan.options.refuted
    assert refuted is not None
    noted = []
    for clock[0] in (0.0, 4.0, 5.0, 9.0, 10.0, 14.0):
        now = going_on.note(run)
        noted += [now.seconds] if now is not None else []
    assert noted == [13.0, 18.0]
    refuted.raise_to(BOUND + 2)
    now = going_on.note(run)
    assert now is not None
    assert now.rises == (*KNOWN.rises, (BOUND + 2, 22.0))
    assert going_on.note(run) is None
    run.cancel()
    assert going_on.note(run) is None, "what a run has at its end is for `end` to say"


def test_a_search_that_has_shown_little_is_not_noted() -> None:
    going_on, run = going_on_from(Earlier(problem=PROBLEM), every=0.0)
    assert going_on.note(run) is None
    run.cancel()
    assert going_on.end(run) is None


def test_a_proved_path_is_nothing_to_keep() -> None:
    problem = Problem(random_walk(GOAL, 24, Random(1)), GOAL)
    plan = Job.create(problem.start, GOAL, algorithm="anytime").resolve()
    going_on = GoingOn(plan, Earlier(problem=problem), WHERE)
    run = Run(going_on.plan)
    while run.result is None:
        run.step(1)
    assert run.result.is_optimal
    refuted = going_on.plan.options.refuted
    assert refuted is not None
    refuted.done[(0,)] = 5  # as if it had taken long
    assert going_on.end(run) is None


def test_by_default_it_is_noted_every_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(Run, "seconds", property(lambda run: clock[0]))
    plan = Job.create(PROBLEM.start, GOAL, algorithm="anytime").resolve()
    going_on = GoingOn(plan, KNOWN, WHERE)
    run = Run(going_on.plan)
    noted = []
    for clock[0] in (0.5, 0.9, 1.0, 1.5, 2.0):
        now = going_on.note(run)
        noted += [now.seconds] if now is not None else []
    assert noted == [9.0, 10.0]
    run.cancel()
