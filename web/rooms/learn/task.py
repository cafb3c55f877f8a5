"""The worker's part of "Exercises for a class": make the same set as the command line."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from npuzzle import Job
from npuzzle.classroom.exercises import Plan, iter_make_exercises
from npuzzle.classroom.sheets import files
from npuzzle.errors import UsageError
from npuzzle.progress import Work
from web.rooms.learn.class_form import read_form
from web.solver.tables import tables_of
from web.solver.work import WorkTask


def mark_code(link: str) -> str:
    """Return the mark that the page replaces with the link's QR code."""
    return f"<!-- QR code: {escape(link)} -->"


class ExercisesTask(WorkTask):
    """Make the exercises of a form, see `read_form`. `site`: the page's address. `qr`: leave room for codes.

    The answer has `files`, by name, as the command line writes them, but with the mark of `mark_code` instead
    of each QR code. `boards` lists number, board, moves (None if unsolvable) and link of each exercise. Both
    are empty if the task was `stopped`. Raises NPuzzleError for a form that cannot be read.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        found = read_form(given["form"], given.get("site"))
        if found.plan is None:
            raise UsageError(" ".join(found.problems.values()).removesuffix("."))
        self.needs = tables_of(Job.create(found.plan.goal, found.plan.goal, every=True))
        self._qr = mark_code if given.get("qr") else False
        super().__init__(self._make(found.plan), found.plan.total)

    def stop(self) -> dict[str, Any]:
        return {"files": {}, "boards": [], "stopped": True}

    def _make(self, plan: Plan) -> Work[dict[str, Any]]:
        made = yield from iter_make_exercises(plan)
        listed = [
            {"number": one.number, "board": str(one.board), "moves": one.depth, "link": one.link}
            for one in made.exercises
        ]
        return {"files": files(made, qr=self._qr), "boards": listed, "stopped": False}
