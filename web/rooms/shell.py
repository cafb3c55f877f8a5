"""The rooms of the page, one open at a time: Solve, and those whose modules come when first opened."""

import asyncio
from importlib import import_module

from pyscript import document, when, window

from web.page.events import JumpedTo, StepTyped, Ticked
from web.solver.client import in_background
from web.ui.dom import by_id

STEPS = (JumpedTo, StepTyped, Ticked)
REST = 0.2  # seconds

#: Where a room's view is; Solve is there from the start.
ROOMS = {
    "solve": None,
    "race": "web.rooms.race.view:RaceRoom",
    "explorer": "web.rooms.explore.view:ExplorerRoom",
    "bench": "web.rooms.lab.view:BenchRoom",
    "tour": "web.rooms.learn.view:TourRoom",
}

_rooms = None


class Rooms:
    """A room is made with the desk when it is first opened. Then it is told:

    `opened()` each time it is opened, and `follow(before, state, event)` of each change of the page
    while it is open. Of steps through a solution it is told once they rest: there may be 60 a second, and
    on the largest boards a race takes a quarter of a second to see whether it could start.
    """

    def __init__(self, desk):
        global _rooms
        _rooms = self
        self._desk = desk
        desk.rooms = self
        self._made, self._changes = {}, 0
        self.current = "solve"

    def open(self, name):
        """Show that room, and give it back."""
        self.current = name
        for other in ROOMS:
            tab, chosen = by_id(f"tab-{other}"), other == name
            tab.setAttribute("aria-selected", str(chosen).lower())
            tab.tabIndex = 0 if chosen else -1
            by_id(f"room-{other}").hidden = not chosen
        document.body.dataset.room = name
        self._desk.keep_soon()
        room = self.room(name)
        if room is not None:
            room.opened()
        return room

    def room(self, name):
        """The room of that name, made if it is not there yet; None for Solve."""
        if ROOMS[name] is not None and name not in self._made:
            module, kind = ROOMS[name].split(":")
            self._made[name] = getattr(import_module(module), kind)(self._desk)
        return self._made.get(name)

    def follow(self, before, state, event):
        self._changes += 1
        if not isinstance(event, STEPS):
            self._tell(before, state, event)
        elif not state.playing:
            in_background(self._tell_at_rest(before, state, event, self._changes))

    async def _tell_at_rest(self, before, state, event, this):
        await asyncio.sleep(REST)
        if this == self._changes:
            self._tell(before, state, event)

    def _tell(self, before, state, event):
        room = self._made.get(self.current)
        if room is not None:
            room.follow(before, state, event)


@when("click", "#tabs")
def on_tab(event):
    tab = event.target.closest("[role=tab]")
    if tab:
        _rooms.open(tab.id.removeprefix("tab-"))
        if narrow():
            by_id("panels").scrollIntoView()


@when("click", "#to-board")
def on_to_board(event):
    """Where the rooms stand below the board."""
    by_id("stage").scrollIntoView()
    by_id("board").focus(preventScroll=True)


def narrow():
    """Whether the rooms stand below the board, not beside it."""
    return window.matchMedia("(max-width: 859px)").matches


@when("keydown", "#tabs")
def on_tab_key(event):
    names = list(ROOMS)
    step = {"ArrowLeft": -1, "ArrowRight": 1, "Home": -len(names), "End": len(names)}.get(event.key)
    if step is None or event.ctrlKey or event.altKey or event.metaKey:
        return
    event.preventDefault()
    at = names.index(_rooms.current)
    at = (at + step) % len(names) if abs(step) == 1 else max(0, min(at + step, len(names) - 1))
    _rooms.open(names[at])
    by_id(f"tab-{names[at]}").focus()
