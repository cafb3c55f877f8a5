"""The values that `data-bind` names in the Lab's HTML. No browser in here."""

from __future__ import annotations

from web.calc import Model
from web.page.state import UiState
from web.rooms.lab.state import LabState, describe_ground, describe_stale
from web.rooms.lab.words import describe_origin


class Shown(Model[LabState]):
    """The values computed from the room, the page, and `linked`, the note of `texts_from_links`."""

    def __init__(self, state: LabState, page: UiState, linked: str) -> None:
        super().__init__(state)
        self._page, self._linked = page, linked

    @property
    def origin(self) -> str:
        return describe_origin(self._linked, self._state.text)

    @property
    def ground(self) -> str:
        return describe_ground(self._page)

    @property
    def stale(self) -> str:
        return describe_stale(self._state, self._page)

    @property
    def go_label(self) -> str:
        return "" if self._state.line is None else f"Go to line {self._state.line}"
