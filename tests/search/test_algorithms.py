"""Laws of every algorithm: true lengths, true claims, true bounds, at any pace."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    AlgorithmCard,
    Board,
    HeuristicCard,
    Limits,
    Outcome,
    Problem,
    Result,
    Run,
    SearchOptions,
    Shape,
    Snapshot,
    goal_board,
    solve,
)
from npuzzle.search.base import Search
from tests.oracles import best_first_counts, distance, distances, ida_star_counts
from tests.strategies import SMALL_SHAPES, four_goals

OPTIMAL = [
    ("breadth-first", "zero"),
    ("iterative-deepening", "zero"),
    *((algorithm, card.name) for algorithm in ("astar", "idastar") for card in HEURISTICS),
]
HURRIED = [
    *(("greedy", card.name, 1.0) for card in HEURISTICS),
    *(("weighted-astar", card.name, weight) for card in HEURISTICS for weight in (1.0, 1.3, 4.0)),
]
ALL_CARDS = list(ALGORITHMS)


def run_to_end(
    problem: Problem,
    algorithm: str,
    heuristic: str = "manhattan",
    *,
    weight: float = 1.5,
    limits: Limits | None = None,
) -> Result:
    run = Run(problem, ALGORITHMS[algorithm], HEURISTICS[heuristic], weight=weight, limits=limits)
    while run.result is None:
        run.step(10)
    return run.result


def search_of(
    card: AlgorithmCard, problem: Problem, heuristic: str = "manhattan", *, depth: int | None = None
) -> Search:
    estimator = HEURISTICS[heuristic].make(problem.shape, problem.home)
    return card.search(problem, estimator, SearchOptions(weight=1.7, max_depth=depth))


def sample(goal: Board, count: int, seed: int, *, least: int = 0, most: int = 99) -> list[Board]:
    """Boards that can reach the goal, none nearer than `least` or farther than `most`."""
    fitting = [tiles for tiles, far in distances(goal).items() if least <= far <= most]
    return [Board(goal.shape, tiles) for tiles in Random(seed).sample(fitting, min(count, len(fitting)))]


@cache
def three_by_three() -> tuple[tuple[Board, Board], ...]:
    """A few boards of middling depth for each goal."""
    goals = four_goals(Shape(3, 3))
    return tuple((board, goal) for goal in goals for board in sample(goal, 3, 1, least=10, most=15))


def korf(number: int) -> tuple[Board, int]:
    """One of Korf's 100 boards and its published shortest length."""
    lines = (Path(__file__).parent.parent / "data" / "korf100.txt").read_text().splitlines()
    fields = next(line.split("|") for line in lines if line.startswith(f"{number}|"))
    return Board(Shape(4, 4), tuple(map(int, fields[1].split()))), int(fields[2])


def assert_claim_is_true(result: Result, truth: int) -> None:
    """Whatever a result says of lengths holds."""
    assert result.lower_bound is not None
    assert result.lower_bound <= truth
    assert result.lower_bound % 2 == truth % 2
    if result.outcome is Outcome.SOLVED:
        assert result.path is not None
        assert result.length == len(result.path) >= truth
        assert result.excess is not None
        assert result.length - result.excess <= truth
        assert (result.claim == "proved shortest") == (result.excess == 0)
        assert result.problem.replay(result.path) == result.problem.goal
    else:
        assert result.path is result.length is result.excess is result.claim is None


SMALL_GOALS = [goal for shape in SMALL_SHAPES for goal in four_goals(shape)]


@pytest.mark.parametrize("goal", SMALL_GOALS, ids=str)
@pytest.mark.parametrize(("algorithm", "heuristic"), OPTIMAL)
def test_optimal_algorithms_are_shortest_on_small_boards(algorithm: str, heuristic: str, goal: Board) -> None:
    for board in sample(goal, 15, seed=3):
        result = run_to_end(Problem(board, goal), algorithm, heuristic)
        assert result.length == distance(board, goal)
        assert result.claim == "proved shortest"
        assert_claim_is_true(result, distances(goal)[board.tiles])


