"""The parts of a lesson: steps, and for each step its board, its options, and its question or task."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.page.state import UiState

LONGEST = 20  # characters of a typed answer that are read
_GAPS = str.maketrans("", "", " ,\u00a0\u202f_'")


class Mark(Enum):
    """The mark that an answer gets."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"  # nothing was chosen, or the answer is not a number


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """The start of a step: a board, its goal's name, options of a search, notes for rooms, and the `room`.

    The page opens the `room`, if one is named. `fold`: the id of the part to unfold there.
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
    """A question. `answer`: one of the choices, or, without choices, a whole number that the student types.

    `asks_tiles`: the answer lists tiles in ascending order; the student presses them. `right`: explains the
    right answer. `wrong`: helps to find it. `mistakes`: explanations for certain wrong answers.
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
        """Mark an answer. Spaces and commas in a number do not matter."""
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
    """A task to do in the rooms. `check`: returns what is still missing on the page, or "" if it is done.

    `right`: explains the result. `how`: explains how to do the task.
    """

    text: str
    check: Callable[[UiState], str]
    right: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a lesson. `text`: its paragraphs. `words`: the new terms and their definitions."""

    title: str
    text: tuple[str, ...]
    set_up: SetUp
    question: Question | Deed
    words: tuple[tuple[str, str], ...] = ()
