"""The register of what each event does, and in which phases; the other modules here fill it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from web.page.state import Phase, Printing, UiState
from web.page.updates.clock import follow_clock
from web.page.updates.own_things import return_goal
from web.page.updates.recording import record

E = TypeVar("E")
_Handler = Callable[[UiState, Any], UiState]
_HANDLERS: dict[type, tuple[frozenset[Phase], _Handler]] = {}

AT_REST = (Phase.EDITING, Phase.READY, Phase.PLAYING)


def update(state: UiState, event: object) -> UiState:
    """Return the state after `event`; the same object if the event changes nothing."""
    phases, handler = _HANDLERS[type(event)]
    if state.phase not in phases:
        return state
    quiet = replace(state, spoken="") if state.spoken else state
    begun = return_goal(quiet, event)
    after = handler(begun, event)
    if after is begun:
        return state
    after = _withdraw_link_problem(quiet, _withdraw_print_offer(quiet, after))
    return follow_clock(quiet, record(quiet, after, event), event)


def _withdraw_print_offer(before: UiState, after: UiState) -> UiState:
    """Withdraw the offer to solve before printing if its board changed, is solved, or the search ended."""
    printing = after.printing
    if not printing.is_offered:
        return after
    if after.board.check is not before.board.check or after.phase is Phase.PLAYING:
        return replace(after, printing=Printing())
    if before.phase is Phase.SOLVING and after.phase is not Phase.SOLVING:
        return replace(after, printing=replace(printing, is_awaited=False))
    return after


def _withdraw_link_problem(before: UiState, after: UiState) -> UiState:
    """Withdraw what was wrong with a link once the page shows something else, or solves it."""
    problem = before.problems.link
    if not problem or after.problems.link != problem or _select_from_link(before) == _select_from_link(after):
        return after
    return replace(after, problems=replace(after.problems, link=""))


def _select_from_link(state: UiState) -> tuple[object, ...]:
    """Select what a link sets, and whether the solver is at work."""
    return state.board.words, state.goal, state.options, state.phase is Phase.SOLVING


def phases_of(event: type) -> frozenset[Phase]:
    """Return the phases in which an event of this type does something."""
    return _HANDLERS[event][0]


def on(
    event: type[E], *phases: Phase
) -> Callable[[Callable[[UiState, E], UiState]], Callable[[UiState, E], UiState]]:
    """Register what an event does in these phases; in any other it changes nothing."""

    def register(handler: Callable[[UiState, E], UiState]) -> Callable[[UiState, E], UiState]:
        _HANDLERS[event] = (frozenset(phases), handler)
        return handler

    return register
