"""Anytime search has a path immediately, always a true one that never gets longer, and a bound that holds."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from npuzzle import (
    Board,
    Job,
    Limits,
    Outcome,
    Problem,
    SearchOptions,
    Shape,
    Snapshot,
    goal_board,
    random_board,
    random_walk,
    solve,
    start,
)
from npuzzle.compiler import available
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.heuristics.simple import Zero
from npuzzle.pattern_databases.table import PatternSet
from npuzzle.search.anytime.beams import WideBeam, beam_backward
from npuzzle.search.anytime.guided import MOST_BYTES
from npuzzle.search.anytime.solver import TABLED_BEAMS, Beam, _Improver, anytime
from npuzzle.search.base import Stepper
from tests.support.known_boards import korf
from tests.support.quick import mostly_slow

GOALS = ("blank-last", "blank-first", "spiral")
PACE = 20_000  # expansions between two snapshots

compiled = pytest.mark.skipif("wasmtime" not in available(), reason="wasmtime is not installed")


def problem(size: str, goal: str = "blank-last", seed: int = 1) -> Problem:
    end = goal_board(goal, Shape.parse(size))
    return Problem(random_board(end, Random(seed)), end)


def snapshots(board: Problem, *, most: int, pace: int = PACE, **options: object) -> list[Snapshot]:
    """Return the snapshots of the search, up to `most` expansions."""
    search = anytime(board, Zero(board.goal), SearchOptions(**options))  # type: ignore[arg-type]
    told = []
    for now in Stepper(search).snapshots(pace):
        told.append(now)
        if now.expanded >= most:
            break
    return told


@pytest.mark.slow
@pytest.mark.slow_cases("5x5-blank-last", "4x5-blank-last")
@pytest.mark.parametrize("goal", mostly_slow(GOALS))
@pytest.mark.parametrize("size", mostly_slow(["2x9", "4x5", "5x5", "6x6", "9x7", "12x3"], 3))
def test_it_has_a_path_at_once_and_each_one_after_it_is_shorter_and_leads_to_the_goal(
    size: str, goal: str
) -> None:
    board = problem(size, goal)
    told = snapshots(board, most=150_000)
    assert told[0].best is None
    paths = list(dict.fromkeys(now.best for now in told if now.best is not None))
    first = next(now for now in told if now.best is not None)
    assert (first.expanded, first.path) == (0, None)
    assert all(len(after) < len(before) for before, after in pairwise(paths))
    for path in paths:
        assert board.replay(path) == board.goal
    assert all(after.bound >= before.bound for before, after in pairwise(told))
    assert all(after.expanded >= before.expanded for before, after in pairwise(told))
    assert told[-1].bound <= len(paths[-1])


@pytest.mark.slow
@pytest.mark.parametrize("goal", mostly_slow(GOALS))
def test_on_small_boards_it_ends_by_itself_with_a_proof(goal: str) -> None:
    for seed in range(4):
        board = problem("3x3", goal, seed)
        last = snapshots(board, most=10**9)[-1]
        assert last.path is not None
        assert last.path == last.best
        assert len(last.path) == last.bound == solve(board.start, board.goal).length


@pytest.mark.slow
@compiled
def test_boards_too_large_for_tables_are_proved_too_if_they_are_near_their_goal() -> None:
    goal = goal_board("blank-first", Shape(7, 7))
    for seed in range(3):
        board = Problem(random_walk(goal, 26, Random(seed)), goal)
        last = snapshots(board, most=10**8)[-1]
        assert last.path is not None
        assert len(last.path) == last.bound


@pytest.mark.slow
@compiled
def test_known_boards_of_the_5x5_come_near_their_shortest_lengths() -> None:
    """The boards are the first three of Korf's set. The counts are the same on every machine."""
    boards, lengths = korf("korf50-24")[:3], 0
    for board, shortest in boards:
        last = snapshots(board, most=1_000_000)[-1]
        assert last.best is not None
        assert board.replay(last.best) == board.goal
        assert last.bound <= shortest <= len(last.best)
        lengths += len(last.best)
    assert lengths <= 1.1 * sum(shortest for _, shortest in boards)


@pytest.mark.slow
@compiled
@pytest.mark.parametrize(("size", "share"), [("6x6", 0.6), ("10x10", 0.55), ("20x14", 0.7)])
def test_the_first_path_of_larger_boards_becomes_much_shorter(size: str, share: float) -> None:
    first = last = 0
    for seed in range(2):
        told = snapshots(problem(size, seed=seed), most=2_000_000)
        paths = [now.best for now in told if now.best is not None]
        first += len(paths[0])
        last += len(paths[-1])
    assert last <= share * first


