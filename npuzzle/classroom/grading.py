"""Grade answers to exercises: replay each, check that it solves the board, and count excess moves.

A key and the answers are tables, see `npuzzle.classroom.csv_table`. Each line of answers becomes a `Grade`
with a verdict. The verdict of an unreadable line gives the reason, so no answer is silently lost. For each
exercise and student, only the last answer that is not empty counts, which is decided after all lines are
graded.

Letters name the direction of the tile or of the blank, and students mix them up. Without a notation, an
answer is read in both notations, and the reading that leads further counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import Any

from npuzzle.classroom.csv_table import (
    SAVE_AS_UTF8,
    Line,
    comparison_key,
    format_csv,
    has_columns,
    read,
)
from npuzzle.errors import InvalidMovesError, InvalidTableError, NPuzzleError, brief, quote
from npuzzle.puzzle.board import Board, goal_board, make_board
from npuzzle.puzzle.moves import Notation
from npuzzle.puzzle.play import play_moves
from npuzzle.puzzle.problem import Problem
from npuzzle.text import align

ALIASES = {"exercise": "number"}  # other names of columns in the table of answers
KEY_COLUMNS = ("number", "board", "goal", "length")
UNSOLVABLE = "unsolvable"  # the answer that no path exists
MOST_MOVES = 20_000  # of an answer; no board of up to 16 cells needs more than 140
MOST_GRADES = 20_000  # exercises of all students together
STUDENT = ("student",)  # a column that may be missing
LONGEST_NOTE = 200  # characters
REPLACEMENT = "\ufffd"  # a substitute for a character that a program cannot encode


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


WORTH_A_POINT = (Verdict.SHORTEST, Verdict.RIGHT)  # the verdicts that are worth a point
COUNTED_VERDICTS = tuple(verdict for verdict in Verdict if verdict is not Verdict.REPEATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The grade of one line of answers. `line` is None for an exercise without an answer.

    `moves`: the number of moves of the answer. `longer`: how many more than a shortest path has, if the moves
    lead to the goal. `notation`: how the letters were read.
    """

    line: int | None = None
    number: int | None
    student: str
    verdict: Verdict
    moves: int | None = None
    longer: int | None = None
    notation: Notation | None = None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON.

        `line`: the line in the table of answers, from 1. None for an exercise without an answer.
        `number`: the number of the exercise. None if the line has none. `student`: the name.
        `longer`: the moves beyond a shortest path. None if the answer does not lead to the goal.
        `notation`: how the letters were read, `tile` or `blank`.
        `note`: why the verdict is not better, or why the line cannot be read.
        """
        return {name: getattr(self, name) for name in COLUMNS} | {
            "student": self.student or None,
            "verdict": self.verdict.value,
            "notation": self.notation and self.notation.value,
            "note": self.note or None,
        }


COLUMNS = tuple(Grade.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Grades:
    """The grades of all lines of answers, in order, then of the exercises without an answer.

    `counted`: the grade that counts for each exercise, in the order of the key.
    """

    rows: tuple[Grade, ...]
    counted: tuple[Grade, ...]

    def totals(self) -> list[dict[str, Any]]:
        """Return, for each student, the points, the number of exercises, and the number with each verdict.

        `student`: the name. `points`: exercises solved by a shortest path, or rightly called unsolvable.
        `exercises`: how many exercises of the key the student has.
        """
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
        """Return the grades as CSV, one per line."""
        return format_csv(COLUMNS, (row.to_dict() for row in self.rows))

    def to_text(self) -> str:
        """Return text for people: a table of the answers, a table of the students' points, and the sums."""
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


#: What identifies an exercise: the comparison key of the student's name, and the exercise's number.
ExerciseId = tuple[str, int]


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """An exercise of the key. `length` is None if its board is unsolvable."""

    number: int
    student: str
    problem: Problem
    length: int | None


