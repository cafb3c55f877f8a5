"""Grade answers to exercises: each is replayed. Is it a solution, and how much longer than a shortest one?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from npuzzle.classroom.csv_table import SAVE_AS_UTF8, Line, has_columns, read
from npuzzle.classroom.grades import Grade, Grades, Verdict
from npuzzle.classroom.student_names import comparison_key
from npuzzle.errors import InvalidMovesError, InvalidTableError, NPuzzleError, brief, quote
from npuzzle.puzzle.board import Board, goal_board, make_board
from npuzzle.puzzle.moves import Notation
from npuzzle.puzzle.play import play_moves
from npuzzle.puzzle.problem import Problem

ALIASES = {"exercise": "number"}  # of columns of the answers
KEY_COLUMNS = ("number", "board", "goal", "length")
UNSOLVABLE = "unsolvable"  # an answer in place of a path
MOST_MOVES = 20_000  # of an answer; no board of up to 16 cells needs more than 140
MOST_GRADES = 20_000  # exercises of all students together
STUDENT = ("student",)  # a column that may be missing
LONGEST_NOTE = 200  # characters
REPLACEMENT = "\ufffd"  # what programs write for a character that they cannot encode


#: What identifies an exercise: the comparison key of its student, and its number.
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Given:
    """An exercise of the key; `length` is None if its board is unsolvable."""

    number: int
    student: str
    problem: Problem
    length: int | None


def grade(key: Iterable[str], answers: Iterable[str], notation: Notation | None = None) -> Grades:
    """Grade answers by a key; both are lines of a table, as in `npuzzle.classroom.csv_table`.

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
    `notation`: whose direction the letters name; None means the tile's, or the blank's if the path leads to
    the goal only that way. If a student answers an exercise several times, the last answer that is not empty
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
            "the key and the answers seem to be exchanged: first comes the key, the exercises.csv of a set, "
            "then the answers"
        )
    exercises = _exercises(key)
    is_shared = not any(exercise.student for exercise in exercises.values())
    columns = ("number", "path") if is_shared else ("number", "student", "path")
    lines = list(read(answers, columns, "the answers", ALIASES, STUDENT))
    if is_shared:
        exercises = _repeat_for_students(exercises.values(), lines)
    judged: list[tuple[Place | None, Grade]] = []  # None: the line belongs to no exercise of the key
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
    rows = [graded if place is None else _mark_repeated(counted[place], graded) for place, graded in judged]
    without = [graded for graded in counted.values() if graded.line is None]
    return Grades((*rows, *without), tuple(counted.values()))


def _repeat_for_students(exercises: Collection[Given], lines: Iterable[Line]) -> dict[Place, Given]:
    """Give the exercises of a key without students to each student that a line names with a number."""
    students: dict[str, str] = {}
    for line in lines:
        place = _place(line)
        if place is not None and place[0]:
            students.setdefault(place[0], _student(line))
    if len(students) * len(exercises) > MOST_GRADES:
        raise InvalidTableError(
            f"{len(students):,} students with {len(exercises):,} exercises each are too many: together they "
            f"have up to {MOST_GRADES:,}"
        )
    return {
        (place, exercise.number): replace(exercise, student=student)
        for place, student in (students or {"": ""}).items()
        for exercise in exercises
    }


def _last_answers(judged: Iterable[tuple[Place, Grade]]) -> dict[Place, Grade]:
    """Return, for each exercise, the last answer that is not empty; if all are empty, the last."""
    return dict(sorted(judged, key=lambda placed: placed[1].verdict is not Verdict.MISSING))


def _mark_repeated(counted: Grade, graded: Grade) -> Grade:
    """Return the grade if it counts; else mark it as repeated, with its verdict and the line that counts."""
    if graded is counted:
        return graded
    note = "; ".join(filter(None, [graded.verdict.value, graded.note, f"line {counted.line} counts"]))
    return replace(graded, verdict=Verdict.REPEATED, note=note)


def _grade_line(exercise: Given, line: Line, notation: Notation | None) -> Grade:
    """Grade a line. Raises InvalidTableError if the answer is shorter than the key says is possible."""
    graded = replace(_grade_answer(exercise, line.cells["path"], notation), line=line.number)
    if graded.longer is not None and graded.longer < 0:
        raise InvalidTableError(
            f"the key is damaged: it has {exercise.length} moves for exercise {exercise.number}, "
            f"line {line.number} of the answers solves it in {graded.moves}"
        )
    return graded


