"""The beam that is a kernel: its paths are true, all engines find the same, a wide one finds the shortest."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from npuzzle import Problem, Shape, goal_board, random_board, solve
from npuzzle.compiler import PLAIN, available
from npuzzle.kernels import wide_beam
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import PatternSet
from npuzzle.progress import run_to_end
from npuzzle.search.anytime.beams import WideBeam, beam_then_lines, beam_with_tables
from npuzzle.search.base import Stats
from tests.support.quick import mostly_slow
from tests.unit.pattern_databases.common import build_tables

ENGINES = [name for name in available() if name != "checked"]
GOALS = ("blank-last", "blank-first", "spiral")


def problem(shape: Shape, goal: str, seed: int) -> Problem:
    end = goal_board(goal, shape)
    return Problem(random_board(end, Random(seed)), end)


def searched(beam: WideBeam, board: Problem, *, limit: int = 1_000, patience: int = 1_000) -> str | None:
    """The path of one beam over the whole tray, replayed; None if it finds none."""
    beam.begin(board.shape, board.initial, board.home, limit=limit, patience=patience)
    outcome = wide_beam.MORE
    while outcome == wide_beam.MORE:
        outcome = beam.search(Stats(report_at=500))
    if outcome == wide_beam.NOTHING:
        return None
    path = beam.solution()
    assert board.replay(path) == board.goal
    assert len(path) <= limit
    return path


@cache
def tables(shape: Shape, home: int) -> PatternSet:
    """Small tables, in groups of two and three, for a tray as `canonical` lays it."""
    rest = [cell for cell in range(shape.cells) if cell != home]
    groups = [tuple(rest[at : at + 3]) for at in range(0, len(rest), 3)]
    return build_tables(shape, home, tuple(groups))


def by_tables(board: Problem, width: int, *, limit: int = 1_000, engine: str = "auto") -> str | None:
    turned = canonical(board.shape, board.home)
    beam = WideBeam(
        board.shape.cells,
        width=width,
        levels=limit,
        tables=tables(turned.shape, turned.image[board.home]),
        engine=engine,
    )
    return run_to_end(beam_with_tables(board, beam, limit=limit))


@pytest.mark.slow
@pytest.mark.parametrize("goal", mostly_slow(GOALS))
def test_a_beam_that_keeps_all_states_finds_a_shortest_path(goal: str) -> None:
    """On 2x3 and 3x2 no level has more than 44 states."""
    for shape in (Shape(2, 3), Shape(3, 2)):
        beam = WideBeam(6, width=400, levels=60)
        for seed in range(12):
            board = problem(shape, goal, seed)
            shortest = solve(board.start, board.goal).length
            assert shortest is not None
            for path in (searched(beam, board, limit=shortest), by_tables(board, 400, limit=shortest)):
                assert path is not None
                assert board.replay(path) == board.goal
                assert len(path) == shortest
            if shortest > 1:
                assert searched(beam, board, limit=shortest - 2) is None
                assert by_tables(board, 400, limit=shortest - 2) is None


@pytest.mark.slow_cases("spiral-python", "blank-first-python", "blank-last-python")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("goal", GOALS)
def test_a_narrow_beam_finds_valid_paths_on_trays_of_many_shapes_with_one_kernel(
    goal: str, engine: str
) -> None:
    beam = WideBeam(20, width=150 if engine not in PLAIN else 30, levels=300, engine=engine)
    found = 0
    for shape in (Shape(3, 3), Shape(3, 4), Shape(4, 3), Shape(2, 7), Shape(4, 5), Shape(5, 4)):
        path = searched(beam, problem(shape, goal, 7))
        found += path is not None
    assert found >= (5 if engine not in PLAIN else 3)


@pytest.mark.slow
def test_every_engine_finds_the_same_path_with_the_same_counts() -> None:
    for tabled in (False, True):
        told = set()
        for engine in available():
            small = tables(Shape(3, 3), 0) if tabled else None
            beam = WideBeam(9, width=20, levels=80, tables=small, engine=engine)
            board = problem(Shape(3, 3), "blank-first", 3)
            beam.begin(board.shape, board.initial, board.home, limit=80)
            stats = Stats(report_at=10_000)
            outcome = beam.search(stats)
            told.add((outcome, stats.expanded, stats.generated, stats.frontier, beam.solution()))
        assert len(told) == 1


@pytest.mark.slow
def test_how_often_it_pauses_changes_nothing() -> None:
    board = problem(Shape(4, 4), "blank-last", 11)
    told = set()
    for pace in (1, 7, 1_000, 1_000_000):
        beam = WideBeam(16, width=60, levels=200)
        beam.begin(board.shape, board.initial, board.home, limit=200)
        stats, outcome = Stats(), wide_beam.MORE
        while outcome == wide_beam.MORE:
            stats.report_at = stats.expanded + pace
            outcome = beam.search(stats)
        told.add((stats.expanded, stats.generated, beam.solution()))
    assert len(told) == 1


def test_without_patience_it_gives_up_where_it_no_longer_comes_nearer_and_knows_how_near_it_was() -> None:
    board = problem(Shape(8, 8), "blank-last", 2)
    beam = WideBeam(64, width=20, levels=2_000)
    assert searched(beam, board, limit=2_000, patience=20) is None
    near = board.replay(beam.nearest())
    far = sum(board.shape.distance(c, t) for c, t in enumerate(board.initial) if t != board.home)
    state = Problem(near, board.goal).initial
    assert sum(board.shape.distance(c, t) for c, t in enumerate(state) if t != board.home) < far / 2


@pytest.mark.slow
@pytest.mark.slow_cases("3x12-blank-last", "6x6-blank-last")
@pytest.mark.parametrize("goal", mostly_slow(GOALS))
@pytest.mark.parametrize("size", mostly_slow(["6x6", "3x12", "2x11", "9x8"], 3))
def test_where_a_beam_is_stuck_lines_are_finished_by_construction(size: str, goal: str) -> None:
    shape = Shape.parse(size)
    board = problem(shape, goal, 5)
    beam = WideBeam(shape.cells, width=12, levels=4_000)
    path = run_to_end(beam_then_lines(board, beam, limit=100_000))
    assert path is not None
    assert board.replay(path) == board.goal
    assert run_to_end(beam_then_lines(board, beam, limit=len(path))) == path
    assert run_to_end(beam_then_lines(board, beam, limit=40)) is None


@pytest.mark.slow
def test_where_there_is_no_room_to_trace_more_levels_it_goes_on_from_the_nearest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for room in (700, 1_000, 1_600):
        monkeypatch.setattr("npuzzle.search.anytime.beams.MOST_TRACED", room)
        for seed in range(4):
            board = problem(Shape(6, 5), "blank-last", seed)
            beam = WideBeam(30, width=20, levels=4_000)
            path = run_to_end(beam_then_lines(board, beam, limit=100_000))
            assert path is not None
            assert board.replay(path) == board.goal


@pytest.mark.slow
def test_tables_with_entries_of_a_byte_and_large_numbers_are_read_right() -> None:
    """The same beam by the same tables, whatever bits their entries have."""
    told = set()
    for bits in (2, 4, 8):
        board = problem(Shape(3, 3), "blank-first", 6)
        rest = tuple(range(1, 9))
        beam = WideBeam(
            9, width=60, levels=80, tables=build_tables(Shape(3, 3), 0, (rest[:4], rest[4:]), bits)
        )
        told.add(run_to_end(beam_with_tables(board, beam, limit=80)))
    assert len(told) == 1


def test_on_a_long_thin_tray_ranks_are_distinguished() -> None:
    board = problem(Shape(2, 98), "blank-last", 1)
    beam = WideBeam(196, width=30, levels=20_000)
    assert searched(beam, board, limit=20_000, patience=30) is None
    assert len(beam.nearest()) > 20  # so many levels each came nearer
    board.replay(beam.nearest())
