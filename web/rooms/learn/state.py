"""The state of the Learn room: the open step, and which steps are done. It knows no browser.

Two notes hold it. The one for links names the open step, `astar.2`. The other one stays in this browser, and
names the steps that are done, `state-space.1-4 astar.1`. In links of earlier versions lessons had numbers,
and the first note had both: `3.2 1.1 1.2`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from web.command import Commands
from web.rooms.learn.parts import Deed, Mark, Step
from web.rooms.learn.table import BY_NAME, LESSONS, OLD_NUMBERS, Lesson

#: The place of a step: the number of its lesson and its number there, both from 0.
Place = tuple[int, int]

LONGEST = 4_000  # characters of a note that are read
_PLACES = re.compile(r"([a-z0-9-]{1,30})\.([1-9][0-9]?)(?:-([1-9][0-9]?))?")


class Phase(Enum):
    LIST = "list"  # no step is open
    ASKED = "asked"  # the question of the open step is not answered
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class LearnState:
    """`place`: the open step, None for the list of lessons. `mark`: the mark of the last answer to it.

    `said`: what is wrong with that answer, or missing.
    """

    place: Place | None = None
    passed: frozenset[Place] = frozenset()
    mark: Mark | None = None
    said: str = ""
    spoken: str = ""

    @property
    def phase(self) -> Phase:
        if self.place is None:
            return Phase.LIST
        return Phase.PASSED if self.is_passed else Phase.ASKED

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


command = Commands[LearnState]()


@command()
def open_lesson(state: LearnState, lesson: int) -> LearnState:
    """Open a lesson of the list at its first step that is not done, or at its first one."""
    if not 0 <= lesson < len(LESSONS):
        return state
    places = [(lesson, at) for at in range(LESSONS[lesson].steps)]
    open_ones = [place for place in places if place not in state.passed]
    return _go_to(state, (open_ones or places)[0])


@command(Phase.ASKED)
def answer(state: LearnState, given: str) -> LearnState:
    """Answer the question of the open step by a choice, or a number as typed."""
    assert state.step is not None
    question = state.step.question
    if isinstance(question, Deed):
        return state
    mark = question.mark(given)
    if mark is Mark.RIGHT:
        return _pass(state, mark)
    asked = "Choose one of the answers first." if question.choices else "Type a whole number first."
    said = asked if mark is Mark.MISSING else question.explain(given)
    return replace(state, mark=mark, said=said, spoken=said)


@command(Phase.ASKED)
def check(state: LearnState, missing: str) -> LearnState:
    """The page was looked at for the deed of the open step: this is missing, empty if nothing is."""
    assert state.step is not None
    if not isinstance(state.step.question, Deed):
        return state
    if missing:
        return replace(state, mark=Mark.WRONG, said=missing, spoken=missing)
    return _pass(state, Mark.RIGHT)


@command(Phase.ASKED)
def show_answer(state: LearnState) -> LearnState:
    return _pass(state, None) if state.can_show else state


@command(Phase.ASKED, Phase.PASSED)
def go_on(state: LearnState) -> LearnState:
    """Go to the next step; from the last one to the list."""
    assert state.place is not None
    lesson, step = state.place
    return _go_to(state, None if state.is_last else (lesson, step + 1))


@command(Phase.ASKED, Phase.PASSED)
def go_back(state: LearnState) -> LearnState:
    """Go to the step before."""
    assert state.place is not None
    lesson, step = state.place
    return state if state.is_first else _go_to(state, (lesson, step - 1))


@command(Phase.ASKED, Phase.PASSED)
def open_list(state: LearnState) -> LearnState:
    """Go back to the list of lessons."""
    return _go_to(state, None)


@command(Phase.ASKED, Phase.PASSED)
def start_again(state: LearnState) -> LearnState:
    """Start the open lesson again, and forget its answers."""
    assert state.place is not None
    lesson = state.place[0]
    others = frozenset(place for place in state.passed if place[0] != lesson)
    return LearnState(place=(lesson, 0), passed=others)


@command()
def forget_answers(state: LearnState) -> LearnState:
    """Forget all answers."""
    return LearnState()


def _go_to(state: LearnState, place: Place | None) -> LearnState:
    return replace(state, place=place, mark=None, said="")


def _pass(state: LearnState, mark: Mark | None) -> LearnState:
    assert state.place is not None
    after = replace(state, mark=mark, said="", passed=state.passed | {state.place})
    return replace(after, spoken=after.feedback)


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
