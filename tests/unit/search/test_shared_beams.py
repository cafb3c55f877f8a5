"""Guided beams run by helpers: their paths are true, no beam is left out, every state is counted once."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from npuzzle import Problem, Shape, goal_board, random_board
from npuzzle.errors import KernelMemoryError
from npuzzle.heuristics.simple import Zero
from npuzzle.puzzle.problem import LineProblem
from npuzzle.search.anytime import shared_beams, solver
from npuzzle.search.anytime.guided import GuidedBeam, list_beams, make_beam
from npuzzle.search.anytime.shared_beams import BeamReport, BeamWorker, SharedBeams, describe_request
from npuzzle.search.anytime.solver import anytime
from npuzzle.search.base import SearchOptions, Stepper
from tests.support.inline_helpers import InlineHelpers
from tests.unit.search.common import run_beam

KINDS = (Problem, LineProblem)
LONGEST = 10**6


def draw_problem(kind: type[Problem] = Problem, rows: int = 6, seed: int = 1) -> Problem:
    goal = goal_board("spiral", Shape(rows, 6))
    return kind(random_board(goal, Random(seed)), goal)


def plain(message: dict[str, Any]) -> dict[str, Any]:
    """Return the message as another worker receives it."""
    copy: dict[str, Any] = json.loads(json.dumps(message))
    return copy


@pytest.mark.parametrize("kind", KINDS)
def test_a_worker_finds_the_path_of_a_beam_and_counts_as_one_search_does(kind: type[Problem]) -> None:
    board = draw_problem(kind)
    worker = BeamWorker(plain(describe_request(board, "auto")))
    for number in range(2):
        beam, reports = make_beam(board, 50, number), list[dict[str, Any]]()
        message = {"do": "beam", "beam": shared_beams.asdict(beam), "limit": LONGEST}
        assert worker.receive(plain(message)) == []
        while worker.has_work:
            reports.append(worker.work(1_000))
            assert plain(reports[-1]) == reports[-1]
        alone = run_beam(board, beam)
        assert [report["ended"] for report in reports] == [False] * (len(reports) - 1) + [True]
        assert sum(report["expanded"] for report in reports) == alone.stats.expanded
        assert sum(report["generated"] for report in reports) == alone.stats.generated
        assert reports[-1]["path"] == alone.result
        assert board.replay(alone.result) == board.goal


def test_a_worker_without_memory_for_a_beam_does_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    board = draw_problem()
    worker = BeamWorker(describe_request(board, "auto"))
    worker.receive({"beam": shared_beams.asdict(make_beam(board, 50, 0)), "limit": LONGEST})

    def fail(*_: object, **__: object) -> None:
        raise KernelMemoryError("no memory")

    monkeypatch.setattr("npuzzle.search.anytime.guided.Kernel", fail)
    report = worker.work(100)
    assert (report["ended"], report["path"], worker.has_work) == (True, None, False)


@pytest.mark.parametrize("losses", [0.0, 0.2])
def test_every_beam_is_run_to_its_end_also_if_helpers_are_lost(losses: float) -> None:
    board = draw_problem()
    beams = [make_beam(board, width, 0) for width in range(40, 50)]
    helpers = InlineHelpers(3, seed=2, losses=losses, slice_of=2_000)
    shared = SharedBeams(board, iter(beams), "auto", helpers)
    own, ended, expanded = list[GuidedBeam](), 0, 0
    for _ in range(2_000):
        for report in shared.serve(LONGEST):
            ended, expanded = ended + report.ended, expanded + report.expanded
        if losses and not helpers.workers:
            own += list(shared)
    assert len(own) + ended == len(beams)
    assert (losses > 0) == bool(own) == bool(shared.note)
    assert losses or expanded == sum(run_beam(board, beam).stats.expanded for beam in beams)
    assert shared.workers > 1


@pytest.mark.parametrize("losses", [0.0, 0.01])
@pytest.mark.parametrize("kind", KINDS)
def test_anytime_takes_the_shortest_path_of_all_workers(
    kind: type[Problem], losses: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This includes paths from helpers, which run most of the beams."""
    board, helpers = draw_problem(kind), InlineHelpers(2, seed=3, losses=losses, slice_of=2_000)
    reports, serve = list[BeamReport](), SharedBeams.serve

    def note(shared: SharedBeams, limit: int) -> list[BeamReport]:
        came = serve(shared, limit)
        reports.extend(came)
        return came

    monkeypatch.setattr(SharedBeams, "serve", note)
    monkeypatch.setattr(solver, "FIRST_STATES", 4_000)
    running = Stepper(anytime(board, Zero(board.goal), SearchOptions(helpers=helpers)))
    while running.step(1_000) and running.stats.expanded < 150_000:
        pass
    stats = running.stats
    assert stats.best is not None
    assert board.replay(stats.best) == board.goal
    paths = [report.path for report in reports if report.path is not None]
    assert paths
    assert board.count_moves(stats.best) <= min(board.count_moves(path) for path in paths)
    assert 0 < stats.elsewhere == sum(report.expanded for report in reports) < stats.expanded
    assert stats.workers == 3
    assert helpers.opened == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_path_that_comes_while_another_is_shortened_is_shortened_next(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, helpers = draw_problem(seed=seed), InlineHelpers(2, seed=seed, slice_of=2_000)
    monkeypatch.setattr(solver, "FIRST_STATES", 4_000)
    running = Stepper(anytime(board, Zero(board.goal), SearchOptions(helpers=helpers)))
    while running.step(1_000) and running.stats.expanded < 400_000:
        pass
    assert running.stats.best is not None
    assert board.replay(running.stats.best) == board.goal


def test_a_small_board_leaves_its_helpers_to_the_proof() -> None:
    goal = goal_board("blank-last", Shape(4, 4))
    board, helpers = Problem(random_board(goal, Random(3)), goal), InlineHelpers(2)
    running = Stepper(anytime(board, Zero(goal), SearchOptions(helpers=helpers)))
    while running.step(100_000):
        pass
    assert all(not isinstance(worker, BeamWorker) for worker in helpers.workers.values())
    assert running.stats.bound == len(running.result or "")


def test_the_first_beam_is_of_the_first_worker() -> None:
    """It is narrow, and the constructive solver completes it, so the first short path comes from it."""
    board, helpers = draw_problem(), InlineHelpers(2)
    shared = SharedBeams(board, list_beams(board, 20_000, 400), "auto", helpers)
    assert next(shared).completes
    sent: list[GuidedBeam] = []
    send = helpers.send

    def note(helper: int, message: dict[str, Any]) -> None:
        sent.append(GuidedBeam(**message["beam"]))
        send(helper, message)

    helpers.send = note  # type: ignore[method-assign]
    shared.serve(LONGEST)
    assert len(sent) == len(set(sent)) == 2
    assert not any(beam.completes for beam in sent)
