"""Misplaced, Manhattan, Euclidean, mix: known boards and means, who is above whom, and exact sums."""

from __future__ import annotations

from math import isqrt
from random import Random

import pytest

from npuzzle import HEURISTICS, Board, Problem, Shape, goal_board
from npuzzle.heuristics import weighted
from npuzzle.heuristics.simple import Euclidean, Manhattan, Mix
from npuzzle.puzzle.shape import slides
from tests.support.oracles import distance
from tests.support.strategies import four_goals, shuffled
from tests.unit.heuristics.claims import (
    BLANK_LAST,
    estimate,
    states_by_distance,
    states_of_the_3x3,
    verdict_on_the_3x3,
)


def named(name: str, text: str, goal: str) -> float:
    board = Board.parse(text)
    return estimate(name, board, goal_board(goal, board.shape))


@pytest.mark.parametrize("name", ["misplaced", "manhattan", "euclidean", "mix"])
def test_blank_is_not_counted(name: str) -> None:
    for text, goal in (("1 0 2/3 4 5/6 7 8", "blank-first"), ("1 2 3/4 5 6/7 0 8", "blank-last")):
        board = Board.parse(text)
        assert named(name, text, goal) == distance(board, goal_board(goal, board.shape)) == 1


@pytest.mark.parametrize(
    ("text", "misplaced", "manhattan"),
    [("2 3 7/1 8 0/6 5 4", 7, 15), ("7 0 8/4 6 1/5 3 2", 8, 17), ("5 7 6/2 4 3/8 1 0", 7, 18)],
)
def test_published_boards(text: str, misplaced: int, manhattan: int) -> None:
    assert named("misplaced", text, "blank-first") == misplaced
    assert named("manhattan", text, "blank-first") == manhattan
    assert named("mix", text, "blank-first") == (misplaced + manhattan) / 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mean"), [("misplaced", 7.1111), ("manhattan", 14.0), ("mix", 10.5556)])
def test_the_means_over_the_3x3_are_the_published_ones(name: str, mean: float) -> None:
    assert verdict_on_the_3x3(HEURISTICS[name]).mean == pytest.approx(mean, abs=5e-5)


def test_the_goal_decides() -> None:
    assert named("misplaced", "1 2 3/8 0 4/7 6 5", "spiral") == 0
    assert named("misplaced", "1 2 3/8 0 4/7 6 5", "blank-last") == 4


def test_rows_and_columns_of_a_rectangle_are_distinguished() -> None:
    assert named("manhattan", "3 1 2/0 4 5", "blank-first") == 1 + 0 + 0 + 0 + 0
    assert named("manhattan", "1 2 3 4/5 6 7 0", "blank-last") == 0
    assert named("manhattan", "8 2 3 4/5 6 7 1/9 10 11 0", "blank-last") == 2 * (1 + 3)


def test_euclidean_goes_straight() -> None:
    assert named("euclidean", "8 2 3 4/5 6 7 1/9 10 11 0", "blank-last") == 2 * isqrt(10 << 40) / 2**20
    assert named("euclidean", "4 2 3/1 5 6/7 8 0", "blank-last") == 2


@pytest.mark.slow
def test_mix_is_half_of_each_on_every_2x3_and_on_others() -> None:
    samples = {goal: states_by_distance(goal) for goal in four_goals(Shape(2, 3))}
    for goal, states in [*samples.items(), (BLANK_LAST, states_of_the_3x3()[::101])]:
        mix, halves = Mix(goal), weighted(0.5, "misplaced", 0.5, "manhattan").make(goal)
        assert all(mix.estimate(state) == halves.estimate(state) for state in states)


@pytest.mark.slow
def test_mix_and_euclidean_are_never_above_manhattan_and_below_it_somewhere() -> None:
    manhattan, mix, euclidean = Manhattan(BLANK_LAST), Mix(BLANK_LAST), Euclidean(BLANK_LAST)
    above = {"mix": 0, "euclidean": 0}
    for state in states_of_the_3x3()[::7]:
        h = manhattan.estimate(state)
        assert mix.estimate(state) <= h
        assert euclidean.estimate(state) <= h
        above["mix"] += mix.estimate(state) < h
        above["euclidean"] += euclidean.estimate(state) < h
    assert min(above.values()) > 20_000


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
    """Rounded distances too; the rest of what makes it consistent is that a slide moves one tile."""
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
