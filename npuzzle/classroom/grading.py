"""Answers to exercises, each replayed: is it a solution, and how much longer than a shortest one?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import Any

from npuzzle.classroom.csv_table import SAVE_AS_UTF8, Line, format_csv, read
from npuzzle.classroom.student_names import comparison_key
from npuzzle.errors import IllegalMoveError, InvalidMovesError, NPuzzleError, UsageError, brief, shown
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.goals import goal_board
from npuzzle.puzzle.moves import Notation, in_notation, parse_moves
from npuzzle.puzzle.problem import Problem

UNSOLVABLE = "unsolvable"  # an answer in place of moves
MOST_MOVES = 20_000  # of an answer; no board of up to 16 cells needs more than 140
MOST_GRADES = 1_000_000  # exercises, counted for each student
LONGEST_NOTE = 200  # characters
LOST = "\ufffd"  # what programs write in the place of a character that they cannot


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


BEST = (Verdict.SHORTEST, Verdict.RIGHT)  # a point each
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
        """For each student the points, of how many exercises, and how many of them have each verdict."""
        students: dict[str, str] = {}
        counts: dict[str, Counter[Verdict]] = {}
        for row in self.counted:
            student = students.setdefault(comparison_key(row.student), row.student)
            counts.setdefault(student, Counter())[row.verdict] += 1
        return [
            {
                "student": student or None,
                "points": sum(count[verdict] for verdict in BEST),
                "exercises": count.total(),
                **{verdict.value: count[verdict] for verdict in TOTALLED},
            }
            for student, count in counts.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain data: `answers` and `totals`."""
        return {"answers": [row.to_dict() for row in self.rows], "totals": self.totals()}

    def to_csv(self) -> str:
        """A line for each answer."""
        return format_csv(COLUMNS, (row.to_dict() for row in self.rows))

    def to_text(self) -> str:
        """The same for people: a table of the answers, one of the students' points, and the sums."""
        rows = [row.to_dict() for row in self.rows]
        tables = [_align([name for name in COLUMNS if any(row[name] is not None for row in rows)], rows)]
        totals = self.totals()
        if any(total["student"] for total in totals):
            some = [verdict.value for verdict in TOTALLED if any(total[verdict.value] for total in totals)]
            tables.append(_align(["student", "points", "exercises", *some], totals))
        counts = Counter(row.verdict for row in self.rows)
        said = ", ".join(f"{counts[verdict]:,} {verdict.value}" for verdict in TOTALLED if counts[verdict])
        points = sum(total["points"] for total in totals)
        return "\n\n".join([*tables, f"In all: {points:,} of {len(self.counted):,} points; {said}."])


