"""List the lessons of the course in order. To add a lesson, write its text, and put its name into a chapter.

The figures of a lesson are computed when it is first opened.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from web.rooms.learn.lesson_text import Section, read_sections

if TYPE_CHECKING:
    from web.rooms.learn.parts import Step

#: The chapters, each with a title and the names of its lessons.
CHAPTERS = (
    ("Boards and blind search", ("state-space", "solvability", "breadth-first", "depth-first")),
    ("Estimates", ("estimates", "not-shortest", "astar", "admissible")),
    ("Better estimates", ("conflicts", "consistent", "dominance", "patterns")),
    ("Memory, time and larger boards", ("ida-star", "weighted", "large", "three-questions")),
)
NAMES = tuple([name for _, names in CHAPTERS for name in names])
#: The paths through the course that students can choose: a label, and the lessons in order.
PATHS = {
    "short": ("45 minutes", ("state-space", "estimates", "astar", "admissible", "weighted")),
    "week": ("A week", NAMES),
}


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson. `name`: its name in links, and the name of its text in `lessons`.

    `learn`: a sentence with the lesson's purpose. `minutes`: about how long it takes, with all `steps`.
    """

    name: str
    title: str
    learn: str
    minutes: int
    steps: int

    def load(self) -> tuple[Step, ...]:
        """Return the steps of the lesson."""
        return _load(self.name)


@cache
def _read(name: str) -> tuple[Section, ...]:
    found = pkgutil.get_data(__package__, f"lessons/{name}.txt") or b""
    return tuple(read_sections(found.decode()))


@cache
def _load(name: str) -> tuple[Step, ...]:
    from web.rooms.learn.steps import make_steps  # late: it runs searches

    return make_steps(name, _read(name)[1:], {known: number + 1 for known, number in BY_NAME.items()})


def _describe(name: str) -> Lesson:
    head, *steps = _read(name)
    return Lesson(name, head.title, head.read("aim"), int(head.read("minutes")), len(steps))


LESSONS = tuple([_describe(name) for name in NAMES])
BY_NAME = {lesson.name: number for number, lesson in enumerate(LESSONS)}
