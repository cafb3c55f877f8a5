"""The states for Undo, for Reset, and for the end of a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from web.page.parts.board import Words
from web.page.parts.player import PlayerState

IN_HANDS = "The puzzle in your hands."


class UndoEntry(NamedTuple):
    """Hold a state that Undo can restore. `origin`: the cells before moves and edits by hand.

    `text`: the typed text, if it was not a board, otherwise None.
    `solution`: the player with the path that was on show and its step, or None.
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

    `typing`: the field that the latest entry is about; further typing in that field adds no entry.
    """

    past: tuple[UndoEntry, ...] = ()
    future: tuple[UndoEntry, ...] = ()
    typing: str = ""
    by_hand: int = 0  # single-tile moves since `origin`
    origin: Words = ()  # the cells that Reset goes back to
    about: str = ""  # where the board is from, in a sentence

    @property
    def is_in_hands(self) -> bool:
        """Return whether the board is the puzzle in the user's hands."""
        return self.about == IN_HANDS

    def path_by_hand(self, words: Words) -> str | None:
        """Return the letters of the moves by hand that led from `origin` to these cells.

        Return None if the cells were edited in between, or if `past` does not reach back to `origin`.
        """
        letters, later, made = "", words, self.by_hand
        for entry in reversed(self.past):
            if not made:
                break
            step = _slide_between(entry.words, later)
            if entry.origin != self.origin or len(step) != made - entry.by_hand:
                return None
            letters, later, made = step + letters, entry.words, entry.by_hand
        return letters if later == self.origin else None


class Mine(NamedTuple):
    """Hold the user's own board as `entry` and `history` while the page shows a lent board.

    `words`, `goal`: the lent cells, and the name of the lent goal. `options`: for each option that the lender
    has set, its name, the lent value and the user's own. `is_due`: the lesson is over, and the user's board
    comes back when the running search has stopped.
    """

    entry: UndoEntry
    words: Words
    goal: str
    history: History
    options: tuple[tuple[str, str, str], ...] = ()
    is_due: bool = False


def _slide_between(before: Words, after: Words) -> str:
    """Return the letters of the slides in one line that lead from one board to the other, or ""."""
    (row, col), (to_row, to_col) = _find_blank(before), _find_blank(after)
    if row != to_row and col != to_col:
        return ""
    letter = ("D" if to_row < row else "U") if row != to_row else ("R" if to_col < col else "L")
    return letter * (abs(to_row - row) + abs(to_col - col))


def _find_blank(words: Words) -> tuple[int, int]:
    return next(
        (row, col)
        for row, line in enumerate(words)
        for col, word in enumerate(line)
        if not word.isdecimal() or int(word) == 0
    )
