"""Putting other cells on the page: what was found for the old ones is gone, the new ones are judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

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
from npuzzle.errors import sentence
from npuzzle.puzzle.defects import find_defects
from npuzzle.puzzle.goals import DEFAULT_GOAL
from web.page.state import LARGEST_SIDE, OWN, Phase, UiState
from web.page.words import count

PUT_AWAY = "Your own goal is put away: it is for another size."


def initial_state(board: Board) -> UiState:
    """The page as it opens."""
    state = UiState(words=(), text="", check=Check(None), goal=None, goal_name=DEFAULT_GOAL)
    state = with_board(state, board)
    return replace(state, origin=state.words)


def words_of(board: Board) -> list[list[str]]:
    """The board's cells as they would be typed."""
    return [[str(tile) for tile in row] for row in board.rows()]


def with_board(state: UiState, board: Board) -> UiState:
    return judged(with_cells(state, words_of(board)), board)


def with_words(state: UiState, words: Sequence[Sequence[str]]) -> UiState:
    """Other cells: whatever was found for the old ones is gone."""
    return judged(with_cells(state, words))


def with_text(state: UiState, text: str) -> UiState:
    """A text that is a board is taken; one that fits the tray is shown there with its faults.

    Any other stays a text, which Paste shows; the board is as it was until the text is one.
    """
    words, problem = read_text(text)
    if words:
        state = with_words(state, words)
        phase = Phase.READY if state.check.valid else Phase.EDITING
        return replace(state, text=text, phase=phase)
    if state.phase is Phase.PLAYING:
        assert state.shown is not None, "only a board can be shown outside EDITING"
        state = with_board(state, state.shown)
    return replace(state, text=text, text_problem=problem, pasting=True, spoken=problem)


def read_text(text: str) -> tuple[Sequence[Sequence[str]], str]:
    """The cells that a text has if they fit a tray, and what is wrong if they do not."""
    try:
        return words_of(Board.parse(text)), ""
    except InvalidBoardError as error:
        words = error.rows
        fits = bool(words) and len({len(row) for row in words}) == 1
        fits = fits and min(len(words), len(words[0])) >= 2 and max(len(words), len(words[0])) <= LARGEST_SIDE
        return (words if fits else ()), sentence(error)


def with_cells(state: UiState, words: Sequence[Sequence[str]]) -> UiState:
    """The same, not yet judged. Rows that stay are shared: the past may hold a thousand boards."""
    frozen = tuple(tuple(row) for row in words)
    frozen = tuple(old if old == new else new for old, new in zip_longest(state.words[: len(frozen)], frozen))
    text = "/".join(" ".join(word or "_" for word in row) for row in frozen)
    state = replace(without_answer(state), words=frozen, text=text, text_problem="")
    if state.phase is Phase.PLAYING:
        state = replace(state, phase=Phase.READY)
    return state


def judged(state: UiState, board: Board | None = None) -> UiState:
    """The same cells and goal, checked anew; says the verdict. `board`: what the cells are, if known."""
    goal, goal_problem = None, ""
    shape = Shape(state.rows, state.cols)
    try:
        goal = goal_board(state.goal_text if state.goal_name == OWN else state.goal_name, shape)
    except (InvalidBoardError, GoalMismatchError, UnknownNameError) as error:
        goal_problem = sentence(error)
    defects = find_defects(state.words) if board is None else ()
    verdict = Check(None, defects)
    if not defects:
        board = board or Board.from_words(state.words)
        verdict = Check(board) if goal is None else check(board, goal)
    if goal != state.goal:
        state = replace(state, hinting=False, hint_board=None, hint_problem="")
    state = replace(without_answer(state), check=verdict, goal=goal, goal_problem=goal_problem)
    if state.phase is Phase.PLAYING:
        state = replace(state, phase=Phase.READY)
    return replace(state, spoken=_said_of(state))


def with_goal_of_size(state: UiState, shape: Shape) -> UiState:
    """An own goal stays if it is one of that shape; else it is put away for the default one."""
    if state.goal_name != OWN:
        return state
    try:
        goal_board(state.goal_text, shape)
    except (InvalidBoardError, GoalMismatchError, UnknownNameError):
        return replace(state, goal_name=DEFAULT_GOAL, goal_text="")
    return state


def told_of_goal(before: UiState, after: UiState) -> UiState:
    """Says so where an own goal was put away."""
    if before.goal_name != OWN or after.goal_name == OWN:
        return after
    return replace(after, spoken=f"{after.spoken} {PUT_AWAY}")


def _said_of(state: UiState) -> str:
    """The verdict for a listener: the first fault only, and whether there is a way out."""
    said = f"{state.verdict.headline}."
    if state.check.defects:
        said += f" {state.check.defects[0].message.capitalize()}."
    if state.check.repairs:
        said += f" {count(len(state.check.repairs), 'repair')} offered."
    return said


def without_answer(state: UiState) -> UiState:
    return replace(
        state, answer=None, choice=0, step=0, step_problem="", playing=False, problem="", progress=None
    )