@pytest.mark.parametrize(("algorithm", "heuristic"), OPTIMAL)
def test_optimal_algorithms_are_shortest_on_3x3_for_all_goals(algorithm: str, heuristic: str) -> None:
    for board, goal in three_by_three():
        result = run_to_end(Problem(board, goal), algorithm, heuristic)
        assert result.length == distance(board, goal)
        assert result.claim == "proved shortest"


@pytest.mark.parametrize("goal", four_goals(Shape(3, 3)), ids=str)
@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict"])
@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
def test_informed_searches_are_shortest_on_any_3x3_board(algorithm: str, heuristic: str, goal: Board) -> None:
    for board in sample(goal, 6, seed=8):
        result = run_to_end(Problem(board, goal), algorithm, heuristic)
        assert result.length == distance(board, goal)
        assert result.claim == "proved shortest"


@pytest.mark.parametrize("goal", SMALL_GOALS, ids=str)
@pytest.mark.parametrize(("algorithm", "heuristic", "weight"), HURRIED)
def test_hurried_algorithms_claim_no_more_than_is_true(
    algorithm: str, heuristic: str, weight: float, goal: Board
) -> None:
    for board in sample(goal, 6, seed=4):
        truth = distances(goal)[board.tiles]
        result = run_to_end(Problem(board, goal), algorithm, heuristic, weight=weight)
        assert result.outcome is Outcome.SOLVED
        assert_claim_is_true(result, truth)
        if algorithm == "weighted-astar":
            assert result.length is not None
            assert result.length <= weight * truth


@pytest.mark.parametrize(("algorithm", "heuristic", "weight"), HURRIED)
def test_hurried_algorithms_claim_no_more_than_is_true_on_3x3(
    algorithm: str, heuristic: str, weight: float
) -> None:
    for board, goal in three_by_three():
        truth = distances(goal)[board.tiles]
        result = run_to_end(Problem(board, goal), algorithm, heuristic, weight=weight)
        assert_claim_is_true(result, truth)
        if algorithm == "weighted-astar":
            assert result.length is not None
            assert result.length <= weight * truth


def test_greedy_is_sometimes_longer_and_its_claim_says_so() -> None:
    result = solve("8 6 7/2 5 4/3 0 1", algorithm="greedy", heuristic="manhattan")
    assert result.length is not None
    assert result.length > 31
    assert result.claim == f"at most {result.excess} longer"


@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
@pytest.mark.parametrize(
    ("text", "goal", "length"),
    [
        ("7 0 8/4 6 1/5 3 2", "blank-first", 25),
        ("7 5 3/0 1 6/2 4 8", "blank-last", 15),
        ("5 2 3/7 1 8/0 6 4", "blank-last", 16),
        ("8 6 7/2 5 4/3 0 1", "blank-last", 31),
        ("2 3 7/1 8 0/6 5 4", "blank-first", 17),
        ("5 7 6/2 4 3/8 1 0", "blank-first", 28),
        ("2 8 1/0 4 3/7 6 5", "spiral", None),
    ],
)
def test_boards_others_got_wrong(algorithm: str, text: str, goal: str, length: int | None) -> None:
    result = solve(text, goal, algorithm=algorithm)
    board = Board.parse(text)
    expected = distance(board, goal_board(goal, board.shape)) if length is None else length
    assert result.length == expected
    assert result.claim == "proved shortest"


@pytest.mark.parametrize("number", [12, 42, 48])
def test_published_fifteen_puzzles_by_ida_star(number: int) -> None:
    board, shortest = korf(number)
    result = solve(board, "blank-first", algorithm="idastar", heuristic="linear-conflict")
    assert result.length == shortest
    assert result.claim == "proved shortest"


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.name)
def test_a_solved_board_needs_no_moves_and_expands_nothing(card: AlgorithmCard) -> None:
    for goal in four_goals(Shape(3, 4)):
        result = run_to_end(Problem(goal, goal), card.name)
        assert result.path == ""
        assert result.claim == "proved shortest"
        assert result.snapshot.expanded == 0


# Depth limits


