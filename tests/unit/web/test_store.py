"""Every listener receives every change, in order, even if other listeners fail."""

from __future__ import annotations

import pytest

from npuzzle import Board
from web.page.commands import initial_state
from web.page.commands.board import draw_random, repair_board
from web.page.commands.sliding import press_arrow
from web.page.commands.solving import choose_option
from web.page.state import UiState
from web.page.store import Store

Heard = list[tuple[UiState, UiState, object]]


def store_with(*listeners: object) -> tuple[Store, Heard]:
    """Return a store with these listeners, and the events that a later listener receives."""
    store, on_progress = Store(initial_state(Board.parse("1 2 3/4 5 6/7 8 0"))), Heard()
    for listener in listeners:
        store.listen(listener)  # type: ignore[arg-type]
    store.listen(lambda before, after, event: on_progress.append((before, after, event)))
    return store, on_progress


def test_several_events_at_once_are_one_change_as_of_the_last() -> None:
    store, on_progress = store_with()
    first = store.state
    store.dispatch(draw_random(1), draw_random(2), press_arrow("U"), press_arrow("D"))
    assert on_progress == [(first, store.state, press_arrow("D"))]


def test_an_event_that_means_nothing_is_not_told() -> None:
    store, on_progress = store_with()
    store.dispatch(repair_board(7))
    assert on_progress == []


def test_a_listener_that_dispatches_does_not_turn_the_order_round() -> None:
    def follow(before: UiState, after: UiState, event: object) -> None:
        if event == draw_random(1):
            store.dispatch(draw_random(2))
            assert str(store.state.board.check.board) != str(after.board.check.board), (
                "the state must change immediately"
            )

    store, on_progress = store_with(follow)
    first = store.state
    store.dispatch(draw_random(1))
    assert [event for _, _, event in on_progress] == [draw_random(1), draw_random(2)]
    assert on_progress[0][0] is first
    assert on_progress[0][1] is on_progress[1][0], "each change must start where the previous one ended"
    assert on_progress[1][1] is store.state


def test_a_listener_that_raises_silences_nobody_and_is_heard_of() -> None:
    def fail(before: UiState, after: UiState, event: object) -> None:
        raise KeyError("a typo in a view")

    store, on_progress = store_with(fail)
    with pytest.raises(KeyError, match="typo"):
        store.dispatch(draw_random(1))
    assert [event for _, _, event in on_progress] == [draw_random(1)]
    with pytest.raises(KeyError):
        store.dispatch(draw_random(2))
    assert len(on_progress) == 2, "the store must continue"
    both, _ = store_with(fail, fail)
    with pytest.raises(ExceptionGroup, match="several listeners or views failed"):
        both.dispatch(draw_random(1))


def test_an_event_that_raises_takes_those_beside_it_back() -> None:
    store, on_progress = store_with()
    first = store.state
    with pytest.raises(TypeError):
        store.dispatch(draw_random(1), choose_option("no such", "1"))
    assert (store.state, on_progress) == (first, [])


def test_what_is_said_by_any_of_several_events_is_said_at_the_end() -> None:
    """A link is several events, and the last one may say nothing."""
    store, on_progress = store_with()
    store.dispatch(press_arrow("D"), choose_option("depth", "7"))
    assert [after.spoken for _, after, _ in on_progress] == ["Tile 6 down."] != [""]
