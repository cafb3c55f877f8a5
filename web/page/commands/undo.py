"""Undo, Redo, Reset."""

from __future__ import annotations

from dataclasses import replace

from web.command import Kind
from web.page.commands.cells import put_text, put_words
from web.page.commands.command import AT_REST, command
from web.page.commands.own_things import return_options
from web.page.commands.recording import entry_of, entry_with_solution
from web.page.parts.history import UndoEntry
from web.page.parts.review import ReviewState
from web.page.state import Mode, Phase, UiState
from web.page.words import describe_seal


@command(*AT_REST, kind=Kind.HISTORY)
def undo(state: UiState) -> UiState:
    history = state.history
    if not history.past:
        return replace(state, spoken="There is nothing to undo.")
    *past, last = history.past
    return _move(state, last, tuple(past), (*history.future, entry_with_solution(state)), "Undone")


@command(*AT_REST, kind=Kind.HISTORY)
def redo(state: UiState) -> UiState:
    history = state.history
    if not history.future:
        return replace(state, spoken="There is nothing to redo.")
    *future, following = history.future
    return _move(state, following, (*history.past, entry_with_solution(state)), tuple(future), "Redone")


@command(*AT_REST)
def take_review(state: UiState, review: ReviewState) -> UiState:
    """Take the solver's review of the moves by hand, and announce how many moves would have been enough."""
    state = replace(state, review=review)
    spoken = ". ".join(describe_seal(state)) if state.is_solved_by_hand else ""
    return replace(state, spoken=spoken)


@command()
def choose_reviewed(state: UiState, number: int) -> UiState:
    """Choose a move of the review by its number, to look at it."""
    if not 0 < number <= len(state.review.path):
        return state
    return replace(state, review=replace(state.review, chosen=number))


@command(*AT_REST, kind=Kind.BY_HAND)
def reset(state: UiState) -> UiState:
    """Go back to the board before moves and edits by hand."""
    if not state.can_reset:
        return replace(state, spoken="The board is as it was at first.")
    after = restore(state, entry_of(state)._replace(words=state.history.origin, by_hand=0, text=None))
    return replace(after, spoken=f"Reset. {after.board.verdict.headline}.")


def _move(
    state: UiState, to: UndoEntry, past: tuple[UndoEntry, ...], future: tuple[UndoEntry, ...], said: str
) -> UiState:
    """Go to the history's entry `to`. The history then has `past` before it and `future` after it."""
    after = restore(_end_lending(state, to), to)
    history = replace(after.history, past=past, future=future)
    what = "The solution is back" if to.solution else after.board.verdict.headline
    return replace(after, history=history, spoken=f"{said}. {what}.")


def _end_lending(state: UiState, to: UndoEntry) -> UiState:
    """Restore the options and end the lending if the user's own board replaces the lent one."""
    mine = state.mine
    if mine is None or to[:3] != mine.entry[:3] or to[:2] == (mine.words, mine.goal):
        return state
    return replace(return_options(state), mine=None)


def restore(state: UiState, entry: UndoEntry) -> UiState:
    """Restore the entry's board and goal in the present mode, if possible: Play needs a valid board.

    Only Paste can show a text that is not a board. A solution opens again at its step.
    """
    editing = state.mode is Mode.EDIT
    goal = replace(state.goal, name=entry.goal_name, text=entry.goal_text)
    state = put_words(replace(state, goal=goal), entry.words)
    history = replace(state.history, by_hand=entry.by_hand, origin=entry.origin, about=entry.about)
    phase = Phase.EDITING if editing or not state.board.check.valid else Phase.READY
    state = replace(state, phase=phase, history=history)
    if entry.solution is not None:
        now = state.player
        player = replace(entry.solution, speed=now.speed, is_grouped=now.is_grouped, notation=now.notation)
        return replace(state, phase=Phase.PLAYING, player=player)
    return state if entry.text is None else put_text(state, entry.text)