@pytest.mark.parametrize("goal", [goal for goal in SMALL_GOALS if goal.shape.cells == 6], ids=str)
@pytest.mark.parametrize("heuristic", [card.name for card in HEURISTICS])
@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.name)
def test_a_path_within_the_depth_limit_is_found_exactly_if_there_is_one(
    card: AlgorithmCard, heuristic: str, goal: Board
) -> None:
    if not card.informed and heuristic != "zero":
        heuristic = "misplaced"  # it must not matter
    for board in sample(goal, 3, seed=6, least=6, most=14):
        truth = distances(goal)[board.tiles]
        for depth in (0, 1, truth - 3, truth - 1, truth, truth + 1, truth + 4):
            result = run_to_end(Problem(board, goal), card.name, heuristic, limits=Limits(depth=depth))
            assert_claim_is_true(result, truth)
            if depth < truth:
                assert result.outcome is Outcome.NO_PATH
            else:
                assert result.outcome is Outcome.SOLVED
                assert result.length is not None
                assert result.length <= depth


@pytest.mark.parametrize("heuristic", ["misplaced", "manhattan", "linear-conflict"])
@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "idastar", "greedy"])
def test_a_search_cut_at_a_depth_claims_no_more_than_that_depth(algorithm: str, heuristic: str) -> None:
    for board, goal in three_by_three():
        truth = distances(goal)[board.tiles]
        for depth in range(truth - 4, truth + 1):
            result = run_to_end(Problem(board, goal), algorithm, heuristic, limits=Limits(depth=depth))
            assert_claim_is_true(result, truth)
            assert (result.outcome is Outcome.SOLVED) == (depth >= truth)


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.name)
def test_bounds_of_a_search_run_to_its_depth_are_never_above_the_truth(card: AlgorithmCard) -> None:
    for board, goal in three_by_three()[::2]:
        truth = distances(goal)[board.tiles]
        for depth in (truth - 1, truth - 4):
            last = list(search_of(card, Problem(board, goal), depth=depth))[-1]
            assert last.path is None
            assert last.bound <= truth


# Pace


PACED = [Board.parse("1 4 2/7 5 3/6 8 0"), Board.parse("2 3 7/1 8 0/6 5 4")]


def drive(search: Search, paces: Iterator[int | None]) -> list[Snapshot]:
    snapshots = [next(search)]
    for pace in paces:
        try:
            snapshots.append(search.send(pace))
        except StopIteration:
            break
    return snapshots


def forever(random: Random, choices: list[int | None]) -> Iterator[int | None]:
    while True:
        yield random.choice(choices)


@pytest.mark.parametrize("depth", [None, 9, 14])
@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.name)
def test_no_pace_changes_what_is_found_or_counted(card: AlgorithmCard, depth: int | None) -> None:
    if not card.informed and depth is None:
        depth = 12
    for number, board in enumerate(PACED):
        problem = Problem(board, goal_board("blank-first", board.shape))
        if not problem.is_solvable:
            problem = Problem(board, goal_board("spiral", board.shape))
        plain = list(search_of(card, problem, depth=depth))[-1]
        for choices in ([1], [1, 5, None, 700, 10**9], [0, 3]):
            paces = forever(Random(number), choices)
            assert drive(search_of(card, problem, depth=depth), paces)[-1] == plain


@pytest.mark.parametrize("heuristic", [card.name for card in HEURISTICS])
@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.name)
def test_a_search_expands_exactly_as_many_states_as_it_was_told(card: AlgorithmCard, heuristic: str) -> None:
    problem = Problem(PACED[1], goal_board("blank-first", Shape(3, 3)))
    random = Random(2)
    search = search_of(card, problem, heuristic, depth=16)
    snapshot, slices = next(search), 0
    assert snapshot.expanded == 0
    for _ in range(300):
        pace = random.choice([1, 1, 2, 3, 7])
        try:
            later = search.send(pace)
        except StopIteration:
            break
        ended = later.path is not None or later.bound > 16
        assert later.expanded == snapshot.expanded + pace or ended
        slices += later.expanded == snapshot.expanded + pace
        snapshot = later
    assert slices > 20 or card.name == "greedy"


