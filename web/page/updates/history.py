"""Undo, Redo, Reset."""

from __future__ import annotations

from dataclasses import replace

from web.page.events import RedoPressed, ResetPressed, UndoPressed
from web.page.state import Mode, Moment, Phase, UiState
from web.page.updates.cells import with_text, with_words
from web.page.updates.register import AT_REST, on
from web.page.updates.undo import moment


@on(UndoPressed, *AT_REST)
def _undo_pressed(state: UiState, event: UndoPressed) -> UiState:
    if not state.past:
        return replace(state, spoken="There is nothing to undo.")
    *past, last = state.past
    after = _at(state, last)
    return replace(
        after,
        past=tuple(past),
        future=(*state.future, moment(state)),
        spoken=f"Undone. {after.verdict.headline}.",
    )


@on(RedoPressed, *AT_REST)
def _redo_pressed(state: UiState, event: RedoPressed) -> UiState:
    if not state.future:
        return replace(state, spoken="There is nothing to redo.")
    *future, following = state.future
    after = _at(state, following)
    return replace(
        after,
        past=(*state.past, moment(state)),
        future=tuple(future),
        spoken=f"Redone. {after.verdict.headline}.",
    )


@on(ResetPressed, *AT_REST)
def _reset_pressed(state: UiState, event: ResetPressed) -> UiState:
    if not state.can_reset:
        return replace(state, spoken="The board is as it was given.")
    after = _at(state, moment(state)._replace(words=state.origin, by_hand=0, text=None))
    return replace(after, spoken=f"Reset. {after.verdict.headline}.")


def _at(state: UiState, then: Moment) -> UiState:
    """The page as it was then, in the mode it has now; a faulty board cannot be played with.

    A text that is no board can be seen in Paste alone.
    """
    editing = state.mode is Mode.EDIT
    state = replace(state, phase=Phase.READY, goal_name=then.goal_name, goal_text=then.goal_text)
    state = with_words(state, then.words)
    phase = Phase.EDITING if editing or not state.check.valid else Phase.READY
    state = replace(state, phase=phase, by_hand=then.by_hand, origin=then.origin, about=then.about)
    return state if then.text is None else with_text(state, then.text)