def grade(key: Iterable[str], answers: Iterable[str], notation: Notation | None = None) -> Grades:
    """Grade answers by a key. Both are lines of a table, as in `npuzzle.classroom.csv_table`.

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
    the key has none, its exercises belong to every student that the answers name. A path may be `unsolvable`.
    `notation`: whose direction the letters name. None means the tile's, or the blank's if only that reading
    leads to the goal. If a student answers an exercise several times, the last answer that is not empty
    counts. A line that cannot be read gets a row that says so. Raises InvalidTableError for a damaged key, or
    for answers without these columns.
    """
    key, answers = [*key], [*answers]
    if (
        not has_columns(key, KEY_COLUMNS)
        and has_columns(key, ("number", "path"), ALIASES)
        and has_columns(answers, KEY_COLUMNS)
    ):
        raise InvalidTableError(
            "the key and the answers seem to be swapped: give the key first (the exercises.csv of a set), "
            "then the answers"
        )
    exercises = _read_key(key)
    is_shared = not any(exercise.student for exercise in exercises.values())
    columns = ("number", "path") if is_shared else ("number", "student", "path")
    lines = list(read(answers, columns, "the answers", ALIASES, STUDENT))
    if is_shared:
        exercises = _repeat_for_students(exercises.values(), lines)
    marked: list[tuple[ExerciseId | None, Grade]] = []  # None: the line belongs to no exercise of the key
    for line in lines:
        which = _read_id(line)
        exercise = None if which is None else exercises.get(which)
        if exercise is None:
            marked.append((None, _row_of_stray_line(line, which, exercises)))
        else:
            marked.append((which, _grade_line(exercise, line, notation)))
    unanswered = [(which, _row(exercise, Verdict.MISSING)) for which, exercise in exercises.items()]
    answered = [(which, graded) for which, graded in marked if which is not None]
    counted = _last_answers([*unanswered, *answered])
    rows = [graded if which is None else _mark_repeated(counted[which], graded) for which, graded in marked]
    without = [graded for graded in counted.values() if graded.line is None]
    return Grades((*rows, *without), tuple(counted.values()))


def _repeat_for_students(
    exercises: Collection[KeyEntry], lines: Iterable[Line]
) -> dict[ExerciseId, KeyEntry]:
    """Repeat the exercises of a key that names no students, for each student whom a line names."""
    students: dict[str, str] = {}
    for line in lines:
        which = _read_id(line)
        if which is not None and which[0]:
            students.setdefault(which[0], _student_of(line))
    if len(students) * len(exercises) > MOST_GRADES:
        raise InvalidTableError(
            f"{len(students):,} students with {len(exercises):,} exercises each are too many: at most "
            f"{MOST_GRADES:,} answers can be graded"
        )
    return {
        (name, exercise.number): replace(exercise, student=student)
        for name, student in (students or {"": ""}).items()
        for exercise in exercises
    }


def _last_answers(marked: Iterable[tuple[ExerciseId, Grade]]) -> dict[ExerciseId, Grade]:
    """Return, for each exercise, the last answer that is not empty, or the last one if all are empty."""
    return dict(sorted(marked, key=lambda placed: placed[1].verdict is not Verdict.MISSING))


def _mark_repeated(counted: Grade, graded: Grade) -> Grade:
    """Return the grade if it counts; else mark it as repeated, with its verdict and the line that counts."""
    if graded is counted:
        return graded
    note = "; ".join(filter(None, [graded.verdict.value, graded.note, f"line {counted.line} counts"]))
    return replace(graded, verdict=Verdict.REPEATED, note=note)


def _grade_line(exercise: KeyEntry, line: Line, notation: Notation | None) -> Grade:
    """Grade a line. Raises InvalidTableError if the answer is shorter than the key says is possible."""
    graded = replace(grade_answer(exercise, line.cells["path"], notation), line=line.number)
    if graded.longer is not None and graded.longer < 0:
        raise InvalidTableError(
            f"the key is damaged: it has {exercise.length} moves for exercise {exercise.number}, "
            f"but line {line.number} of the answers solves it in {graded.moves}"
        )
    return graded


def _read_key(lines: Iterable[str]) -> dict[ExerciseId, KeyEntry]:
    """Read the exercises of a key. Raises InvalidTableError, with the line, for an invalid one."""
    found: dict[ExerciseId, KeyEntry] = {}
    for line in read(lines, KEY_COLUMNS, "the key", optional=STUDENT):
        try:
            exercise = _read_entry(line)
        except NPuzzleError as error:
            raise InvalidTableError(f"the key, line {line.number}: {error}") from None
        which = _make_id(exercise.student, exercise.number)
        if which in found:
            raise InvalidTableError(f"the key, line {line.number}: exercise {exercise.number} is given twice")
        found[which] = exercise
    if not found:
        raise InvalidTableError("the key has no exercises: give the exercises.csv of a set")
    return found


def _read_entry(line: Line) -> KeyEntry:
    if line.problem:
        raise InvalidTableError(line.problem)
    number, text = _number(line.cells["number"]), line.cells["length"]
    if number is None:
        raise InvalidTableError(f"expected the number of an exercise, got {quote(line.cells['number'])}")
    board = Board.parse(line.cells["board"])
    problem = Problem(board, goal_board(line.cells["goal"], board.shape))
    length = _number(text)
    has_parity = length is not None and length % 2 == problem.parity
    if not (has_parity if problem.is_solvable else not text):
        raise InvalidTableError(
            f"{quote(text)} cannot be the length of a shortest path from {board} to {problem.goal}"
        )
    return KeyEntry(number, line.cells.get("student", ""), problem, length)


