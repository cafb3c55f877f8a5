"""The timer of moves by hand: what is timed, what counts as a best time, and what is kept of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, solve
from tests.support.page_commands import effects_of, names_of
from tests.support.page_states import page
from tests.unit.web.fake_page import FakePage, Storage, views
from web.page.commands import update
from web.page.commands.board import draw_random, give_board
from web.page.commands.sliding import press_arrow
from web.page.commands.solving import change_solver, fail_search, start_search
from web.page.commands.timing import keep_time, recall_times, use_timer
from web.page.commands.undo import reset, undo
from web.page.parts.timer import Best, Timer, read_timer, write_timer
from web.page.state import UiState
from web.page.words import describe_seconds, describe_time_taken

START = "1 2 3/4 5 6/0 7 8"
LEFT, RIGHT = press_arrow("L"), press_arrow("R")


def follow(state: UiState, *events: object) -> tuple[UiState, list[str]]:
    """Return the page after those events, and what they did to the clock."""
    effects: list[str] = []
    for event in events:
        before, state = state, update(state, event)
        effects += [name for name in names_of(effects_of(before, state, event)) if name.endswith("_clock")]
    return state, effects


def deal() -> UiState:
    """Return a page with the timer on and a board from Shuffle."""
    return follow(page(START), change_solver(ready=True), use_timer(True), draw_random(4))[0]


def solve_dealt(state: UiState, seconds: float) -> UiState:
    """Solve the board on show by hand, in that time."""
    found = solve(str(state.board.check.board), str(state.goal.board))
    return follow(state, *(press_arrow(move.letter) for move in found.moves), keep_time(seconds))[0]


def test_the_clock_runs_from_the_first_move_to_the_goal() -> None:
    state, effects = follow(page(START), use_timer(True), LEFT)
    assert (effects, state.timer.is_running) == (["start_clock"], True)
    state, effects = follow(state, RIGHT, LEFT, LEFT)
    assert (effects, state.timer.is_running) == (["stop_clock"], False)
    state = update(state, keep_time(64.25))
    assert describe_time_taken(state).startswith("4 moves in 1:04.2.")
    assert state.spoken == describe_time_taken(state)


def test_one_move_starts_and_stops_it() -> None:
    assert follow(page("1 2 3/4 5 6/7 0 8"), use_timer(True), LEFT)[1] == ["start_clock", "stop_clock"]


def test_nothing_is_timed_unless_it_is_asked_for() -> None:
    state, effects = follow(page(START), LEFT, LEFT, keep_time(3.0))
    assert (effects, state.timer, describe_time_taken(state)) == ([], Timer(), "")


def test_undo_lets_it_run_and_reset_begins_anew() -> None:
    state, effects = follow(page(START), use_timer(True), LEFT, undo(), LEFT)
    assert (effects, state.timer.is_running) == (["start_clock"], True)
    state, effects = follow(state, reset(), LEFT)
    assert (effects, state.timer.is_running) == (["start_clock"], True)


def test_another_board_ends_it_without_a_time() -> None:
    state, effects = follow(page(START), use_timer(True), LEFT, give_board(Board.parse("1 2 3/4 0 6/7 5 8")))
    assert (effects, state.timer.is_running) == (["start_clock"], False)
    assert update(state, keep_time(3.0)) is state


def test_the_shortest_time_on_a_board_from_shuffle_is_the_best_of_its_size() -> None:
    state = solve_dealt(deal(), 30.0)
    moves = state.history.by_hand
    assert state.timer.bests == {"3x3": Best(30.0, moves)}
    assert describe_time_taken(state) == f"{moves} moves in 0:30.0. Your best time on 3x3."
    slower = solve_dealt(update(state, draw_random(5)), 40.0)
    assert slower.timer.bests == state.timer.bests
    assert describe_time_taken(slower).endswith(" in 0:40.0. Your best on 3x3: 0:30.0.")
    faster = solve_dealt(update(slower, draw_random(6)), 20.0)
    assert faster.timer.bests["3x3"].seconds == 20.0


def test_a_board_that_was_not_dealt_counts_for_nothing() -> None:
    state = follow(page(START), use_timer(True), LEFT, LEFT, keep_time(3.0))[0]
    assert state.timer.bests == {}
    assert describe_time_taken(state) == "2 moves in 0:03.0. Only times on boards from Shuffle are kept."


@pytest.mark.parametrize("first", [(), (undo(),)], ids=["before a move", "after one"])
def test_neither_does_one_whose_solution_was_asked_for(first: tuple[object, ...]) -> None:
    state = deal()
    if first:
        letter = next(iter(solve(str(state.board.check.board), str(state.goal.board)).moves)).letter
        state = follow(state, press_arrow(letter), *first)[0]
    state = solve_dealt(follow(state, start_search(), fail_search("It was lost."))[0], 30.0)
    assert state.timer.bests == {}
    assert describe_time_taken(state).endswith(" in 0:30.0. Times with a hint or a solution are not kept.")


def test_the_best_times_of_an_earlier_visit_stand() -> None:
    state = update(page(START), recall_times(True, {"3x3": Best(10.0, 30)}))
    after = solve_dealt(update(state, draw_random(4)), 30.0)
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
        for event, is_saved in ((use_timer(True), True), (LEFT, False)):
            kinds = names_of(effects_of(before, update(before, event), event))
            assert ("save_times" in kinds) == is_saved
        store.store.dispatch(use_timer(True))
        shared["npuzzle-timer"] = write_timer(Timer(bests={"3x3": Best(9.0, 30)}))  # by another tab
        store.store.dispatch(recall_times(True, {"3x3": Best(12.0, 30), "2x2": Best(1.0, 4)}))
        timer.save()
    assert read_timer(shared["npuzzle-timer"]) == (True, {"3x3": Best(9.0, 30), "2x2": Best(1.0, 4)})


@pytest.mark.slow
@given(st.text() | json_values.map(json.dumps))
def test_what_others_wrote_there_does_no_harm(text: str) -> None:
    is_on, bests = read_timer(text)
    state = update(page(START), recall_times(is_on, bests))
    assert describe_time_taken(solve_dealt(update(state, draw_random(4)), 30.0)).count("in 0:30.0") == is_on


@given(st.floats(0, 100_000))
def test_a_time_is_written_in_minutes_seconds_and_tenths(seconds: float) -> None:
    minutes, rest = describe_seconds(seconds).split(":")
    assert 0 <= seconds - (60 * int(minutes) + float(rest)) < 0.1 + 1e-6
    assert len(rest) == 4
