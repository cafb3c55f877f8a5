"""IDA* in line moves by its kernel: the fewest moves, and the same nodes with any engine and slices."""

from __future__ import annotations

import pytest

from npuzzle import Board, Shape, goal_board, random_board
from npuzzle.compiler import available
from npuzzle.heuristics import lines
from npuzzle.heuristics.lines import LineTables, list_groups
from npuzzle.puzzle.problem import LineProblem
from npuzzle.search.base import Search, SearchOptions
from npuzzle.search.line_ida import line_ida_star
from tests.support import oracles
from tests.unit.search.common import drive, last
from tests.unit.search.kernel_searches import same

HARD = LineProblem("8 6 7/2 5 4/3 0 1", "blank-last")
TINY = LineProblem("5 0/3 4/1 2", "blank-last")


def search(problem: LineProblem, engine: str = "auto", depth: int | None = None) -> Search:
    return line_ida_star(problem, LineTables(problem.goal), SearchOptions(engine=engine, max_depth=depth))


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2"])
def test_every_board_of_a_tiny_tray_takes_the_fewest_line_moves(shape: str) -> None:
    goal = goal_board("spiral", Shape(shape))
    for tiles, fewest in oracles.line_distances(goal).items():
        problem = LineProblem(Board(goal.shape, tiles), goal)
        found = last(search(problem))
        assert found.path is not None
        assert (len(found.path), found.bound if fewest else 0) == (fewest, fewest)
        assert problem.replay(problem.letters(found.path)) == goal


@pytest.mark.slow_cases("3x3-python", "3x3-checked")
@pytest.mark.parametrize("engine", available())
@pytest.mark.parametrize(("problem", "counts"), [(TINY, (20, 23)), (HARD, (32, 57))], ids=["3x2", "3x3"])
def test_every_engine_finds_the_same_path_and_counts_the_same_nodes(
    problem: LineProblem, counts: tuple[int, int], engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_session", {})  # the engine builds the tables, too
    found = last(search(problem, engine))
    assert (found.engine, len(found.path or ()), found.bound) == (engine, 20, 20)
    assert (found.expanded, found.generated) == counts
    assert same(found) == same(last(search(problem)))


@pytest.mark.parametrize("pace", [1, 2, 7, 100])
def test_counts_do_not_depend_on_how_the_search_is_cut_into_slices(pace: int) -> None:
    snapshots = drive(search(HARD), [pace] * 10_000)
    assert same(snapshots[-1]) == same(last(search(HARD)))
    bounds = [snapshot.bound for snapshot in snapshots]
    assert bounds == sorted(bounds)


def test_a_limit_on_depth_decides_exactly_whether_a_path_is_found() -> None:
    for limit in (0, 5, 19, 20, 21):
        found = last(search(HARD, depth=limit))
        assert (found.path is not None) == (limit >= 20)
        assert found.path is not None or limit < found.bound <= 20


@pytest.mark.slow_cases("3x5-fewest1", "2x8-fewest2")
@pytest.mark.parametrize(("shape", "fewest"), [("3x4", [23, 25]), ("3x5", [28, 32]), ("2x8", [39, 41])])
def test_random_boards_of_larger_trays(shape: str, fewest: list[int]) -> None:
    """The search itself proves these lengths; a bidirectional search would need too much memory."""
    for seed, length in enumerate(fewest):
        problem = LineProblem(random_board(shape, seed=seed), "blank-last")
        found = last(search(problem))
        assert found.path is not None
        assert (len(found.path), problem.replay(problem.letters(found.path))) == (length, problem.goal)


def test_each_tile_is_in_a_group_by_rows_and_in_one_by_columns() -> None:
    for shape in map(Shape, ("2x2", "2x3", "3x3", "2x7", "3x5", "4x4", "2x8")):
        for home in range(shape.cells):
            groups = list_groups(shape, home)
            assert {tile for group in groups for tile in group} == {*range(shape.cells)} - {home}
            assert len({len(group) for group in groups}) == 1
