"""The parts of a lesson: its steps, a step's board and options for the page, and its question or deed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.page.state import UiState

LONGEST = 20  # characters of a typed number that are read
_GAPS = str.maketrans("", "", " ,\u00a0\u202f_'")


class Mark(Enum):
    """The mark of an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"  # nothing was chosen, or it is not a number


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A board, its goal by name, options of a run and notes for a room. `room` is opened, if one is named.

    `fold`: the id of the part to unfold in that room.
    """

    label: str
    board: str
    goal: str
    room: str = ""
    options: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    fold: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`answer` is one of the choices. Without choices it is a whole number, to be typed.

    If `asks_tiles`, it is the numbers of tiles, to be pressed on the board, in order. `right` explains the
    answer, `wrong` helps to find it. `mistakes` explains single wrong answers.
    """

    text: str
    answer: str
    right: str
    wrong: str
    choices: tuple[str, ...] = ()
    asks_tiles: bool = False
    mistakes: Mapping[str, str] = field(default_factory=dict, hash=False)

    def explain(self, given: str) -> str:
        """Explain why an answer is wrong."""
        typed = given if self.choices else given[:LONGEST].translate(_GAPS).lstrip("0")
        return self.mistakes.get(typed, self.wrong)

    def mark(self, given: str) -> Mark:
        """Mark an answer. Gaps and commas in a number do not matter."""
        if self.choices:
            if given not in self.choices:
                return Mark.MISSING
            return Mark.RIGHT if given == self.answer else Mark.WRONG
        if self.asks_tiles:
            return Mark.MISSING if not given else Mark.RIGHT if given == self.answer else Mark.WRONG
        digits = given[:LONGEST].translate(_GAPS)
        if not (digits.isascii() and digits.isdigit()):
            return Mark.MISSING
        return Mark.RIGHT if int(digits) == int(self.answer) else Mark.WRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Something to do in the rooms. `check` looks at the page: "" if it is done, else the missing part.

    `right` explains the deed, `how` says how it is done.
    """

    text: str
    check: Callable[[UiState], str]
    right: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a lesson. `text` is a list of paragraphs. `words` defines new terms."""

    title: str
    text: tuple[str, ...]
    set_up: SetUp
    question: Question | Deed
    words: tuple[tuple[str, str], ...] = ()
