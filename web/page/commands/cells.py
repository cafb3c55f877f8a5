"""Put other cells on the page: drop the results for the old cells, and check the new ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from npuzzle import (
    GOALS,
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
from npuzzle.puzzle.cells import find_defects
from npuzzle.text import count
from web.page.board_text import BoardText, read_board_text
from web.page.parts.board import OWN, BoardState, GoalState
from web.page.parts.history import History
from web.page.state import Phase, UiState
from web.page.words import describe_taken_apart

GOAL_DROPPED = "Your own goal was dropped: it is for another size."


def initial_state(board: Board) -> UiState:
    """Build the page as it opens."""
    state = put_board(UiState(BoardState(words=(), text="", check=Check(None))), board)
    return replace(state, history=History(origin=state.board.words))


def words_of(board: Board) -> list[list[str]]:
    """Return the words that a user would type into the board's cells."""
    return [[str(tile) for tile in row] for row in board.rows]


def put_board(state: UiState, board: Board) -> UiState:
    """Put a board on the page."""
    return check_cells(put_cells(state, words_of(board)), board)


def put_words(state: UiState, words: Sequence[Sequence[str]]) -> UiState:
    """Put other cells on the page. They may have defects."""
    return check_cells(put_cells(state, words))


def put_text(state: UiState, text: str) -> UiState:
    """Take a text. If it fits a tray, show its board, even with defects.

    Any other text stays in the field of Paste, and the board does not change.
    """
    is_whole = abs(len(text) - len(state.board.text)) > 1  # it was pasted, not typed
    words, problem, about, goal = read_text(state, text, is_whole=is_whole)
    if words:
        words = [["" if word == "_" else word for word in row] for row in words]
        state = put_goal(fit_goal(state, Shape(len(words), len(words[0]))) if goal else state, goal)
        state = put_words(state, words)
        phase = Phase.READY if state.board.check.valid else Phase.EDITING
        board, spoken = replace(state.board, text=text, text_about=about), f"{about} {state.spoken}".lstrip()
        return replace(state, board=board, phase=phase, spoken=spoken)
    if state.phase is Phase.PLAYING:
        assert state.current_board is not None, "only a board can be shown outside EDITING"
        state = put_board(state, state.current_board)
    board = replace(state.board, text=text, text_problem=problem, text_about="", is_pasting=True)
    return replace(state, board=board, spoken=problem)


def read_text(state: UiState, text: str, *, is_whole: bool = True) -> BoardText:
    """Read a text as a board. A scramble is played from the page's goal."""
    return read_board_text(text, state.goal.board, state.player.notation, is_whole)


def put_goal(state: UiState, goal: Board | None) -> UiState:
    """Put a goal on the page, under its name if it is a named goal. None changes nothing."""
    if goal is None or goal == state.goal.board:
        return state
    name = next((card.name for card in GOALS if goal_board(card, goal.shape) == goal), OWN)
    return replace(state, goal=replace(state.goal, name=name, text=str(goal) if name == OWN else ""))


def put_cells(state: UiState, words: Sequence[Sequence[str]]) -> UiState:
    """Put cells on the page without checking them.

    Unchanged rows are shared with the old board, because the history may hold a thousand boards.
    """
    frozen, before = tuple(tuple(row) for row in words), state.board.words
    frozen = tuple(old if old == new else new for old, new in zip_longest(before[: len(frozen)], frozen))
    text = "/".join(" ".join(word or "_" for word in row) for row in frozen)
    board = replace(state.board, words=frozen, text=text, text_problem="", text_about="")
    return replace(drop_answer(state), board=board)


def check_cells(state: UiState, board: Board | None = None) -> UiState:
    """Check the cells against the goal, and announce the verdict. `board`: the cells as a board, if known."""
    goal = _read_goal(state)
    defects = find_defects(state.board.words) if board is None else ()
    checked = Check(None, defects)
    if not defects:
        board = board or Board.from_words(state.board.words)
        checked = Check(board) if goal.board is None else check(board, goal.board)
    if goal.board != state.goal.board:
        state = replace(state, hints=replace(state.hints, is_searching=False, board=None, problem=""))
    state = replace(drop_answer(state), board=replace(state.board, check=checked), goal=goal)
    return replace(state, spoken=_describe_verdict(state))


def _read_goal(state: UiState) -> GoalState:
    """Make the goal for the size of the board, from the goal's name or its text."""
    goal, shape = state.goal, Shape(state.board.rows, state.board.cols)
    try:
        board = goal_board(goal.text if goal.name == OWN else goal.name, shape)
    except (InvalidBoardError, GoalMismatchError, UnknownNameError) as error:
        return replace(goal, board=None, problem=sentence(error))
    return replace(goal, board=board, problem="")


def fit_goal(state: UiState, shape: Shape) -> UiState:
    """Replace a typed goal of another shape with the default goal."""
    if state.goal.name != OWN:
        return state
    try:
        goal_board(state.goal.text, shape)
    except (InvalidBoardError, GoalMismatchError, UnknownNameError):
        return replace(state, goal=GoalState(board=state.goal.board))
    return state


def announce_goal(before: UiState, after: UiState) -> UiState:
    """Extend the announcement if a typed goal was dropped."""
    if before.goal.name != OWN or after.goal.name == OWN:
        return after
    return replace(after, spoken=f"{after.spoken} {GOAL_DROPPED}")


def drop_answer(state: UiState) -> UiState:
    """Drop the answer of the last search, and close its solution."""
    return replace(
        state,
        player=state.player.without_answer(),
        search=replace(state.search, problem="", progress=None),
        phase=Phase.READY if state.phase is Phase.PLAYING else state.phase,
    )


def _describe_verdict(state: UiState) -> str:
    """Describe the verdict for screen readers: only the first defect, and whether repairs are offered."""
    board = state.board
    said = f"{board.verdict.headline}. {describe_taken_apart(state)}".rstrip()
    if board.faults:
        said += f" {board.faults[0].message.capitalize()}."
    if board.check.repairs:
        said += f" {count(len(board.check.repairs), 'repair')} offered."
    return said
