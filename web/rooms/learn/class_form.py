"""The form "Exercises for a class", for teachers: read its plan, and hold the state of its task. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from npuzzle import GOALS, NPuzzleError, Shape, goal_board
from npuzzle.classroom.exercises import ANY, PROPERTIES, Plan, Question, parse_depths, require_line
from npuzzle.errors import UsageError, quote, sentence
from npuzzle.puzzle.goals import DEFAULT_GOAL
from web.running import Phase, Running, TaskCommands, TaskState

#: The fields, and the values they have when the page opens.
DEFAULTS = {
    "shape": "3x3",
    "goal": DEFAULT_GOAL,
    "depths": "4,8,12,16",
    "each": "1",
    "property": ANY.name,
    "unsolvable": "0",
    "seed": "1",
    "title": "Sliding puzzles",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """Hold the plan that a form describes, or None and the `problems`: a sentence per field with an error."""

    plan: Plan | None
    problems: Mapping[str, str] = field(default_factory=dict)


def read_form(given: Mapping[str, str], site: str | None = None) -> Reading:
    """Read a form with the fields of DEFAULTS. An error in the plan as a whole is reported at `depths`."""
    values: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for name, parse in PARSERS.items():
        try:
            values[name] = parse(given.get(name, DEFAULTS[name]).strip())
        except NPuzzleError as error:
            problems[name] = sentence(error)
    if problems:
        return Reading(None, problems)
    asked = (Question.SOLVABLE, Question.LENGTH) if values["unsolvable"] else (Question.LENGTH,)
    try:
        plan = Plan(
            goal=goal_board(values["goal"], values["shape"]),
            depths=values["depths"],
            seed=values["seed"],
            each=values["each"],
            wanted=values["property"],
            unsolvable=values["unsolvable"],
            questions=asked,
            title=values["title"],
            site=site,
        )
    except NPuzzleError as error:
        return Reading(None, {"depths": sentence(error)})
    return Reading(plan)


def _parse_title(text: str) -> str:
    require_line("the title", text)
    return text


def _parse_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise UsageError(f"expected a whole number, 0 or more, got {quote(text)}")
    return int(text)


#: The reader of each field. A reader raises NPuzzleError if the field has an error.
PARSERS: dict[str, Callable[[str], Any]] = {
    "shape": Shape.parse,
    "goal": lambda name: GOALS[name].name,
    "depths": parse_depths,
    "each": _parse_count,
    "property": PROPERTIES.__getitem__,
    "unsolvable": _parse_count,
    "seed": _parse_count,
    "title": _parse_title,
}


@dataclass(frozen=True, slots=True)
class ClassState(TaskState):
    """The set of exercises, made or being made. `asked`: the task's request. `note`: how the task ended."""

    asked: Mapping[str, Any] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)  # a sentence per field with an error
    answer: Mapping[str, Any] | None = None  # see `web.rooms.learn.task`
    note: str = ""

    @property
    def status(self) -> str:
        if self.run is None or not self.run.news:
            return self.note
        return f"{self.run.news['done']:,} of {self.run.news['total']:,} boards"


command = TaskCommands[ClassState]()
stop, take_progress = command.stop, command.take_progress


@command(Phase.FREE)
def start(state: ClassState, asked: Mapping[str, Any]) -> ClassState:
    """Start making the exercises of a form, or show the error at each field."""
    if problems := read_form(asked["form"], asked["site"]).problems:
        note = "" if state.answer is None else "The set below is still the previous one."
        return replace(state, problems=problems, note=note)
    return replace(state, run=Running(), asked=asked, problems={}, answer=None)


@command(Phase.RUNNING)
def take_answer(state: ClassState, answer: Mapping[str, Any]) -> ClassState:
    """Take the exercises, unless the task was stopped."""
    if answer["stopped"]:
        return fail.change(state, "Stopped.")
    return replace(state, run=None, answer=answer, note="The set is ready.")


@command(Phase.RUNNING)
def fail(state: ClassState, problem: str) -> ClassState:
    """Report that the task ended without an answer."""
    return replace(state, run=None, note=problem)


@command()
def say_copied(state: ClassState, copied: bool) -> ClassState:
    """Report whether the links were copied."""
    return replace(state, note="Copied." if copied else "The browser did not let the page copy the text.")
