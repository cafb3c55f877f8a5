"""Hints: asked for, found, shown for as long as the board they are for is on show."""

from __future__ import annotations

from dataclasses import replace

from web.page.events import HintCame, HintPressed, HintsChosen
from web.page.state import Phase, UiState
from web.page.updates.register import on
from web.page.words import hint_text

NOT_FOUND = "No hint was found in 3 seconds. Nearer to the goal there will be one."


@on(HintsChosen, *Phase)
def _hints_chosen(state: UiState, event: HintsChosen) -> UiState:
    return _told(replace(state, hints=event.on, hint_board=None, hint_problem=""))


@on(HintPressed, Phase.READY)
def _hint_pressed(state: UiState, event: HintPressed) -> UiState:
    """A plan that leads over this board has the hint at once."""
    if state.hint_wanted is not None and not state.small:
        return replace(state, hinting=False, hint_board=None, spoken="Stopped.")
    state = replace(state, hint_board=state.check.board, hint_problem="", hinting=False)
    if state.small or state.hint is not None or not state.check.solvable:
        return _told(state)
    return _told(replace(state, hinting=True))


@on(HintCame, *Phase)
def _hint_came(state: UiState, event: HintCame) -> UiState:
    """If none came, the box is emptied, or it would be asked for for ever."""
    problem = event.problem
    if event.exact is None and event.plan is None:
        problem = problem or NOT_FOUND
    state = replace(
        state,
        hinting=False,
        hints=state.hints and not (state.small and problem),
        hint_problem=problem,
        exact=event.exact or state.exact,
        plan=event.plan or state.plan,
    )
    return _told(state)


def _told(state: UiState) -> UiState:
    return replace(state, spoken=hint_text(state))
