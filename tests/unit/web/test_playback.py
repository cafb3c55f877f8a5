"""The playback of a picture: what each control asks of the picture, and which of them can be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock, call

import pytest

from tests.unit.web.fake_page import FakePage, views

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
    page = FakePage()
    with views(page, "ui.playback") as (module,):

        class Film(module.Playback):  # type: ignore[name-defined, misc]
            def find_rate(self, speed: str) -> float:
                return 10 * int(speed)

        film = Film("film", ("Play", "Pause"), "1")
        press(film)  # before its program is there
        film = Film("film", ("Play", "Pause"), "1")
        film._picture = Mock()
        film.draw_controls(*shown)
        press(film)
        assert film._picture.mock_calls == asked


@pytest.mark.parametrize(
    ("shown", "label", "can"),
    [
        ((0, 0, False), "Play", (False, False, False)),
        ((0, 5, False), "Play", (False, True, True)),
        ((2, 5, True), "Pause", (True, True, True)),
        ((5, 5, False), "Play", (True, True, False)),
    ],
)
def test_only_what_leads_somewhere_can_be_used(shown: Any, label: str, can: tuple[bool, ...]) -> None:
    page = FakePage()
    with views(page, "ui.playback") as (module,):
        module.Playback("film", ("Play", "Pause"), "1").draw_controls(*shown)
    found = [not page.by_id(f"film-{name}").disabled for name in ("back", "play", "forward")]
    assert (tuple(found), page.by_id("film-play").textContent) == (can, label)
    assert page.by_id("film-first").disabled == page.by_id("film-back").disabled
    assert page.by_id("film-last").disabled == page.by_id("film-forward").disabled
