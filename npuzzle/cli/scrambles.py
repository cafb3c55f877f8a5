"""Boards given by moves: a scramble from the goal, and the board that some moves solve."""

from __future__ import annotations

import argparse
import re

from npuzzle.cli.inputs import read_goal, read_problem
from npuzzle.errors import IllegalMoveError, InvalidMovesError
from npuzzle.puzzle.board import Board, make_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import Notation, cancel, format_moves, undo
from npuzzle.puzzle.play import parse_moves, play_moves
from npuzzle.puzzle.problem import say_moves
from npuzzle.puzzle.shape import Shape


def read_size(text: str) -> Shape | None:
    """Return the size that an argument is, such as 4x4; None for anything else."""
    return Shape.parse(text) if re.fullmatch(r"\s*[0-9]+[xX×][0-9]+\s*", text) else None


def read_scrambled(options: argparse.Namespace, notation: Notation) -> tuple[Board, Board, str]:
    """Play `--scramble` from BOARD, or from the goal of a size; return the board, its goal, and a sentence.

    Raises InvalidMovesError for text that is not moves, and IllegalMoveError.
    """
    size = read_size(options.board)
    if size is None:
        start, goal = read_problem(options)
    else:
        start = goal = read_goal(options.goal or DEFAULT_GOAL, size)
    played = play_moves(start, options.scramble, notation)
    if played.illegal is not None:
        advice = "; for the blank's directions add --notation blank" if notation is Notation.TILE else ""
        raise IllegalMoveError(
            f"move {played.illegal.number:,} of --scramble, {played.illegal.written}, is illegal: "
            f"{played.illegal.reason}{advice}"
        )
    left = cancel(played.path)
    number = say_moves(len(played.path))
    end = make_board(goal.shape, played.tiles)
    if not left:
        return end, goal, f"The scramble has {number}, which all cancel."
    cancelled = len(played.path) - len(left)
    which = f", of which {cancelled:,} cancel" if cancelled else ""
    undone = format_moves(undo(left), notation)
    return end, goal, f"The scramble has {number}{which}; undone by {undone}."


def find_solved_by(goal: Board, moves: str, notation: Notation | None) -> Board:
    """Return the board that these moves lead to the goal. Raises InvalidMovesError if there is none.

    Without a notation, directions are read as the tile's, or else as the blank's.
    """
    why: list[str] = []
    for way in Notation if notation is None else [notation]:
        try:
            return goal.play(undo(parse_moves(moves, way)))
        except IllegalMoveError as error:
            why.append(str(error))
    raise InvalidMovesError(
        f"no {goal.shape} board is solved by these moves; played back from the goal, {why[0]}"
    )
