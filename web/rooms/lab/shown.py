"""What the Lab shows: the names that `data-bind` of its HTML reads; no browser in here.

A name that is not here is a part of the state itself, such as `problem`.
"""

from __future__ import annotations

from typing import Any

from web.page.state import Phase as PagePhase
from web.page.state import UiState
from web.rooms.lab.state import LabState, Phase, describe_ground
from web.rooms.lab.words import describe_origin


class Shown:
    """Work out what follows from the room, the page and `linked`, the note of `texts_from_links`."""

    def __init__(self, state: LabState, page: UiState, linked: str) -> None:
        self._state, self._page, self._linked = state, page, linked

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    @property
    def origin(self) -> str:
        return describe_origin(self._linked, self._state.text)

    @property
    def is_certifying(self) -> bool:
        return self._state.phase is Phase.CERTIFYING

    @property
    def can_certify(self) -> bool:
        return not (self.is_certifying or self._page.why_not_start)

    @property
    def why_not(self) -> str:
        return "" if self.is_certifying else self._page.why_not_start

    @property
    def ground(self) -> str:
        return describe_ground(self._page)

    @property
    def most(self) -> int:
        """Return the length of the bar of progress."""
        return max(self._state.total, 1)

    @property
    def go_label(self) -> str:
        return "" if self._state.line is None else f"Go to line {self._state.line}"

    @property
    def is_page_free(self) -> bool:
        return self._page.phase is not PagePhase.SOLVING
