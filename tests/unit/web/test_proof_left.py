"""The estimate of a proof's remaining time, from its rounds so far, in words of every language."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from npuzzle import Job, Shape, goal_board
from tests.support.translations import FILES, misses
from web.page.commands import initial_state, update
from web.page.commands.solving import change_solver, start_search, take_progress
from web.page.parts.answer import Progress
from web.page.parts.proof_left import Rise, describe_left, estimate_left, note_rise
from web.rooms.solve.task import SolveTask

#: Rounds of 1 and 4 seconds: the next ones take 16, 64 and 256.
RISES = (Rise(91, 1.0), Rise(93, 2.0), Rise(95, 6.0))


def test_only_a_higher_bound_is_noted_and_the_latest_are_kept() -> None:
    rises: tuple[Rise, ...] = ()
    for seconds, bound in enumerate((80, 80, 82, 81, 84, 86, 88)):
        rises = note_rise(rises, bound, float(seconds))
    assert rises == (Rise(82, 2.0), Rise(84, 4.0), Rise(86, 5.0), Rise(88, 6.0))


def test_each_round_takes_as_many_times_longer_as_the_one_before() -> None:
    assert estimate_left(RISES, 6.0, None) == 16.0
    assert estimate_left(RISES, 10.0, None) == 12.0
    assert estimate_left(RISES, 6.0, 97) == 16.0
    assert estimate_left(RISES, 6.0, 101) == 16.0 + 64 + 256
    assert estimate_left(RISES, 60.0, None) == 0.0


@pytest.mark.parametrize(
    "rises",
    [
        (),
        RISES[:2],
        (Rise(85, 1.0), Rise(93, 2.0), Rise(95, 6.0)),  # the bound rose by more than a round
        (Rise(91, 1.0), Rise(92, 2.0), Rise(93, 6.0)),  # line moves, or a search of another kind
        (Rise(91, 0.0), Rise(93, 0.01), Rise(95, 0.1)),  # too short for an estimate
    ],
)
def test_without_two_whole_rounds_nothing_is_said(rises: tuple[Rise, ...]) -> None:
    assert estimate_left(rises, 7.0, None) is None
    assert describe_left(rises, 7.0, 101) is None


def test_a_path_as_short_as_the_bound_needs_no_proof() -> None:
    assert estimate_left(RISES, 6.0, 95) is None


def test_rounds_that_hardly_grow_are_not_trusted() -> None:
    even = (Rise(91, 0.0), Rise(93, 4.0), Rise(95, 8.0))
    assert estimate_left(even, 8.0, None) == 8.0
    sudden = (Rise(91, 0.0), Rise(93, 0.0), Rise(95, 1.0))
    assert estimate_left(sudden, 1.0, None) == 20.0


def test_the_time_is_said_in_a_fitting_unit() -> None:
    assert describe_left(RISES, 6.0, None) == ("Next bound", "about 16 seconds more")
    assert describe_left(RISES, 6.0, 101) == ("Proof", "about 6 minutes more")
    assert describe_left(RISES, 6.0, 107) == ("Proof", "about 6 hours more")
    assert describe_left(RISES, 6.0, 113) == ("Proof", "about 16 days more")
    assert describe_left(RISES, 30.0, None) == ("Next bound", "any moment")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_said_in_every_language(file: Path) -> None:
    said = [describe_left(RISES, 6.0, length) for length in (None, 101, 107, 113)]
    said.append(describe_left(RISES, 30.0, 97))
    assert misses(file, [text for pair in said if pair for text in pair]) == []


@pytest.mark.slow
def test_the_page_follows_the_bound_of_a_search() -> None:
    board = goal_board("blank-last", Shape(4, 4)).shuffled(Random(1))
    job = Job.create(board, heuristic="manhattan")
    task = SolveTask(job.to_dict())
    state = update(initial_state(board), change_solver(True, "", "", False, ""))
    state = update(state, start_search())
    for _ in range(20):
        task.step(0.01)
        state = update(state, take_progress(Progress(**task.progress())))
    bounds = [rise.bound for rise in state.search.rises]
    assert bounds == sorted(set(bounds))
    assert len(bounds) > 1
    assert bounds[-1] == task.progress()["lower_bound"]
