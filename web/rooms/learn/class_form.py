"""What a teacher asks for under "Exercises for a class", and the plan it makes; pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from npuzzle import NPuzzleError, Shape, goal_board
from npuzzle.classroom.exercises import Plan, Question, parse_depths
from npuzzle.classroom.properties import Property, parse_property
from npuzzle.errors import UsageError, quote, sentence
from npuzzle.puzzle.goals import DEFAULT_GOAL

T = TypeVar("T")

#: The fields and what they hold when the page opens.
DEFAULTS = {
    "shape": "3x3",
    "goal": DEFAULT_GOAL,
    "depths": "4,8,12,16",
    "each": "1",
    "property": Property.ANY.value,
    "unsolvable": "0",
    "seed": "1",
    "title": "Sliding puzzles",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """Hold the plan of a form, or None and the `problems`: a sentence for each field that needs one."""

    plan: Plan | None
    problems: Mapping[str, str] = field(default_factory=dict)


def read_form(given: Mapping[str, str], site: str | None = None) -> Reading:
    """Read the fields of DEFAULTS; what concerns several fields at once belongs to `depths`."""
    problems: dict[str, str] = {}

    def read(name: str, parse: Callable[[str], T]) -> T | None:
        try:
            return parse(given.get(name, DEFAULTS[name]).strip())
        except NPuzzleError as error:
            problems[name] = sentence(error)
            return None

    shape, depths = read("shape", Shape.parse), read("depths", parse_depths)
    each, unsolvable, seed = (read(name, _parse_count) for name in ("each", "unsolvable", "seed"))
    wanted, title = read("property", parse_property), read("title", _parse_title)
    if shape is None or depths is None or wanted is None or title is None or problems:
        return Reading(None, problems)
    asked = (Question.SOLVABLE, Question.LENGTH) if unsolvable else (Question.LENGTH,)
    try:
        plan = Plan(
            goal=goal_board(given.get("goal", DEFAULT_GOAL), shape),
            depths=depths,
            seed=seed or 0,
            each=each or 0,
            wanted=wanted,
            unsolvable=unsolvable or 0,
            questions=asked,
            title=title,
            site=site,
        )
    except NPuzzleError as error:
        return Reading(None, {"depths": sentence(error)})
    return Reading(plan)


def _parse_title(text: str) -> str:
    if not text:
        raise UsageError("a title was expected, such as Sliding puzzles")
    return text


def _parse_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise UsageError(f"a whole number from 0 was expected, got {quote(text)}")
    return int(text)
