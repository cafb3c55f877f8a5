"""IDA* by the kernel: shortest everywhere, and the same to the last node, whatever runs it in what slices."""

from __future__ import annotations

import gc
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    Limits,
    Outcome,
    Problem,
    Shape,
    Snapshot,
    goal_board,
    solve,
)
from npuzzle.errors import KernelMemoryError
from npuzzle.heuristics.pattern_database import PatternDatabases
from npuzzle.kernel import Kernel, available
from npuzzle.pattern_databases import build, catalogue
from npuzzle.pattern_databases.symmetry import symmetries
from npuzzle.puzzle.problem import board_of
from npuzzle.puzzle.shape import Slide
from npuzzle.search import pattern_ida
from npuzzle.search.base import Search, SearchOptions, Stepper
from npuzzle.search.ida_star import generic_ida_star
from npuzzle.search.pattern_ida import every_shortest, make_ready, pattern_ida_star
from npuzzle.solving.driver import Drive
from npuzzle.storage import keep_in
from tests.support.oracles import distances
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals, walk
from tests.unit.heuristics.claims import goal_with_blank_at
from tests.unit.pattern_databases.common import empty_store, needs_wasmtime
from tests.unit.search.common import drive, last, one_by_one, run_with, sample, search_to_end

FIRST = goal_board("blank-first", Shape(4, 4))
EIGHT = goal_board("blank-first", Shape(3, 3))


def korf() -> list[tuple[Problem, int]]:
    """The 100 boards of Korf (1985), each with the length of its shortest path."""
    lines = (Path(__file__).parents[2] / "data" / "korf100.txt").read_text().splitlines()
    rows = [line.split("|") for line in lines]
    return [(Problem(Board.parse(board), FIRST), int(length)) for _, board, length in rows]


#: By number, the boards for which the fewest states are expanded: how many, and how many are generated.
EASY = {42: (721, 1_478), 9: (877, 1_729), 97: (1_036, 2_098)}
HARDEST = 88


@pytest.fixture(autouse=True)
def _no_kernel_lies_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_ida, "_idle", [])


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> list[Kernel]:
    """All kernels that searches make from now on."""
    made: list[Kernel] = []

    def noted(*arguments: Any, **options: Any) -> Kernel:
        made.append(Kernel(*arguments, **options))
        return made[-1]

    monkeypatch.setattr(pattern_ida, "Kernel", noted)
    return made


def search(problem: Problem, *, engine: str = "auto", depth: int | None = None) -> Search:
    options = SearchOptions(engine=engine, max_depth=depth)
    return pattern_ida_star(problem, PatternDatabases(problem.goal), options)


def length_of(problem: Problem) -> int:
    """Of the path found, which must lead to the goal."""
    found = last(search(problem))
    assert found.path is not None
    assert problem.replay(problem.letters(found.path)) == problem.goal
    assert found.bound == found.peak_frontier == len(found.path)
    return len(found.path)


def problems(goal: Board, count: int, seed: int, *, least: int = 1) -> list[tuple[Problem, int]]:
    """Boards and their true distances."""
    boards = sample(goal, count, seed, least=least)
    return [(Problem(board, goal), distances(goal)[board.tiles]) for board in boards]


@pytest.mark.parametrize("shape", mostly_slow([Shape(2, 2), Shape(2, 3), Shape(3, 2)], 2), ids=str)
def test_every_board_of_a_tiny_tray_is_solved_on_a_shortest_path(shape: Shape) -> None:
    for goal in four_goals(shape):
        for problem, far in problems(goal, 999, 0):
            assert length_of(problem) == far


@pytest.mark.parametrize(
    "shape", [Shape(2, 4), Shape(4, 2), pytest.param(Shape(3, 3), marks=pytest.mark.slow)], ids=str
)
def test_boards_of_a_small_tray_are_solved_on_a_shortest_path_wherever_the_home_is(shape: Shape) -> None:
    for home in range(shape.cells):
        for problem, far in problems(goal_with_blank_at(shape, home), 25, home):
            assert length_of(problem) == far


@pytest.mark.parametrize("goal", [*four_goals(Shape(3, 3)), *four_goals(Shape(2, 4))], ids=str)
def test_the_farthest_boards_are_solved_on_a_shortest_path(goal: Board) -> None:
    most = max(distances(goal).values())
    for problem, far in problems(goal, 20, 3, least=most - 3):
        assert length_of(problem) == far


@pytest.mark.slow
@pytest.mark.parametrize("goal", [*four_goals(Shape(3, 3)), goal_with_blank_at(Shape(3, 3), 1)], ids=str)
def test_one_in_sixty_of_all_boards_of_the_3x3_is_solved_on_a_shortest_path(goal: Board) -> None:
    for problem, far in problems(goal, 3_000, 5):
        assert length_of(problem) == far


