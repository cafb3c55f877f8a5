"""The parts of an exercise: its steps, what a step puts on the page, and its question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

LONGEST = 20  # characters of a typed number that are looked at
_GAPS = str.maketrans("", "", " ,\u00a0\u202f_'")


class Mark(Enum):
    """The mark of an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"  # nothing was chosen, or it is not a number


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A board, its goal by name, options of a run and notes for a room; `room` is opened, if one is named."""

    label: str
    board: str
    goal: str
    room: str = ""
    options: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`answer` is one of the choices; without choices it is a whole number, to be typed.

    `right` explains the answer, `wrong` helps to find it.
    """

    text: str
    answer: str
    right: str
    wrong: str
    choices: tuple[str, ...] = ()

    def mark(self, given: str) -> Mark:
        """Mark an answer; gaps and commas in a number do not matter."""
        if self.choices:
            if given not in self.choices:
                return Mark.MISSING
            return Mark.RIGHT if given == self.answer else Mark.WRONG
        digits = given[:LONGEST].translate(_GAPS)
        if not (digits.isascii() and digits.isdigit()):
            return Mark.MISSING
        return Mark.RIGHT if int(digits) == int(self.answer) else Mark.WRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of an exercise; `text` is a list of paragraphs."""

    title: str
    text: tuple[str, ...]
    set_up: SetUp
    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """Some steps; `learn` says in a sentence what they are for."""

    title: str
    learn: str
    steps: tuple[Step, ...]
