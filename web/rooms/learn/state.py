"""The state of the Learn room: the open step, and which questions are answered. It knows no browser.

As a note it is one line, `3.2 1.1 1.2 3.1`: first the open exercise and step (0 if none is open), then
every step whose question is answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from web.rooms.learn.exercises import EXERCISES
from web.rooms.learn.parts import Exercise, Mark, Step

#: The place of a step: the number of its exercise and its number there, both from 0.
Place = tuple[int, int]

LONGEST = 1_000  # characters of a note that are read
_PLACE = re.compile(r"([1-9][0-9]?)\.([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class LearnState:
    """`place`: the open step, None for the list of exercises. `mark`: the mark of the last answer to it."""

    place: Place | None = None
    passed: frozenset[Place] = frozenset()
    mark: Mark | None = None

    @property
    def exercise(self) -> Exercise | None:
        return None if self.place is None else EXERCISES[self.place[0]]

    @property
    def step(self) -> Step | None:
        return None if self.place is None else EXERCISES[self.place[0]].steps[self.place[1]]

    @property
    def is_passed(self) -> bool:
        """Return whether the question of the open step is answered."""
        return self.place in self.passed

    @property
    def is_first(self) -> bool:
        return self.place is not None and self.place[1] == 0

    @property
    def is_last(self) -> bool:
        return self.place is not None and self.place[1] == len(EXERCISES[self.place[0]].steps) - 1

    @property
    def can_show(self) -> bool:
        """Return whether the answer may be shown: after a wrong one."""
        return self.mark is Mark.WRONG

    @property
    def position(self) -> str:
        """Return the open step, in words; empty if none is open."""
        return "" if self.place is None else f"Exercise {self.place[0] + 1}, step {self.place[1] + 1}"

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
            return question.right
        if self.mark is Mark.MISSING:
            return "Choose one of the answers first." if question.choices else "Type a whole number first."
        return question.wrong if self.mark is Mark.WRONG else ""

    def passed_steps(self, exercise: int) -> int:
        """Count how many questions of an exercise are answered."""
        return sum(there == exercise for there, _ in self.passed)

    def is_done(self, exercise: int) -> bool:
        return self.passed_steps(exercise) == len(EXERCISES[exercise].steps)


class Opened(NamedTuple):
    """The user chose an exercise from the list."""

    exercise: int


class Answered(NamedTuple):
    """An answer to the question of the open step: a choice, or a number as typed."""

    given: str


class AnswerShown(NamedTuple):
    """The user asked for the answer."""


class WentOn(NamedTuple):
    """Go to the next step; from the last one to the list."""


class WentBack(NamedTuple):
    """Go to the step before."""


class ListOpened(NamedTuple):
    """Go back to the list of exercises."""


class StartedAgain(NamedTuple):
    """Start the open exercise again, and forget its answers."""


class Forgotten(NamedTuple):
    """Forget all answers."""


def update(state: LearnState, event: object) -> LearnState:
    """Return the state after the event; the same object if the event changes nothing."""
    return _HANDLERS[type(event)](state, event)


def _open(state: LearnState, event: Opened) -> LearnState:
    """Open the exercise at its first unanswered step, or at its first one."""
    if not 0 <= event.exercise < len(EXERCISES):
        return state
    places = [(event.exercise, at) for at in range(len(EXERCISES[event.exercise].steps))]
    open_ones = [place for place in places if place not in state.passed]
    return replace(state, place=(open_ones or places)[0], mark=None)


def _answer(state: LearnState, event: Answered) -> LearnState:
    if state.place is None or state.step is None or state.is_passed:
        return state
    mark = state.step.question.mark(event.given)
    passed = state.passed | {state.place} if mark is Mark.RIGHT else state.passed
    return replace(state, mark=mark, passed=passed)


def _show_answer(state: LearnState, event: AnswerShown) -> LearnState:
    if state.place is None or not state.can_show:
        return state
    return replace(state, mark=None, passed=state.passed | {state.place})


def _go(by: int) -> Callable[[LearnState, object], LearnState]:
    def go(state: LearnState, event: object) -> LearnState:
        if state.place is None or (by < 0 and state.is_first):
            return state
        exercise, step = state.place
        return replace(state, place=None if by > 0 and state.is_last else (exercise, step + by), mark=None)

    return go


def _open_list(state: LearnState, event: ListOpened) -> LearnState:
    return state if state.place is None else replace(state, place=None, mark=None)


def _start_again(state: LearnState, event: StartedAgain) -> LearnState:
    if state.place is None:
        return state
    exercise = state.place[0]
    others = frozenset(place for place in state.passed if place[0] != exercise)
    return LearnState(place=(exercise, 0), passed=others)


_HANDLERS: dict[type, Callable[[LearnState, Any], LearnState]] = {
    Opened: _open,
    Answered: _answer,
    AnswerShown: _show_answer,
    WentOn: _go(+1),
    WentBack: _go(-1),
    ListOpened: _open_list,
    StartedAgain: _start_again,
    Forgotten: lambda state, event: LearnState(),
}


# The note


def format_note(state: LearnState) -> str:
    """Format the state as a note; a wrong answer is not kept."""
    passed = [_format_place(place) for place in sorted(state.passed)]
    if state.place is None and not passed:
        return ""
    return " ".join(["0" if state.place is None else _format_place(state.place), *passed])


def parse_note(note: str) -> LearnState:
    """Parse a note. Steps that do not exist are left out."""
    words = note[:LONGEST].split()
    places = [place for place in map(_parse_place, words) if place is not None]
    opened = _parse_place(words[0]) if words else None
    return LearnState(place=opened, passed=frozenset(places[1:] if opened is not None else places))


def _format_place(place: Sequence[int]) -> str:
    return f"{place[0] + 1}.{place[1] + 1}"


def _parse_place(word: str) -> Place | None:
    """Parse the name of a step; None if there is no such step."""
    match = _PLACE.fullmatch(word)
    if match is None:
        return None
    exercise, step = int(match[1]) - 1, int(match[2]) - 1
    if exercise >= len(EXERCISES) or step >= len(EXERCISES[exercise].steps):
        return None
    return exercise, step
