"""Grades: the verdicts on answers to exercises, as data, as CSV and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from npuzzle.classroom.csv_table import format_csv
from npuzzle.classroom.student_names import comparison_key
from npuzzle.puzzle.moves import Notation
from npuzzle.text import align


class Verdict(Enum):
    """The verdicts on an answer."""

    SHORTEST = "shortest"
    RIGHT = "rightly unsolvable"
    LONGER = "longer"
    UNFINISHED = "not at the goal"
    ILLEGAL = "illegal move"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    MISSING = "no answer"
    REPEATED = "repeated"


WORTH_A_POINT = (Verdict.SHORTEST, Verdict.RIGHT)  # each is worth a point
COUNTED_VERDICTS = tuple(verdict for verdict in Verdict if verdict is not Verdict.REPEATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The grade of one line of answers; `line` is None for an exercise without an answer.

    `moves`: the number of moves of the answer; `longer`: how many more than a shortest path has, if they lead
    to the goal; `notation`: how the letters were read.
    """

    number: int | None
    student: str
    verdict: Verdict
    line: int | None = None
    moves: int | None = None
    longer: int | None = None
    notation: Notation | None = None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "line": self.line,
            "number": self.number,
            "student": self.student or None,
            "verdict": self.verdict.value,
            "moves": self.moves,
            "longer": self.longer,
            "notation": None if self.notation is None else self.notation.value,
            "note": self.note or None,
        }


COLUMNS = ("line", "number", "student", "verdict", "moves", "longer", "notation", "note")


@dataclass(frozen=True, slots=True)
class Grades:
    """The grades of all lines of answers, in order, then of the exercises without an answer.

    `counted`: the grade that counts for each exercise, in the order of the key.
    """

    rows: tuple[Grade, ...]
    counted: tuple[Grade, ...]

    def totals(self) -> list[dict[str, Any]]:
        """Return, for each student, the points, the number of exercises, and the number with each verdict."""
        students: dict[str, str] = {}
        counts: dict[str, Counter[Verdict]] = {}
        for row in self.counted:
            student = students.setdefault(comparison_key(row.student), row.student)
            counts.setdefault(student, Counter())[row.verdict] += 1
        return [
            {
                "student": student or None,
                "points": sum(count[verdict] for verdict in WORTH_A_POINT),
                "exercises": count.total(),
                **{verdict.value: count[verdict] for verdict in COUNTED_VERDICTS},
            }
            for student, count in counts.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON: `answers` and `totals`."""
        return {"answers": [row.to_dict() for row in self.rows], "totals": self.totals()}

    def to_csv(self) -> str:
        """Return the grades as CSV, a line for each."""
        return format_csv(COLUMNS, (row.to_dict() for row in self.rows))

    def to_text(self) -> str:
        """Return text for people: a table of the answers, one of the students' points, and the sums."""
        rows = [row.to_dict() for row in self.rows]
        tables = [_align([name for name in COLUMNS if any(row[name] is not None for row in rows)], rows)]
        totals = self.totals()
        if any(total["student"] for total in totals):
            some = [
                verdict.value for verdict in COUNTED_VERDICTS if any(total[verdict.value] for total in totals)
            ]
            tables.append(_align(["student", "points", "exercises", *some], totals))
        counts = Counter(row.verdict for row in self.rows)
        said = ", ".join(
            f"{counts[verdict]:,} {verdict.value}" for verdict in COUNTED_VERDICTS if counts[verdict]
        )
        points = sum(total["points"] for total in totals)
        return "\n\n".join([*tables, f"In all: {points:,} of {len(self.counted):,} points; {said}."])


def _align(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    """Align the columns of a table for people."""
    cells = (["-" if row[name] is None else str(row[name]) for name in columns] for row in rows)
    return align([columns, *cells])
