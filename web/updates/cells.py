"""Putting other cells on the page: what was found for the old ones is gone, the new ones are judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from npuzzle import (
    Board,
    Check,
    GoalMismatchError,
    InvalidBoardError,
    Shape,
    UnknownNameError,
    check,
    goal_board,
)
from npuzzle.defects import find_defects
from npuzzle.errors import sentence
from npuzzle.goals import DEFAULT_GOAL
from web.state import OWN, Phase, UiState
from web.words import count


def initial_state(board: Board) -> UiState:
    """The page as it opens."""
    return with_board(UiState(words=(), text="", check=Check(None), goal=None, goal_name=DEFAULT_GOAL), board)


def with_board(state: UiState, board: Board) -> UiState:
    return with_words(state, [[str(tile) for tile in row] for row in board.rows()])


def with_words(state: UiState, words: Sequence[Sequence[str]]) -> UiState:
    """Other cells: whatever was found for the old ones is gone."""
    frozen = tuple(tuple(row) for row in words)
    text = "/".join(" ".join(word or "_" for word in row) for row in frozen)
    state = replace(without_answer(state), words=frozen, text=text, text_problem="")
    if state.phase is Phase.PLAYING:
        state = replace(state, phase=Phase.READY)
    return judged(state)


def judged(state: UiState) -> UiState:
    """The same cells and goal, checked anew; says the verdict."""
    goal, goal_problem = None, ""
    shape = Shape(state.rows, state.cols)
    try:
        goal = goal_board(state.goal_text if state.goal_name == OWN else state.goal_name, shape)
    except (InvalidBoardError, GoalMismatchError, UnknownNameError) as error:
        goal_problem = sentence(error)
    verdict = Check(None, find_defects(state.words))
    if not verdict.defects:
        board = Board.from_words(state.words)
        verdict = Check(board) if goal is None else check(board, goal)
    state = replace(without_answer(state), check=verdict, goal=goal, goal_problem=goal_problem)
    if state.phase is Phase.PLAYING:
        state = replace(state, phase=Phase.READY)
    return replace(state, spoken=_said_of(state))


def _said_of(state: UiState) -> str:
    """The verdict for a listener: the first fault only, and whether there is a way out."""
    said = f"{state.verdict.headline}."
    if state.check.defects:
        said += f" {state.check.defects[0].message.capitalize()}."
    if state.check.repairs:
        said += f" {count(len(state.check.repairs), 'repair')} offered."
    return said


def without_answer(state: UiState) -> UiState:
    return replace(state, answer=None, choice=0, step=0, playing=False, problem="", progress=None)