def _exercises(lines: Iterable[str]) -> dict[Place, Given]:
    """Read the exercises of a key. Raises InvalidTableError, with the line, for an invalid one."""
    found: dict[Place, Given] = {}
    for line in read(lines, KEY_COLUMNS, "the key", optional=STUDENT):
        try:
            exercise = _exercise(line)
        except NPuzzleError as error:
            raise InvalidTableError(f"the key, line {line.number}: {error}") from None
        place = _place_of(exercise.student, exercise.number)
        if place in found:
            raise InvalidTableError(f"the key, line {line.number}: exercise {exercise.number} is given twice")
        found[place] = exercise
    if not found:
        raise InvalidTableError("the key has no exercises: it is the exercises.csv of a set")
    return found


def _exercise(line: Line) -> Given:
    if line.problem:
        raise InvalidTableError(line.problem)
    number, text = _number(line.cells["number"]), line.cells["length"]
    if number is None:
        raise InvalidTableError(f"the number of an exercise was expected, got {quote(line.cells['number'])}")
    board = Board.parse(line.cells["board"])
    problem = Problem(board, goal_board(line.cells["goal"], board.shape))
    length = _number(text)
    has_parity = length is not None and length % 2 == problem.parity
    if not (has_parity if problem.is_solvable else not text):
        raise InvalidTableError(
            f"{quote(text)} cannot be the length of the board {board} for the goal {problem.goal}"
        )
    return Given(number, line.cells.get("student", ""), problem, length)


def _place(line: Line) -> Place | None:
    """Return the exercise that a line belongs to; None if it does not say."""
    if line.problem or REPLACEMENT in line.cells.get("student", ""):
        return None
    number = _number(line.cells["number"])
    return None if number is None else _place_of(line.cells.get("student", ""), number)


def _place_of(student: str, number: int) -> Place:
    return comparison_key(student), number


def _number(text: str) -> int | None:
    """Read a number, 1 or more, as spreadsheets write it: `3`, `3.0`, `3,0`; None for other text."""
    found = re.fullmatch(r"0*([1-9][0-9]{0,5})(?:[.,]0*)?", text)
    return None if found is None else int(found[1])


def _student(line: Line) -> str:
    """Return the student's name in a line, fit to be shown."""
    student = line.cells.get("student", "")
    return brief(student if student.isprintable() else quote(student), LONGEST_NOTE)


def _row_of_stray_line(line: Line, place: Place | None, exercises: Collection[Place]) -> Grade:
    """Make the row of a line that belongs to no exercise."""
    student = line.cells.get("student", "")
    if line.problem:
        note = line.problem
    elif REPLACEMENT in student:
        note = f"the name {quote(student)} has characters that were lost when it was saved; {SAVE_AS_UTF8}"
    elif place is None:
        note = f"the number of an exercise was expected, got {quote(line.cells['number'])}"
    elif all(place[0] != name for name, _ in exercises):
        no_name = "the name of a student was expected, got none"
        note = f"the key has no student {quote(student)}" if student else no_name
    else:
        note = f"the key has no exercise {place[1]}{f' of {quote(student)}' if student else ''}"
    return Grade(
        line=line.number,
        number=None if place is None else place[1],
        student=_student(line),
        verdict=Verdict.UNREADABLE,
        note=brief(note, LONGEST_NOTE),
    )


def _grade_answer(exercise: Given, text: str, notation: Notation | None) -> Grade:
    """Grade one answer."""
    if not text:
        return _row(exercise, Verdict.MISSING)
    if text.casefold() == UNSOLVABLE:
        if exercise.length is None:
            return _row(exercise, Verdict.RIGHT)
        return _row(exercise, Verdict.WRONG, note="the board can be solved")
    tried = [_replay(exercise, text, way) for way in ([notation] if notation else Notation)]
    best, _ = max(tried, key=lambda graded_and_made: graded_and_made[1])  # ties: the first
    return best


def _replay(exercise: Given, text: str, notation: Notation) -> tuple[Grade, float]:
    """Grade an answer in this notation; also return how many moves are possible, `inf` to the goal."""
    try:
        played = play_moves(exercise.problem.start, text, notation)
    except InvalidMovesError as error:
        return _row(exercise, Verdict.UNREADABLE, note=brief(str(error), LONGEST_NOTE)), 0
    if played.asked > MOST_MOVES:
        note = f"an answer has up to {MOST_MOVES:,} moves, got {played.asked:,}"
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


def _row(exercise: Given, verdict: Verdict, **fields: Any) -> Grade:
    return Grade(number=exercise.number, student=exercise.student, verdict=verdict, **fields)
