"""What the page offers its rooms: the board, the solver, a voice, and a place for what should last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from npuzzle import Board
from web.page.events import BoardGiven
from web.page.state import UiState
from web.page.store import Store


class Desk:
    """`solver.run(what, given, heard)` carries out a task, see `web.solver.client`; `say(text)` speaks it.

    `rooms.open(name)` opens another room and gives it back. `notes` is what rooms leave for each
    other, for links and for the next visit: short texts by name. They may come from a link that
    somebody has edited, so whoever reads one takes nothing for granted.
    """

    rooms: Any = None

    def __init__(self, store: Store, solver: Any, say: Callable[[str], None]) -> None:
        self._store = store
        self.solver, self.say = solver, say
        self.notes: dict[str, str] = {}
        self.keep_soon: Callable[[], None] = lambda: None  # called when something changed that should last

    @property
    def state(self) -> UiState:
        """The page as it is: `state.shown` is the board on show, `state.goal` its goal."""
        return self._store.state

    def dispatch(self, event: object) -> None:
        """Let something happen on the page, see `web.page.events`."""
        self._store.dispatch(event)

    def give(self, board: Board, goal: Board | None = None) -> None:
        """Put a board on the page, and a goal if it shall be another than before."""
        self.dispatch(BoardGiven(board, goal))

    def note(self, name: str, text: str) -> None:
        """Leave a text."""
        self.notes[name] = text
        self.keep_soon()
