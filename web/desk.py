"""What the page offers its rooms: the board, the solver, a voice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from npuzzle import Board
from web.events import BoardGiven
from web.state import UiState
from web.store import Store


class Desk:
    """`solver.run(what, given, heard)` carries out a task, see `web.solver`; `say` speaks.

    `notes` is what the rooms leave for each other and for links: plain text by name.
    """

    def __init__(self, store: Store, solver: Any, say: Callable[[str], None]) -> None:
        self._store = store
        self.solver, self.say = solver, say

    @property
    def state(self) -> UiState:
        """The page as it is: `state.shown` is the board on show, `state.goal` its goal."""
        return self._store.state

    def give(self, board: Board, goal: Board | None = None) -> None:
        """Put a board on the page, and a goal if the one there is another."""
        self._store.dispatch(BoardGiven(board, goal))
