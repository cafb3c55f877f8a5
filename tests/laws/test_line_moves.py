"""Algorithms that count line moves prove the true distances, and the heuristics never exceed them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from npuzzle import (
    ALGORITHMS,
    Board,
    Job,
    Problem,
    Shape,
    certify,
    goal_board,
    multi_tile_length,
    random_board,
    solve,
    start,
    verify,
)
from npuzzle.heuristics import line_tables, line_walking_distance
from npuzzle.heuristics.base import HeuristicCard
from npuzzle.heuristics.lines import LineTables
from npuzzle.puzzle.problem import LineProblem
from tests.laws.symmetries import SYMMETRIES, Symmetry, reversed_path
from tests.support import oracles
from tests.support.strategies import four_goals, shuffled

PROVING = [card.name for card in ALGORITHMS if card.counts_lines and card.optimal]
FINDING = [card.name for card in ALGORITHMS if card.counts_lines and card.complete]
SMALL = [goal for shape in (Shape(2, 2), Shape(2, 3), Shape(3, 2)) for goal in four_goals(shape)]
NINE = goal_board("blank-last", Shape(3, 3))

#: The numbers of 3x3 boards that are 0, 1, 2, ... line moves from the goal with the blank last.
BOARDS_AT = (
    *(1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558, 31485, 30985),
    *(23494, 11751, 3390, 589, 41, 1),
)


@cache
def draw_boards(goal: Board, count: int, seed: int) -> list[tuple[Board, int]]:
    """Draw boards that can reach the goal, with their true distances in line moves."""
    known = oracles.line_distances(goal)
    tiles = Random(seed).sample(sorted(known), min(count, len(known)))
    return [(Board(goal.shape, each), known[each]) for each in tiles]


def line_path(board: Board, goal: Board, algorithm: str = "auto") -> str:
    """Return a path with the fewest line moves, replayed by the oracle."""
    result = solve(board, goal, algorithm=algorithm, metric="lines")
    assert (result.claim, result.path is None) == ("proved shortest", False)
    path = result.path or ""
    shape = board.shape
    assert oracles.played(board.tiles, shape.rows, shape.cols, path) == goal.tiles
    assert result.length == len(path) - sum(a == b for a, b in pairwise(path))
    return path


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2", "2x5", "3x3", "4x4"])
def test_the_line_moves_are_those_of_the_oracle(shape: str) -> None:
    goal = goal_board("blank-first", Shape(shape))
    for seed in range(20):
        board = shuffled(goal.shape, seed)
        problem = LineProblem(board, goal)
        reached = [
            problem.replay(problem.letters([slide])).tiles for slide, _ in problem.successors(problem.initial)
        ]
        assert sorted(reached) == sorted(
            oracles.after_line_moves(board.tiles, goal.shape.rows, goal.shape.cols)
        )
        for slide, state in problem.successors(problem.initial):
            there = problem.replay(problem.letters([slide]))
            assert Problem(there, goal).initial == state
            assert problem.count_moves(problem.letters([slide])) == 1
        assert len(reached) == problem.most_successors


@pytest.mark.slow_cases("1 2/3 4/5 0-rbfs", "1 2 3/0 5 4-rbfs", "1 2/3 4/5 0-depth-first")
@pytest.mark.parametrize("algorithm", FINDING)
@pytest.mark.parametrize("goal", SMALL[::3], ids=str)
def test_every_algorithm_is_right_on_small_boards(algorithm: str, goal: Board) -> None:
    proves = algorithm in PROVING and algorithm != "weighted-astar"
    for board, truth in draw_boards(goal, 12, seed=4):
        if algorithm == "iterative-deepening" and truth > 9:
            continue
        result = solve(board, goal, algorithm=algorithm, metric="lines", depth=40)
        assert (result.lower_bound or 0) <= truth <= (result.length or 0)
        assert result.length == truth or not proves
        assert result.is_optimal == (result.lower_bound == result.length)
        assert result.is_optimal or not proves


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["idastar", "astar", "bidirectional"])
def test_the_fewest_line_moves_of_random_boards_of_the_2x4(algorithm: str) -> None:
    goal = goal_board("spiral", Shape(2, 4))
    for board, truth in draw_boards(goal, 8, seed=1):
        assert multi_tile_length(line_path(board, goal, algorithm)) == truth


def test_a_depth_below_the_fewest_has_no_path() -> None:
    for board, truth in draw_boards(SMALL[5], 10, seed=2):
        for algorithm in ("idastar", "astar", "breadth-first"):
            result = solve(board, SMALL[5], algorithm=algorithm, metric="lines", depth=max(truth - 1, 0))
            assert result.solved == (truth == 0)
            assert (result.lower_bound or 0) >= truth or result.outcome.value.startswith("no path")
            assert (result.lower_bound or 0) <= truth


@pytest.mark.slow_cases("1 2 3 4/0 7 6 5-line-walking-distance", "1 2 3 4/0 7 6 5-line-tables")
@pytest.mark.parametrize("card", [line_walking_distance, line_tables], ids=lambda card: card.name)
@pytest.mark.parametrize("goal", [*SMALL, goal_board("spiral", Shape(2, 4))], ids=str)
def test_the_estimates_are_admissible_and_consistent_on_every_board(goal: Board, card: HeuristicCard) -> None:
    """Estimates in line moves are admissible for single-tile moves too; `certify` proves both."""
    require_claims(goal, card)
    if goal.shape.cells <= 6:
        proof = certify(card, goal.shape, goal, against=[])
        assert (proof.admissible, proof.consistent) == (True, True)


@pytest.mark.slow_cases("1 2 3 4/0 7 6 5")
@pytest.mark.parametrize("goal", [*SMALL, goal_board("spiral", Shape(2, 4))], ids=str)
def test_the_tables_know_which_kind_of_line_move_comes_next(goal: Board) -> None:
    heuristic = LineTables(goal)
    for tiles, truth in oracles.line_distances(goal).items():
        problem = LineProblem(Board(goal.shape, tiles), goal)
        cols, fewest = goal.shape.cols, {0: 99, 1: 99}
        for (src, blank), state in problem.successors(problem.initial):
            after = oracles.line_distances(goal)[tuple(goal.tiles[label] for label in state)]
            kind = int(src // cols == blank // cols)
            fewest[kind] = min(fewest[kind], 1 + after)
        assert truth in (0, min(fewest.values()))
        for kind, least in fewest.items():
            assert heuristic.estimate_next(problem.initial, kind) <= least


def require_claims(goal: Board, card: HeuristicCard) -> None:
    heuristic, shape = card.make(goal), goal.shape
    h = {
        tiles: heuristic.estimate(Problem(Board(shape, tiles), goal).initial)
        for tiles in oracles.line_distances(goal)
    }
    assert h[goal.tiles] == 0
    assert all(h[tiles] <= truth for tiles, truth in oracles.line_distances(goal).items())
    for tiles, value in h.items():
        assert all(
            abs(h[after] - value) <= 1 for after in oracles.after_line_moves(tiles, shape.rows, shape.cols)
        )


@pytest.mark.slow
def test_no_board_of_the_3x3_needs_more_than_24_line_moves() -> None:
    for card in (line_walking_distance, line_tables):
        require_claims(NINE, card)
        proof = certify(card, NINE.shape, NINE, against=[])
        assert (proof.admissible, proof.consistent, proof.states) == (True, True, 181_440)
    found = Counter(oracles.line_distances(NINE).values())
    assert tuple(found[moves] for moves in range(len(found))) == BOARDS_AT
    assert (len(BOARDS_AT) - 1, sum(BOARDS_AT)) == (24, 181_440)


@pytest.mark.slow
def test_random_boards_of_the_3x3_against_the_whole_space() -> None:
    farthest = max(oracles.line_distances(NINE).items(), key=lambda pair: pair[1])
    for board, truth in [*draw_boards(NINE, 25, seed=3), (Board(NINE.shape, farthest[0]), 24)]:
        assert multi_tile_length(line_path(board, NINE)) == truth
        assert multi_tile_length(line_path(board, NINE, "idastar")) == truth


@pytest.mark.parametrize("seed", range(6))
def test_the_fewest_of_either_metric_go_together(seed: int) -> None:
    """Single-tile moves are line moves too, and on 3x3 a line move is at most two single-tile moves."""
    board = Board(NINE.shape, tuple(shuffled(NINE.shape, seed).tiles))
    if not Problem(board, NINE).is_solvable:
        board = Board(NINE.shape, tuple({1: 2, 2: 1}.get(tile, tile) for tile in board.tiles))
    path = line_path(board, NINE)
    single = solve(board, NINE)
    lines = multi_tile_length(path)
    assert single.length is not None
    assert lines <= multi_tile_length(single.path or "") <= single.length <= len(path) <= 2 * lines
    assert verify(board, single.path or "", NINE, metric="lines").shortest == lines
    found = verify(board, path, NINE, metric="lines")
    assert (found.is_shortest, found.length, found.left_shortest_at) == (True, lines, None)


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_reflected_turned_or_backwards_the_fewest_line_moves_stay(symmetry: Symmetry) -> None:
    goal = goal_board("spiral", Shape(3, 3))
    board = Board.parse("8 1 3/2 4 5/7 0 6")
    if not Problem(board, goal).is_solvable:
        board = Board.parse("1 8 3/2 4 5/7 0 6")
    path = line_path(board, goal)
    fewest = multi_tile_length(path)
    there, back = symmetry.board(board), symmetry.board(goal)
    assert multi_tile_length(line_path(there, back)) == fewest
    assert multi_tile_length(line_path(goal, board)) == fewest
    assert verify(there, symmetry.path(path), back, metric="lines").is_shortest
    assert verify(goal, reversed_path(path), board, metric="lines").is_shortest


@pytest.mark.slow
@pytest.mark.parametrize("size", ["3x6", "5x5", "6x6", "12x9"])
def test_wherever_an_improving_search_is_cancelled_its_bound_is_honest(size: str) -> None:
    """The bound comes from the walking distance for lines, not from an estimate in single-tile moves."""
    goal = goal_board("spiral", Shape(size))
    problem = LineProblem(random_board(goal, Random(5)), goal)
    job = Job.create(problem.start, goal, metric="lines", within=60)
    bound = line_walking_distance.make(goal).estimate(problem.initial)
    for steps in (0, 1, 3, 10, 25):
        run = start(job)
        for _ in range(steps):
            run.step(seconds=0.02)
            assert run.path_so_far is None or problem.replay(run.path_so_far) == goal
        result = run.cancel()
        if result.path is not None:
            assert result.length == multi_tile_length(result.path)
            assert bound == result.lower_bound < result.length
            assert result.claim == f"at most {result.length - int(bound):,} longer"


@pytest.mark.slow
def test_a_4x4_within_reach_is_proved_by_all() -> None:
    board = Board.parse("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15")
    goal = goal_board("blank-last", board.shape)
    lengths = {
        multi_tile_length(line_path(board, goal, name)) for name in ("idastar", "astar", "bidirectional")
    }
    assert lengths == {4}
