"""The state of the Learn room: the open step, and which steps are done. It knows no browser.

Two notes hold it. The one for links names the open step, `astar.2`. The other one stays in this browser, and
names the steps that are done, `state-space.1-4 astar.1`. In links of earlier versions lessons had numbers,
and the first note had both: `3.2 1.1 1.2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from web.rooms.learn.parts import Deed, Mark, Step
from web.rooms.learn.table import BY_NAME, LESSONS, OLD_NUMBERS, Lesson

#: The place of a step: the number of its lesson and its number there, both from 0.
Place = tuple[int, int]

LONGEST = 4_000  # characters of a note that are read
_PLACES = re.compile(r"([a-z0-9-]{1,30})\.([1-9][0-9]?)(?:-([1-9][0-9]?))?")


@dataclass(frozen=True, slots=True)
class LearnState:
    """`place`: the open step, None for the list of lessons. `mark`: the mark of the last answer to it.

    `said`: what is wrong with that answer, or missing.
    """

    place: Place | None = None
    passed: frozenset[Place] = frozenset()
    mark: Mark | None = None
    said: str = ""

    @property
    def lesson(self) -> Lesson | None:
        return None if self.place is None else LESSONS[self.place[0]]

    @property
    def step(self) -> Step | None:
        return None if self.place is None else LESSONS[self.place[0]].load()[self.place[1]]

    @property
    def is_passed(self) -> bool:
        """Return whether the question of the open step is answered."""
        return self.place in self.passed

    @property
    def is_first(self) -> bool:
        return self.place is not None and self.place[1] == 0

    @property
    def is_last(self) -> bool:
        return self.place is not None and self.place[1] == LESSONS[self.place[0]].steps - 1

    @property
    def can_show(self) -> bool:
        """Return whether the answer may be shown: after a wrong one."""
        return self.mark is Mark.WRONG

    @property
    def position(self) -> str:
        """Return the open step, in words; empty if none is open."""
        return "" if self.place is None else f"Lesson {self.place[0] + 1}, step {self.place[1] + 1}"

    @property
    def prompt(self) -> str:
        """Return the question of the open step, or its title once that is answered."""
        if self.step is None:
            return ""
        return self.step.title if self.is_passed else self.step.question.text

    @property
    def feedback(self) -> str:
        """Return the words about the last answer; empty if there is none."""
        if self.step is None:
            return ""
        question = self.step.question
        if self.is_passed:
            if isinstance(question, Deed) and self.mark is None:
                return f"{question.how} {question.right}"
            return question.right
        return self.said

    def passed_steps(self, lesson: int) -> int:
        """Count how many questions of a lesson are answered."""
        return sum(there == lesson for there, _ in self.passed)

    def is_done(self, lesson: int) -> bool:
        return self.passed_steps(lesson) == LESSONS[lesson].steps


class Opened(NamedTuple):
    """The user chose a lesson from the list."""

    lesson: int


class Answered(NamedTuple):
    """An answer to the question of the open step: a choice, or a number as typed."""

    given: str


class Checked(NamedTuple):
    """The page was looked at for the deed of the open step: this is missing, empty if nothing is."""

    missing: str


class AnswerShown(NamedTuple):
    """The user asked for the answer."""


class WentOn(NamedTuple):
    """Go to the next step; from the last one to the list."""


class WentBack(NamedTuple):
    """Go to the step before."""


class ListOpened(NamedTuple):
    """Go back to the list of lessons."""


class StartedAgain(NamedTuple):
    """Start the open lesson again, and forget its answers."""


class Forgotten(NamedTuple):
    """Forget all answers."""


def update(state: LearnState, event: object) -> LearnState:
    """Return the state after the event; the same object if the event changes nothing."""
    return _HANDLERS[type(event)](state, event)


def _open(state: LearnState, event: Opened) -> LearnState:
    """Open the lesson at its first step that is not done, or at its first one."""
    if not 0 <= event.lesson < len(LESSONS):
        return state
    places = [(event.lesson, at) for at in range(LESSONS[event.lesson].steps)]
    open_ones = [place for place in places if place not in state.passed]
    return replace(state, place=(open_ones or places)[0], mark=None, said="")


def _answer(state: LearnState, event: Answered) -> LearnState:
    if state.place is None or state.step is None or state.is_passed:
        return state
    question = state.step.question
    if isinstance(question, Deed):
        return state
    mark = question.mark(event.given)
    if mark is Mark.RIGHT:
        return replace(state, mark=mark, said="", passed=state.passed | {state.place})
    asked = "Choose one of the answers first." if question.choices else "Type a whole number first."
    return replace(state, mark=mark, said=asked if mark is Mark.MISSING else question.explain(event.given))


def _check(state: LearnState, event: Checked) -> LearnState:
    is_deed = state.step is not None and isinstance(state.step.question, Deed)
    if state.place is None or state.is_passed or not is_deed:
        return state
    if event.missing:
        return replace(state, mark=Mark.WRONG, said=event.missing)
    return replace(state, mark=Mark.RIGHT, said="", passed=state.passed | {state.place})


def _show_answer(state: LearnState, event: AnswerShown) -> LearnState:
    if state.place is None or not state.can_show:
        return state
    return replace(state, mark=None, said="", passed=state.passed | {state.place})


def _go(by: int) -> Callable[[LearnState, object], LearnState]:
    def go(state: LearnState, event: object) -> LearnState:
        if state.place is None or (by < 0 and state.is_first):
            return state
        lesson, step = state.place
        place = None if by > 0 and state.is_last else (lesson, step + by)
        return replace(state, place=place, mark=None, said="")

    return go


def _open_list(state: LearnState, event: ListOpened) -> LearnState:
    return state if state.place is None else replace(state, place=None, mark=None, said="")


def _start_again(state: LearnState, event: StartedAgain) -> LearnState:
    if state.place is None:
        return state
    lesson = state.place[0]
    others = frozenset(place for place in state.passed if place[0] != lesson)
    return LearnState(place=(lesson, 0), passed=others)


_HANDLERS: dict[type, Callable[[LearnState, Any], LearnState]] = {
    Opened: _open,
    Answered: _answer,
    Checked: _check,
    AnswerShown: _show_answer,
    WentOn: _go(+1),
    WentBack: _go(-1),
    ListOpened: _open_list,
    StartedAgain: _start_again,
    Forgotten: lambda state, event: LearnState(),
}


# The notes


def format_note(state: LearnState) -> str:
    """Name the open step, for links; empty if none is open."""
    return "" if state.place is None else _format_steps(state.place[0], state.place[1], state.place[1])


def format_passed(state: LearnState) -> str:
    """Name the steps that are done, for the next visit in this browser."""
    words: list[str] = []
    for lesson in range(len(LESSONS)):
        first: int | None = None
        for step in range(LESSONS[lesson].steps + 1):
            if (lesson, step) in state.passed:
                first = step if first is None else first
            elif first is not None:
                words.append(_format_steps(lesson, first, step - 1))
                first = None
    return " ".join(words)


def parse_note(note: str, passed: str = "") -> LearnState:
    """Parse both notes. Steps that do not exist are left out."""
    words = note[:LONGEST].split()
    opened = _parse_steps(words[0]) if words else []
    others = [*(words[1:] if opened else words), *passed[:LONGEST].split()]
    done = frozenset(place for word in others for place in _parse_steps(word))
    return LearnState(place=opened[0] if opened else None, passed=done)


def _format_steps(lesson: int, first: int, last: int) -> str:
    name = f"{LESSONS[lesson].name}.{first + 1}"
    return name if first == last else f"{name}-{last + 1}"


def _parse_steps(word: str) -> list[Place]:
    """Parse the name of a step, or of several in a row; empty if there are none of that name."""
    match = _PLACES.fullmatch(word)
    name = OLD_NUMBERS.get(match[1], match[1]) if match else ""
    if match is None or name not in BY_NAME:
        return []
    lesson = BY_NAME[name]
    last = min(int(match[3] or match[2]), LESSONS[lesson].steps)
    return [(lesson, step - 1) for step in range(int(match[2]), last + 1)]
