"""Ask for a hint, end the search for one, and show it while its board is on show."""

from __future__ import annotations

from dataclasses import replace

from web.page.events import HintCame, HintPressed, HintsChosen
from web.page.state import Phase, UiState
from web.page.updates.register import on
from web.page.words import describe_hint

NOT_FOUND = "No hint was found in 3 seconds. Closer to the goal there will be one."


@on(HintsChosen, *Phase)
def _choose_hints(state: UiState, event: HintsChosen) -> UiState:
    return _announce(replace(state, hints=replace(state.hints, are_on=event.on, board=None, problem="")))


@on(HintPressed, Phase.READY)
def _press_hint(state: UiState, event: HintPressed) -> UiState:
    """Give the hint at once if the plan at hand leads over this board."""
    if state.hint_request is not None and not state.board.is_small:
        hints = replace(state.hints, is_searching=False, board=None)
        return replace(state, hints=hints, spoken="Stopped.")
    check = state.board.check
    hints = replace(state.hints, board=check.board, problem="", is_searching=False)
    state = replace(state, hints=hints)
    if state.board.is_small or state.hint is not None or not check.solvable:
        return _announce(state)
    return _announce(replace(state, hints=replace(hints, is_searching=True)))


@on(HintCame, *Phase)
def _take_hint(state: UiState, event: HintCame) -> UiState:
    """Untick the box if no hint came; the page would otherwise request it again without end."""
    problem = event.problem
    if event.distances is None and event.plan is None:
        problem = problem or NOT_FOUND
    hints = replace(
        state.hints,
        is_searching=False,
        are_on=state.hints.are_on and not (state.board.is_small and problem),
        problem=problem,
        distances=event.distances or state.hints.distances,
        plan=event.plan or state.hints.plan,
    )
    return _announce(replace(state, hints=hints))


def _announce(state: UiState) -> UiState:
    return replace(state, spoken=describe_hint(state))
