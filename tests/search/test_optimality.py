"""A* with every admissible heuristic against the truth, on as many boards as time allows: slow."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from npuzzle import Board, Problem, Shape, random_board
from tests.oracles import distances
from tests.search.common import ADMISSIBLE, run_to_end, sample
from tests.search.twins import depths_of
from tests.strategies import four_goals

#: Those that see little, for which A* expands much of the 3x3 (half a second and more a board): how far away
#: 300 boards are drawn, and how many from anywhere. All others get 300 from anywhere.
NEAR = {
    "zero": (14, 1),
    "blank-chebyshev": (14, 1),
    "blank-distance": (14, 1),
    "misplaced": (20, 5),
    "n-max-swap": (20, 5),
}
#: Good enough for ten cells.
STRONG = ["manhattan", "linear-conflict", "walking-distance"]

pytestmark = pytest.mark.slow


def assert_proved_shortest(boards: Iterable[tuple[Board, int]], goal: Board, heuristic: str) -> None:
    for board, truth in boards:
        result = run_to_end(Problem(board, goal), "astar", heuristic)
        assert (result.length, result.claim) == (truth, "proved shortest"), f"{heuristic}: {board} to {goal}"


@pytest.mark.parametrize("heuristic", [name for name in ADMISSIBLE if name not in NEAR])
@pytest.mark.parametrize("goal", four_goals(Shape(3, 3)), ids=str)
def test_a_star_is_shortest_on_300_boards_of_the_3x3(goal: Board, heuristic: str) -> None:
    boards = sample(goal, 300, seed=42)
    assert_proved_shortest([(board, distances(goal)[board.tiles]) for board in boards], goal, heuristic)


@pytest.mark.parametrize("heuristic", NEAR)
@pytest.mark.parametrize("goal", four_goals(Shape(3, 3)), ids=str)
def test_a_star_that_sees_little_is_shortest_on_300_nearer_boards_of_the_3x3_and_some_far_ones(
    goal: Board, heuristic: str
) -> None:
    most, far = NEAR[heuristic]
    boards = sample(goal, 300, seed=42, most=most) + sample(goal, far, seed=43, least=most + 1)
    assert_proved_shortest([(board, distances(goal)[board.tiles]) for board in boards], goal, heuristic)


@pytest.mark.parametrize("heuristic", ADMISSIBLE)
@pytest.mark.parametrize("goal", four_goals(Shape(3, 2)), ids=str)
def test_a_star_is_shortest_on_every_board_of_the_3x2(goal: Board, heuristic: str) -> None:
    boards = [(Board(goal.shape, tiles), far) for tiles, far in distances(goal).items()]
    assert len(boards) == 360
    assert_proved_shortest(boards, goal, heuristic)


@pytest.mark.parametrize("heuristic", ADMISSIBLE)
@pytest.mark.parametrize("goal", four_goals(Shape(2, 4)), ids=str)
def test_a_star_is_shortest_on_boards_of_the_2x4(goal: Board, heuristic: str) -> None:
    boards = sample(goal, 15 if heuristic in NEAR else 100, seed=43)
    assert_proved_shortest([(board, distances(goal)[board.tiles]) for board in boards], goal, heuristic)


@pytest.mark.parametrize("goal", four_goals(Shape(2, 5))[2:], ids=str)
def test_a_star_is_shortest_on_boards_of_the_2x5(goal: Board) -> None:
    random = Random(44)
    truth = depths_of([random_board(goal, random) for _ in range(8)], goal)
    assert len(truth) == 8
    for heuristic in STRONG:
        assert_proved_shortest(truth.items(), goal, heuristic)
