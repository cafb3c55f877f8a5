"""Follow the clock: it runs from the first move by hand to the goal, if it is wanted."""

from __future__ import annotations

from dataclasses import replace

from web.page.parts.timer import Timer
from web.page.state import Phase, UiState


def follow_clock(before: UiState, after: UiState) -> UiState:
    """Start the clock with the first move of a board, and end it at the goal or when the board is left."""
    timer, origin = after.timer, after.history.origin
    if after.phase is Phase.SOLVING or (timer.is_on and after.hint is not None):
        timer = replace(timer, helped=origin)
    if timer.is_on:
        timer = _follow(before, after, timer)
    return after if timer == after.timer else replace(after, timer=timer)


def _follow(before: UiState, after: UiState, timer: Timer) -> Timer:
    origin = after.history.origin
    is_left = timer.origin not in ((), origin) or after.goal.board != before.goal.board
    if is_left:
        timer = clear(timer)
    if not timer.origin and not before.history.by_hand and after.history.by_hand:
        timer = replace(timer, origin=origin, is_running=True)
    return replace(timer, is_running=False) if after.is_solved_by_hand else timer


def clear(timer: Timer) -> Timer:
    """Forget what was timed, and keep the best times."""
    return Timer(is_on=timer.is_on, dealt=timer.dealt, helped=timer.helped, bests=timer.bests)
