"""Texts of heuristics, with the answers of the Lab's task."""

from __future__ import annotations

from typing import Any

from tests.unit.web.interpreters import carry_out
from web.rooms.lab.examples import NAMED

MINE = "def h(board):\n    return 0\n"
SMALL = "1 2 3/4 5 0"


def asked(source: str, goal: str = SMALL, against: tuple[str, ...] = ("manhattan",)) -> dict[str, Any]:
    return {"source": source, "goal": goal, "against": list(against)}


def answer_to(source: str, goal: str = SMALL, against: tuple[str, ...] = ("manhattan",)) -> dict[str, Any]:
    """Return the task's answer, computed as on the page."""
    return carry_out("certify", asked(source, goal, against))


GOOD, BROKEN, FAULTY = (
    answer_to(text) for text in (NAMED["manhattan"].source, NAMED["constant-240"].source, "x = foo")
)
STOPPED = {**FAULTY, "outcome": "stopped", "problem": "", "line": None, "done": 5, "total": 10}
