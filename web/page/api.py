"""What rooms may use of the page: the board, the solver, announcements, and notes that the page saves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from npuzzle import Board
from web.command import Call
from web.page.commands.board import give_board
from web.page.commands.lending import lend_board, return_lent
from web.page.parts.board import Words
from web.page.state import UiState
from web.page.store import Store
from web.solver.client import SolverClient


class PageApi:
    """Let a room use the page.

    `solver.run(what, given, on_progress)` carries out a task, see `web.solver.client`. `say(text)` announces
    a text. `rooms.open(name)` opens another room and returns it. `notes` maps names to short texts, which
    rooms leave for each other, for links and for the next visit. Anybody may have edited the link that a
    note came from, so each room checks its notes.
    """

    rooms: Any = None

    def __init__(self, store: Store, solver: SolverClient, say: Callable[[str], None]) -> None:
        self._store = store
        self.solver, self.say = solver, say
        self.notes: dict[str, str] = {}
        self.linked_board: Words = ()  # the board of the link that was opened last
        self.keep_soon: Callable[[], None] = lambda: None  # called after a change that should be saved

    @property
    def state(self) -> UiState:
        """Return the page's state: `current_board` is the board on show, `goal.board` its goal."""
        return self._store.state

    def dispatch(self, *calls: Call) -> None:
        """Change the page, see `web.page.commands`. Several calls are one change."""
        self._store.dispatch(*calls)

    def give(self, board: Board, goal: Board | None = None) -> None:
        """Put a board on the page, and a goal. Without `goal`, the present goal stays if it fits the size."""
        self.dispatch(give_board(board, goal))

    def lend(self, board: Board, goal: Board, options: tuple[tuple[str, str], ...] = ()) -> None:
        """Put a board, its goal and search options on the page until `take_back` is called."""
        self.dispatch(lend_board(board, goal, options))

    def take_back(self) -> None:
        """Restore the user's board, goal and options from before `lend`."""
        self.dispatch(return_lent())

    def note(self, name: str, text: str) -> None:
        """Leave a text under that name."""
        self.notes[name] = text
        self.keep_soon()


class RoomView:
    """The view of a room, made with the `PageApi` when the room is first opened."""

    def enter(self) -> None:
        """Begin, each time the room is opened."""

    def show_off(self) -> None:
        """Start the room's figure in a frame of another page, but never run code that came with a link."""

    def leave(self) -> None:
        """Finish, before another room is opened."""

    def follow(self, before: UiState, state: UiState, call: Call) -> None:
        """Show a change of the page, while the room is open."""
