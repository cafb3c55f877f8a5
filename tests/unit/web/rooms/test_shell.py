"""Opening the page's rooms and telling them of changes: `web/rooms/shell.py` with a fake browser."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, patch

import pytest

from tests.support.page_states import page
from web.page.commands import update
from web.page.commands.board import type_text
from web.page.commands.modes import choose_mode
from web.page.commands.sliding import press_cell
from web.page.commands.solving import choose_option
from web.page.commands.stepping import jump_to, tick, type_step
from web.page.state import Mode
from web.room_table import ROOMS

STEPS = [jump_to(0), type_step("0"), tick(1)]
AT_REST = SimpleNamespace(player=SimpleNamespace(is_playing=False))


class Room:
    """A room that records its calls."""

    def __init__(self, desk: object) -> None:
        self.on_progress: list[object] = []
        self.times_opened = self.times_left = 0

    def enter(self) -> None:
        self.times_opened += 1

    def leave(self) -> None:
        self.times_left += 1

    def follow(self, before: object, state: object, event: object) -> None:
        self.on_progress.append(event)


def take(name: str) -> MagicMock:
    """Replace any other member of `pyscript`."""
    if name.startswith("__"):
        raise AttributeError(name)
    return MagicMock()


@pytest.fixture
def shell() -> Iterator[Any]:
    """Yield `web.rooms.shell` with a browser that accepts every call; each room is a `Room`."""
    pyscript, ffi = ModuleType("pyscript"), ModuleType("pyscript.ffi")
    made = {room.module: ModuleType(room.module) for room in ROOMS if room.view}
    for room in ROOMS:
        if room.view:
            vars(made[room.module])[room.view] = Room
    vars(pyscript).update(__getattr__=take, when=lambda *which: lambda function: function, ffi=ffi)
    vars(ffi).update(create_proxy=lambda function: function)
    with patch.dict(sys.modules, {"pyscript": pyscript, "pyscript.ffi": ffi, **made}):
        for name in ("web.rooms.shell", "web.ui.dom"):
            sys.modules.pop(name, None)
        yield import_module("web.rooms.shell")


def rooms_of(shell: Any) -> Any:
    return shell.Rooms(SimpleNamespace(keep_soon=lambda: None, state=page()))


def test_a_room_is_made_once_and_hears_each_time_it_is_opened_and_left(shell: Any) -> None:
    rooms = rooms_of(shell)
    assert rooms.open("solve") is None
    race, lab = rooms.open("race"), rooms.open("lab")
    assert lab is not race
    assert (race.times_left, lab.times_left) == (1, 0)
    assert rooms.open("race") is race
    assert rooms.open("race") is race
    assert (race.times_opened, race.times_left) == (3, 1)


def test_a_room_of_its_own_shows_the_board_and_a_text_with_a_fault_stays(shell: Any) -> None:
    for text, made in (("1 2 3/4 5 6/0 7 8", [choose_mode(Mode.PLAY)]), ("hello", [])):
        calls: list[object] = []
        state = update(update(page(), choose_mode(Mode.PASTE)), type_text(text))
        desk = SimpleNamespace(keep_soon=lambda: None, state=state, dispatch=calls.append)
        rooms = shell.Rooms(desk)
        rooms.open("solve")
        assert calls == []
        rooms.open("practice")
        assert calls == made


def test_the_open_room_alone_hears_of_a_change(shell: Any) -> None:
    rooms = rooms_of(shell)
    race, lab = rooms.open("race"), rooms.open("lab")
    rooms.follow(AT_REST, AT_REST, press_cell(3))
    assert (race.on_progress, lab.on_progress) == ([], [press_cell(3)])


@pytest.mark.parametrize("step", STEPS, ids=lambda step: type(step).__name__)
def test_of_steps_a_room_hears_when_they_rest_and_of_the_last_only(shell: Any, step: object) -> None:
    async def walk() -> tuple[list[object], list[object]]:
        shell.REST = 0.02
        for number in range(5):
            rooms.follow(number, AT_REST, step)
            await asyncio.sleep(0)
        soon = list(race.on_progress)
        await asyncio.sleep(0.1)
        return soon, race.on_progress

    rooms = rooms_of(shell)
    race = rooms.open("race")
    assert asyncio.run(walk()) == ([], [step])


def test_of_steps_of_several_kinds_the_last_is_announced_and_anything_else_at_once(shell: Any) -> None:
    async def step() -> None:
        for event in (jump_to(1), jump_to(2), tick(), jump_to(0), jump_to(1)):
            rooms.follow(AT_REST, AT_REST, event)
            await asyncio.sleep(0.005)
        assert race.on_progress == []
        await asyncio.sleep(shell.REST + 0.1)
        assert race.on_progress == [jump_to(1)]
        rooms.follow(AT_REST, AT_REST, choose_option("seconds", "1"))
        assert race.on_progress[1:] == [choose_option("seconds", "1")]

    rooms = rooms_of(shell)
    race = rooms.open("race")
    asyncio.run(step())


@pytest.mark.slow
def test_a_key_held_down_is_one_change_for_a_room(shell: Any) -> None:
    """A held key repeats about twenty times a second."""

    async def hold() -> None:
        for number in range(6):
            rooms.follow(number, AT_REST, jump_to(number))
            await asyncio.sleep(0.05)
        await asyncio.sleep(shell.REST + 0.05)

    rooms = rooms_of(shell)
    race = rooms.open("race")
    asyncio.run(hold())
    assert race.on_progress == [jump_to(5)]


def test_while_a_solution_is_played_no_step_is_announced(shell: Any) -> None:
    async def play() -> None:
        shell.REST = 0
        rooms.follow(AT_REST, SimpleNamespace(player=SimpleNamespace(is_playing=True)), tick(1))
        await asyncio.sleep(0.02)

    rooms = rooms_of(shell)
    race = rooms.open("race")
    asyncio.run(play())
    assert race.on_progress == []
