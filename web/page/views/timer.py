"""Show the time of the moves by hand, and save the best times in the browser."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import perf_counter

from web.command import Call
from web.page import storage
from web.page.commands.timing import keep_time, recall_times
from web.page.parts.timer import merge_bests, read_timer, write_timer
from web.page.state import UiState
from web.page.store import store
from web.page.words import describe_seconds, describe_time_taken
from web.solver.client import in_background
from web.ui.dom import Dom

PERIOD = 0.1  # seconds between two times on show

_started = 0.0  # of the clock, in seconds of this page


class TimerView:
    def __init__(self) -> None:
        self.dom = Dom()

    def draw(self, state: UiState) -> None:
        timer = state.timer
        if not timer.is_running:
            self.dom.text("timer", describe_time_taken(state))

    def show_time(self) -> None:
        """Show how long the clock has run."""
        self.dom.text("timer", describe_seconds(perf_counter() - _started))


def recall() -> list[Call]:
    """Return the command that takes up the timer and the best times of an earlier visit, if there was one."""
    saved = storage.read_shared(storage.TIMER)
    return [recall_times(*read_timer(saved))] if saved else []


def save() -> None:
    """Save whether the timer is on, and the best times; other tabs may have saved better ones."""
    timer = store.state.timer
    saved = read_timer(storage.read_shared(storage.TIMER))[1]
    bests = merge_bests(timer.bests, saved)
    storage.write_shared(storage.TIMER, write_timer(replace(timer, bests=bests)))


def start_clock(view: TimerView) -> None:
    """Start the clock, and show it while it runs."""
    global _started
    _started = perf_counter()
    in_background(_run(view, _started))


def stop_clock() -> None:
    """Tell the page what time the clock shows."""
    store.dispatch(keep_time(perf_counter() - _started))


async def _run(view: TimerView, started: float) -> None:
    while store.state.timer.is_running and _started == started:
        view.show_time()
        await asyncio.sleep(PERIOD)
