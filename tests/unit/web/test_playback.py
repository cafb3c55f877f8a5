"""Playbacks: a player and its steps, a ticker, and the request of each control to a picture."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock, call, patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.web.fake_page import FakePage, views
from web.player import Player

Calls = list[Any]


@pytest.mark.parametrize(
    ("shown", "press", "asked"),
    [
        ((3, 9, False), lambda one: one.play(), [call.play(10)]),
        ((9, 9, False), lambda one: one.play(), [call.go(0), call.play(10)]),
        ((3, 9, True), lambda one: one.play(), [call.pause(), call.draw()]),
        ((3, 9, False), lambda one: one.change_speed("2"), []),
        ((3, 9, True), lambda one: one.change_speed("2"), [call.play(20)]),
        ((3, 9, True), lambda one: one.step("first"), [call.pause(), call.go(0)]),
        ((3, 9, True), lambda one: one.step("last"), [call.pause(), call.go(9)]),
        ((3, 9, True), lambda one: one.step("back"), [call.pause(), call.step(-1)]),
        ((3, 9, True), lambda one: one.step("forward"), [call.pause(), call.step(1)]),
    ],
)
def test_each_control_asks_the_picture(shown: Any, press: Callable[[Any], None], asked: Calls) -> None:
    with views(FakePage(), "ui.playback") as (module,):
        press(make_film(module))  # before its program has loaded
        film = make_film(module)
        film._picture = Mock()
        film.take_place(*shown)
        press(film)
        assert film._picture.mock_calls == asked


@pytest.mark.parametrize(
    ("shown", "label", "can"),
    [
        ((0, 0, False), "Play", (False, False, False)),
        ((0, 5, False), "Play", (False, True, True)),
        ((2, 5, True), "Pause", (True, True, True)),
        ((5, 5, False), "Play", (True, True, False)),
        ((0.5, 1.5, True), "Pause", (True, True, True)),
    ],
)
def test_only_what_leads_somewhere_can_be_used(shown: Any, label: str, can: tuple[bool, ...]) -> None:
    with views(FakePage(), "ui.playback") as (module,):
        film = make_film(module)
        film.take_place(*shown)
        assert (film.player.can_go_back, film.can_play, film.player.can_go_on) == can
        assert (film.play_label, film.player.speed) == (label, "1")


def make_film(module: Any) -> Any:
    class Film(module.Playback):  # type: ignore[name-defined, misc]
        place, labels = "film", ("Play", "Pause")

        def find_rate(self, speed: str) -> float:
            return 10 * int(speed)

    return Film("1")


@given(st.integers(0, 5), st.lists(st.sampled_from(["first", "back", "forward", "last", "play", "tick"])))
def test_a_player_stays_within_its_steps_and_ends_its_playback_at_the_last(
    last: int, does: list[str]
) -> None:
    player = Player(last=last)
    for what in does:
        before = player
        if what == "play":
            player = player.play()
            assert player.is_playing == (not before.is_playing and last > 0)
        elif what == "tick":
            player = player.go_on(2)
        else:
            player = player.go_to(player.aim(what))
            assert not player.is_playing
        assert 0 <= player.step <= last
        assert not player.is_playing or player.can_go_on


async def play_twice_and_begin_again(module: Any) -> None:
    rest = asyncio.sleep
    rates, ticks = iter([60, 60, 60, 60, 60, 0]), list[int]()
    with patch.object(module.asyncio, "sleep", lambda seconds: rest(0)):
        module.Ticker(lambda: next(rates), ticks.append).start()
        for _ in range(9):
            await rest(0)
        assert ticks == [1, 1]
        ticker = module.Ticker(lambda: 60 * (len(ticks) < 9), ticks.append)
        ticker.start()
        ticker.start()
        for _ in range(6):
            await rest(0)
        assert len(ticks) < 9, "only the last playback may count"
        for _ in range(9):
            await rest(0)
        assert ticks == [1] * 9


def test_a_ticker_ends_with_its_playback() -> None:
    with views(FakePage(), "ui.playback") as (module,):
        asyncio.run(play_twice_and_begin_again(module))
