"""The state of the Learn room: the open step, and how each step was answered. No browser in here.

Two notes save the state. The note for links names the open step, as `astar.2`, or the page for teachers.
The other note, such as `week state-space=1124`, stays in this browser: the path, and a digit for each step.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from web.command import Commands
from web.rooms.learn.parts import Deed, Mark, Step
from web.rooms.learn.table import BY_NAME, LESSONS, PATHS, Lesson

#: The place of a step: the number of the lesson, and the number of the step there, both from 0.
Place = tuple[int, int]

#: The digits for how a step was answered. A step that was tried but is still open is not answered.
OPEN, FIRST, LATER, SHOWN, TRIED = "01234"
DONE = (FIRST, LATER, SHOWN)
NOTHING = tuple([OPEN * lesson.steps for lesson in LESSONS])
TEACHERS = "teachers"  # the note that opens the page for teachers
LONGEST = 4_000  # characters of a note that are read
_STEP = re.compile(r"([a-z0-9-]{1,30})\.([1-9][0-9]?)")
_ANSWERS = re.compile(r"([a-z0-9-]{1,30})=([0-4]{1,99})")


class Phase(Enum):
    LIST = "list"  # no step is open
    ASKED = "asked"  # the open step's question is not answered yet
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class LearnState:
    """The state. `place`: the open step, or None while the list of lessons is open.

    `answers`: each lesson's digits, see `OPEN`. `path`: the path in PATHS that the list shows. `mark`: the
    mark of the last answer. `said`: what is wrong or missing in the last answer.
    """

    place: Place | None = None
    answers: tuple[str, ...] = NOTHING
    path: str = "short"
    is_for_teachers: bool = False
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
        """Return whether the open step's question is answered."""
        return self.place is not None and self.how(self.place) in DONE

    @property
    def is_last(self) -> bool:
        return self.place is not None and self.place[1] == LESSONS[self.place[0]].steps - 1

    @property
    def can_show(self) -> bool:
        """Return whether the right answer may be shown: only after a wrong answer."""
        return self.mark is Mark.WRONG

    @property
    def position(self) -> str:
        """Describe the place of the open step, or return "" if none is open."""
        return "" if self.place is None else f"Lesson {self.place[0] + 1}, step {self.place[1] + 1}"

    @property
    def prompt(self) -> str:
        """Return the open step's question, or the step's title once the question is answered."""
        if self.step is None:
            return ""
        return self.step.title if self.is_passed else self.step.question.text

    @property
    def feedback(self) -> str:
        """Return the comment on the last answer, or "" without an answer."""
        if self.step is None:
            return ""
        question = self.step.question
        if self.is_passed:
            if isinstance(question, Deed) and self.mark is None:
                return f"{question.how} {question.right}"
            return question.right
        return self.said

    @property
    def upcoming(self) -> int:
        """Return the path's first lesson that is not done, or, if all are done, its first lesson."""
        lessons = [BY_NAME[name] for name in PATHS[self.path][1]]
        return next((lesson for lesson in lessons if not self.is_done(lesson)), lessons[0])

    def how(self, place: Place) -> str:
        """Return how a step was answered."""
        return self.answers[place[0]][place[1]]

    def passed_steps(self, lesson: int) -> int:
        """Count the answered questions of a lesson."""
        return count_answered(self.answers[lesson])

    def is_done(self, lesson: int) -> bool:
        return self.passed_steps(lesson) == LESSONS[lesson].steps


def count_answered(digits: str) -> int:
    """Count the digits of answered steps."""
    return sum(map(digits.count, DONE))


command = Commands[LearnState]()


@command()
def open_lesson(state: LearnState, lesson: int) -> LearnState:
    """Open a lesson at the first step that is not done, or, if all are done, at the first step."""
    if not 0 <= lesson < len(LESSONS):
        return state
    steps = [at for at, how in enumerate(state.answers[lesson]) if how not in DONE]
    return _go_to(state, (lesson, (steps or [0])[0]))


@command()
def open_upcoming(state: LearnState) -> LearnState:
    """Open the path's next lesson."""
    return open_lesson.change(state, state.upcoming)


@command(Phase.LIST)
def choose_path(state: LearnState, path: str) -> LearnState:
    """Show the lessons of another path."""
    return replace(state, path=path) if path in PATHS else state


@command(Phase.LIST)
def show_teachers(state: LearnState, is_wanted: bool) -> LearnState:
    """Open the page for teachers instead of the list, or close that page."""
    return replace(state, is_for_teachers=is_wanted)


