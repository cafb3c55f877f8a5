"""IDA* by the kernel: shortest paths everywhere, and the same nodes with any engine and slices."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from npuzzle import HEURISTICS, Board, Limits, Outcome, Problem, Shape, goal_board, solve
from npuzzle.compiler import available
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.symmetry import symmetries
from npuzzle.puzzle.problem import board_of
from npuzzle.search import pattern_search
from npuzzle.search.base import SearchOptions
from npuzzle.search.ida_star import generic_ida_star
from npuzzle.solving.driver import Drive
from npuzzle.storage import keep_in
from tests.support.known_boards import korf
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals, walk
from tests.unit.heuristics.claims import goal_with_blank_at
from tests.unit.pattern_databases.common import empty_store, needs_wasmtime
from tests.unit.search.common import drive, last, search_to_end
from tests.unit.search.kernel_searches import EASY, EIGHT, FIRST, length_of, problems, same, search

pytestmark = pytest.mark.usefixtures("no_kernel_lies_idle")


@pytest.mark.slow_cases("2x3")
@pytest.mark.parametrize("shape", mostly_slow([Shape(2, 2), Shape(2, 3), Shape(3, 2)], 2), ids=str)
def test_every_board_of_a_tiny_tray_is_solved_on_a_shortest_path(shape: Shape) -> None:
    for goal in four_goals(shape):
        for problem, far in problems(goal, 999, 0):
            assert length_of(problem) == far


@pytest.mark.slow
@pytest.mark.slow_cases("2x4")
@pytest.mark.parametrize(
    "shape", [Shape(2, 4), Shape(4, 2), pytest.param(Shape(3, 3), marks=pytest.mark.slow)], ids=str
)
def test_boards_of_a_small_tray_are_solved_on_a_shortest_path_wherever_the_home_is(shape: Shape) -> None:
    for home in range(shape.cells):
        for problem, far in problems(goal_with_blank_at(shape, home), 25, home):
            assert length_of(problem) == far


@pytest.mark.slow_cases("4x4", "5x5")
@pytest.mark.parametrize(
    "shape", [Shape(3, 4), Shape(4, 3), Shape(2, 6), Shape(3, 5), Shape(4, 4), Shape(5, 5)], ids=str
)
def test_larger_trays_are_solved_as_by_the_ida_star_of_the_textbook(
    shape: Shape, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The walks are short enough for linear conflict."""
    monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 15_000)
    monkeypatch.setattr(catalogue, "MOST_BUILT", {})
    with empty_store():
        for goal in four_goals(shape):
            board = Board(shape, tuple([goal.tiles[t] for t in walk(Problem(goal, goal), 60, seed=9)[-1][1]]))
            problem = Problem(board, goal)
            textbook = last(
                generic_ida_star(problem, HEURISTICS["linear-conflict"].make(goal), SearchOptions())
            )
            assert textbook.path is not None
            assert length_of(problem) == len(textbook.path)


@pytest.mark.parametrize("corner", [0, 3, 12, 15])
def test_a_home_in_any_corner_of_the_4x4_is_as_good_as_any_other(corner: int) -> None:
    """The boards are mirrored or turned, and use the same tables."""
    goal = goal_with_blank_at(FIRST.shape, corner)
    turned = next(one for one in symmetries(FIRST.shape) if one.image[0] == corner)
    for number in EASY:
        problem, length = korf()[number - 1]
        board = board_of(turned.of_state(problem.initial), goal)
        assert length_of(Problem(board, goal)) == length


@pytest.mark.slow
@needs_wasmtime
def test_korf_s_hundred_boards_have_the_lengths_known_and_cost_what_they_always_cost() -> None:
    expanded = generated = 0
    for problem, length in korf():
        found = last(search(problem, engine="wasmtime"))
        assert found.path is not None
        assert len(found.path) == length
        assert problem.replay(problem.letters(found.path)) == FIRST
        assert (found.engine, found.note) == ("wasmtime", "")
        expanded, generated = expanded + found.expanded, generated + found.generated
    assert (expanded, generated) == (13_920_234, 27_143_944)


@pytest.mark.parametrize("engine", available())
def test_every_engine_finds_the_same_path_and_counts_the_same_nodes(engine: str) -> None:
    boards = problems(EIGHT, 4, 8, least=22) + problems(goal_with_blank_at(Shape(2, 4), 6), 4, 8, least=25)
    for problem, _ in boards:
        assert same(last(search(problem, engine=engine))) == same(last(search(problem)))
        assert last(search(problem, engine=engine)).engine == engine


