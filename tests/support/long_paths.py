"""Long paths without a search: random walks from the goal, reversed."""

from __future__ import annotations

from random import Random

from npuzzle import Board, Notation, Problem, Shape, goal_board
from npuzzle.puzzle.board import make_board
from npuzzle.puzzle.moves import OPPOSITE, MutableBoard, in_notation
from npuzzle.puzzle.shape import letter, neighbours, slides


def long_path(shape: Shape, moves: int, seed: int) -> tuple[Board, Board, str]:
    """Return a board, its goal, and a path of that many moves that never reverses its last move."""
    goal, random = goal_board("blank-last", shape), Random(seed)
    walk, blank, before = [], goal.blank, -1
    for _ in range(moves):
        src = random.choice([cell for cell in neighbours(shape)[blank] if cell != before])
        walk.append(letter(shape, (src, blank)))
        blank, before = src, blank
    tray, away = MutableBoard(goal), "".join(walk)
    tray.forward(away)
    return make_board(goal.shape, tray.tiles()), goal, in_notation(away[::-1], Notation.BLANK)


def wander(goal: Board, moves: int, seed: int) -> tuple[Problem, str]:
    """Return a problem with a wasteful path to its goal: a random walk, reversed."""
    random, blank, away = Random(seed), goal.blank, ""
    for _ in range(moves):
        slide = random.choice(slides(goal.shape)[blank])
        away += letter(goal.shape, slide)
        blank = slide[0]
    return Problem(Problem(goal, goal).replay(away), goal), away[::-1].translate(OPPOSITE)
