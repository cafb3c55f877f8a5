"""The single table of rooms, and the parts of the page that are made from it."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from npuzzle import site
from tests.unit.web.fake_page import FakePage, views
from web.room_table import HOME, NOTES, OWN_NOTES, ROOMS, TASKS, Room
from web.solver import wire
from web.solver.state import BUSY

PAGE = (site.ROOT / "index.html").read_text(encoding="utf-8")


def test_tabs_and_panels_are_the_rooms_in_order() -> None:
    named = [(room.name, room.label) for room in sorted(ROOMS, key=lambda room: bool(room.group))]
    assert re.findall(r'role="tab" id="tab-([a-z]+)" aria-controls="room-\1".*>(.+)</button>', PAGE) == named
    for group in {room.group for room in ROOMS if room.group}:
        controls = " ".join(f"room-{room.name}" for room in ROOMS if room.group == group)
        assert re.findall(f'id="tab-{group.lower()}" aria-controls="([a-z -]+)".*>{group}<', PAGE) == [
            controls
        ]
    panels = re.findall(r'id="room-([a-z]+)" class="room" role="tabpanel" aria-labelledby="tab-\1"', PAGE)
    assert panels == [room.name for room in ROOMS]


def test_the_page_starts_with_a_room_that_is_there() -> None:
    assert [room.name for room in ROOMS if not room.view] == [HOME]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_has_its_folder_its_view_and_its_stop_buttons(room: Room) -> None:
    folder = site.ROOT / "web/rooms" / room.name
    assert {"__init__.py", "view.py"} <= {path.name for path in folder.iterdir()}
    assert not room.view or f"class {room.view}" in (folder / "view.py").read_text(encoding="utf-8")
    for stop in room.stops:
        assert PAGE.count(f'<button type="button" id="{stop}"') == 1


def test_no_folder_is_left_out_of_the_table() -> None:
    folders = {path.parent.name for path in (site.ROOT / "web/rooms").glob("*/view.py")}
    assert folders == {room.name for room in ROOMS}


def test_no_two_rooms_share_a_name_and_no_old_name_is_in_use() -> None:
    names = [name for room in ROOMS for name in (room.name, *room.old_names)]
    assert len(set(names)) == len(names)
    notes = [*NOTES, *OWN_NOTES]
    assert len(set(notes)) == len(notes)
    assert not {old for room in ROOMS for old in room.old_names} & {*notes, "board", "room"}


def test_each_task_of_a_room_is_made_by_a_class_of_its_own() -> None:
    tasks = [(room, task) for room in ROOMS for task in room.tasks]
    assert len(TASKS) == len(tasks) == len({task.label for _, task in tasks})
    for room, task in tasks:
        assert hasattr(import_module(f"web.rooms.{room.name}.{task.module}"), task.made_by)


def test_the_worker_and_the_page_know_the_tasks_of_the_rooms_and_the_hint() -> None:
    assert set(wire.TASKS) == set(BUSY) == {*TASKS, "hint"}


def test_the_shell_knows_the_rooms_of_the_table() -> None:
    with views(FakePage(), "rooms.shell") as [shell]:
        assert import_module("web.room_table").ROOMS == ROOMS
        assert [*shell.BY_NAME] == [room.name for room in ROOMS]
