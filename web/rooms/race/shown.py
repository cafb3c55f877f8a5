"""What the Race room shows: the names that `data-bind` of its HTML reads; no browser in here.

`lanes_view` draws the lanes.
"""

from __future__ import annotations

from web.calc import Model
from web.page.state import UiState
from web.rooms.race.lanes import MOST
from web.rooms.race.report import Race
from web.rooms.race.state import Phase, RaceState


class Shown(Model[RaceState]):
    """Work out what follows from the room and the page. `linked`: the note of texts that links brought."""

    def __init__(self, state: RaceState, page: UiState, linked: str) -> None:
        super().__init__(state)
        why_not, hint = state.why_not_race(page), state.say_hint(linked)
        self.help = " ".join(said for said in (why_not, hint, state.board_note(page)) if said)
        self.can_start = self.is_choosing and not why_not
        self.why_not_many = state.why_not_compare(page)
        self.can_start_many = self.is_choosing and not self.why_not_many

    @property
    def is_choosing(self) -> bool:
        return self._state.phase is Phase.CHOOSING

    @property
    def is_racing(self) -> bool:
        return self._state.phase is Phase.RACING

    @property
    def is_comparing(self) -> bool:
        return self._state.phase is Phase.COMPARING

    @property
    def can_add(self) -> bool:
        return self.is_choosing and len(self._state.lanes) < MOST

    @property
    def result(self) -> Race | None:
        """Return the race once it is over."""
        race = self._state.race
        return race if race is not None and race.over else None

    @property
    def start_many_label(self) -> str:
        return f"Run on {self._state.count} board{'' if self._state.count.strip() == '1' else 's'}"

    @property
    def all_boards(self) -> int:
        return max(1, self._state.boards)

    @property
    def done_text(self) -> str:
        return f"{self._state.done} of {self._state.boards} boards"
