"""The values that `data-bind` names in Today's HTML. No browser in here."""

from __future__ import annotations

from npuzzle.text import count
from web.page.state import Phase, UiState
from web.rooms.today.state import TodayState


class Shown:
    """The values computed from the room and the page."""

    def __init__(self, state: TodayState, page: UiState) -> None:
        self._state, self._page = state, page
        self._place = state.place_of(page)

    @property
    def title(self) -> str:
        return f"{self._state.weekday}'s harder board" if self._place else f"{self._state.weekday}'s board"

    @property
    def date(self) -> str:
        """Return the date, for the text to send, or "" if the board on the tray is not of that date."""
        day, which = self._state.day, ", the harder board" if self._place else ""
        return "" if self._place is None else f"{day.day} {day:%B %Y}{which}"

    @property
    def promise(self) -> str:
        """Describe in how many moves the board can be solved."""
        if self._state.problem:
            return self._state.problem
        if not self._state.boards:
            return "The board of the day is being dealt."
        board, length = self._state.boards[self._place or 0]
        if self._place is None:
            return f"Another board is on show. {self.title} takes {count(length, 'move')}."
        order = f"Put tiles 1 to {board.shape.cells - 1} in order."
        return f"{order} {count(length, 'move')} are enough, fewer are not: proved."

    @property
    def move_count(self) -> str:
        """Return how many moves were made by hand, as text."""
        return f"{self._page.history.by_hand:,}"

    @property
    def move_label(self) -> str:
        return "move so far" if self._page.history.by_hand == 1 else "moves so far"

    @property
    def is_played(self) -> bool:
        """Return whether the user is still playing a board of the date."""
        return self.is_here and not self._page.shows_path and not self._page.is_solved_by_hand

    @property
    def result(self) -> str:
        """Describe how the user solved the board by hand, or return "" if it is not solved."""
        page = self._page
        if not self.is_here or not page.is_solved_by_hand or self._place is None:
            return ""
        made, (board, least) = page.history.by_hand, self._state.boards[self._place]
        helped = " The solution was shown before." if board in self._state.helped else ""
        if page.path_by_hand is None:
            return "Solved."
        if made == least:
            return f"Solved in {count(made, 'move')}: no solution is shorter.{helped}"
        return f"Solved in {count(made, 'move')}. The shortest has {least}.{helped}"

    @property
    def is_here(self) -> bool:
        """Return whether a board of the date is on the tray, or is still being dealt."""
        return self._place is not None or not self._state.boards

    @property
    def can_play(self) -> bool:
        """Return whether a board of the date can start: none is being played, and Solve is not searching."""
        is_free = self._page.phase is not Phase.SOLVING and bool(self._state.boards)
        return is_free and not self.is_played

    @property
    def is_on_show(self) -> bool:
        """Return whether a board of the date is on the tray."""
        return self._place is not None

    @property
    def can_show(self) -> bool:
        """Return whether the solver can show a solution of a board of the date."""
        return self._place is not None and not self._page.why_not_solve

    @property
    def play_label(self) -> str:
        return "Play it again" if self.is_here else f"Play {self._state.weekday}'s board"

    @property
    def other_label(self) -> str:
        return f"{self._state.weekday}'s board" if self._place else "A harder one"

    @property
    def can_change(self) -> bool:
        return self._state.is_dealt and self._page.phase is not Phase.SOLVING
