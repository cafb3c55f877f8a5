"""The beam kernel: its paths are true, all engines find the same, and a wide beam finds the shortest."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from npuzzle import Problem, Shape, goal_board, random_board, solve
from npuzzle.compiler import available
from npuzzle.kernels import wide_beam
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import PatternSet
from npuzzle.progress import run_to_end
from npuzzle.search.anytime.beams import WideBeam, beam_with_tables
from npuzzle.search.base import Stats
from tests.support.quick import mostly_slow
from tests.unit.pattern_databases.common import build_tables

ENGINES = [name for name in available() if name != "checked"]
GOALS = ("blank-last", "blank-first", "spiral")


def problem(shape: Shape, goal: str, seed: int) -> Problem:
    end = goal_board(goal, shape)
    return Problem(random_board(end, Random(seed)), end)


@cache
def tables(shape: Shape, home: int) -> PatternSet:
    """Build small tables, in groups of two and three, for a tray in its canonical orientation."""
    rest = [cell for cell in range(shape.cells) if cell != home]
    groups = [tuple(rest[at : at + 3]) for at in range(0, len(rest), 3)]
    return build_tables(shape, home, tuple(groups))


def by_tables(board: Problem, width: int, *, limit: int = 1_000, engine: str = "auto") -> str | None:
    turned = canonical(board.shape, board.home)
    small = tables(turned.shape, turned.image[board.home])
    beam = WideBeam(small, width=width, levels=limit, engine=engine)
    return run_to_end(beam_with_tables(board, beam, limit=limit))


@pytest.mark.slow
@pytest.mark.parametrize("goal", mostly_slow(GOALS))
def test_a_beam_that_keeps_all_states_finds_a_shortest_path(goal: str) -> None:
    """On 2x3 and 3x2, no level has more than 44 states."""
    for shape in (Shape(2, 3), Shape(3, 2)):
        for seed in range(12):
            board = problem(shape, goal, seed)
            shortest = solve(board.start, board.goal).length
            assert shortest is not None
            path = by_tables(board, 400, limit=shortest)
            assert path is not None
            assert board.replay(path) == board.goal
            assert len(path) == shortest
            if shortest > 1:
                assert by_tables(board, 400, limit=shortest - 2) is None


@pytest.mark.slow
def test_every_engine_finds_the_same_path_with_the_same_counts() -> None:
    board, told = problem(Shape(3, 3), "blank-first", 3), set()
    for engine in available():
        beam = WideBeam(tables(Shape(3, 3), 0), width=20, levels=80, engine=engine)
        beam.begin(board.initial, board.home, limit=80)
        stats = Stats(report_at=10_000)
        outcome = beam.search(stats)
        told.add((outcome, stats.expanded, stats.generated, stats.frontier, beam.solution()))
    assert len(told) == 1


@pytest.mark.slow
def test_how_often_it_pauses_changes_nothing() -> None:
    board = problem(Shape(3, 3), "blank-first", 11)
    told = set()
    for pace in (1, 7, 1_000, 1_000_000):
        beam = WideBeam(tables(Shape(3, 3), 0), width=60, levels=200)
        beam.begin(board.initial, board.home, limit=200)
        stats, outcome = Stats(), wide_beam.MORE
        while outcome == wide_beam.MORE:
            stats.report_at = stats.expanded + pace
            outcome = beam.search(stats)
        told.add((stats.expanded, stats.generated, beam.solution()))
    assert len(told) == 1


@pytest.mark.slow
def test_tables_with_entries_of_a_byte_and_large_numbers_are_read_right() -> None:
    """The beam is the same for any number of bits per entry."""
    told = set()
    for bits in (2, 4, 8):
        board = problem(Shape(3, 3), "blank-first", 6)
        rest = tuple(range(1, 9))
        small = build_tables(Shape(3, 3), 0, (rest[:4], rest[4:]), bits)
        beam = WideBeam(small, width=60, levels=80)
        told.add(run_to_end(beam_with_tables(board, beam, limit=80)))
    assert len(told) == 1
