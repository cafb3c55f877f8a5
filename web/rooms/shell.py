"""Show one room of the page at a time. A room's module is imported when the room is first opened."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Any

from pyscript import document, window

from web.command import Call, Kind
from web.page.api import PageApi, RoomView
from web.page.commands.modes import choose_mode
from web.page.state import Mode, UiState
from web.room_table import BY_NAME, GROUPS, ROOMS
from web.solver.client import in_background
from web.ui.dom import by_id
from web.ui.events import when
from web.ui.press import press

REST = 0.2  # seconds without a step after which the rooms follow

_rooms: Rooms


class Rooms:
    """Make each room's view, with the page's API, when the room is first opened, and call its methods.

    During steps through a solution, the rooms are only updated once the steps pause: there may be 60 steps
    per second, and on the largest boards Race takes a quarter of a second to check whether it could start.
    """

    def __init__(self, desk: PageApi) -> None:
        global _rooms
        _rooms = self
        self._desk = desk
        desk.rooms = self
        self._views: dict[str, RoomView] = {}
        self._latest = {room.group.lower(): room.name for room in reversed(ROOMS)}  # opened last, by group
        self._changes = 0
        self._is_walking = False  # whether opening a room adds an entry to the browser's history
        self.current = ROOMS[0].name
        by_id("skip").disabled = False

    def begin_history(self) -> None:
        """From now on, let the browser's Back and Forward move between the rooms."""
        window.history.replaceState(self.current, "")
        self._is_walking = True

    def walk(self, name: object) -> None:
        """Open the room that Back or Forward leads to."""
        if isinstance(name, str) and name in BY_NAME:
            self._is_walking = False
            self.open(name)
            self._is_walking = True

    def open(self, name: str) -> Any:
        """Show the room of that name, and return its view. Focus in the old room moves to the new one."""
        if self._is_walking and name != self.current:
            window.history.pushState(name, "")
        left = self._views.get(self.current)
        if name != self.current and left is not None:
            left.leave()
        state = self._desk.state
        if BY_NAME[name].view and state.mode is Mode.PASTE and not state.board.text_problem:
            self._desk.dispatch(choose_mode(Mode.PLAY))  # such a room shows the board
        focused = document.activeElement
        loses_focus = name != self.current and focused and focused.closest(f"#room-{self.current}")
        self.current = name
        group = BY_NAME[name].group.lower()
        self._latest[group] = name
        for other in BY_NAME:
            _select_tab(other, other == name)
            by_id(f"room-{other}").hidden = other != name
        for other in GROUPS:
            _select_tab(other, other == group)
            by_id(f"tabs-{other}").hidden = other != group
        document.body.dataset.room, document.body.dataset.group = name, group
        self._desk.keep_soon()
        room = self.room(name)
        if room is not None:
            room.enter()
        if loses_focus:
            by_id(f"room-{name}").focus(preventScroll=True)
        return room

    def open_tab(self, name: str) -> None:
        """Open a tab's room. For a group's tab, open the group's last open room, or else its first room."""
        self.open(name if name in BY_NAME else self._latest[name])

    def scroll_to_room(self) -> None:
        """Scroll to the open room if it is below the board and is not about that board."""
        room = BY_NAME[self.current]
        if narrow() and room.view and not room.group and room is not ROOMS[0]:
            by_id("panels").scrollIntoView()

    def room(self, name: str) -> Any:
        """Return the view of a room, which is made if needed, or None for a room without a view."""
        room = BY_NAME[name]
        if room.view and name not in self._views:
            self._views[name] = getattr(import_module(room.module), room.view)(self._desk)
        return self._views.get(name)

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        self._changes += 1
        if not call.command.kind & Kind.STEP:
            self._tell(before, state, call)
        elif not state.player.is_playing:
            in_background(self._tell_at_rest(before, state, call, self._changes))

    async def _tell_at_rest(self, before: UiState, state: UiState, call: Call, this: int) -> None:
        await asyncio.sleep(REST)
        if this == self._changes:
            self._tell(before, state, call)

    def _tell(self, before: UiState, state: UiState, call: Call) -> None:
        room = self._views.get(self.current)
        if room is not None:
            room.follow(before, state, call)


@when("popstate", window)
def on_back(event: Any) -> None:
    _rooms.walk(event.state)


@when("click", ".tabs")
def on_tab(event: Any) -> None:
    tab = event.target.closest("[role=tab]")
    if tab:
        _rooms.open_tab(tab.id.removeprefix("tab-"))
        window.scrollTo(0, 0)
        _rooms.scroll_to_room()


@press
def scroll_to_board() -> None:
    """Scroll back to the board, if the rooms are below the board."""
    by_id("stage").scrollIntoView()
    by_id("board").focus(preventScroll=True)


@press
def open_board() -> None:
    """In a room with a figure, show the board large, with all controls, or small again."""
    is_open = document.body.toggleAttribute("data-board-open")
    by_id("open-board").setAttribute("aria-expanded", str(is_open).lower())
    by_id("open-board").textContent = "Make the board small" if is_open else "Change the board"


def narrow() -> bool:
    """Return whether the rooms are below the board rather than next to it."""
    return bool(window.matchMedia("(max-width: 859px)").matches)


@press
def skip_to_room() -> None:
    """Let keyboard users skip the board and go to the room."""
    by_id(f"room-{_rooms.current}").focus()


@when("keydown", ".tabs")
def on_tab_key(event: Any) -> None:
    """Let arrow keys choose a tab of the row, and Down or Enter go into the room."""
    tabs = [tab.id.removeprefix("tab-") for tab in event.currentTarget.querySelectorAll("[role=tab]")]
    at = tabs.index(event.target.id.removeprefix("tab-"))
    if event.key in ("ArrowDown", "Enter") and event.target.getAttribute("aria-selected") == "true":
        event.preventDefault()
        by_id(f"room-{_rooms.current}").focus()
        return
    step = {"ArrowLeft": -1, "ArrowRight": 1, "Home": -len(tabs), "End": len(tabs)}.get(event.key)
    if step is None or event.ctrlKey or event.altKey or event.metaKey:
        return
    event.preventDefault()
    at = (at + step) % len(tabs) if abs(step) == 1 else max(0, min(at + step, len(tabs) - 1))
    _rooms.open_tab(tabs[at])
    by_id(f"tab-{tabs[at]}").focus()


def _select_tab(name: str, is_selected: bool) -> None:
    tab = by_id(f"tab-{name}")
    tab.setAttribute("aria-selected", str(is_selected).lower())
    tab.tabIndex = 0 if is_selected else -1
