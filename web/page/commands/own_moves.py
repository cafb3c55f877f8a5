"""Check the user's own moves, and show them in the player."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Board
from npuzzle.solving.claims import PROVED
from web.page.commands.command import AT_REST, command
from web.page.commands.improving import show_path
from web.page.parts.answer import CHECKED, answer_without_search
from web.page.parts.own_moves import CheckedMoves, MovesState
from web.page.state import UiState


@command()
def type_moves(state: UiState, text: str) -> UiState:
    """Take the text of the field, and drop the results for the old text. During a check, change nothing."""
    if state.typed.is_checking or text == state.typed.text:
        return state
    return replace(state, typed=MovesState(text))


@command(*AT_REST)
def check_moves(state: UiState) -> UiState:
    """Check the user's own moves."""
    if state.why_not_check:
        return replace(state, spoken=state.why_not_check)
    board, goal = state.board.check.board, state.goal.board
    moves = MovesState(state.typed.text, is_checking=True, board=board, goal=goal)
    return replace(state, typed=moves, spoken="Checking your moves.")


@command()
def stop_check(state: UiState) -> UiState:
    """End the check early, and show its results so far."""
    return replace(state, typed=replace(state.typed, is_stopping=state.typed.is_checking))


@command()
def take_play(state: UiState, said: str) -> UiState:
    """Note the check's first result, `said`: whether the moves are legal, and where they end."""
    if not state.typed.is_checking or said == state.typed.said:
        return state
    return replace(state, typed=replace(state.typed, said=said), spoken=said)


@command()
def take_check(state: UiState, found: CheckedMoves | None = None, problem: str = "") -> UiState:
    """Take the results of the check. Do not show them if the board has changed since it started."""
    if not state.typed.is_checking:
        return state
    moves = replace(state.typed, is_checking=False, is_stopping=False, found=found, problem=problem)
    after = replace(state, typed=moves)
    shown = after.checked_moves
    if found is not None and shown is None:
        problem = "The board or the goal has changed since: check the moves again."
        after = replace(after, typed=replace(moves, found=None, problem=problem))
    return replace(after, spoken=after.typed.problem if shown is None else " ".join(shown.said))


@command(*AT_REST)
def show_moves(state: UiState) -> UiState:
    """Show the legal moves in the player. They count as shortest only if the check proved them shortest."""
    found, board, goal = state.checked_moves, state.board.check.board, state.goal.board
    if found is None or not found.path or board is None or goal is None:
        return state
    answer = answer_without_search(
        CHECKED,
        board,
        goal,
        found.path,
        claim=PROVED if found.is_shortest else None,
        bound=found.lower_bound,
        note=" ".join(found.said),
        metric=found.metric,
    )
    last = Board.parse(found.end)
    end = None if last == goal else last  # after the goal, illegal moves may follow
    return show_path(state, answer, end)