def _align(columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    """A table for people, its columns aligned."""
    lines = [columns, *(["-" if row[name] is None else str(row[name]) for name in columns] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(line, widths)).rstrip() for line in lines
    )


def grade(key: Iterable[str], answers: Iterable[str], notation: Notation | None = None) -> Grades:
    """The answers judged by the key; both are the lines of a table, as in `npuzzle.classroom.csv_table`.

    >>> key = ["number,board,goal,length", "1,1 2 3/4 5 6/0 7 8,blank-last,2"]
    >>> print(grade(key, ["student,number,path", "Ada,1,LL", "Bob,1,L"]).to_text())
    line  number  student  verdict          moves  longer  notation  note
    2     1       Ada      shortest         2      0       tile      -
    3     1       Bob      not at the goal  1      -       tile      it ends at 1 2 3/4 5 6/7 0 8
    <BLANKLINE>
    student  points  exercises  shortest  not at the goal
    Ada      1       1          1         0
    Bob      0       1          0         1
    <BLANKLINE>
    In all: 1 of 2 points; 1 shortest, 1 not at the goal.

    Answers have the columns `number` (or `exercise`) and `path`, and `student` if the key has students. If
    it has none, all students that the answers name have its exercises. A path may be `unsolvable`.
    `notation`: whose way its letters name; None: the tile's, or the blank's if only so they lead to the goal.
    Of several answers of a student to an exercise the last that is not empty counts. A line that cannot be
    read is a row that says so. Raises UsageError for a damaged key, or answers without these columns.
    """
    exercises = _exercises(key)
    is_shared = not any(exercise.student for exercise in exercises.values())
    columns = ("number", "path") if is_shared else ("number", "student", "path")
    lines = list(read(answers, columns, "the answers", {"exercise": "number"}))
    if is_shared:
        exercises = _share_out(exercises.values(), lines)
    judged: list[tuple[Place | None, Grade]] = []  # no place: a line about no exercise of the key
    for line in lines:
        place = _place(line)
        exercise = None if place is None else exercises.get(place)
        if exercise is None:
            judged.append((None, _row_of_stray_line(line, place, exercises)))
        else:
            judged.append((place, _grade_line(exercise, line, notation)))
    unanswered = [(place, _row(exercise, Verdict.MISSING)) for place, exercise in exercises.items()]
    counted = _last_answers(
        [*unanswered, *((place, graded) for place, graded in judged if place is not None)]
    )
    rows = [graded if place is None else _against(counted[place], graded) for place, graded in judged]
    without = [graded for graded in counted.values() if graded.line is None]
    return Grades((*rows, *without), tuple(counted.values()))


def _share_out(exercises: Collection[Given], lines: Iterable[Line]) -> dict[Place, Given]:
    """The exercises of a key without students, for each student that some line names with a number."""
    students: dict[str, str] = {}
    for line in lines:
        place = _place(line)
        if place is not None and place[0]:
            students.setdefault(place[0], _student(line))
    if len(students) * len(exercises) > MOST_GRADES:
        raise UsageError(
            f"{len(students):,} students with {len(exercises):,} exercises each are too many: together they "
            f"have up to {MOST_GRADES:,}"
        )
    return {
        (place, exercise.number): replace(exercise, student=student)
        for place, student in (students or {"": ""}).items()
        for exercise in exercises
    }


def _last_answers(judged: Iterable[tuple[Place, Grade]]) -> dict[Place, Grade]:
    """Of each exercise the last answer that is not empty, or else the last."""
    return dict(sorted(judged, key=lambda placed: placed[1].verdict is not Verdict.MISSING))


def _against(counted: Grade, graded: Grade) -> Grade:
    """The grade itself if it is the one that counts; else what it was, and which line counts."""
    if graded is counted:
        return graded
    note = "; ".join(filter(None, [graded.verdict.value, graded.note, f"line {counted.line} counts"]))
    return replace(graded, verdict=Verdict.REPEATED, note=note)


def _grade_line(exercise: Given, line: Line, notation: Notation | None) -> Grade:
    """The grade of a line. Raises UsageError if it is better than a shortest path."""
    graded = replace(_grade_answer(exercise, line.cells["path"], notation), line=line.number)
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
        place = _place_of(exercise.student, exercise.number)
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
    if line.problem or LOST in line.cells.get("student", ""):
        return None
    number = _number(line.cells["number"])
    return None if number is None else _place_of(line.cells.get("student", ""), number)


def _place_of(student: str, number: int) -> Place:
    return comparison_key(student), number


def _number(text: str) -> int | None:
    """A number, 1 or more, as spreadsheets write it: `3`, `3.0`, `3,0`; None if it is none."""
    found = re.fullmatch(r"0*([1-9][0-9]{0,5})(?:[.,]0*)?", text)
    return None if found is None else int(found[1])


def _student(line: Line) -> str:
    """The name in a line, fit to be shown."""
    student = line.cells.get("student", "")
    return brief(student if student.isprintable() else shown(student), LONGEST_NOTE)


def _row_of_stray_line(line: Line, place: Place | None, exercises: Collection[Place]) -> Grade:
    """The row of a line that is no answer to any exercise."""
    student = line.cells.get("student", "")
    if line.problem:
        note = line.problem
    elif LOST in student:
        note = f"the name {shown(student)} has characters that were lost when it was saved; {SAVE_AS_UTF8}"
    elif place is None:
        note = f"the number of an exercise was expected, got {shown(line.cells['number'])}"
    elif all(place[0] != name for name, _ in exercises):
        no_name = "the name of a student was expected, got none"
        note = f"the key has no student {shown(student)}" if student else no_name
    else:
        note = f"the key has no exercise {place[1]}{f' of {shown(student)}' if student else ''}"
    return Grade(
        line=line.number,
        number=None if place is None else place[1],
        student=_student(line),
        verdict=Verdict.UNREADABLE,
        note=brief(note, LONGEST_NOTE),
    )


def _grade_answer(exercise: Given, text: str, notation: Notation | None) -> Grade:
    """The grade of one answer."""
    if not text:
        return _row(exercise, Verdict.MISSING)
    if text.casefold() == UNSOLVABLE:
        if exercise.length is None:
            return _row(exercise, Verdict.RIGHT)
        return _row(exercise, Verdict.WRONG, note="the board can be solved")
    tried = [_replay(exercise, text, way) for way in ([notation] if notation else Notation)]
    best, _ = max(tried, key=lambda graded_and_made: graded_and_made[1])  # the first of the best
    return best


def _replay(exercise: Given, text: str, notation: Notation) -> tuple[Grade, float]:
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
