"""Marks of one student: points by a rubric, written as a table, a sheet, a CSV, or for Gradescope.

A rubric is a flat mapping from names of checks to points, in TOML or JSON.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from npuzzle.errors import UsageError, brief, quote
from npuzzle.text import align

LONGEST_NOTE = 300  # characters
MOST_POINTS = 10_000  # for one check


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a rubric: the points, out of `most`, and the reason for these points."""

    name: str
    points: float
    most: float
    reason: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of one student. `facts`: columns that all students have. `notes`: for the teacher."""

    student: str
    checks: tuple[Check, ...]
    facts: Mapping[str, object]
    notes: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        """The sum of the points."""
        return round(sum(check.points for check in self.checks), 2)

    @property
    def most(self) -> float:
        """The largest possible sum."""
        return round(sum(check.most for check in self.checks), 2)

    def to_row(self) -> dict[str, object]:
        """Return the columns of the table."""
        note = brief("; ".join(self.notes), LONGEST_NOTE)
        return {"student": self.student, "points": self.points, "of": self.most, **self.facts, "note": note}

    def to_text(self) -> str:
        """Write the sheet of the student."""
        rows = [["check", "points", "reason"]]
        rows += [[check.name, f"{check.points:g} of {check.most:g}", check.reason] for check in self.checks]
        return f"{self.student}: {self.points:g} of {self.most:g} points\n\n{align(rows)}"

    def to_gradescope(self) -> str:
        """Write the `results.json` of Gradescope."""
        names = ("name", "score", "max_score", "output")
        tests = [dict(zip(names, (c.name, c.points, c.most, c.reason))) for c in self.checks]
        return json.dumps({"score": self.points, "tests": tests}, indent=1)


def to_table(marks: Sequence[Marks]) -> str:
    """Write a table for people, with a line per student."""
    rows = [{name: str(value) or "-" for name, value in each.to_row().items()} for each in marks]
    return align([[*rows[0]], *([*row.values()] for row in rows)])


def parse_rubric(text: str, default: Mapping[str, float], prefix: str = "-") -> dict[str, float]:
    """Read a rubric in TOML or JSON. Its names are those of the default, or begin with the prefix.

    >>> parse_rubric("runs = 1", {"runs": 2, "admissible": 3})
    {'runs': 1}

    Raises UsageError for other names, and for points that are not a number from 0 to MOST_POINTS.
    """
    try:
        found: dict[str, Any] = json.loads(text) if text.lstrip()[:1] == "{" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the rubric is neither TOML nor JSON: {error}") from None
    for name, points in found.items():
        if name not in default and not name.startswith(prefix):
            raise UsageError(f"the rubric has {quote(name)}, expected some of {', '.join(default)}")
        if type(points) not in (int, float) or not 0 <= points <= MOST_POINTS:
            most = f"{MOST_POINTS:,}"
            raise UsageError(f"{name} in the rubric must be from 0 to {most} points, got {quote(points)}")
    if not found:
        raise UsageError(f"the rubric is empty, expected some of {', '.join(default)}")
    return found