@pytest.mark.slow
@pytest.mark.slow_cases("checked", "wasmtime")
@pytest.mark.parametrize("engine", available())
def test_every_engine_improves(engine: str) -> None:
    board = problem("4x4", seed=3)
    told = snapshots(
        board, most={"checked": 2_000, "python": 10_000}.get(engine, 50_000), pace=200, engine=engine
    )
    assert {now.engine for now in told} == {engine}
    paths = [now.best for now in told if now.best is not None]
    assert board.replay(paths[-1]) == board.goal
    assert len(paths[-1]) < len(paths[0])


def test_stopped_at_any_time_it_has_its_best_path_and_says_what_ended_it() -> None:
    for steps in (3, 10, 40):
        run = start(Job.create(str(problem("5x5").start), algorithm="anytime"))
        for _ in range(steps):
            run.step(0.001)
            if run.lengths:
                break
        assert run.lengths
        result = run.cancel()
        assert (result.outcome, result.ended) == (Outcome.SOLVED, Outcome.CANCELLED)
        assert result.length == run.lengths[-1][1] == result.lengths[-1][1]
        assert result.claim == f"at most {result.excess} longer"
        assert f"The first path had {result.lengths[0][1]} moves. You stopped it." in result.note


def test_without_any_time_it_still_has_the_first_path() -> None:
    for size in ("4x4", "6x6", "30x30"):
        result = solve(problem(size).start, within=0)
        assert (result.outcome, result.algorithm) == (Outcome.SOLVED, "anytime")
        assert result.ended is Outcome.OUT_OF_TIME
        assert result.length is not None


def test_under_a_depth_limit_only_a_path_that_short_is_an_answer() -> None:
    board = problem("3x3", seed=2).start
    shortest = solve(board).length
    assert shortest is not None
    enough = solve(board, algorithm="anytime", limits=Limits(depth=shortest))
    assert (enough.length, enough.claim) == (shortest, "proved shortest")
    result = solve(board, algorithm="anytime", limits=Limits(depth=shortest - 2))
    assert (result.outcome, result.path) == (Outcome.NO_PATH, None)


@pytest.mark.parametrize("expanded", [1, 10, 777, 30_000])
def test_a_limit_on_expanded_states_is_never_passed(expanded: int) -> None:
    result = solve(problem("5x5").start, algorithm="anytime", limits=Limits(expanded=expanded))
    assert (result.outcome, result.ended) == (Outcome.SOLVED, Outcome.OUT_OF_NODES)
    assert result.snapshot.expanded == expanded


@pytest.mark.slow
def test_what_ended_it_does_not_count_where_its_path_is_proved_shortest() -> None:
    """One move from the goal, the first path is as short as the first bound, with any options."""
    board = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24"
    for limits in (Limits(seconds=0), Limits(expanded=5), Limits()):
        for every in (False, True):
            result = solve(board, algorithm="anytime", limits=limits, every=every)
            assert (result.path, result.claim, result.ended) == ("L", "proved shortest", None)
    run = start(Job.create(board, algorithm="anytime", every=True))
    while not run.lengths:
        run.step(0)
    assert run.cancel().claim == "proved shortest"


@pytest.mark.slow
def test_where_there_is_no_memory_for_tables_the_beams_do_without(monkeypatch: pytest.MonkeyPatch) -> None:
    from npuzzle.errors import KernelMemoryError
    from npuzzle.search.anytime import solver as module

    def scarce(*arguments: Any, **options: Any) -> Any:
        raise KernelMemoryError("the kernel needs more than there is")

    monkeypatch.setattr(module, "WideBeam", scarce)
    last = snapshots(problem("4x4"), most=60_000)[-1]
    assert last.note == "The kernel needs more than there is. The beams do without tables."
    assert last.best is not None


@pytest.mark.slow
def test_plain_python_does_not_shorten_a_path_that_it_would_take_seconds_to_walk() -> None:
    board = problem("40x40")
    told = snapshots(board, most=3_000, pace=500, engine="python")
    assert len({now.best for now in told if now.best is not None}) == 1
    assert told[-1].expanded >= 3_000


@pytest.mark.parametrize("size", ["4x4", "5x5", "6x6", "10x10", "20x20", "9x60"])
@pytest.mark.parametrize("engine", ["wasmtime", "python"])
def test_beams_get_wider_and_fit_in_memory(size: str, engine: str) -> None:
    improving = _Improver(problem(size), SearchOptions(engine="python"))
    improving.stats.engine = engine
    improving._keep("U" * 3_000)
    if size in ("4x4", "5x5"):
        improving._tables = catalogue_of(improving._problem.goal)
    beams = list(improving._list_beams())
    compiled_tables = engine == "wasmtime" and improving._tables is not None
    assert (beams == list(TABLED_BEAMS)) == compiled_tables
    if not compiled_tables:
        widths = [beam.width for beam in beams]
        assert widths == sorted(widths)
        assert len(set(widths)) > 1
        assert 4 * 3_000 * widths[-1] <= MOST_BYTES