def _read_id(line: Line) -> ExerciseId | None:
    """Return the exercise that a line belongs to, or None if the line does not say."""
    if line.problem or REPLACEMENT in line.cells.get("student", ""):
        return None
    number = _number(line.cells["number"])
    return None if number is None else _make_id(line.cells.get("student", ""), number)


def _make_id(student: str, number: int) -> ExerciseId:
    return comparison_key(student), number


def _number(text: str) -> int | None:
    """Read a number of 1 or more, written as `3`, `3.0` or `3,0`. Return None for other text."""
    found = re.fullmatch(r"0*([1-9][0-9]{0,5})(?:[.,]0*)?", text)
    return None if found is None else int(found[1])


def _student_of(line: Line) -> str:
    """Return the student's name in a line, fit to be shown."""
    student = line.cells.get("student", "")
    return brief(student if student.isprintable() else quote(student), LONGEST_NOTE)


def _row_of_stray_line(line: Line, which: ExerciseId | None, exercises: Collection[ExerciseId]) -> Grade:
    """Make the row of a line that belongs to no exercise."""
    student = line.cells.get("student", "")
    if line.problem:
        note = line.problem
    elif REPLACEMENT in student:
        note = f"the name {quote(student)} has characters that were lost when it was saved; {SAVE_AS_UTF8}"
    elif which is None:
        note = f"expected the number of an exercise, got {quote(line.cells['number'])}"
    elif all(which[0] != name for name, _ in exercises):
        no_name = "expected the name of a student, got none"
        note = f"the key has no student {quote(student)}" if student else no_name
    else:
        note = f"the key has no exercise {which[1]}{f' of {quote(student)}' if student else ''}"
    return Grade(
        line=line.number,
        number=None if which is None else which[1],
        student=_student_of(line),
        verdict=Verdict.UNREADABLE,
        note=brief(note, LONGEST_NOTE),
    )


def grade_answer(exercise: KeyEntry, text: str, notation: Notation | None) -> Grade:
    """Grade one answer: moves in this notation, by default in either, or `unsolvable`."""
    if not text:
        return _row(exercise, Verdict.MISSING)
    if text.casefold() == UNSOLVABLE:
        if exercise.length is None:
            return _row(exercise, Verdict.RIGHT)
        return _row(exercise, Verdict.WRONG, note="the board can be solved")
    tried = [_replay(exercise, text, way) for way in ([notation] if notation else Notation)]
    best, _ = max(tried, key=lambda graded_and_made: graded_and_made[1])  # ties: the first
    return best


def _replay(exercise: KeyEntry, text: str, notation: Notation) -> tuple[Grade, float]:
    """Grade an answer in this notation. Also return how many moves are possible, `inf` for a solution."""
    try:
        played = play_moves(exercise.problem.start, text, notation)
    except InvalidMovesError as error:
        return _row(exercise, Verdict.UNREADABLE, note=brief(str(error), LONGEST_NOTE)), 0
    if played.asked > MOST_MOVES:
        note = f"an answer can have up to {MOST_MOVES:,} moves, got {played.asked:,}"
        return _row(exercise, Verdict.UNREADABLE, note=note), 0
    read_so: dict[str, Any] = {"moves": played.asked, "notation": played.notation}
    if exercise.length is None:
        return _row(exercise, Verdict.WRONG, note="the board cannot be solved", **read_so), 0
    illegal = played.illegal
    if illegal is not None:
        note = f"move {illegal.number} of {played.asked}, {illegal.written}, cannot be made there"
        return _row(exercise, Verdict.ILLEGAL, note=note, **read_so), len(played.path)
    goal = exercise.problem.goal
    if played.tiles != goal.tiles:
        note = f"it ends at {make_board(goal.shape, played.tiles)}"
        return _row(exercise, Verdict.UNFINISHED, note=note, **read_so), len(played.path)
    longer = played.asked - exercise.length
    verdict = Verdict.LONGER if longer else Verdict.SHORTEST
    return _row(exercise, verdict, longer=longer, **read_so), inf


def _row(exercise: KeyEntry, verdict: Verdict, **fields: Any) -> Grade:
    return Grade(number=exercise.number, student=exercise.student, verdict=verdict, **fields)
