"""A lesson or the textbook example lends a board, a goal and options; what the user had comes back."""

from __future__ import annotations

from typing import NamedTuple

from web.page.parts.board import Words
from web.page.parts.history import History, UndoEntry


class Mine(NamedTuple):
    """Hold the user's own board and goal while others are lent: `words`, and the goal of the name `goal`.

    `history`: that of the user's own board. `options`: the name of each option that a lesson has set, what it
    set, and what the user had chosen.
    `is_due`: the lesson is over, and the board comes back when the search under way has stopped.
    """

    entry: UndoEntry
    words: Words
    goal: str
    history: History
    options: tuple[tuple[str, str, str], ...] = ()
    is_due: bool = False
