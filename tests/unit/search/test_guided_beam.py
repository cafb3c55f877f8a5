"""The guided beam: its paths are true for every shape and goal, and every engine does the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from npuzzle import Board, Problem, Shape, goal_board, random_board, random_walk
from npuzzle.compiler import available
from npuzzle.kernels import guided_beam
from npuzzle.progress import run_to_end
from npuzzle.puzzle.problem import LineProblem
from npuzzle.search.anytime import guided
from npuzzle.search.anytime.guided import NARROWEST, list_beams, make_beam, search_guided
from npuzzle.search.base import Stats, Stepper
from npuzzle.search.constructive.solver import construct
from tests.unit.search.common import run_beam

SHAPES = ["6x6", "6x7", "5x9", "9x5", "3x3", "2x3", "2x5", "7x2", "3x7", "4x4", "14x14", "20x20"]
GOALS = ("blank-last", "blank-first", "spiral")
KINDS = (Problem, LineProblem)

compiled = pytest.mark.skipif("wasmtime" not in available(), reason="wasmtime is not installed")


def problem(
    size: str, goal: str | Board = "blank-last", seed: int = 1, kind: type[Problem] = Problem
) -> Problem:
    end = goal_board(goal, Shape.parse(size))
    return kind(random_board(end, Random(seed)), end)


@compiled
@pytest.mark.slow_cases("20x20-spiral", "20x20-blank-first", "20x20-blank-last", "14x14-blank-first")
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("size", SHAPES)
def test_it_solves_boards_of_every_shape_whatever_the_goal(size: str, goal: str) -> None:
    """The beam starts at the board or at the goal, in each orientation. Paths of large boards are short."""
    for seed in range(2):
        board = problem(size, goal, seed)
        paths = [run_beam(board, make_beam(board, 60, number)).result for number in range(4)]
        for path in paths:
            assert path is not None, seed
            assert board.replay(path) == board.goal
        assert board.shape.cells < 36 or min(map(len, paths)) < 0.75 * len(construct(board))


@compiled
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("size", SHAPES[:-1])
def test_in_line_moves_it_finds_paths_of_fewer_of_them(size: str, goal: str) -> None:
    board = problem(size, goal, 1, LineProblem)
    beams = [make_beam(board, 60, number) for number in range(4)]
    paths = [run_beam(board, beam).result for beam in beams]
    assert [board.replay(path) for path in paths] == [board.goal] * 4
    fewest = min(map(board.count_moves, paths))
    assert board.shape.cells < 30 or fewest < 0.6 * board.count_moves(construct(board))
    assert run_beam(board, beams[0], board.count_moves(paths[0])).result == paths[0]
    assert run_beam(board, beams[0], board.count_moves(paths[0]) - 1).result is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("home", [0, 5, 8, 22, 29])
def test_the_home_of_the_blank_may_be_anywhere(home: int, kind: type[Problem]) -> None:
    tiles = list(range(1, 30))
    tiles.insert(home, 0)
    board = problem("5x6", Board(Shape(5, 6), tuple(tiles)), home, kind)
    path = run_beam(board, make_beam(board, 12, 0)).result
    assert board.replay(path) == board.goal


@compiled
@pytest.mark.parametrize(
    ("size", "width", "moves", "expanded"),
    [("6x6", 400, 272, 106_493), ("10x10", 200, 1_067, 212_525), ("20x20", 20, 11_774, 235_431)],
)
def test_it_finds_the_same_path_everywhere(size: str, width: int, moves: int, expanded: int) -> None:
    found = run_beam(problem(size), make_beam(problem(size), width, 0))
    assert (len(found.result), found.stats.expanded) == (moves, expanded)


@pytest.mark.slow_cases("6x7-Problem", "6x7-LineProblem", "10x10-Problem", "10x10-LineProblem")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", ["5x4", "6x7", "10x10"])
def test_every_engine_does_the_same_to_the_byte(size: str, kind: type[Problem]) -> None:
    board, told = problem(size, "spiral", kind=kind), set()
    for engine in available():
        turned = guided._turn_board(board, 0)
        running = guided._Kernel(turned, make_beam(board, 9, 0), 5_000, engine)
        stats = Stats(report_at=1_000)
        outcome = running.search(stats)
        memory = [bytes(memoryview(running.kernel.read(name))) for name in running.kernel.sizes]
        told.add((outcome, stats.expanded, stats.generated, *memory))
    assert len(told) == 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", ["6x6", "3x9", "11x7"])
def test_no_number_of_a_whole_search_is_beyond_what_kernels_allow(size: str, kind: type[Problem]) -> None:
    board = problem(size, seed=4, kind=kind)
    beam = make_beam(board, 8, 0)
    checked = run_beam(board, beam, engine="checked")
    assert board.replay(checked.result) == board.goal
    assert checked.result == run_beam(board, beam).result


@compiled
@pytest.mark.parametrize("kind", KINDS)
def test_the_largest_boards_stay_within_32_bits(kind: type[Problem]) -> None:
    """All tiles are as far from home as possible, so that the rank is largest and has the most weight."""
    for size in ("127x127", "127x4", "4x127"):
        end = goal_board("blank-last", Shape.parse(size))
        cells = end.shape.cells
        tiles = (*range(cells - 1, 0, -1), 0)
        start = kind(Board(end.shape, tiles), end)
        if not start.is_solvable:
            start = kind(Board(end.shape, (tiles[1], tiles[0], *tiles[2:])), end)
        beam = replace(make_beam(start, NARROWEST, 0), outer=5, convex=4, reversal=0.5)
        running = guided._Kernel(guided._turn_board(start, 0), beam, 10_000, "auto")
        far = running.kernel.read("far", 0, 1)[0]
        assert 10**6 < far < 2**31 - 10**6
        assert running.kernel.read("state", guided_beam.MOST, 1)[0] * cells < 2**31
        assert running.search(Stats(report_at=2_000)) == guided_beam.MORE


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("pace", [1, 7, 1_000])
def test_how_often_it_pauses_changes_nothing(pace: int, kind: type[Problem]) -> None:
    board = problem("6x5", seed=2, kind=kind)
    beam = make_beam(board, 15, 0)
    once, paused = run_beam(board, beam), run_beam(board, beam, pace=pace)
    assert (once.result, once.stats.expanded) == (paused.result, paused.stats.expanded)


def test_no_path_is_longer_than_its_limit() -> None:
    board = problem("6x6", seed=3)
    beam = make_beam(board, 20, 0)
    path = run_beam(board, beam).result
    assert run_beam(board, beam, len(path)).result == path
    assert run_beam(board, beam, len(path) - 2).result is None
    assert run_beam(board, beam, 1).result is None


@compiled
def test_near_the_goal_it_finds_the_way_back() -> None:
    goal = goal_board("blank-first", Shape(8, 8))
    for seed in range(5):
        board = Problem(random_walk(goal, 12, Random(seed)), goal)
        path = run_beam(board, make_beam(board, 500, 0)).result
        assert board.replay(path) == board.goal
        assert len(path) <= 30


@compiled
def test_the_constructive_solver_completes_an_unfinished_beam(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is completed at intervals; each path found is shorter than the constructive solver's own."""
    monkeypatch.setattr(guided, "COMPLETE_EVERY", 20_000)
    board = problem("20x24", "spiral")
    beam = replace(make_beam(board, 10, 0), completes=True)
    stepper = Stepper(search_guided(board, beam, limit=10**6))
    paths = list[str]()
    while stepper.step(5_000):
        path = stepper.stats.best
        if path is not None and path not in paths:
            assert board.replay(path) == board.goal
            paths.append(path)
    assert len(paths) > 3
    assert len(stepper.result or "") < len(paths[-1]) < len(paths[0]) < len(construct(board))