@command(Phase.ASKED)
def answer(state: LearnState, given: str) -> LearnState:
    """Answer the open step's question with a choice, a typed number or pressed tiles."""
    assert state.step is not None
    question = state.step.question
    if isinstance(question, Deed):
        return state
    mark = question.mark(given)
    if mark is Mark.RIGHT:
        return _pass(state, mark)
    asked = "Press the tiles first." if question.asks_tiles else "Type a whole number first."
    asked = "Choose one of the answers first." if question.choices else asked
    said = asked if mark is Mark.MISSING else question.explain(given)
    state = state if mark is Mark.MISSING else _put(state, TRIED)
    return replace(state, mark=mark, said=said, spoken=said)


@command(Phase.ASKED)
def check(state: LearnState, missing: str) -> LearnState:
    """Judge the open step's task. `missing`: what the check found missing, or "" if the task is done."""
    assert state.step is not None
    if not isinstance(state.step.question, Deed):
        return state
    if missing:
        return replace(_put(state, TRIED), mark=Mark.WRONG, said=missing, spoken=missing)
    return _pass(state, Mark.RIGHT)


@command(Phase.ASKED)
def show_answer(state: LearnState) -> LearnState:
    return _pass(state, None) if state.can_show else state


@command(Phase.ASKED, Phase.PASSED)
def go_on(state: LearnState) -> LearnState:
    """Go to the next step, or from the last step to the list."""
    assert state.place is not None
    lesson, step = state.place
    return _go_to(state, None if state.is_last else (lesson, step + 1))


@command(Phase.ASKED, Phase.PASSED)
def go_to(state: LearnState, step: int) -> LearnState:
    """Go to another step of the lesson."""
    assert state.place is not None
    assert state.lesson is not None
    return _go_to(state, (state.place[0], step)) if 0 <= step < state.lesson.steps else state


@command(Phase.ASKED, Phase.PASSED)
def open_list(state: LearnState) -> LearnState:
    """Go back to the list of lessons."""
    return _go_to(state, None)


@command()
def forget_answers(state: LearnState) -> LearnState:
    """Forget all answers."""
    return LearnState(path=state.path)


def _go_to(state: LearnState, place: Place | None) -> LearnState:
    return replace(state, place=place, is_for_teachers=False, mark=None, said="")


def _pass(state: LearnState, mark: Mark | None) -> LearnState:
    assert state.place is not None
    how = SHOWN if mark is None else LATER if state.how(state.place) == TRIED else FIRST
    after = replace(_put(state, how), mark=mark, said="")
    return replace(after, spoken=after.feedback)


def _put(state: LearnState, how: str) -> LearnState:
    """Record how the open step was answered."""
    assert state.place is not None
    lesson, step = state.place
    digits = state.answers[lesson]
    after = digits[:step] + how + digits[step + 1 :]
    return replace(state, answers=(*state.answers[:lesson], after, *state.answers[lesson + 1 :]))


# The notes


def format_note(state: LearnState) -> str:
    """Write the note for links, which names the open step, or return "" if none is open."""
    if state.place is None:
        return TEACHERS if state.is_for_teachers else ""
    return f"{LESSONS[state.place[0]].name}.{state.place[1] + 1}"


def format_answers(state: LearnState) -> str:
    """Write the note with the path and the answers, for the next visit in this browser."""
    answered = [
        f"{lesson.name}={digits}" for lesson, digits in zip(LESSONS, state.answers) if digits.strip(OPEN)
    ]
    return " ".join(([] if state.path == "short" else [state.path]) + answered)


def parse_note(note: str, answers: str = "") -> LearnState:
    """Read both notes, without steps that do not exist."""
    path, known = "short", dict[str, str]()
    for word in answers[:LONGEST].split():
        if word in PATHS:
            path = word
        elif match := _ANSWERS.fullmatch(word):
            known[match[1]] = match[2]
    all_digits = [known.get(lesson.name, "")[: lesson.steps].ljust(lesson.steps, OPEN) for lesson in LESSONS]
    state = LearnState(answers=tuple(all_digits), path=path, is_for_teachers=note == TEACHERS)
    match = _STEP.fullmatch(note[:LONGEST].strip())
    lesson = BY_NAME.get(match[1]) if match else None
    if match is None or lesson is None or int(match[2]) > LESSONS[lesson].steps:
        return state
    return replace(state, place=(lesson, int(match[2]) - 1))