@pytest.mark.slow
@compiled
@pytest.mark.parametrize("goal", ["blank-last", "spiral"])
def test_a_beam_from_the_goal_finds_a_path_from_the_board(goal: str) -> None:
    """It uses tables for the cell of the board's blank, and reverses the moves."""
    for seed in range(4):
        board = problem("4x4", goal, seed)
        tables = catalogue_of(board.start)
        beam = WideBeam(tables, width=300, levels=90)
        stepper = Stepper(beam_backward(board, beam, limit=90))
        while not stepper.ended:
            stepper.step(PACE)
        assert isinstance(stepper.result, str)
        assert board.replay(stepper.result) == board.goal
        shorter = WideBeam(tables, width=300, levels=5)
        none = Stepper(beam_backward(board, shorter, limit=5))
        while not none.ended:
            none.step(PACE)
        assert none.result is None


def catalogue_of(goal: Board) -> PatternSet:
    """Return the pattern databases for a goal."""
    finding = PatternDatabases(goal).iter_find()
    while True:
        try:
            next(finding)
        except StopIteration as end:
            found: PatternSet = end.value.tables
            return found


@pytest.mark.slow
@compiled
def test_one_of_the_beams_goes_backward_and_its_path_is_kept_if_it_is_shorter() -> None:
    board = problem("4x4", seed=5)
    improving = _Improver(board, SearchOptions(engine="wasmtime"))
    for _ in improving._construct():
        pass
    improving._tables = catalogue_of(board.goal)
    before = improving._shortest
    for _ in improving._run_beam(Beam(2_000, is_backward=True)):
        improving.stats.report_at = improving.stats.expanded + PACE
    assert len(improving._shortest) < 0.6 * len(before)
    assert board.replay(improving._shortest) == board.goal
    assert improving.stats.tables == ""  # tables of backward beams are not reported


@compiled
def test_where_the_way_back_has_no_room_for_tables_no_beam_goes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from npuzzle.errors import KernelMemoryError

    board = problem("4x4", seed=5)
    improving = _Improver(board, SearchOptions(engine="wasmtime"))
    for _ in improving._construct():
        pass
    improving._tables, improving.stats.note = catalogue_of(board.goal), "as before"
    before = improving._shortest

    def refuse(self: PatternDatabases, engine: str) -> Any:
        yield 0.5
        raise KernelMemoryError("the kernel needs more than there is")

    monkeypatch.setattr(PatternDatabases, "iter_find", refuse)
    assert len(list(improving._run_beam(Beam(2_000, is_backward=True)))) == 1
    assert (improving._shortest, improving.stats.note) == (before, "as before")
    assert improving._tables is not None


@pytest.mark.slow
def test_a_wider_beam_that_has_no_room_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from npuzzle.errors import KernelMemoryError
    from npuzzle.search.anytime import solver as module

    asked = list[int]()

    def scarce(tables: PatternSet, *, width: int, **options: Any) -> Any:
        asked.append(width)
        if width > 80:
            raise KernelMemoryError("the kernel needs more than there is")
        return WideBeam(tables, width=width, **options)

    monkeypatch.setattr(module, "WideBeam", scarce)
    monkeypatch.setattr(module, "TABLED_BEAMS", (Beam(80), Beam(800), Beam(800, is_backward=True)))
    monkeypatch.setattr(module, "FIRST_WIDTH", 80)
    last = snapshots(problem("5x5", seed=5), most=900_000)[-1]
    assert asked == [80, 800, 800]
    assert (last.note, last.tables != "") == ("", True)


@pytest.mark.parametrize(
    ("shape", "engine", "away", "times"),
    [
        ("5x5", "wasmtime", 6, 10),
        ("5x5", "wasmtime", 8, 1),
        ("5x5", "python", 6, 4),
        ("6x6", "wasmtime", 2, 1),
        ("6x6", "wasmtime", 8, 1 / 8),
    ],
)
def test_a_proof_in_sight_gets_more_states(shape: str, engine: str, away: int, times: float) -> None:
    """On trays with tables, IDA* expands far more states per second than beams do."""
    goal = goal_board("blank-last", Shape.parse(shape))
    improving = _Improver(Problem(random_walk(goal, 60, Random(1)), goal), SearchOptions(engine="python"))
    improving.stats.engine, improving.stats.bound = engine, 100
    improving._keep("U" * (100 + away))
    assert improving._proof_share(1_000) == times * 1_000


@pytest.mark.slow
@compiled
def test_a_board_whose_shortest_path_is_proved_in_seconds_is_proved_by_the_improving_search_too() -> None:
    """The path has 80 moves. IDA* alone expands ten million states for it."""
    goal = goal_board("blank-last", Shape(5, 5))
    board = random_walk(goal, 170, Random(7))
    last = snapshots(Problem(board, goal), most=40_000_000)[-1]
    assert last.path is not None
    assert len(last.path) == last.bound == 80
