"""Ask for a hint, end the search for a hint, and show a hint as long as its board is on show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from web.page.commands.command import command
from web.page.state import Phase, UiState
from web.page.words import describe_hint

if TYPE_CHECKING:
    from npuzzle.lab.space import DistanceTable
    from web.hints.model import Plan

NOT_FOUND = "No hint was found in 3 seconds. Try again closer to the goal."


@command()
def choose_hints(state: UiState, on: bool) -> UiState:
    """Turn hints after every move on or off. They need a small board."""
    return _announce(replace(state, hints=replace(state.hints, are_on=on, board=None, problem="")))


@command(Phase.READY)
def ask_hint(state: UiState) -> UiState:
    """Show the hint if it is known, or start the search for it. During that search, stop it instead."""
    if state.hint_request is not None and not state.board.is_small:
        hints = replace(state.hints, is_searching=False, board=None)
        return replace(state, hints=hints, spoken="Stopped.")
    check = state.board.check
    hints = replace(state.hints, board=check.board, problem="", is_searching=False)
    state = replace(state, hints=hints)
    if state.board.is_small or state.hint is not None or not check.solvable:
        return _announce(state)
    return _announce(replace(state, hints=replace(hints, is_searching=True)))


@command()
def take_hint(
    state: UiState, distances: DistanceTable | None = None, plan: Plan | None = None, problem: str = ""
) -> UiState:
    """Take the solver's hint. If there is none, untick the box, or the page would ask without end."""
    if distances is None and plan is None:
        problem = problem or NOT_FOUND
    hints = replace(
        state.hints,
        is_searching=False,
        are_on=state.hints.are_on and not (state.board.is_small and problem),
        problem=problem,
        distances=distances or state.hints.distances,
        plan=plan or state.hints.plan,
    )
    return _announce(replace(state, hints=hints))


def _announce(state: UiState) -> UiState:
    return replace(state, spoken=describe_hint(state))