@pytest.mark.parametrize("heuristic", [card.name for card in HEURISTICS])
@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.name)
def test_snapshots_only_ever_grow_and_their_bounds_are_true(card: AlgorithmCard, heuristic: str) -> None:
    for board, goal in three_by_three()[::3]:
        truth = distances(goal)[board.tiles]
        snapshots = drive(search_of(card, Problem(board, goal), heuristic, depth=20), iter([3] * 400))
        for before, after in pairwise(snapshots):
            assert before.expanded <= after.expanded
            assert before.generated <= after.generated
            assert before.bound <= after.bound <= truth
            assert before.peak_frontier <= after.peak_frontier
            assert before.path is None
        assert all(s.frontier <= s.peak_frontier for s in snapshots[1:])


# Counts


@pytest.mark.parametrize(
    ("algorithm", "name"),
    [("breadth-first", "zero"), *(("astar", card.name) for card in HEURISTICS if card.consistent)],
)
def test_counts_of_best_first_are_those_of_its_slow_twin(algorithm: str, name: str) -> None:
    for goal in four_goals(Shape(2, 3)):
        for board in sample(goal, 5, seed=9):
            problem = Problem(board, goal)
            heuristic = HEURISTICS[name].make(problem.shape, problem.home)
            last = run_to_end(problem, algorithm, name).snapshot
            expected = best_first_counts(problem, heuristic)
            assert (last.expanded, last.generated, last.peak_frontier) == expected


@pytest.mark.parametrize("card", list(HEURISTICS), ids=lambda card: card.name)
def test_counts_of_ida_star_are_those_of_its_slow_twin(card: HeuristicCard) -> None:
    for goal in four_goals(Shape(2, 3)):
        for board in sample(goal, 8, seed=9, least=1):
            problem = Problem(board, goal)
            heuristic = card.make(problem.shape, problem.home)
            last = run_to_end(problem, "idastar", card.name).snapshot
            expected = ida_star_counts(problem, heuristic)
            assert (last.expanded, last.generated, last.peak_frontier) == expected


#: Length, expanded, generated and peak frontier; the twins above vouch for the way of counting.
RECORDED = {
    ("2 3 7/1 8 0/6 5 4", "breadth-first", "zero"): (17, 18386, 49177, 8468),
    ("2 3 7/1 8 0/6 5 4", "astar", "manhattan"): (17, 57, 160, 42),
    ("2 3 7/1 8 0/6 5 4", "astar", "linear-conflict"): (17, 55, 155, 41),
    ("2 3 7/1 8 0/6 5 4", "weighted-astar", "manhattan"): (17, 80, 218, 52),
    ("2 3 7/1 8 0/6 5 4", "greedy", "manhattan"): (21, 134, 366, 95),
    ("2 3 7/1 8 0/6 5 4", "greedy", "misplaced"): (21, 148, 404, 97),
    ("2 3 7/1 8 0/6 5 4", "idastar", "manhattan"): (17, 174, 286, 17),
    ("2 3 7/1 8 0/6 5 4", "idastar", "linear-conflict"): (17, 166, 275, 17),
    ("7 0 8/4 6 1/5 3 2", "astar", "manhattan"): (25, 1137, 3025, 641),
    ("7 0 8/4 6 1/5 3 2", "astar", "linear-conflict"): (25, 488, 1300, 280),
    ("7 0 8/4 6 1/5 3 2", "weighted-astar", "manhattan"): (25, 1349, 3595, 750),
    ("7 0 8/4 6 1/5 3 2", "greedy", "manhattan"): (53, 149, 399, 96),
    ("7 0 8/4 6 1/5 3 2", "greedy", "misplaced"): (71, 1690, 4586, 1026),
    ("7 0 8/4 6 1/5 3 2", "idastar", "manhattan"): (25, 2870, 4735, 25),
    ("7 0 8/4 6 1/5 3 2", "idastar", "linear-conflict"): (25, 1435, 2365, 25),
}


@pytest.mark.parametrize(("key", "counts"), RECORDED.items(), ids=lambda value: str(value))
def test_recorded_counts_are_the_same_everywhere(
    key: tuple[str, str, str], counts: tuple[int, int, int, int]
) -> None:
    text, algorithm, heuristic = key
    result = solve(text, "blank-first", algorithm=algorithm, heuristic=heuristic)
    last = result.snapshot
    assert (result.length, last.expanded, last.generated, last.peak_frontier) == counts
