"""Steps through a solution: where each event leads, and its spoken text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from npuzzle import Board
from tests.support.page_states import answer_of, in_phase, page, play_solution
from web.page.commands import update
from web.page.commands.solving import choose_option, finish_search, start_search
from web.page.commands.stepping import (
    choose_path,
    choose_speed,
    go_to,
    jump_to,
    press_play,
    take_better_path,
    tick,
    type_step,
)
from web.page.parts.player import SPEEDS
from web.page.parts.search import ON
from web.page.state import Phase, UiState

LONG = "LR" * 600  # single moves there and back


def long_path(speed: str = "normal") -> UiState:
    """Return the page with a path of 1,200 moves."""
    state = play_solution("1 2 3/4 5 6/7 0 8")
    answer = state.player.answer
    assert answer is not None
    player = replace(state.player, answer=replace(answer, moves=LONG + "L", length=1_201), speed=speed)
    return replace(state, player=player)


def test_without_a_path_on_show_there_are_no_steps() -> None:
    state = in_phase(Phase.SOLVING)
    assert not state.shows_path
    for event in (jump_to(1), type_step("x"), press_play(), tick(), take_better_path()):
        assert update(state, event) is state, event


@pytest.mark.parametrize(
    ("typed", "step"),
    [("1,200", 1_200), ("1 200", 1_200), (" 7 ", 7), ("000000003", 3), ("1201", 1_201), ("0", 0)],
)
def test_the_number_of_a_move_is_typed_as_people_write_it(typed: str, step: int) -> None:
    playing = update(update(long_path(), jump_to(5)), press_play())
    state = update(playing, type_step(typed))
    assert (state.player.step, state.player.step_problem, state.player.is_playing) == (step, "", False)


@pytest.mark.parametrize("typed", ["1202", "-1", "", "x", "٣", "0000000003", "a number of many letters"])
def test_what_is_not_the_number_of_a_move_is_refused_with_its_beginning(typed: str) -> None:
    playing = update(update(long_path(), jump_to(5)), press_play())
    state = update(playing, type_step(typed))
    said = f"The number of a move must be from 0 to 1,201, got {typed[:15]!r}."
    assert (state.player.step_problem, state.spoken) == (said, said)
    assert (state.player.step, state.player.is_playing) == (5, True), "playback must continue"
    assert update(state, jump_to(6)).player.step_problem == ""


def test_a_jump_pauses_and_stays_on_the_path() -> None:
    state = update(long_path(), press_play())
    for step, there in ((-5, 0), (0, 0), (700, 700), (1_201, 1_201), (9_999, 1_201)):
        jumped = update(state, jump_to(step))
        assert (jumped.player.step, jumped.player.is_playing) == (there, False)


def test_each_step_says_the_move_before_it_and_how_many_are_left() -> None:
    state = long_path()
    assert go_to(state, 0).spoken == "Start, 1,201 to go."
    assert go_to(state, 1).spoken.endswith(", 1,200 to go.")
    assert go_to(state, 1_200).spoken.endswith(", 1 to go.")
    assert go_to(state, 1_201).spoken == "Tile 8 left, solved."
    own = replace(state, player=replace(state.player, end=Board.parse("1 2 3/4 5 6/7 8 0")))
    assert go_to(own, 1_201).spoken == "Tile 8 left, the end of these moves."


def test_play_and_pause_say_where_they_are() -> None:
    state = update(play_solution(), jump_to(1))
    playing = update(state, press_play())
    assert (playing.player.is_playing, playing.player.step, playing.spoken) == (True, 1, "Playing.")
    paused = update(playing, press_play())
    assert (paused.player.is_playing, paused.player.step) == (False, 1)
    assert paused.spoken == "Paused. Move 1 of 2: Tile 7 left."


def test_of_a_board_that_is_solved_there_is_nothing_to_play() -> None:
    state = play_solution("1 2 3/4 5 6/7 8 0")
    assert state.player.path == ""
    pressed = update(state, press_play())
    assert not pressed.player.is_playing
    assert pressed.spoken == "Paused. Move 0 of 0: Start."


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_playback_says_a_move_about_every_two_seconds_and_the_last(speed: str) -> None:
    """At one move per second or slower, each move is spoken."""
    each = 1 if SPEEDS[speed] == 1 else 2 * SPEEDS[speed]
    state = update(long_path(speed), press_play())
    for step in range(1, 60):
        state = update(state, tick())
        assert state.player.step == step
        assert bool(state.spoken) == (step % each == 0), step
    state = update(state, tick(1_141))
    assert (state.player.step, state.player.is_playing) == (1_200, True)
    assert bool(state.spoken) == (1_200 // each > 59 // each)
    state = update(state, tick(50))
    assert (state.player.step, state.player.is_playing) == (1_201, False)
    assert state.spoken == "Tile 8 left, solved."


def test_a_speed_is_one_of_those_there_are() -> None:
    state = play_solution()
    for speed in SPEEDS:
        assert update(state, choose_speed(speed)).player.speed == speed
    assert update(state, choose_speed("at once")).player == state.player


def test_another_path_begins_at_its_start_and_is_not_playing() -> None:
    state = update(update(page("1 2 3/4 8 5/7 6 0"), choose_option("every", ON)), start_search())
    answer = answer_of(state, every=True)
    assert answer.every is not None
    two = {**answer.every, "count": 2, "paths": [answer.moves, answer.moves]}
    state = update(state, finish_search(replace(answer, every=two)))
    playing = update(update(state, jump_to(1)), press_play())
    chosen = update(playing, choose_path(1))
    assert (chosen.player.choice, chosen.player.step, chosen.player.is_playing) == (1, 0, False)
    assert chosen.spoken == "Path 2 of 2."
    assert update(chosen, choose_path(0)).spoken == "Path 1 of 2."
    for choice in (-1, 2):
        assert update(chosen, choose_path(choice)).player == chosen.player