@compiled
def test_where_it_is_stuck_the_constructive_solver_completes_its_path() -> None:
    board = problem("12x12", seed=6)
    beam = replace(make_beam(board, 30, 0), completes=True)
    whole = len(run_beam(board, beam).result)
    stuck = run_beam(board, beam, whole // 2)
    assert stuck.result is None
    assert board.replay(stuck.stats.best) == board.goal


def test_no_two_beams_are_the_same_and_the_first_is_completed() -> None:
    for size in ("6x6", "10x10", "16x16", "50x50"):
        beams = list(list_beams(problem(size), 1_000_000, 10**6))
        assert [beam.completes for beam in beams] == [True] + [False] * (len(beams) - 1)
        assert len(set(beams)) == len(beams)


def test_a_stopped_beam_is_just_left() -> None:
    stepper = Stepper(search_guided(problem("7x7"), make_beam(problem("7x7"), 10, 1), limit=10**6))
    for _ in range(5):
        stepper.step(10)
    assert stepper.stats.expanded == 40
    assert run_to_end(search_guided(problem("2x3"), make_beam(problem("2x3"), 60, 0), limit=100)) is not None


@compiled
@pytest.mark.slow
def test_the_guide_leads_out_of_the_corner_below_finished_tiles() -> None:
    """A tile there must take a detour. A guide that did not count the detour kept this beam stuck forever."""
    board = problem("50x50", seed=1001)
    path = run_beam(board, make_beam(board, 6, 0), 3 * 50**3).result
    assert path is not None
    assert len(path) < 1.75 * 50**3