@pytest.mark.slow
@pytest.mark.parametrize("engine", available())
def test_every_engine_counts_the_same_nodes_on_boards_of_the_4x4(engine: str) -> None:
    for number, counts in EASY.items():
        problem, length = korf()[number - 1]
        found = last(search(problem, engine=engine))
        assert found.path is not None
        assert (len(found.path), found.expanded, found.generated) == (length, *counts)


PACES: list[int | None] = [1, 2, 7, 1000, None]


@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
@pytest.mark.parametrize("pace", PACES)
def test_counts_do_not_depend_on_how_the_search_is_cut_into_slices(pace: int | None, engine: str) -> None:
    for problem, _ in problems(EIGHT, 10, 4, least=20):
        whole = drive(search(problem, engine=engine), [10**6] * 200)[-1]
        assert same(drive(search(problem, engine=engine), [pace] * 10**5)[-1]) == same(whole)


@pytest.mark.parametrize("pace", [1, 2, 7, 100])
def test_no_slice_expands_more_than_it_was_asked_to(pace: int) -> None:
    """This holds even if the bound rises within a slice."""
    for problem, _ in problems(EIGHT, 10, 6, least=20):
        snapshots = drive(search(problem), [pace] * 10**5)
        assert snapshots[-1].path is not None
        grown = [after.expanded - before.expanded for before, after in pairwise(snapshots)]
        assert max(grown) == min(pace, max(grown))
        bounds = [snapshot.bound for snapshot in snapshots]
        assert bounds == sorted(bounds)
        assert all(now.frontier == now.stored <= max(1, now.bound) for now in snapshots)
        assert all(now.path is None for now in snapshots[:-1])


@pytest.mark.parametrize("most", mostly_slow([1, 100, 333, 2, 3, 10, 50, 99, 101], 3))
def test_a_limit_on_expanded_states_is_kept_to_the_last_one(most: int) -> None:
    for problem, _ in problems(EIGHT, 10, 2, least=26):
        result = search_to_end(problem, "idastar", "pattern-tables", limits=Limits(expanded=most))
        assert result.snapshot.expanded <= most
        assert result.outcome in (Outcome.SOLVED, Outcome.OUT_OF_NODES)
        if result.outcome is Outcome.OUT_OF_NODES:
            assert result.snapshot.expanded == most
        driven = Drive(search(problem), Limits(expanded=most))
        while driven.outcome is None:
            driven.step(1)
        assert driven.snapshot.expanded == result.snapshot.expanded


@pytest.mark.slow
@pytest.mark.parametrize("goal", [EIGHT, goal_with_blank_at(Shape(2, 4), 5)], ids=str)
def test_a_limit_on_depth_decides_exactly_whether_a_path_is_found(goal: Board) -> None:
    for problem, far in problems(goal, 20, 9, least=10):
        for limit in (0, 5, far - 2, far - 1, far, far + 1):
            found = last(search(problem, depth=limit))
            assert (found.path is not None) == (far <= limit)
            if found.path is None:
                assert limit < found.bound <= far
        assert search_to_end(problem, "idastar", "pattern-tables", limits=Limits(depth=far - 1)).outcome is (
            Outcome.NO_PATH
        )


def test_a_board_that_cannot_be_solved_comes_to_an_end_of_its_own() -> None:
    """A Run never searches such a board. Other callers get no path, and the kernel's memory is enough."""
    for text in ("0 2/1 3", "2 1/0 3", "3 1/2 0"):
        problem = Problem(Board.parse(text), goal_board("blank-first", Shape(2, 2)))
        found = last(search(problem))
        assert (found.path is not None) == problem.is_solvable
        assert problem.is_solvable or found.bound > pattern_search.DEEPEST


@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
@pytest.mark.parametrize("algorithm", ["idastar", "astar"])
def test_a_damaged_file_of_tables_is_reported_with_the_answer(
    algorithm: str, engine: str, tmp_path: Path
) -> None:
    """The search may ask for the tables once or twice, compiled or not."""
    with empty_store():
        keep_in(tmp_path)
        (tmp_path / "2x4-home0-4-3.tables").write_bytes(b"rubbish")
        options: Any = {"algorithm": algorithm, "heuristic": "pattern-tables", "engine": engine}
        result = solve("4 1 2 3/5 6 0 7", "blank-first", **options)
        assert result.claim == "proved shortest"
        assert result.note.startswith(str(tmp_path))
        assert result.note.endswith(" It was built again.")
        assert result.note.count("cannot be used") == 1