@pytest.mark.parametrize(
    "shape", [Shape(3, 4), Shape(4, 3), Shape(2, 6), Shape(3, 5), Shape(4, 4), Shape(5, 5)], ids=str
)
def test_larger_trays_are_solved_as_by_the_ida_star_of_the_textbook(
    shape: Shape, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spiral and other goals; walks short enough for linear conflict."""
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
    """The same boards turned over, with the same tables."""
    goal = goal_with_blank_at(FIRST.shape, corner)
    turned = next(one for one in symmetries(FIRST.shape) if one.image[0] == corner)
    for number in EASY:
        problem, length = korf()[number - 1]
        board = board_of(turned.of_state(problem.initial), goal)
        assert length_of(Problem(board, goal)) == length


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


def same(found: Snapshot) -> tuple[object, ...]:
    """What must not depend on who ran it, and how it was cut into slices."""
    return found.path, found.expanded, found.generated, found.bound, found.peak_frontier


@pytest.mark.parametrize("engine", available())
def test_every_engine_finds_the_same_path_and_counts_the_same_nodes(engine: str) -> None:
    boards = problems(EIGHT, 4, 8, least=22) + problems(goal_with_blank_at(Shape(2, 4), 6), 4, 8, least=25)
    for problem, _ in boards:
        assert same(last(search(problem, engine=engine))) == same(last(search(problem)))
        assert last(search(problem, engine=engine)).engine == engine


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


def test_slices_of_changing_size_make_no_difference_either() -> None:
    problem, _ = korf()[41]
    whole = drive(search(problem), [10**9] * 200)[-1]
    assert same(drive(search(problem), [1, 7, 1000, None, 3, 50_000] * 10_000)[-1]) == same(whole)


@pytest.mark.parametrize("pace", [1, 2, 7, 100])
def test_no_slice_expands_more_than_it_was_asked_to(pace: int) -> None:
    """Also where the bound rises within a slice."""
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


def test_a_limit_on_time_ends_it_in_the_middle() -> None:
    problem, length = korf()[HARDEST - 1]
    result = search_to_end(problem, "idastar", "pattern-tables", limits=Limits(seconds=0.005))
    assert result.outcome is Outcome.OUT_OF_TIME
    assert result.lower_bound is not None
    assert result.lower_bound <= length
    assert (result.lower_bound - length) % 2 == 0


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
    """A Run never does this; another caller gets no path, and the kernel none that exceeds its memory."""
    for text in ("0 2/1 3", "2 1/0 3", "3 1/2 0"):
        problem = Problem(Board.parse(text), goal_board("blank-first", Shape(2, 2)))
        found = last(search(problem))
        assert (found.path is not None) == problem.is_solvable
        assert problem.is_solvable or found.bound > pattern_ida.DEEPEST


def test_a_solved_board_takes_no_tables_and_no_kernel(kernels: list[Kernel]) -> None:
    with empty_store():
        found = last(search(Problem(EIGHT, EIGHT)))
        assert (found.path, found.expanded, found.generated, found.bound) == ((), 0, 0, 0)
        assert catalogue._session == {}
    assert kernels == []


@pytest.mark.parametrize("engine", available())
def test_closed_in_the_middle_a_search_leaves_no_trace_in_the_next(
    engine: str, kernels: list[Kernel]
) -> None:
    """Whatever it was doing, and for whatever board: what is dropped takes its kernel with it."""
    boards = problems(EIGHT, 6, 12, least=24)
    alone = [same(last(search(problem))) for problem, _ in boards]
    kernels.clear()
    pattern_ida._idle.clear()
    for slices, (problem, _) in enumerate(boards * 2):
        broken = search(problem, engine=engine)
        drive(broken, [3] * slices)
        broken.close()
        other = (slices + 1) % len(boards)
        assert same(last(search(boards[other][0], engine=engine))) == alone[other]
    assert len(pattern_ida._idle) == 1
    made = len(kernels)
    for problem, _ in boards:
        last(search(problem, engine=engine))
    assert len(kernels) == made, "searches that come to their end share one kernel"


def test_a_search_that_is_collected_never_gives_its_kernel_back() -> None:
    """Its memory may have been released before."""
    problem, _ = problems(EIGHT, 1, 12, least=24)[0]
    expected = same(last(search(problem)))
    for _ in range(3):
        ring: list[Any] = [search(problem)]
        drive(ring[0], [3])
        ring.append(ring)
        before = list(pattern_ida._idle)
        del ring
        gc.collect()
        assert [kernel for kernel in pattern_ida._idle if kernel not in before] == []
        assert same(last(search(problem))) == expected


def test_a_run_that_is_cancelled_leaves_no_trace_in_the_next(kernels: list[Kernel]) -> None:
    problem, _ = korf()[HARDEST - 1]
    run = run_with(problem, ALGORITHMS["idastar"], HEURISTICS["pattern-tables"])
    run.step(0.01)
    assert run.cancel().outcome is Outcome.CANCELLED
    del run
    easy, length = korf()[41]
    assert search_to_end(easy, "idastar", "pattern-tables").length == length


def test_two_searches_taken_along_in_turn_do_not_disturb_each_other(kernels: list[Kernel]) -> None:
    pairs = problems(EIGHT, 8, 14, least=22)
    for (one, _), (other, _) in pairwise(pairs):
        alone = [same(last(search(one))), same(last(search(other)))]
        together = [one_by_one(search(one)), one_by_one(search(other))]
        ends: list[Snapshot | None] = [None, None]
        running = [0, 1]
        while running:
            for at in list(running):
                now = next(together[at], None)
                if now is None:
                    running.remove(at)
                else:
                    ends[at] = now
        assert [same(end) for end in ends if end is not None] == alone
    assert len(kernels) == 2, "what one pair used the next can use"


def test_no_more_kernels_lie_idle_than_there_is_room_for() -> None:
    under_way = [one_by_one(search(problem)) for problem, _ in problems(EIGHT, 6, 1, least=25)]
    for one in under_way:
        next(one)
        next(one)
    for one in under_way:
        list(one)
    assert len(pattern_ida._idle) == pattern_ida.KEPT == 2


def test_the_first_snapshot_comes_before_any_table_is_looked_for() -> None:
    with empty_store():
        problem, _ = problems(EIGHT, 1, 1, least=20)[0]
        began = search(problem)
        first = next(began)
        assert catalogue._session == {}
        assert first.bound == HEURISTICS["manhattan"].make(EIGHT).estimate(problem.initial)
        assert (first.expanded, first.engine) == (0, available()[0])
        began.close()


def test_while_tables_are_built_it_reports_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "STATES_PER_FAST_STEP", 50)
    monkeypatch.setattr(build, "STATES_PER_STEP", {})
    problem, far = problems(EIGHT, 1, 1, least=20)[0]
    with empty_store():
        stopped = search(problem)
        assert [next(stopped).expanded for _ in range(20)] == [0] * 20
        stopped.close()
        assert (catalogue._session, pattern_ida._idle) == ({}, [])
        snapshots = list(Stepper(search(problem)).snapshots(2_000))
        assert len(snapshots) > 50
        assert snapshots[-1].path is not None
        assert len(snapshots[-1].path) == far


def test_made_ready_the_next_search_makes_no_kernel(kernels: list[Kernel]) -> None:
    assert all(0 <= done <= 1 for done in make_ready(Shape(3, 3)))
    assert len(kernels) == 1
    for home in (0, 2, 6, 8):
        for problem, far in problems(goal_with_blank_at(Shape(3, 3), home), 2, home):
            assert length_of(problem) == far
    assert len(kernels) == 1


def test_where_memory_is_short_smaller_tables_are_searched_with_and_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem, length = korf()[41]
    monkeypatch.setattr(pattern_ida, "Kernel", partial(Kernel, most_bytes=1_000_000))
    monkeypatch.setattr(catalogue, "MOST_BUILT_COMPILED", 50_000)
    with empty_store():
        found = last(search(problem, depth=length - 10))
        assert (
            "kernel pattern_ida needs 8 MB and may have 1 MB: a smaller set of tables is used." in found.note
        )
        assert pattern_ida._idle[-1].tables.sizes == "4-4-4-3"


def test_what_went_wrong_on_the_way_to_smaller_tables_is_reported_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem, length = korf()[41]
    monkeypatch.setattr(pattern_ida, "Kernel", partial(Kernel, most_bytes=1_000_000))
    monkeypatch.setattr(build, "Kernel", partial(Kernel, most_bytes=3_000_000))
    with empty_store():
        found = last(search(problem, engine=available()[0], depth=length - 10))
        assert "kernel pattern_ida needs 8 MB and may have 1 MB" in found.note
        if found.engine != "python":
            assert "kernel pattern_build needs 5 MB and may have 3 MB. A 4-4-4-3 set is used" in found.note


def test_without_memory_for_any_tables_that_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_ida, "Kernel", partial(Kernel, most_bytes=1_000))
    problem, _ = problems(EIGHT, 1, 1)[0]
    with empty_store(), pytest.raises(KernelMemoryError, match="no memory for pattern databases of 3x3"):
        last(search(problem))


# Every shortest path


def shortest_by_hand(problem: Problem, far: dict[tuple[int, ...], int]) -> set[tuple[Slide, ...]]:
    """All paths that come one step nearer with each move."""
    paths: list[tuple[tuple[Slide, ...], tuple[int, ...]]] = [((), problem.initial)]
    for left in range(far[problem.initial], 0, -1):
        paths = [
            ((*path, slide), child)
            for path, state in paths
            for slide, child in problem.successors(state)
            if far[child] == left - 1
        ]
    return {path for path, _ in paths}


def in_normal_form(goal: Board) -> dict[tuple[int, ...], int]:
    home = {tile: cell for cell, tile in enumerate(goal.tiles)}
    return {tuple([home[tile] for tile in tiles]): far for tiles, far in distances(goal).items()}


def every(
    problem: Problem, *, at_least: int = 0, pace: int = 2_000, **options: Any
) -> tuple[list[Any], list[Snapshot]]:
    """The paths that are reported, and the snapshots meanwhile."""
    paths: list[Any] = []
    heuristic = PatternDatabases(problem.goal)
    search = every_shortest(
        problem, heuristic, SearchOptions(**options), report=paths.append, at_least=at_least
    )
    return paths, list(Stepper(search).snapshots(pace))


def hold_to_all_by_hand(
    problem: Problem, far: dict[tuple[int, ...], int], found: tuple[list[Any], list[Snapshot]]
) -> int:
    """How many paths there are: each is found once."""
    paths, snapshots = found
    expected = shortest_by_hand(problem, far)
    assert len(paths) == len(set(paths)) == len(expected)
    assert set(paths) == expected
    assert snapshots[-1].path is None
    assert snapshots[-1].bound == far[problem.initial]
    return len(paths)


@pytest.mark.parametrize("goal", four_goals(Shape(2, 3))[1:], ids=str)
def test_every_shortest_path_of_every_board_of_the_2x3_is_found_once(goal: Board) -> None:
    far, counts = in_normal_form(goal), set()
    for problem, _ in problems(goal, 999, 0):
        counts.add(hold_to_all_by_hand(problem, far, every(problem)))
    assert max(counts) > 1


@pytest.mark.parametrize(
    "goal",
    mostly_slow([EIGHT, *four_goals(Shape(3, 3))[2:], goal_with_blank_at(Shape(2, 4), 6)]),
    ids=str,
)
def test_every_shortest_path_of_some_boards_is_found_once(goal: Board) -> None:
    far, counts = in_normal_form(goal), set()
    for problem, _ in problems(goal, 30, 21, least=15):
        counts.add(hold_to_all_by_hand(problem, far, every(problem)))
    assert max(counts) > 5


@pytest.mark.parametrize("engine", available())
def test_every_engine_finds_every_shortest_path_in_the_same_order(engine: str) -> None:
    for problem, _ in problems(EIGHT, 3, 2, least=20):
        (here, ours), (there, theirs) = [every(problem, engine=name) for name in (engine, available()[0])]
        assert here == there
        assert ours[-1].expanded == theirs[-1].expanded


@pytest.mark.parametrize("pace", mostly_slow([2_000, 5, 1]))
def test_every_shortest_path_is_found_in_slices_of_any_size(pace: int) -> None:
    far = in_normal_form(EIGHT)
    for problem, length in problems(EIGHT, 5, 17, least=24):
        for at_least in (0, length - 3, length - 2, length - 1, length):
            found = every(problem, at_least=at_least, pace=pace)
            hold_to_all_by_hand(problem, far, found)
            assert all(b.expanded - a.expanded <= pace for a, b in pairwise(found[1]))


def test_of_a_solved_board_the_one_shortest_path_has_no_moves() -> None:
    hold_to_all_by_hand(Problem(EIGHT, EIGHT), in_normal_form(EIGHT), every(Problem(EIGHT, EIGHT)))


def test_below_the_length_there_is_no_shortest_path() -> None:
    for problem, far in problems(EIGHT, 5, 17, least=20):
        paths, snapshots = every(problem, max_depth=far - 1)
        assert paths == []
        assert snapshots[-1].bound == far


@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
@pytest.mark.parametrize("algorithm", ["idastar", "astar"])
def test_a_damaged_file_of_tables_is_reported_with_the_answer(
    algorithm: str, engine: str, tmp_path: Path
) -> None:
    """Whether the search asks for the tables once or twice, compiled or not."""
    with empty_store():
        keep_in(tmp_path)
        (tmp_path / "2x4-home0-4-3.tables").write_bytes(b"rubbish")
        options: Any = {"algorithm": algorithm, "heuristic": "pattern-tables", "engine": engine}
        result = solve("4 1 2 3/5 6 0 7", "blank-first", **options)
        assert result.claim == "proved shortest"
        assert result.note.startswith(str(tmp_path))
        assert result.note.endswith(" It was built anew.")
        assert result.note.count("cannot be used") == 1
