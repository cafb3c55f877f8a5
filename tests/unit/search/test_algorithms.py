"""Laws for every algorithm: true lengths, true claims and true bounds, at any pace."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
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
    Shape,
    goal_board,
    solve,
)
from tests.support.known_boards import korf
from tests.support.oracles import best_first_counts, distance, distances
from tests.support.quick import mostly_slow
from tests.support.strategies import SMALL_SHAPES, four_goals
from tests.unit.search.common import (
    ADMISSIBLE,
    SEARCHING,
    SOME,
    drive,
    last,
    sample,
    search_of,
    search_to_end,
)
from tests.unit.search.twins import ida_star_counts

BLIND = ["breadth-first", "uniform-cost", "bidirectional", "iterative-deepening"]
OPTIMAL = [
    *((algorithm, "zero") for algorithm in BLIND),
    *((algorithm, name) for algorithm in ("astar", "idastar", "rbfs") for name in ADMISSIBLE),
]
ALL_CARDS = list(ALGORITHMS)
#: Every algorithm with some heuristics; blind ones with two, which must make no difference.
EVERY_WAY = [(card, name) for card in ALL_CARDS for name in (SOME if card.informed else SOME[:2])]

EVERY_SEARCH = [(card, name) for card, name in EVERY_WAY if card in SEARCHING]

every_card = pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.name)
every_way = pytest.mark.parametrize(
    ("card", "heuristic"), EVERY_WAY, ids=lambda value: value if isinstance(value, str) else value.name
)
every_search = pytest.mark.parametrize(
    ("card", "heuristic"), EVERY_SEARCH, ids=lambda value: value if isinstance(value, str) else value.name
)


@cache
def three_by_three() -> tuple[tuple[Board, Board], ...]:
    """Draw a few boards of medium depth for each goal."""
    goals = four_goals(Shape(3, 3))
    return tuple((board, goal) for goal in goals for board in sample(goal, 2, 1, least=9, most=13))


def assert_claim_is_true(result: Result, truth: int) -> None:
    """Check every statement of a result about lengths."""
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


@pytest.mark.parametrize("goal", mostly_slow(SMALL_GOALS, 4), ids=str)
@pytest.mark.parametrize(("algorithm", "heuristic"), OPTIMAL)
def test_optimal_algorithms_are_shortest_on_small_boards(algorithm: str, heuristic: str, goal: Board) -> None:
    for board in sample(goal, 4, seed=3):
        result = search_to_end(Problem(board, goal), algorithm, heuristic)
        assert result.length == distance(board, goal)
        assert result.claim == "proved shortest"
        assert_claim_is_true(result, distances(goal)[board.tiles])


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
    ],
)
def test_boards_others_got_wrong(algorithm: str, text: str, goal: str, length: int) -> None:
    result = solve(text, goal, algorithm=algorithm)
    assert (result.length, result.claim) == (length, "proved shortest")


@pytest.mark.slow
@pytest.mark.parametrize("number", [12, 42, 48])
def test_published_fifteen_puzzles_by_ida_star(number: int) -> None:
    problem, shortest = korf()[number - 1]
    result = search_to_end(problem, "idastar", "linear-conflict")
    assert (result.length, result.claim) == (shortest, "proved shortest")


@every_card
def test_a_solved_board_needs_no_moves_and_expands_nothing(card: AlgorithmCard) -> None:
    for goal in four_goals(Shape(3, 4)):
        result = search_to_end(Problem(goal, goal), card.name)
        assert result.path == ""
        assert result.claim == "proved shortest"
        assert result.snapshot.expanded == 0
        if card in SEARCHING:  # a run never starts this search
            found = last(search_of(card, Problem(goal, goal)))
            assert (found.path, found.expanded, found.generated) == ((), 0, 0)


# Depth limits


@pytest.mark.parametrize(
    "goal", mostly_slow([goal for goal in SMALL_GOALS if goal.shape.cells == 6], 2), ids=str
)
@every_search
def test_a_path_within_the_depth_limit_is_found_exactly_if_there_is_one(
    card: AlgorithmCard, heuristic: str, goal: Board
) -> None:
    for board in sample(goal, 1, seed=6, least=6, most=14):
        truth = distances(goal)[board.tiles]
        for depth in (0, 1, truth - 3, truth - 1, truth, truth + 1, truth + 4):
            result = search_to_end(Problem(board, goal), card.name, heuristic, limits=Limits(depth=depth))
            assert_claim_is_true(result, truth)
            assert depth > 0 or result.expanded == 0
            if depth < truth:
                assert result.outcome is Outcome.NO_PATH
            else:
                assert result.outcome is Outcome.SOLVED
                assert result.length is not None
                assert result.length <= depth


@pytest.mark.slow_cases("rbfs-euclidean", "rbfs-linear-conflict")
@every_search
def test_a_search_run_to_its_depth_knows_that_a_path_is_longer_but_no_more(
    card: AlgorithmCard, heuristic: str
) -> None:
    for board, goal in three_by_three()[::3]:
        truth = distances(goal)[board.tiles]
        for depth in (truth - 1, truth - 4):
            found = last(search_of(card, Problem(board, goal), heuristic, depth=depth))
            assert found.path is None
            assert found.bound <= truth
            assert found.bound > depth or not card.complete


# Pace


PACED = [Board.parse("1 4 2/7 5 3/6 8 0"), Board.parse("2 3 7/1 8 0/6 5 4")]


def forever(random: Random, choices: list[int | None]) -> Iterator[int | None]:
    while True:
        yield random.choice(choices)


@pytest.mark.slow_cases("anytime-7")
@pytest.mark.parametrize("depth", mostly_slow([7, 11, None]))
@every_card
def test_no_pace_changes_what_is_found_or_counted(card: AlgorithmCard, depth: int | None) -> None:
    if not card.informed and depth is None:
        depth = 11
    for number, board in enumerate(PACED):
        problem = Problem(board, goal_board("blank-first", board.shape))
        if not problem.is_solvable:
            problem = Problem(board, goal_board("spiral", board.shape))
        plain = last(search_of(card, problem, depth=depth))
        for choices in ([1], [0, 3, 5, None, 700, 10**9]):
            paces = forever(Random(number), choices)
            paced = drive(search_of(card, problem, depth=depth), paces)[-1]
            if card.improves:  # it looks at its path when it pauses, so it may end a little later
                assert (paced.path, paced.bound) == (plain.path, plain.bound)
            else:
                assert paced == plain


@every_search
def test_a_search_expands_exactly_as_many_states_as_requested(card: AlgorithmCard, heuristic: str) -> None:
    """Only the last slice, in which the search ends, may be shorter."""
    problem = Problem(PACED[1], goal_board("blank-first", Shape(3, 3)))
    paces = [Random(2).choice([1, 1, 2, 3, 7]) for _ in range(300)]
    snapshots = drive(search_of(card, problem, heuristic, depth=16), paces)
    expanded = [snapshot.expanded for snapshot in snapshots]
    slices = [after - before for before, after in pairwise(expanded)]
    assert expanded[0] == 0
    assert slices[:-1] == paces[: len(slices) - 1]
    assert slices[-1] <= paces[len(slices) - 1]
    assert len(slices) > 10


@pytest.mark.parametrize("card", SEARCHING, ids=lambda card: card.name)
def test_no_search_falls_silent_even_where_there_is_nothing_to_find(card: AlgorithmCard) -> None:
    """A Run never searches such a board, but other callers must be able to stop the search."""
    problem = Problem(Board.parse("2 1/3 0"), goal_board("blank-last", Shape(2, 2)))
    assert not problem.is_solvable
    snapshots = drive(search_of(card, problem), [3] * 50)
    assert all(snapshot.path is None for snapshot in snapshots)
    assert snapshots[-1].expanded >= 11


@every_way
def test_snapshots_only_ever_grow_and_their_bounds_are_true(card: AlgorithmCard, heuristic: str) -> None:
    for board, goal in three_by_three()[::2]:
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
    [
        ("breadth-first", "zero"),
        ("uniform-cost", "zero"),
        *(("astar", card.name) for card in HEURISTICS if card.consistent),
    ],
)
def test_counts_of_best_first_are_those_of_its_slow_twin(algorithm: str, name: str) -> None:
    for goal in four_goals(Shape(2, 3)):
        for board in sample(goal, 4, seed=9):
            problem = Problem(board, goal)
            heuristic = HEURISTICS[name].make(problem.goal)
            last = search_to_end(problem, algorithm, name).snapshot
            expected = best_first_counts(problem, heuristic)
            assert (last.expanded, last.generated, last.peak_frontier) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "card", [card for card in HEURISTICS if card.name != "pattern-tables"], ids=lambda card: card.name
)
def test_counts_of_ida_star_are_those_of_its_slow_twin(card: HeuristicCard) -> None:
    for goal in four_goals(Shape(2, 3)):
        for board in sample(goal, 5, seed=9, least=1):
            problem = Problem(board, goal)
            heuristic = card.make(problem.goal)
            last = search_to_end(problem, "idastar", card.name).snapshot
            expected = ida_star_counts(problem, heuristic)
            assert (last.expanded, last.generated, last.peak_frontier) == expected


#: Length, expanded, generated and peak frontier (beams 30 wide). The slow twins confirm the counts.
RECORDED = {
    ("2 3 7/1 8 0/6 5 4", "breadth-first", "zero"): (17, 18386, 49177, 8468),
    ("2 3 7/1 8 0/6 5 4", "uniform-cost", "zero"): (17, 18386, 49177, 8468),
    ("2 3 7/1 8 0/6 5 4", "bidirectional", "zero"): (17, 418, 1163, 295),
    ("2 3 7/1 8 0/6 5 4", "astar", "manhattan"): (17, 57, 160, 42),
    ("2 3 7/1 8 0/6 5 4", "astar", "linear-conflict"): (17, 55, 155, 41),
    ("2 3 7/1 8 0/6 5 4", "weighted-astar", "manhattan"): (17, 80, 218, 52),
    ("2 3 7/1 8 0/6 5 4", "greedy", "manhattan"): (21, 134, 366, 95),
    ("2 3 7/1 8 0/6 5 4", "greedy", "misplaced"): (21, 148, 404, 97),
    ("2 3 7/1 8 0/6 5 4", "idastar", "manhattan"): (17, 174, 286, 17),
    ("2 3 7/1 8 0/6 5 4", "idastar", "linear-conflict"): (17, 166, 275, 17),
    ("2 3 7/1 8 0/6 5 4", "rbfs", "manhattan"): (17, 80, 144, 35),
    ("2 3 7/1 8 0/6 5 4", "beam", "manhattan"): (17, 362, 983, 59),
    ("7 0 8/4 6 1/5 3 2", "bidirectional", "zero"): (25, 2685, 7384, 1727),
    ("7 0 8/4 6 1/5 3 2", "astar", "manhattan"): (25, 1137, 3025, 641),
    ("7 0 8/4 6 1/5 3 2", "astar", "linear-conflict"): (25, 488, 1300, 280),
    ("7 0 8/4 6 1/5 3 2", "weighted-astar", "manhattan"): (25, 1349, 3595, 750),
    ("7 0 8/4 6 1/5 3 2", "greedy", "manhattan"): (53, 149, 399, 96),
    ("7 0 8/4 6 1/5 3 2", "greedy", "misplaced"): (71, 1690, 4586, 1026),
    ("7 0 8/4 6 1/5 3 2", "idastar", "manhattan"): (25, 2870, 4735, 25),
    ("7 0 8/4 6 1/5 3 2", "idastar", "linear-conflict"): (25, 1435, 2365, 25),
    ("7 0 8/4 6 1/5 3 2", "rbfs", "linear-conflict"): (25, 1013, 1689, 49),
    ("7 0 8/4 6 1/5 3 2", "beam", "manhattan"): (27, 662, 1805, 60),
    ("7 0 8/4 6 1/5 3 2", "beam", "misplaced"): (41, 1082, 2969, 60),
}


@pytest.mark.parametrize(("key", "counts"), RECORDED.items(), ids=lambda value: str(value))
def test_recorded_counts_are_the_same_everywhere(
    key: tuple[str, str, str], counts: tuple[int, int, int, int]
) -> None:
    text, algorithm, heuristic = key
    problem = Problem(Board.parse(text), goal_board("blank-first", Board.parse(text).shape))
    result = search_to_end(problem, algorithm, heuristic, width=30)
    last = result.snapshot
    assert (result.length, last.expanded, last.generated, last.peak_frontier) == counts
