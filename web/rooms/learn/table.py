"""List the lessons of the course, in their order. To add one, write its module and its line here.

The module of a lesson is imported when the lesson is first opened: what it says is computed then.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.rooms.learn.parts import Step


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson. Links call it by `name`, which is also that of its module in `lessons`.

    `learn` says in a sentence what it is for; `minutes` is about how long it takes, with its `steps`.
    """

    name: str
    title: str
    learn: str
    minutes: int
    steps: int

    def load(self) -> tuple[Step, ...]:
        """Import its module, and return its steps."""
        module = import_module(f"web.rooms.learn.lessons.{self.name.replace('-', '_')}")
        steps: tuple[Step, ...] = module.STEPS
        return steps


LESSONS = (
    Lesson(
        "state-space",
        "The state space",
        "All boards of a puzzle, joined by its moves, are its state space; to solve is to find a way in it.",
        8,
        4,
    ),
    Lesson(
        "solvability",
        "Can it be solved?",
        "Half of all boards can never reach a goal, and counting inversions tells you which half.",
        12,
        5,
    ),
    Lesson(
        "breadth-first",
        "Breadth-first search, and why it is not enough",
        "Breadth-first search finds a shortest path, and runs out of memory soon.",
        10,
        4,
    ),
    Lesson(
        "depth-first",
        "Depth-first search and iterative deepening",
        "Searches that remember one path alone: what they save in memory, and pay in time.",
        10,
        4,
    ),
    Lesson(
        "estimates",
        "Estimates of the distance",
        "A heuristic guesses the moves that are left, and can be worked out by hand.",
        8,
        4,
    ),
    Lesson(
        "not-shortest",
        "A path that is not shortest",
        "A search may find a path and miss the shortest one; A* cannot, if no estimate is too high.",
        12,
        5,
    ),
    Lesson(
        "astar",
        "A*, step by step",
        "A* expands the board with the smallest f = g + h, and you can predict which one it is.",
        8,
        4,
    ),
    Lesson(
        "admissible",
        "Admissible: counting the blank",
        "An estimate must never be above the true distance; counting the blank as a tile breaks that.",
        12,
        5,
    ),
    Lesson(
        "conflicts",
        "Conflicts counted twice",
        "Count what must happen, not what looks wrong: of three tiles in reverse, two must step aside.",
        15,
        6,
    ),
    Lesson(
        "consistent",
        "Consistent estimates, and boards opened again",
        "An estimate that jumps from board to board makes A* do work twice.",
        10,
        4,
    ),
    Lesson(
        "dominance",
        "Better estimates, fewer boards",
        "The closer an estimate comes to the truth without exceeding it, the fewer boards A* expands.",
        14,
        5,
    ),
    Lesson(
        "ida-star",
        "IDA*: a search that remembers one path",
        "IDA* proves shortest paths as A* does, with almost no memory.",
        8,
        3,
    ),
    Lesson(
        "patterns",
        "Pattern databases: you choose the groups",
        "Moves that groups of tiles need can be looked up, and added if no tile is in two groups.",
        12,
        4,
    ),
    Lesson(
        "weighted",
        "Weighted A*, and what is promised",
        "A weight buys speed for length, and says how much length at most.",
        8,
        3,
    ),
    Lesson(
        "large",
        "Large boards",
        "On large boards a path is easy and a shortest path is out of reach: bounds say how far off it is.",
        8,
        3,
    ),
    Lesson(
        "three-questions",
        "Three questions",
        "Is it the heuristic or the speed? What makes a board hard? Does growth follow theory?",
        12,
        4,
    ),
)

BY_NAME = {lesson.name: number for number, lesson in enumerate(LESSONS)}

#: The numbers that lessons had in links of earlier versions.
OLD_NUMBERS = {
    str(number): name
    for number, name in enumerate(("solvability", "admissible", "not-shortest", "conflicts", "dominance"), 1)
}
