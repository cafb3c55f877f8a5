"""Restore the user's goal and options after a lesson or an example has replaced them."""

from __future__ import annotations

from dataclasses import replace

from npuzzle import Shape
from web.command import Call, Kind
from web.page.commands.cells import check_cells, fit_goal
from web.page.state import UiState


def return_goal(state: UiState, call: Call) -> UiState:
    """Restore the user's goal and options when a call begins another board.

    A goal that the user has chosen since the replacement stays.
    """
    mine = state.mine
    if mine is None or not call.command.kind & Kind.BEGIN:
        return state
    state = replace(return_options(state), mine=None)
    if state.goal.name != mine.goal:
        return state
    goal = replace(state.goal, name=mine.entry.goal_name, text=mine.entry.goal_text)
    return check_cells(fit_goal(replace(state, goal=goal), Shape(state.board.rows, state.board.cols)))


def return_options(state: UiState) -> UiState:
    """Restore the user's own options. An option that the user has changed meanwhile stays."""
    options = state.options
    for name, lent, own in state.mine.options if state.mine is not None else ():
        if options.text(name) == lent:
            options = options.choose(name, own)
    return replace(state, options=options)
