"""Strategies for Hypothesis, and goals and walks that several tests share."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from npuzzle import GOALS, Board, Problem, Shape, goal_board

settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")

SMALL_SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 2)]
NAMED = ("blank-first", "blank-last", "spiral")


def shuffled(shape: Shape, seed: int) -> Board:
    """Return a random board, solvable or not."""
    tiles = list(range(shape.cells))
    Random(seed).shuffle(tiles)
    return Board(shape, tuple(tiles))


def four_goals(shape: Shape) -> list[Board]:
    """Return the goals blank first, blank last and spiral, and one without a name."""
    return [*(goal_board(name, shape) for name in NAMED), shuffled(shape, 5)]


def walk(problem: Problem, moves: int, seed: int) -> list[tuple[tuple[int, int], tuple[int, ...]]]:
    """Return a random walk from the start of `problem`: slides and the states after them."""
    random, state, steps = Random(seed), problem.initial, []
    for _ in range(moves):
        slide, state = random.choice(list(problem.successors(state)))
        steps.append((slide, state))
    return steps


def shapes(longest: int = 6) -> st.SearchStrategy[Shape]:
    sides = st.integers(2, longest)
    return st.builds(Shape, sides, sides)


def boards(longest: int = 6) -> st.SearchStrategy[Board]:
    """Return a strategy for boards of any rectangle, solvable or not; large boards are cheap too."""
    return st.builds(shuffled, shapes(longest), st.integers(0, 2**32))


@st.composite
def boards_and_goals(draw: st.DrawFn, longest: int = 6) -> tuple[Board, Board]:
    """Draw a board and a goal of its shape, named or not."""
    board = draw(boards(longest))
    named = st.sampled_from([goal_board(card, board.shape) for card in GOALS])
    other = st.builds(shuffled, st.just(board.shape), st.integers(0, 2**32))
    return board, draw(st.one_of(named, other))


@st.composite
def possible_paths(draw: st.DrawFn) -> tuple[Problem, str]:
    """Draw a problem, and a legal path from its start."""
    board, goal = draw(boards_and_goals(5))
    problem = Problem(board, goal)
    steps = walk(problem, draw(st.integers(0, 40)), draw(st.integers(0, 2**32)))
    return problem, problem.letters([slide for slide, _ in steps])
