"""List the lessons of the course, in their order. To add one, write its text and its name here.

What a lesson says is computed when it is first opened.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from web.rooms.learn.lesson_text import Section, read_sections

if TYPE_CHECKING:
    from web.rooms.learn.parts import Step

NAMES = (
    "state-space",
    "solvability",
    "breadth-first",
    "depth-first",
    "estimates",
    "not-shortest",
    "astar",
    "admissible",
    "conflicts",
    "consistent",
    "dominance",
    "ida-star",
    "patterns",
    "weighted",
    "large",
    "three-questions",
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson. Links call it by `name`, which is also that of its text in `lessons`.

    `learn` says in a sentence what it is for; `minutes` is about how long it takes, with its `steps`.
    """

    name: str
    title: str
    learn: str
    minutes: int
    steps: int

    def load(self) -> tuple[Step, ...]:
        """Return its steps."""
        return _load(self.name)


@cache
def _read(name: str) -> tuple[Section, ...]:
    found = pkgutil.get_data(__package__, f"lessons/{name}.txt") or b""
    return tuple(read_sections(found.decode()))


@cache
def _load(name: str) -> tuple[Step, ...]:
    from web.rooms.learn.steps import make_steps  # with the searches of all lessons

    return make_steps(name, _read(name)[1:], {known: number + 1 for known, number in BY_NAME.items()})


def _describe(name: str) -> Lesson:
    head, *steps = _read(name)
    return Lesson(name, head.title, head.read("aim"), int(head.read("minutes")), len(steps))


LESSONS = tuple([_describe(name) for name in NAMES])
BY_NAME = {lesson.name: number for number, lesson in enumerate(LESSONS)}

#: The numbers that lessons had in links of earlier versions.
OLD_NUMBERS = {
    str(number): name
    for number, name in enumerate(("solvability", "admissible", "not-shortest", "conflicts", "dominance"), 1)
}
