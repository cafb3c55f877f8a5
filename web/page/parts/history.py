"""What can be undone, and what Reset goes back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from npuzzle import Board
from web.page.parts.board import Words
from web.page.parts.player import PlayerState


class UndoEntry(NamedTuple):
    """Hold what Undo goes back to. `origin`: the cells before moves and edits by hand.

    `text`: what was typed and is not a board, which the cells do not tell; None if they tell it.
    `solution`: the path that was on show, at its step; None if there was none.
    """

    words: Words
    goal_name: str
    goal_text: str
    by_hand: int
    origin: Words
    about: str
    text: str | None
    solution: PlayerState | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Hold the entries for Undo (`past`, the latest last) and Redo (`future`, the next one last).

    `typing`: the field whose typing is one entry of the past.
    """

    past: tuple[UndoEntry, ...] = ()
    future: tuple[UndoEntry, ...] = ()
    typing: str = ""
    by_hand: int = 0  # single-tile moves since `origin`
    origin: Words = ()  # the cells that Reset goes back to
    about: str = ""  # where the board is from, in a sentence
    judged: tuple[Words, Board, int] | None = None  # a start, its goal, and the moves its shortest path has

    def shortest_to(self, goal: Board | None) -> int | None:
        """Return how many moves the shortest path from `origin` to that goal has; None if it is not known."""
        known = self.judged is not None and self.judged[:2] == (self.origin, goal)
        return self.judged[2] if known and self.judged is not None else None
