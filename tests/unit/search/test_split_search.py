"""A search split over several workers gives the path, bounds and counts of the undivided search."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from npuzzle import Board, Job, Problem, Shape, Snapshot, goal_board, random_board
from npuzzle.compiler import available
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.search import split_search, subtrees
from npuzzle.search.anytime.solver import anytime
from npuzzle.search.base import SearchOptions, Stepper
from npuzzle.search.pattern_ida import pattern_ida_star
from npuzzle.solving.limits import Outcome
from npuzzle.solving.run import Run
from tests.support.inline_helpers import InlineHelpers

FIRST = goal_board("blank-first", Shape(4, 4))
FIFTEEN = Problem(Board.parse("13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6"), FIRST)  # 55 moves
SHAPES = [Shape(2, 4), Shape(3, 3), Shape(2, 5), Shape(3, 4)]


@pytest.fixture(autouse=True)
def _split_from_the_second_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_search, "SPLIT_FROM", 0)
    monkeypatch.setattr(split_search, "SPLIT_FROM_SLOW", 0)
    monkeypatch.setattr(subtrees, "ROOTS", 40)
    monkeypatch.setattr(subtrees, "SHARE", 60)
    monkeypatch.setattr(subtrees, "LARGE", 20)


def draw_problem(shape: Shape, seed: int) -> Problem:
    goal = goal_board("blank-first" if seed % 2 else "blank-last", shape)
    return Problem(random_board(goal, Random(seed)), goal)


def search(problem: Problem, helpers: InlineHelpers | None = None, **options: int | str) -> list[Snapshot]:
    asked = replace(SearchOptions(helpers=helpers), **options)  # type: ignore[arg-type]
    return list(Stepper(pattern_ida_star(problem, PatternDatabases(problem.goal), asked)).snapshots(100))


@pytest.mark.slow_cases("3x4")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_path_is_that_of_one_worker(shape: Shape) -> None:
    for seed in range(4):
        problem, helpers = draw_problem(shape, seed), InlineHelpers(1 + seed % 3, seed=seed)
        alone, split = search(problem)[-1], search(problem, helpers)[-1]
        assert split.path == alone.path
        assert (split.bound, split.peak_frontier) == (alone.bound, alone.peak_frontier)
        assert helpers.opened == helpers.closed <= 1


@pytest.mark.slow
@pytest.mark.parametrize("losses", [0.0, 0.02])
def test_a_bound_that_is_done_has_the_counts_of_one_worker(losses: float) -> None:
    """Parts that a lost helper had started are expanded again, but counted once."""
    alone = search(FIFTEEN, max_depth=53)[-1]
    helpers = InlineHelpers(3, losses=losses, slice_of=500)
    steps = search(FIFTEEN, helpers, max_depth=53)
    split = steps[-1]
    assert (alone.path, split.path, split.bound) == (None, None, alone.bound)
    assert helpers.reports > 20
    assert 0 < split.elsewhere < split.expanded
    assert (split.expanded, split.generated) == (alone.expanded, alone.generated)
    assert split.peak_frontier == alone.peak_frontier
    assert all(one.expanded <= two.expanded for one, two in pairwise(steps))
    assert (alone.workers, split.workers) == (1, 4)
    lost = "ended early (drawn by lot)" in split.note
    assert lost if losses else split.note == "Split over 4 workers, each with 8 MB of pattern databases."


@pytest.mark.slow
def test_lost_helpers_change_no_path() -> None:
    for seed in range(3):
        helpers = InlineHelpers(2, seed=seed, losses=0.05, slice_of=300)
        assert search(FIFTEEN, helpers)[-1].path == search(FIFTEEN)[-1].path


@pytest.mark.slow
def test_a_helper_may_be_there_late_or_never() -> None:
    assert search(FIFTEEN, InlineHelpers(0))[-1].path == search(FIFTEEN)[-1].path
    assert search(FIFTEEN, InlineHelpers(2, losses=1.0))[-1].path == search(FIFTEEN)[-1].path


@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
def test_every_engine_can_be_split(engine: str) -> None:
    problem = draw_problem(Shape(3, 3), 5)
    split = search(problem, InlineHelpers(2), engine=engine)[-1]
    assert (split.path, split.engine) == (search(problem)[-1].path, engine)
    assert split.note == "Split over 3 workers, each with 1 MB of pattern databases."


@pytest.mark.slow
@pytest.mark.parametrize("most", [500, 2_345, 12_000, 20_000])
def test_a_limit_of_expanded_states_holds_for_all_together(most: int) -> None:
    job = Job.create(FIFTEEN.start, FIFTEEN.goal, expanded=most)
    run = Run(job.resolve(), helpers=InlineHelpers(3, seed=most, slice_of=10_000))
    while run.result is None:
        run.step(1)
    assert run.result.expanded == most
    assert run.result.outcome is Outcome.OUT_OF_NODES


def test_a_search_that_is_stopped_closes_its_helpers() -> None:
    helpers = InlineHelpers(2)
    run = Run(Job.create(FIFTEEN.start, FIFTEEN.goal).resolve(), helpers=helpers)
    while helpers.reports < 3:
        run.step(0)
    result = run.cancel()
    assert result.outcome is Outcome.CANCELLED
    assert helpers.closed >= 1
    assert result.lower_bound is not None
    assert 41 <= result.lower_bound <= 55


@pytest.mark.slow
def test_the_proof_of_anytime_goes_on_while_the_path_gets_shorter() -> None:
    problem, helpers = draw_problem(Shape(3, 4), 3), InlineHelpers(2, slice_of=500)
    options = SearchOptions(helpers=helpers)
    steps = list(Stepper(anytime(problem, None, options)).snapshots(200))  # type: ignore[arg-type]
    shortest = search(problem)[-1]
    assert shortest.path is not None
    assert steps[-1].best is not None
    assert len(steps[-1].best) == steps[-1].bound == len(shortest.path)
    assert steps[-1].workers == 3
    assert helpers.reports
    assert all(one.bound <= two.bound for one, two in pairwise(steps))


@pytest.mark.slow
def test_helpers_go_on_by_themselves_while_the_first_worker_does_other_work() -> None:
    """The first worker only hands out and collects work, so the helpers are never idle."""
    alone, helpers = search(FIFTEEN)[-1], InlineHelpers(2, slice_of=2_000)
    asked = SearchOptions(helpers=helpers)
    stepper = Stepper(pattern_ida_star(FIFTEEN, PatternDatabases(FIFTEEN.goal), asked))
    stepper.step(0)
    while not helpers.opened:
        stepper.step(1)
    stepper.step(50)  # now it has started a subtree
    steps = 0
    while not stepper.ended:
        stepper.step(0)
        steps += 1
    found = stepper.advance(0)
    assert found.path == alone.path
    assert found.elsewhere > 0.8 * found.expanded
    assert steps < 200
