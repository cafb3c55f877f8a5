"""The timer: whether it is wanted, and the time when the goal was reached."""

from __future__ import annotations

from dataclasses import replace

from web.page.events import ClockStopped, TimerRecalled, TimerTicked
from web.page.parts.timer import Best
from web.page.state import Phase, UiState
from web.page.updates.clock import clear
from web.page.updates.register import on
from web.page.words import describe_time_taken


@on(TimerTicked, *Phase)
def _tick_timer(state: UiState, event: TimerTicked) -> UiState:
    return replace(state, timer=replace(clear(state.timer), is_on=event.wanted))


@on(TimerRecalled, *Phase)
def _recall(state: UiState, event: TimerRecalled) -> UiState:
    return replace(state, timer=replace(state.timer, is_on=event.is_on, bests=event.bests))


@on(ClockStopped, *Phase)
def _stop_clock(state: UiState, event: ClockStopped) -> UiState:
    """Keep the time, and make it the best one of this size if it is."""
    timer, size = state.timer, f"{state.board.rows}x{state.board.cols}"
    if not timer.origin or timer.origin != state.history.origin or not state.is_solved_by_hand:
        return state
    timer = replace(timer, seconds=event.seconds)
    best = timer.bests.get(size)
    if timer.counts and (best is None or event.seconds < best.seconds):
        bests = {**timer.bests, size: Best(event.seconds, state.history.by_hand)}
        timer = replace(timer, is_best=True, bests=bests)
    state = replace(state, timer=timer)
    return replace(state, spoken=describe_time_taken(state))
