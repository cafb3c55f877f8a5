"""Every optimal algorithm proves the true length, with every admissible heuristic on every engine.

Other algorithms never claim too much. This is a part of `python -m tests.laws`.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, Board, Shape
from npuzzle.compiler import available
from tests.laws.tables import best_moves, different_ranks, engines, hinted_moves, wrong_states
from tests.laws.ways import HURRIED, OPTIMAL, QUICK, Way, all_dealt, by_distance, dealt, mismatch
from tests.support import oracles
from tests.support.strategies import four_goals

SMALL = [goal for shape in (Shape(2, 3), Shape(3, 2)) for goal in four_goals(shape)]
EIGHT = four_goals(Shape(3, 3))
TABLED = [goal for shape in (Shape(2, 2), Shape(2, 3), Shape(3, 2)) for goal in four_goals(shape)]
TABLED_LATER = [goal for shape in (Shape(2, 4), Shape(4, 2), Shape(3, 3)) for goal in four_goals(shape)]
TWELVE = four_goals(Shape(3, 4))


def nothing_wrong(tasks: list[tuple[Way, Board, int]], goal: Board) -> None:
    assert tasks
    assert [line for way, board, truth in tasks if (line := mismatch(way, board, goal, truth))] == []


def drawn(goal: Board, ways: tuple[Way, ...], count: int, seed: int) -> list[tuple[Way, Board, int]]:
    """Draw some of the tasks that give each way a board at each distance; every way gets at least one."""
    tasks = dealt(goal, ways, 1, seed)
    random = Random(seed)
    random.shuffle(tasks)
    one_each = list({task[0]: task for task in tasks}.values())
    return one_each + tasks[: count - len(one_each)]


# The ways themselves


def test_every_algorithm_heuristic_and_engine_is_among_the_ways() -> None:
    ways = [*OPTIMAL, *HURRIED]
    assert {way.algorithm for way in ways} == {card.name for card in ALGORITHMS}
    proving = [card for card in ALGORITHMS if card.optimal and card.informed]
    admissible = [card.name for card in HEURISTICS if card.admissible]
    pairs = {(way.algorithm, way.heuristic) for way in OPTIMAL}
    assert pairs >= set(product([card.name for card in proving], admissible))
    assert {way.engine for way in OPTIMAL} == {"auto", *available()}
    assert all(way.proves for way in OPTIMAL)
    assert not any(way.proves for way in HURRIED)


@pytest.mark.slow
def test_each_way_gets_a_board_at_every_distance_it_reaches() -> None:
    for goal in (SMALL[0], EIGHT[0]):
        farthest = len(by_distance(goal)) - 1
        shared = [task for turn in range(4) for task in dealt(goal, OPTIMAL, 1, 7, turn=turn)]
        for way in OPTIMAL:
            given = {truth for dealt_to, _, truth in shared if dealt_to is way}
            assert given == set(range(min(way.reach, farthest) + 1))


def test_every_board_is_dealt_to_one_of_the_ways_and_all_get_their_share() -> None:
    goal = SMALL[1]
    tasks = list(all_dealt(goal, QUICK, 3))
    assert sorted(board.tiles for _, board, _ in tasks) == sorted(oracles.distances(goal))
    shares = [sum(way is dealt_to for dealt_to, _, _ in tasks) for way in QUICK]
    assert min(shares) > 360 / len(QUICK) / 2


def test_a_wrong_answer_is_noticed_and_told_with_its_board() -> None:
    """The search is right here, so the test passes a wrong distance."""
    way, goal = OPTIMAL[0], EIGHT[1]
    board = Board.parse("1 2 3/4 5 6/0 7 8")
    assert mismatch(way, board, goal, 2) is None
    told = f"{way}: {board} to {goal}: "
    assert mismatch(way, board, goal, 0) == f"{told}the lower bound is 2, but the shortest path has 0 moves"
    assert mismatch(way, board, goal, 4) == f"{told}2 moves, but the shortest path has 4"
    assert mismatch(way, Board.parse("2 1 3/4 5 6/0 7 8"), goal, 2) == (
        f"{way}: 2 1 3/4 5 6/0 7 8 to {goal}: called unsolvable"
    )


# Small boards: some goals in the quick run, all in the slow one


def some_quick(goals: list[Board], step: int) -> list[object]:
    """Return the goals as parameters; only each `step`-th is in the quick run."""
    later = pytest.mark.slow
    return [pytest.param(goal, marks=[later] if at % step else []) for at, goal in enumerate(goals)]


@pytest.mark.slow
@pytest.mark.parametrize("goal", some_quick(four_goals(Shape(2, 2)), 4), ids=str)
def test_every_way_is_right_on_every_board_of_the_2x2(goal: Board) -> None:
    known = oracles.distances(goal).items()
    tasks = [(way, Board(goal.shape, tiles), truth) for way in OPTIMAL for tiles, truth in known]
    assert len(tasks) == 12 * len(OPTIMAL)
    nothing_wrong(tasks, goal)


@pytest.mark.slow
@pytest.mark.slow_cases("0 1 2/3 4 5")
@pytest.mark.parametrize("goal", some_quick(SMALL, 3), ids=str)
def test_every_way_is_right_on_some_boards_of_six_cells(goal: Board) -> None:
    nothing_wrong(drawn(goal, OPTIMAL, 100, seed=1), goal)


@pytest.mark.slow
@pytest.mark.parametrize("goal", some_quick(SMALL, 4), ids=str)
def test_what_is_hurried_is_never_better_than_the_truth_nor_worse_than_promised(goal: Board) -> None:
    nothing_wrong(drawn(goal, HURRIED, 60, seed=3), goal)


@pytest.mark.slow
@pytest.mark.parametrize("goal", four_goals(Shape(2, 4)), ids=str)
def test_every_way_is_right_on_some_boards_of_the_2x4(goal: Board) -> None:
    nothing_wrong([task for task in drawn(goal, OPTIMAL, 100, seed=2) if task[2] <= 20], goal)


# Nine cells, and twelve


@pytest.mark.slow
@pytest.mark.parametrize("goal", EIGHT, ids=str)
def test_every_way_is_right_on_some_boards_of_the_3x3(goal: Board) -> None:
    nothing_wrong(drawn(goal, OPTIMAL, 120, seed=4), goal)


@pytest.mark.slow
@pytest.mark.parametrize("goal", EIGHT, ids=str)
def test_what_is_hurried_is_right_on_some_boards_of_the_3x3(goal: Board) -> None:
    nothing_wrong(drawn(goal, HURRIED, 60, seed=5), goal)


@pytest.mark.slow
@pytest.mark.parametrize("goal", EIGHT, ids=str)
def test_the_farthest_boards_of_the_3x3_are_solved_shortest(goal: Board) -> None:
    layers = by_distance(goal)
    farthest = [(tiles, len(layers) - 1) for tiles in layers[-1][:4]]
    nothing_wrong([(way, Board(goal.shape, tiles), far) for way in QUICK for tiles, far in farthest], goal)


def walked(goal: Board, moves: int, seed: int) -> Board:
    """Return the board after a random walk of `moves` moves that never reverses its last move."""
    rows, cols = goal.shape.rows, goal.shape.cols
    random, before, tiles = Random(seed), None, goal.tiles
    for _ in range(moves):
        onward = [after for after in oracles.after_moves(tiles, rows, cols) if after != before]
        before, tiles = tiles, random.choice(onward)
    return Board(goal.shape, tiles)


@pytest.mark.slow
@pytest.mark.parametrize("goal", TWELVE, ids=str)
def test_boards_of_twelve_cells_are_solved_shortest(goal: Board) -> None:
    """The true distance comes from a bidirectional breadth-first search of the oracle."""
    ways = [way for way in QUICK if way.algorithm in ("idastar", "astar")]
    ways.append(Way("idastar", "linear-conflict"))
    for seed in range(3):
        board = walked(goal, 34, seed)
        truth = oracles.apart(board, goal)
        assert truth is not None
        assert truth > 10
        nothing_wrong([(way, board, truth) for way in ways], goal)


# The oracle itself, and the package's own tables


@pytest.mark.parametrize("goal", SMALL[::3], ids=str)
def test_the_oracles_two_ways_to_a_distance_agree(goal: Board) -> None:
    for tiles, far in Random(1).sample(sorted(oracles.distances(goal).items()), 40):
        assert oracles.apart(Board(goal.shape, tiles), goal) == far
    assert oracles.apart(Board(goal.shape, goal.tiles).swap(1, 2), goal) is None


@pytest.mark.parametrize("goal", TABLED, ids=str)
def test_the_package_s_tables_are_the_truth_on_every_state_of_up_to_six_cells(goal: Board) -> None:
    for engine in engines(goal):
        assert (different_ranks(goal, engine), wrong_states(goal, engine)) == (0, 0), engine


@pytest.mark.slow
@pytest.mark.parametrize("goal", TABLED_LATER, ids=str)
def test_the_package_s_tables_are_the_truth_on_every_state_of_eight_and_nine_cells(goal: Board) -> None:
    for engine in engines(goal):
        assert (different_ranks(goal, engine), wrong_states(goal, engine)) == (0, 0), engine


@pytest.mark.slow
@pytest.mark.parametrize("goal", some_quick(EIGHT, 4), ids=str)
def test_every_hint_comes_nearer_and_none_is_left_out(goal: Board) -> None:
    for tiles in Random(6).sample(sorted(oracles.distances(goal)), 300):
        board = Board(goal.shape, tiles)
        assert hinted_moves(board, goal) == best_moves(board, goal), board
