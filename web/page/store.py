"""The store that holds the state of the page. Every change of the page goes through its `dispatch`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from npuzzle import Board
from web.command import Call
from web.page.commands import initial_state, update
from web.page.state import UiState

FIRST_BOARD = "8 6 7/2 5 4/3 0 1"

Change = tuple[UiState, UiState, Call]  # the state before, the state after, and the calls made
Listener = Callable[[UiState, UiState, Call], None]  # called after each change


def call_all(calls: Iterable[Callable[[], None]]) -> None:
    """Make all calls, even if some of them raise errors, then raise those errors."""
    errors: list[Exception] = []
    for call in calls:
        try:
            call()
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[0] if len(errors) == 1 else ExceptionGroup("several listeners or views failed", errors)


class Store:
    """Hold the state, and call every listener after every change, in the order of the changes.

    A listener may call `dispatch`. Then the state changes immediately, but the listeners hear of that change
    only after all of them have heard of the change before it.
    """

    def __init__(self, state: UiState) -> None:
        self.state = state
        self._listeners: list[Listener] = []
        self._changes: deque[Change] = deque()  # changes that the listeners have yet to hear of
        self._is_telling = False

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def dispatch(self, *calls: Call) -> None:
        """Change the state by these calls. The listeners hear of one change, with the last of the calls.

        If a listener raises an error, the others are still called, and then `dispatch` raises that error.
        """
        before = after = self.state
        spoken = ""
        for call in calls:
            after = update(after, call)
            spoken = after.spoken or spoken
        if after is before:
            return
        after = after if after.spoken == spoken else replace(after, spoken=spoken)
        self.state = after
        self._changes.append((before, after, call))
        if not self._is_telling:
            self._tell()

    def _tell(self) -> None:
        self._is_telling = True
        try:
            call_all(
                partial(listener, *change) for change in self._take_changes() for listener in self._listeners
            )
        finally:
            self._is_telling = False

    def _take_changes(self) -> Iterator[Change]:
        while self._changes:
            yield self._changes.popleft()


store = Store(initial_state(Board.parse(FIRST_BOARD)))
