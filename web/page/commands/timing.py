"""The timer: whether it is wanted, and the time when the goal was reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from web.page.commands.clock import clear
from web.page.commands.command import command
from web.page.parts.timer import Best
from web.page.state import UiState
from web.page.words import describe_time_taken


@command()
def use_timer(state: UiState, wanted: bool) -> UiState:
    return replace(state, timer=replace(clear(state.timer), is_on=wanted))


@command()
def recall_times(state: UiState, is_on: bool, bests: Mapping[str, Best]) -> UiState:
    """An earlier visit left these: whether the timer is on, and the best time of each size."""
    return replace(state, timer=replace(state.timer, is_on=is_on, bests=bests))


@command()
def keep_time(state: UiState, seconds: float) -> UiState:
    """Keep the time, and make it the best one of this size if it is."""
    timer, size = state.timer, f"{state.board.rows}x{state.board.cols}"
    if not timer.origin or timer.origin != state.history.origin or not state.is_solved_by_hand:
        return state
    timer = replace(timer, seconds=seconds)
    best = timer.bests.get(size)
    if timer.counts and (best is None or seconds < best.seconds):
        bests = {**timer.bests, size: Best(seconds, state.history.by_hand)}
        timer = replace(timer, is_best=True, bests=bests)
    state = replace(state, timer=timer)
    return replace(state, spoken=describe_time_taken(state))
