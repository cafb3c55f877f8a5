"""Where somebody is in the exercises and what has been answered; pure.

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

#: Of a step: its exercise and its number there, both from 0.
Place = tuple[int, int]

LONGEST = 1_000  # characters of a note that are read
_PLACE = re.compile(r"([1-9][0-9]?)\.([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class TourState:
    """`place`: the open step, None for the list of exercises. `mark`: of the answer just given to it."""

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
        """Whether the question of the open step is answered."""
        return self.place in self.passed

    @property
    def is_first(self) -> bool:
        return self.place is not None and self.place[1] == 0

    @property
    def is_last(self) -> bool:
        return self.place is not None and self.place[1] == len(EXERCISES[self.place[0]].steps) - 1

    @property
    def can_show(self) -> bool:
        """Whether the answer may be asked for: after a wrong one."""
        return self.mark is Mark.WRONG

    @property
    def where(self) -> str:
        """The open step, in words; empty if none is open."""
        return "" if self.place is None else f"Exercise {self.place[0] + 1}, step {self.place[1] + 1}"

    @property
    def asked(self) -> str:
        """What is to be done in the open step: its question, or its title once that is answered."""
        if self.step is None:
            return ""
        return self.step.title if self.is_passed else self.step.question.text

    @property
    def feedback(self) -> str:
        """What is said of the answer; empty if there is none yet."""
        if self.step is None:
            return ""
        question = self.step.question
        if self.is_passed:
            return question.right
        if self.mark is Mark.MISSING:
            return "Choose one of the answers first." if question.choices else "Type a whole number first."
        return question.wrong if self.mark is Mark.WRONG else ""

    def answered(self, exercise: int) -> int:
        """How many questions of an exercise are answered."""
        return sum(there == exercise for there, _ in self.passed)

    def is_done(self, exercise: int) -> bool:
        return self.answered(exercise) == len(EXERCISES[exercise].steps)


class Opened(NamedTuple):
    """An exercise was chosen from the list."""

    exercise: int


class Answered(NamedTuple):
    """An answer to the question of the open step: a choice, or a number as typed."""

    given: str


class AnswerShown(NamedTuple):
    """The answer was asked for."""


class WentOn(NamedTuple):
    """To the next step; from the last one to the list."""


class WentBack(NamedTuple):
    """To the step before."""


class ListOpened(NamedTuple):
    """Back to the list of exercises."""


class StartedAgain(NamedTuple):
    """The open exercise from its first step, nothing answered."""


class Forgotten(NamedTuple):
    """Everything from the start."""


def update(state: TourState, event: object) -> TourState:
    """The state after `event`; the same state where the event means nothing."""
    return _HANDLERS[type(event)](state, event)


def _opened(state: TourState, event: Opened) -> TourState:
    """At its first step that is not answered yet, or its first one."""
    if not 0 <= event.exercise < len(EXERCISES):
        return state
    places = [(event.exercise, at) for at in range(len(EXERCISES[event.exercise].steps))]
    open_ones = [place for place in places if place not in state.passed]
    return replace(state, place=(open_ones or places)[0], mark=None)


def _answered(state: TourState, event: Answered) -> TourState:
    if state.place is None or state.step is None or state.is_passed:
        return state
    mark = state.step.question.mark(event.given)
    passed = state.passed | {state.place} if mark is Mark.RIGHT else state.passed
    return replace(state, mark=mark, passed=passed)


def _answer_shown(state: TourState, event: AnswerShown) -> TourState:
    if state.place is None or not state.can_show:
        return state
    return replace(state, mark=None, passed=state.passed | {state.place})


def _went(by: int) -> Callable[[TourState, object], TourState]:
    def go(state: TourState, event: object) -> TourState:
        if state.place is None or (by < 0 and state.is_first):
            return state
        exercise, step = state.place
        return replace(state, place=None if by > 0 and state.is_last else (exercise, step + by), mark=None)

    return go


def _list_opened(state: TourState, event: ListOpened) -> TourState:
    return state if state.place is None else replace(state, place=None, mark=None)


def _started_again(state: TourState, event: StartedAgain) -> TourState:
    if state.place is None:
        return state
    exercise = state.place[0]
    others = frozenset(place for place in state.passed if place[0] != exercise)
    return TourState(place=(exercise, 0), passed=others)


_HANDLERS: dict[type, Callable[[TourState, Any], TourState]] = {
    Opened: _opened,
    Answered: _answered,
    AnswerShown: _answer_shown,
    WentOn: _went(+1),
    WentBack: _went(-1),
    ListOpened: _list_opened,
    StartedAgain: _started_again,
    Forgotten: lambda state, event: TourState(),
}


# The note


def written(state: TourState) -> str:
    """The state as a note; what was just answered wrongly is not kept."""
    passed = [_name(place) for place in sorted(state.passed)]
    if state.place is None and not passed:
        return ""
    return " ".join(["0" if state.place is None else _name(state.place), *passed])


def read(note: str) -> TourState:
    """The state of a note. Whatever it says that is not so is left out."""
    words = note[:LONGEST].split()
    places = [place for place in map(_place, words) if place is not None]
    opened = _place(words[0]) if words else None
    return TourState(place=opened, passed=frozenset(places[1:] if opened is not None else places))


def _name(place: Sequence[int]) -> str:
    return f"{place[0] + 1}.{place[1] + 1}"


def _place(word: str) -> Place | None:
    """The step of that name, None if there is no such step."""
    match = _PLACE.fullmatch(word)
    if match is None:
        return None
    exercise, step = int(match[1]) - 1, int(match[2]) - 1
    if exercise >= len(EXERCISES) or step >= len(EXERCISES[exercise].steps):
        return None
    return exercise, step
