"""Answers to exercises, each replayed: is it a solution, and how much longer than a shortest one?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import Any

from npuzzle.board import Board
from npuzzle.classroom.names import compared
from npuzzle.classroom.spreadsheets import Line, read, written
from npuzzle.errors import IllegalMoveError, InvalidMovesError, NPuzzleError, UsageError, brief, shown
from npuzzle.goals import goal_board
from npuzzle.notation import Notation, in_notation, parse_moves
from npuzzle.problem import Problem

UNSOLVABLE = "unsolvable"  # an answer in place of moves
MOST_MOVES = 20_000  # of an answer; no board of up to 16 cells needs more than 140
LONGEST_NOTE = 200  # characters


class Verdict(Enum):
    """What an answer is."""

    SHORTEST = "shortest"
    RIGHT = "rightly unsolvable"
    LONGER = "longer"
    UNFINISHED = "not at the goal"
    ILLEGAL = "illegal move"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    MISSING = "no answer"
    REPEATED = "repeated"


BEST = (Verdict.SHORTEST, Verdict.RIGHT)
TOTALLED = tuple(verdict for verdict in Verdict if verdict is not Verdict.REPEATED)

#: An exercise is found by its student, as names are compared, and its number.
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Given:
    """An exercise as the key has it; `length` is None if its board cannot be solved."""

    number: int
    student: str
    problem: Problem
    length: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """What came of one line of answers; `line` is None for an exercise that has none.

    `moves`: those of the answer; `longer`: how many more they are than those of a shortest path, if they
    lead to the goal; `notation`: how its letters were read.
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
        """Plain data."""
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
    """Every line of answers in its order, then the exercises that have none.

    `counted`: of these the one that counts for each exercise, in the order of the key.
    """

    rows: tuple[Grade, ...]
    counted: tuple[Grade, ...]

    def totals(self) -> list[dict[str, Any]]:
        """For each student of the key how many exercises have each verdict."""
        students: dict[str, str] = {}
        counts: dict[str, Counter[Verdict]] = {}
        for row in self.counted:
            student = students.setdefault(compared(row.student), row.student)
            counts.setdefault(student, Counter())[row.verdict] += 1
        return [
            {"student": student or None, **{verdict.value: count[verdict] for verdict in TOTALLED}}
            for student, count in counts.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain data: `answers` and `totals`."""
        return {"answers": [row.to_dict() for row in self.rows], "totals": self.totals()}

    def to_csv(self) -> str:
        """A line for each answer."""
        return written(COLUMNS, (row.to_dict() for row in self.rows))

    def to_text(self) -> str:
        """The same for people, columns aligned, and below them how many of each kind there are."""
        rows = [row.to_dict() for row in self.rows]
        used = [name for name in COLUMNS if any(row[name] is not None for row in rows)]
        lines = [used, *(["-" if row[name] is None else str(row[name]) for name in used] for row in rows)]
        widths = [max(map(len, column)) for column in zip(*lines)]
        table = ["  ".join(word.ljust(width) for word, width in zip(line, widths)).rstrip() for line in lines]
        counts = Counter(row.verdict for row in self.rows)
        said = ", ".join(f"{counts[verdict]:,} {verdict.value}" for verdict in TOTALLED if counts[verdict])
        return "\n".join([*table, f"In all: {said}."])


def grade(key: Iterable[str], answers: Iterable[str], notation: Notation | None = None) -> Grades:
    """The answers judged by the key; both are the lines of a table, as in `npuzzle.classroom.spreadsheets`.

    >>> key = ["number,board,goal,length", "1,1 2 3/4 5 6/0 7 8,blank-last,2"]
    >>> print(grade(key, ["number,path", "1,LL"]).to_text())
    line  number  verdict   moves  longer  notation
    2     1       shortest  2      0       tile
    In all: 1 shortest.

    Answers have the columns `number` and `path`, and `student` if the key has students. A path may be
    `unsolvable`. `notation`: whose way its letters name; None: the tile's, or the blank's if only so they
    lead to the goal. Of several answers to an exercise the last that is not empty counts. A line that cannot
    be read is a row that says so. Raises UsageError for a damaged key, or answers without these columns.
    """
    exercises = _exercises(key)
    named = any(exercise.student for exercise in exercises.values())
    columns = ("number", "student", "path") if named else ("number", "path")
    judged: list[tuple[Place | None, Grade]] = []  # no place: a line about no exercise of the key
    for line in read(answers, columns, "the answers"):
        place = _place(line)
        exercise = None if place is None else exercises.get(place)
        if exercise is None:
            judged.append((None, _unplaced(line, place)))
        else:
            judged.append((place, _answered(exercise, line, notation)))
    unanswered = [(place, _row(exercise, Verdict.MISSING)) for place, exercise in exercises.items()]
    counted = _counted([*unanswered, *((place, graded) for place, graded in judged if place is not None)])
    rows = [graded if place is None else _against(counted[place], graded) for place, graded in judged]
    without = [graded for graded in counted.values() if graded.line is None]
    return Grades((*rows, *without), tuple(counted.values()))


def _counted(judged: Iterable[tuple[Place, Grade]]) -> dict[Place, Grade]:
    """Of each exercise the last answer that is not empty, or else the last."""
    return dict(sorted(judged, key=lambda placed: placed[1].verdict is not Verdict.MISSING))


def _against(counted: Grade, graded: Grade) -> Grade:
    """The grade itself if it is the one that counts; else what it was, and which line counts."""
    if graded is counted:
        return graded
    note = "; ".join(filter(None, [graded.verdict.value, graded.note, f"line {counted.line} counts"]))
    return replace(graded, verdict=Verdict.REPEATED, note=note)


def _answered(exercise: Given, line: Line, notation: Notation | None) -> Grade:
    """The grade of a line. Raises UsageError if it is better than a shortest path."""
    graded = replace(_judged(exercise, line.cells["path"], notation), line=line.number)
    if graded.longer is not None and graded.longer < 0:
        raise UsageError(
            f"the key is damaged: it has {exercise.length} moves for exercise {exercise.number}, "
            f"line {line.number} of the answers solves it in {graded.moves}"
        )
    return graded


def _exercises(lines: Iterable[str]) -> dict[Place, Given]:
    """The exercises of a key. Raises UsageError, with the line, for what is none."""
    found: dict[Place, Given] = {}
    for line in read(lines, ("number", "board", "goal", "length"), "the key"):
        try:
            exercise = _exercise(line)
        except NPuzzleError as error:
            raise UsageError(f"the key, line {line.number}: {error}") from None
        place = _placed(exercise.student, exercise.number)
        if place in found:
            raise UsageError(f"the key, line {line.number}: exercise {exercise.number} stands there twice")
        found[place] = exercise
    if not found:
        raise UsageError("the key has no exercises: it is the exercises.csv of a set")
    return found


def _exercise(line: Line) -> Given:
    if line.problem:
        raise UsageError(line.problem)
    number, text = _number(line.cells["number"]), line.cells["length"]
    if number is None:
        raise UsageError(f"the number of an exercise was expected, got {shown(line.cells['number'])}")
    board = Board.parse(line.cells["board"])
    problem = Problem(board, goal_board(line.cells["goal"], board.shape))
    length = _number(text)
    has_parity = length is not None and length % 2 == problem.parity
    if not (has_parity if problem.is_solvable else not text):
        raise UsageError(f"{shown(text)} is no length of the board {board} for the goal {problem.goal}")
    return Given(number, line.cells.get("student", ""), problem, length)


def _place(line: Line) -> Place | None:
    """Which exercise a line is about; None if it does not say."""
    number = None if line.problem else _number(line.cells["number"])
    return None if number is None else _placed(line.cells.get("student", ""), number)


def _placed(student: str, number: int) -> Place:
    return compared(student), number


def _number(text: str) -> int | None:
    """A number, 1 or more, as spreadsheets write it: `3`, `3.0`, `3,0`; None if it is none."""
    found = re.fullmatch(r"0*([1-9][0-9]{0,5})(?:[.,]0*)?", text)
    return None if found is None else int(found[1])


def _unplaced(line: Line, place: Place | None) -> Grade:
    """The row of a line that is no answer to any exercise."""
    student = line.cells.get("student", "")
    if place is not None:
        of = f" of {shown(student)}" if student else ""
        note = f"the key has no exercise {place[1]}{of}"
    else:
        note = line.problem or f"the number of an exercise was expected, got {shown(line.cells['number'])}"
    return Grade(
        line=line.number,
        number=None if place is None else place[1],
        student=brief(student if student.isprintable() else shown(student), LONGEST_NOTE),
        verdict=Verdict.UNREADABLE,
        note=brief(note, LONGEST_NOTE),
    )


def _judged(exercise: Given, text: str, notation: Notation | None) -> Grade:
    """The grade of one answer."""
    if not text:
        return _row(exercise, Verdict.MISSING)
    if text.casefold() == UNSOLVABLE:
        if exercise.length is None:
            return _row(exercise, Verdict.RIGHT)
        return _row(exercise, Verdict.WRONG, note="the board can be solved")
    tried = [_replayed(exercise, text, way) for way in ([notation] if notation else Notation)]
    best, _ = max(tried, key=lambda graded_and_made: graded_and_made[1])  # the first of the best
    return best


def _replayed(exercise: Given, text: str, notation: Notation) -> tuple[Grade, float]:
    """The grade of an answer read in this notation, and how far its moves lead: all the way, or so many."""
    try:
        path = parse_moves(text, notation)
    except InvalidMovesError as error:
        return _row(exercise, Verdict.UNREADABLE, note=brief(str(error), LONGEST_NOTE)), 0
    if len(path) > MOST_MOVES:
        note = f"an answer has up to {MOST_MOVES:,} moves, got {len(path):,}"
        return _row(exercise, Verdict.UNREADABLE, note=note), 0
    read_so: dict[str, Any] = {"moves": len(path), "notation": notation}
    if exercise.length is None:
        return _row(exercise, Verdict.WRONG, note="the board cannot be solved", **read_so), 0
    made = 0
    try:
        for _ in exercise.problem.moves(path):
            made += 1
    except IllegalMoveError:
        note = f"move {made + 1} of {len(path)}, {in_notation(path, notation)[made]}, cannot be made there"
        return _row(exercise, Verdict.ILLEGAL, note=note, **read_so), made
    end = exercise.problem.replay(path)
    if end != exercise.problem.goal:
        return _row(exercise, Verdict.UNFINISHED, note=f"it ends at {end}", **read_so), made
    longer = len(path) - exercise.length
    verdict = Verdict.LONGER if longer else Verdict.SHORTEST
    return _row(exercise, verdict, longer=longer, **read_so), inf


def _row(exercise: Given, verdict: Verdict, **told: Any) -> Grade:
    return Grade(number=exercise.number, student=exercise.student, verdict=verdict, **told)
