"""The timer of moves by hand: what is timed, what counts as a best time, and what is kept of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, solve
from tests.support.page_states import page
from tests.unit.web.fake_page import FakePage, Storage, views
from web.page.effects import Effect, SaveTimes, StartClock, StopClock, effects_of
from web.page.events import (
    ArrowPressed,
    BoardGiven,
    ClockStopped,
    RandomPressed,
    ResetPressed,
    SolveFailed,
    SolvePressed,
    SolverChanged,
    TimerRecalled,
    TimerTicked,
    UndoPressed,
)
from web.page.parts.timer import Best, Timer, read_timer, write_timer
from web.page.state import UiState
from web.page.updates import update
from web.page.words import describe_seconds, describe_time_taken

START = "1 2 3/4 5 6/0 7 8"
LEFT, RIGHT = ArrowPressed("L"), ArrowPressed("R")


def follow(state: UiState, *events: object) -> tuple[UiState, list[Effect]]:
    """Return the page after those events, and what they did to the clock."""
    effects: list[Effect] = []
    for event in events:
        before, state = state, update(state, event)
        effects += [
            found for found in effects_of(before, state, event) if isinstance(found, StartClock | StopClock)
        ]
    return state, effects


def deal() -> UiState:
    """Return a page with the timer on and a board from Shuffle."""
    return follow(page(START), SolverChanged(ready=True), TimerTicked(True), RandomPressed(4))[0]


def solve_dealt(state: UiState, seconds: float) -> UiState:
    """Solve the board on show by hand, in that time."""
    found = solve(str(state.board.check.board), str(state.goal.board))
    return follow(state, *(ArrowPressed(move.letter) for move in found.moves), ClockStopped(seconds))[0]


def test_the_clock_runs_from_the_first_move_to_the_goal() -> None:
    state, effects = follow(page(START), TimerTicked(True), LEFT)
    assert (effects, state.timer.is_running) == ([StartClock()], True)
    state, effects = follow(state, RIGHT, LEFT, LEFT)
    assert (effects, state.timer.is_running) == ([StopClock()], False)
    state = update(state, ClockStopped(64.25))
    assert describe_time_taken(state).startswith("4 moves in 1:04.2.")
    assert state.spoken == describe_time_taken(state)


def test_one_move_starts_and_stops_it() -> None:
    assert follow(page("1 2 3/4 5 6/7 0 8"), TimerTicked(True), LEFT)[1] == [StartClock(), StopClock()]


def test_nothing_is_timed_unless_it_is_asked_for() -> None:
    state, effects = follow(page(START), LEFT, LEFT, ClockStopped(3.0))
    assert (effects, state.timer, describe_time_taken(state)) == ([], Timer(), "")


def test_undo_lets_it_run_and_reset_begins_anew() -> None:
    state, effects = follow(page(START), TimerTicked(True), LEFT, UndoPressed(), LEFT)
    assert (effects, state.timer.is_running) == ([StartClock()], True)
    state, effects = follow(state, ResetPressed(), LEFT)
    assert (effects, state.timer.is_running) == ([StartClock()], True)


def test_another_board_ends_it_without_a_time() -> None:
    state, effects = follow(
        page(START), TimerTicked(True), LEFT, BoardGiven(Board.parse("1 2 3/4 0 6/7 5 8"))
    )
    assert (effects, state.timer.is_running) == ([StartClock()], False)
    assert update(state, ClockStopped(3.0)) is state


def test_the_shortest_time_on_a_board_from_shuffle_is_the_best_of_its_size() -> None:
    state = solve_dealt(deal(), 30.0)
    moves = state.history.by_hand
    assert state.timer.bests == {"3x3": Best(30.0, moves)}
    assert describe_time_taken(state) == f"{moves} moves in 0:30.0. Your best time on 3x3."
    slower = solve_dealt(update(state, RandomPressed(5)), 40.0)
    assert slower.timer.bests == state.timer.bests
    assert describe_time_taken(slower).endswith(" in 0:40.0. Your best on 3x3: 0:30.0.")
    faster = solve_dealt(update(slower, RandomPressed(6)), 20.0)
    assert faster.timer.bests["3x3"].seconds == 20.0


def test_a_board_that_was_not_dealt_counts_for_nothing() -> None:
    state = follow(page(START), TimerTicked(True), LEFT, LEFT, ClockStopped(3.0))[0]
    assert state.timer.bests == {}
    assert describe_time_taken(state) == "2 moves in 0:03.0. Only times on boards from Shuffle are kept."


@pytest.mark.parametrize("first", [(), (UndoPressed(),)], ids=["before a move", "after one"])
def test_neither_does_one_whose_solution_was_asked_for(first: tuple[object, ...]) -> None:
    state = deal()
    if first:
        letter = next(iter(solve(str(state.board.check.board), str(state.goal.board)).moves)).letter
        state = follow(state, ArrowPressed(letter), *first)[0]
    state = solve_dealt(follow(state, SolvePressed(), SolveFailed("It was lost."))[0], 30.0)
    assert state.timer.bests == {}
    assert describe_time_taken(state).endswith(" in 0:30.0. Times with a hint or a solution are not kept.")


def test_the_best_times_of_an_earlier_visit_stand() -> None:
    state = update(page(START), TimerRecalled(True, {"3x3": Best(10.0, 30)}))
    after = solve_dealt(update(state, RandomPressed(4)), 30.0)
    assert after.timer.bests == {"3x3": Best(10.0, 30)}


bests = st.dictionaries(
    st.sampled_from(["2x2", "3x3", "127x127"]),
    st.builds(Best, st.floats(0.1, 9999.0), st.integers(1, 10_000)),
)


@given(st.booleans(), bests)
def test_what_is_kept_is_read_back(is_on: bool, bests: dict[str, Best]) -> None:
    assert read_timer(write_timer(Timer(is_on=is_on, bests=bests))) == (is_on, bests)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["on", "bests", "3x3"]), inner)
    ),
    max_leaves=8,
)


def test_what_changes_in_it_is_saved_and_the_best_times_of_two_tabs_are_joined() -> None:
    fake, shared = FakePage(), Storage()
    fake.window.localStorage = shared
    with views(fake, "page.storage", "page.store", "page.views.timer") as [_, store, timer]:
        before = page(START)
        for event, is_saved in ((TimerTicked(True), True), (LEFT, False)):
            kinds = [type(effect) for effect in effects_of(before, update(before, event), event)]
            assert (SaveTimes in kinds) == is_saved
        store.store.dispatch(TimerTicked(True))
        shared["npuzzle-timer"] = write_timer(Timer(bests={"3x3": Best(9.0, 30)}))  # by another tab
        store.store.dispatch(TimerRecalled(True, {"3x3": Best(12.0, 30), "2x2": Best(1.0, 4)}))
        timer.save()
    assert read_timer(shared["npuzzle-timer"]) == (True, {"3x3": Best(9.0, 30), "2x2": Best(1.0, 4)})


@pytest.mark.slow
@given(st.text() | json_values.map(json.dumps))
def test_what_others_wrote_there_does_no_harm(text: str) -> None:
    is_on, bests = read_timer(text)
    state = update(page(START), TimerRecalled(is_on, bests))
    assert describe_time_taken(solve_dealt(update(state, RandomPressed(4)), 30.0)).count("in 0:30.0") == is_on


@given(st.floats(0, 100_000))
def test_a_time_is_written_in_minutes_seconds_and_tenths(seconds: float) -> None:
    minutes, rest = describe_seconds(seconds).split(":")
    assert 0 <= seconds - (60 * int(minutes) + float(rest)) < 0.1 + 1e-6
    assert len(rest) == 4
