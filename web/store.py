"""The page's one store: every change of the page goes through `dispatch`."""

from __future__ import annotations

from collections.abc import Callable

from npuzzle import Board
from web.state import UiState
from web.updates import initial_state, update

FIRST_BOARD = "8 6 7/2 5 4/3 0 1"

#: Called after each change with the state before, the state after, and the event.
Listener = Callable[[UiState, UiState, object], None]


class Store:
    """Holds the state and tells the listeners of every change, in the order in which they came."""

    def __init__(self, state: UiState) -> None:
        self.state = state
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def dispatch(self, *events: object) -> None:
        """Of several events at once the listeners hear as of the last."""
        before = self.state
        for event in events:
            self.state = update(self.state, event)
        if self.state is not before:
            for listener in self._listeners:
                listener(before, self.state, event)


store = Store(initial_state(Board.parse(FIRST_BOARD)))
