"""Misplaced, Manhattan, Euclidean, mix: known boards and means, their order, and exact sums."""

from __future__ import annotations

from math import isqrt
from random import Random

import pytest

from npuzzle import HEURISTICS, Board, Problem, Shape, goal_board
from npuzzle.puzzle.shape import slides
from tests.support.strategies import shuffled
from tests.unit.heuristics.claims import estimate


def named(name: str, text: str, goal: str) -> float:
    board = Board.parse(text)
    return estimate(name, board, goal_board(goal, board.shape))


@pytest.mark.parametrize(
    ("text", "misplaced", "manhattan"),
    [("2 3 7/1 8 0/6 5 4", 7, 15), ("7 0 8/4 6 1/5 3 2", 8, 17), ("5 7 6/2 4 3/8 1 0", 7, 18)],
)
def test_published_boards(text: str, misplaced: int, manhattan: int) -> None:
    assert named("misplaced", text, "blank-first") == misplaced
    assert named("manhattan", text, "blank-first") == manhattan
    assert named("mix", text, "blank-first") == (misplaced + manhattan) / 2


@pytest.mark.parametrize("name", ["misplaced", "manhattan", "euclidean", "mix"])
def test_sums_are_exact_after_5000_slides_on_the_5x5(name: str) -> None:
    goal = shuffled(Shape(5, 5), 3)
    heuristic, random = HEURISTICS[name].make(goal), Random(8)
    state = list(Problem(goal, goal).solved)
    h = heuristic.estimate(state)
    for _ in range(5_000):
        src, dst = random.choice(slides(goal.shape)[state.index(heuristic.home)])
        state[src], state[dst] = state[dst], state[src]
        h = heuristic.step(h, state, (src, dst))
    assert h == heuristic.estimate(state) > 10


def test_no_slide_on_the_largest_board_changes_a_tiles_euclidean_distance_by_more_than_1() -> None:
    """Rounded distances too. With one tile moved per slide, this makes the heuristic consistent."""
    far = 126
    away = [[isqrt(row * row + col * col << 40) for col in range(far + 1)] for row in range(far + 1)]
    one = 1 << 20
    assert max(line[col + 1] - line[col] for line in away for col in range(far)) == one
    assert max(away[1][col + 1] - away[1][col] for col in range(far)) < one


@pytest.mark.parametrize("text", ["127x127", "2x127", "127x2"])
def test_euclidean_costs_on_the_largest_boards_are_at_most_manhattans(text: str) -> None:
    goal = goal_board("spiral", Shape.parse(text))
    board = shuffled(goal.shape, 2)
    euclidean, manhattan = estimate("euclidean", board, goal), estimate("manhattan", board, goal)
    assert 0 < euclidean < manhattan
    assert euclidean * 2**20 == int(euclidean * 2**20)
