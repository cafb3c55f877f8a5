"""The rooms are the same wherever they are listed, and what they hear; what each tab keeps."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

from npuzzle import site
from tests.unit.web.fake_page import FakePage, views
from tests.unit.web.test_updates import playing
from web.page.events import JumpedTo, OptionChosen, Ticked
from web.page.link import ROOM, ROOMS
from web.page.updates import update


class Room:
    """It remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def follow(self, before: object, state: object, event: object) -> None:
        self.heard.append(event)


def test_links_tabs_panels_and_views_are_of_the_same_rooms_in_the_same_order() -> None:
    html = (site.ROOT / "index.html").read_text(encoding="utf-8")
    assert tuple(re.findall(r'role="tab" id="tab-([a-z]+)" aria-controls="room-\1"', html)) == ROOMS
    assert (
        tuple(re.findall(r'id="room-([a-z]+)" class="room" role="tabpanel" aria-labelledby="tab-\1"', html))
        == ROOMS
    )
    with views(FakePage(), "rooms.shell") as [rooms]:
        assert tuple(rooms.ROOMS) == ROOMS
        for name, place in rooms.ROOMS.items():
            assert (place is None) == (name == ROOM)
            if place is not None:
                module, kind = place.split(":")
                path = site.ROOT / f"{module.replace('.', '/')}.py"
                assert f"class {kind}(" in path.read_text(encoding="utf-8")


def test_of_steps_that_follow_each_other_a_room_hears_the_last_once_they_rest() -> None:
    async def step() -> None:
        with views(FakePage(), "rooms.shell") as [rooms]:
            room = Room()
            house = rooms.Rooms(SimpleNamespace())
            house._made, house.current = {"race": room}, "race"
            state = playing()
            for event in (JumpedTo(1), JumpedTo(2), Ticked(), JumpedTo(0), JumpedTo(1)):
                house.follow(state, update(state, event), event)
                await asyncio.sleep(0.005)
            assert room.heard == []
            await asyncio.sleep(rooms.REST + 0.1)
            assert room.heard == [JumpedTo(1)]
            event = OptionChosen("seconds", "1")
            house.follow(state, update(state, event), event)
            assert room.heard[1:] == [event], "anything else at once"

    asyncio.run(step())


class Storage(dict[str, str]):
    """What a browser keeps; `is_full`: it takes nothing more."""

    is_full = False

    def __bool__(self) -> bool:
        return True

    def getItem(self, name: str) -> str | None:  # noqa: N802 - the browser's own names
        return self.get(name)

    def setItem(self, name: str, text: str) -> None:  # noqa: N802
        if self.is_full:
            raise OSError("QuotaExceededError")
        self[name] = text

    def removeItem(self, name: str) -> None:  # noqa: N802
        self.pop(name, None)


def tab(shared: Storage) -> tuple[Any, Storage]:
    """A new tab's module `kept`, and the store of its own."""
    fake, own = FakePage(), Storage()
    fake.window.localStorage, fake.window.sessionStorage = shared, own
    with views(fake, "ui.storage") as [kept]:
        return kept, own


def test_only_the_tab_used_last_keeps_what_a_new_tab_takes_up() -> None:
    shared = Storage()
    (first, own), (second, others) = tab(shared), tab(shared)
    first.use()
    assert first.write("board=1", "") == {}
    second.use()
    assert second.write("board=2", "") == {}
    assert first.write("board=3", "") == {}, "kept, in its own store"
    assert (own["npuzzle"], others["npuzzle"], shared["npuzzle"]) == ("board=3", "board=2", "board=2")
    assert tab(shared)[0].read() == ("board=2", "")
    assert first.read() == ("board=3", "")
    first.use()
    first.write("board=4", "")
    assert shared["npuzzle"] == "board=4"


def test_a_full_store_is_told_of_and_an_older_page_does_not_come_back() -> None:
    shared = Storage()
    kept, own = tab(shared)
    kept.use()
    kept.write("board=1", "")
    own.is_full = True
    assert kept.write("board=2", "") == {"sessionStorage": "full"}
    assert kept.read() == ("board=2", ""), "from the shared store"
    shared.is_full = True
    assert set(kept.write("board=3", "")) == {"sessionStorage", "localStorage"}
