"""Answers are graded by replaying them; an unreadable answer affects no other, and no cell is a formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import Notation, Problem, Shape, format_moves, goal_board
from npuzzle.classroom.csv_table import format_csv, read
from npuzzle.classroom.exercises import Exercise, ExerciseSet, Plan, Question, make_exercises
from npuzzle.classroom.grading import COLUMNS, COUNTED_VERDICTS, MOST_MOVES, Grade, Verdict, grade
from npuzzle.classroom.sheets import table
from npuzzle.errors import InvalidTableError
from npuzzle.puzzle.moves import WORDS, in_notation, undo
from npuzzle.puzzle.shape import source
from tests.support import oracles
from tests.support.strategies import walk

ASK = (Question.SOLVABLE, Question.LENGTH)
HEAD = "number,student,path"


@cache
def made() -> ExerciseSet:
    """Make exercises for two students, three boards each, one of them unsolvable."""
    goal = goal_board("blank-first", Shape(3, 3))
    students = ("Ada", "=Bob")
    return make_exercises(
        Plan(goal=goal, depths=(6, 11), unsolvable=1, students=students, questions=ASK, seed=3)
    )


@cache
def key() -> tuple[str, ...]:
    return tuple(table(made()).splitlines(keepends=True))


def solvable() -> list[Exercise]:
    return [exercise for exercise in made().exercises if exercise.answer is not None]


def path_of(exercise: Exercise) -> str:
    assert exercise.answer is not None
    return exercise.answer.path


def graded(exercise: Exercise, path: str, notation: Notation | None = None) -> Grade:
    """Grade one answer to one exercise."""
    row = {"number": exercise.number, "student": exercise.student, "path": path}
    lines = format_csv(tuple(row), [row]).splitlines(keepends=True)
    first, *rest = grade(key(), lines, notation).rows
    assert [row.verdict for row in rest] == [Verdict.MISSING] * 5
    assert (first.line, first.number, first.student) == (2, exercise.number, exercise.student)
    return first


exercise_of_both = st.sampled_from(solvable())


@given(exercise_of_both, st.sampled_from(Notation), st.booleans(), st.integers(0, 6), st.integers(0, 2**32))
@settings(max_examples=80)
def test_a_path_is_judged_as_the_slow_twin_judges_it(
    exercise: Exercise, notation: Notation, solves: bool, detour: int, seed: int
) -> None:
    """The path: random moves; then, if `solves`, the same moves undone and a shortest path."""
    problem = Problem(exercise.board, exercise.goal)
    out = problem.letters([slide for slide, _ in walk(problem, detour, seed)])
    path = out + (undo(out) + path_of(exercise) if solves else "")
    text = in_notation(path, notation)
    found = graded(exercise, format_moves(text), notation)
    end = oracles.played(exercise.board.tiles, 3, 3, path)
    if not path:
        assert found.verdict is Verdict.MISSING
        return
    assert (found.moves, found.notation) == (len(path), notation)
    assert (found.longer is not None) == (end == exercise.goal.tiles)
    if end == exercise.goal.tiles:
        shortest = oracles.distance(exercise.board, exercise.goal)
        assert shortest is not None
        assert found.longer == len(path) - shortest
        assert found.verdict is (Verdict.LONGER if found.longer else Verdict.SHORTEST)
    else:
        assert found.verdict is Verdict.UNFINISHED
        assert found.note == f"it ends at {problem.replay(path)}"


def test_letters_words_and_numbers_of_tiles_are_graded_alike() -> None:
    for exercise in solvable():
        moves = list(Problem(exercise.board, exercise.goal).moves(path_of(exercise)))
        for written, notation in (
            *((in_notation(path_of(exercise), way).lower(), way) for way in Notation),
            (" ".join(str(move.tile) for move in moves), None),
            (", ".join(WORDS[move.letter] for move in moves), Notation.TILE),
            (" ".join(f"{move.tile}{move.letter}" for move in moves), Notation.TILE),
        ):
            found = graded(exercise, written)
            assert (found.verdict, found.notation, found.longer) == (Verdict.SHORTEST, notation, 0)
        wrong = graded(exercise, f"{moves[0].tile} {moves[0].letter}, {moves[0].tile} {moves[0].letter}")
        assert wrong.verdict is Verdict.ILLEGAL
        assert wrong.note == f"move 2 of 2, {moves[0].tile}{moves[0].letter}, cannot be made there"


def test_letters_of_the_other_notation_do_not_solve_if_one_was_agreed() -> None:
    for exercise in solvable():
        blank = in_notation(path_of(exercise), Notation.BLANK)
        assert graded(exercise, blank, Notation.TILE).longer is None
        assert graded(exercise, blank, Notation.BLANK).longer == 0


@given(exercise_of_both, st.data())
@settings(max_examples=50)
def test_the_first_move_that_cannot_be_is_named(exercise: Exercise, data: st.DataObject) -> None:
    path = path_of(exercise)
    at = data.draw(st.integers(0, len(path) - 1))
    board = Problem(exercise.board, exercise.goal).replay(path[:at])
    impossible = [way for way in "UDLR" if source(board.shape, board.blank, way) is None]
    for way in impossible:
        found = graded(exercise, path[:at] + way + path[at + 1 :], Notation.TILE)
        assert found.verdict is Verdict.ILLEGAL
        assert found.note == f"move {at + 1} of {len(path)}, {way}, cannot be made there"


def test_an_illegal_answer_is_read_in_the_notation_that_leads_further() -> None:
    exercise = solvable()[1]
    path = path_of(exercise)
    wrong = path[:-1] + "UDLR"["DURL".index(path[-1])]
    for notation in Notation:
        found = graded(exercise, in_notation(wrong, notation))
        assert found.longer is None
        assert found.notation is notation


def test_unsolvable_is_an_answer() -> None:
    for exercise in made().exercises:
        right = exercise.answer is None
        for word in ("unsolvable", " Unsolvable "):
            found = graded(exercise, word)
            assert found.verdict is (Verdict.RIGHT if right else Verdict.WRONG)
        if right:
            found = graded(exercise, "UDLR")
            assert (found.verdict, found.note) == (Verdict.WRONG, "the board cannot be solved")


def lines(*rows: str) -> list[str]:
    return [f"{HEAD}\n", *(f"{row}\n" for row in rows)]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("x,Ada,R", "expected the number of an exercise, got 'x'"),
        (",Ada,R", "expected the number of an exercise, got ''"),
        ("0,Ada,R", "got '0'"),
        ("9,Ada,R", "the key has no exercise 9 of 'Ada'"),
        ("1,Eve,R", "the key has no student 'Eve'"),
        ("1,,R", "expected the name of a student, got none"),
        ("1,Ad\ufffd,R", 'has characters that were lost when it was saved; save it as "CSV UTF-8"'),
        ("1,\x1b[31mAda,R", r"the key has no student '\x1b[31mAda'"),
        ("1,Ada,R,L", "put quotes around a cell that contains ','"),
        ('1,Ada,"R', "the quotes do not pair up"),
    ],
)
def test_an_unreadable_answer_is_reported_with_its_line_and_the_others_are_graded(
    row: str, says: str
) -> None:
    good = solvable()[0]
    rows = grade(key(), lines(row, f"{good.number},{good.student},{path_of(good)}")).rows
    assert (rows[0].line, rows[0].verdict) == (2, Verdict.UNREADABLE)
    assert says in rows[0].note
    assert (rows[1].line, rows[1].verdict) == (3, Verdict.SHORTEST)
    assert [row.verdict for row in rows[2:]] == [Verdict.MISSING] * 5
    assert "\x1b" not in grade(key(), lines(row)).to_text()


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("up dwon", "got 'dwon' at character 4"),
        ("R0", "moves must be letters U D L R"),
        ("U" * (MOST_MOVES + 1), "an answer can have up to 20,000 moves, got 20,001"),
        ("?", "got '?' at character 1"),
    ],
)
def test_text_that_is_not_a_path_is_reported(path: str, says: str) -> None:
    found = graded(solvable()[0], path)
    assert found.verdict is Verdict.UNREADABLE
    assert says in found.note


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=30), max_size=8))
@settings(max_examples=100)
def test_every_line_that_is_not_empty_has_its_row_whatever_it_holds(texts: list[str]) -> None:
    grades = grade(key(), lines(*texts))
    numbers = [row.line for row in grades.rows if row.line is not None]
    wanted = [at for at, text in enumerate(texts, 2) if text.strip(",;\t\ufeff \r\n")]
    assert numbers == wanted
    assert len(list(read(grades.to_csv().splitlines(), COLUMNS, "it"))) == len(grades.rows)


def test_names_are_found_whatever_their_capitals_and_spaces() -> None:
    rows = grade(key(), lines("1, ADA ,R", "1.0,ada,R", "1,=bob,R", "1,'=Bob,R")).rows[:4]
    assert [row.student for row in rows] == ["Ada", "Ada", "=Bob", "=Bob"]
    assert [row.note.split("; ")[-1] for row in rows][::2] == ["line 3 counts", "line 5 counts"]


ANY_LINE = st.tuples(
    st.sampled_from(["1", "2", "3", "4", "0", "x", ""]),
    st.sampled_from(["Ada", "ada", "=Bob", "Eve", ""]),
    st.sampled_from(["", "R", "R L", "unsolvable", "!", *map(path_of, solvable())]),
)


@given(st.lists(ANY_LINE, max_size=12))
@settings(max_examples=100)
def test_each_exercise_of_a_student_counts_once(answers: list[tuple[str, str, str]]) -> None:
    grades = grade(key(), lines(*map(",".join, answers)))
    for total in grades.totals():
        assert sum(total[verdict.value] for verdict in COUNTED_VERDICTS) == total["exercises"] == 3
        assert total["points"] == total["shortest"] + total["rightly unsolvable"]
    assert len(grades.rows) >= len([row for row in answers if any(row)])


@given(st.lists(st.sampled_from(["", "R", "unsolvable", path_of(solvable()[0])]), min_size=1, max_size=5))
@settings(max_examples=100)
def test_the_last_answer_that_is_not_empty_counts(paths: list[str]) -> None:
    exercise = solvable()[0]
    place = f"{exercise.number},{exercise.student}"
    rows = grade(key(), lines(*(f"{place},{path}" for path in paths))).rows[: len(paths)]
    counts = max(range(len(paths)), key=lambda at: (paths[at] != "", at))
    alone = graded(exercise, paths[counts])
    assert rows[counts] == replace(alone, line=counts + 2)
    others = [row for row in rows if row is not rows[counts]]
    assert {row.verdict for row in others} <= {Verdict.REPEATED}
    assert all(row.note.endswith(f"; line {counts + 2} counts") for row in others)


def test_a_repeated_line_still_says_what_it_was() -> None:
    exercise = solvable()[0]
    place = f"{exercise.number},{exercise.student}"
    grades = grade(key(), lines(f"{place},{path_of(exercise)}", f"{place},!", f"{place},", f"{place},UDLR!"))
    first, second, third, last = grades.rows[:4]
    assert (first.moves, first.longer) == (exercise.depth, 0)
    assert first.note == "shortest; line 5 counts"
    assert second.note.startswith("unreadable; moves must be letters")
    assert third.note == "no answer; line 5 counts"
    assert last.verdict is Verdict.UNREADABLE
    assert grades.to_text().endswith("\nIn all: 0 of 6 points; 1 unreadable, 5 no answer.")


def test_exercises_without_an_answer_are_listed_at_the_end() -> None:
    grades = grade(key(), lines("2,Ada,"))
    places = [(None, 1, "Ada"), (None, 3, "Ada"), *((None, number, "=Bob") for number in (1, 2, 3))]
    assert [(row.line, row.number, row.student) for row in grades.rows] == [(2, 2, "Ada"), *places]
    assert {row.verdict for row in grades.rows} == {Verdict.MISSING}


def answers_of_all(random: Random) -> Sequence[str]:
    paths = ["unsolvable" if e.answer is None else path_of(e) for e in made().exercises]
    rows = [f"{e.number},{e.student},{path}" for e, path in zip(made().exercises, paths)]
    random.shuffle(rows)
    return lines(*rows)


def test_the_answers_of_the_key_itself_are_all_best() -> None:
    grades = grade(key(), answers_of_all(Random(1)))
    assert len(grades.rows) == 6
    assert {row.verdict for row in grades.rows} == {Verdict.SHORTEST, Verdict.RIGHT}
    names = ("student", "shortest", "rightly unsolvable", "points", "exercises")
    totals = [tuple(total[name] for name in names) for total in grades.totals()]
    assert totals == [("Ada", 2, 1, 3, 3), ("=Bob", 2, 1, 3, 3)]
    assert grades.to_text().endswith("\n\nIn all: 6 of 6 points; 4 shortest, 2 rightly unsolvable.")


def test_table_csv_and_plain_data_agree() -> None:
    grades = grade(key(), lines("1,Ada,U", "2,Ada,!", "3,=Bob,unsolvable", "7,Eve,R"))
    data = grades.to_dict()
    read_again = list(read(grades.to_csv().splitlines(), COLUMNS, "it"))
    assert [line.cells for line in read_again] == [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in data["answers"]
    ]
    assert "'=Bob" in grades.to_csv()
    table_of_answers, table_of_points, end = grades.to_text().split("\n\n")
    text = table_of_answers.splitlines()
    assert len(text) == len(grades.rows) + 1
    totals = [line.split()[:3] for line in table_of_points.splitlines()[1:]]
    assert totals == [[total["student"], str(total["points"]), "3"] for total in data["totals"]]
    assert end.startswith(f"In all: {sum(total['points'] for total in data['totals'])} of 6 points; ")
    assert text[0].split() == [
        name for name in COLUMNS if any(row[name] is not None for row in data["answers"])
    ]


def test_a_key_without_students_asks_for_none() -> None:
    alone = ["number;board;goal;length\n", "1;1 2 3/4 5 6/0 7 8;blank-last;2\n"]
    (row,) = grade(alone, ["path;number\n", "LL;1\n"]).rows
    assert (row.verdict, row.student) == (Verdict.SHORTEST, "")
    with pytest.raises(InvalidTableError, match="number, student, path"):
        grade(key(), ["number,path\n", "1,R\n"])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1;1 2 3/4 5 6/0 7 7;blank-last;2", "the key, line 2: .*tile 7"),
        ("1;1 2 3/4 5 6/0 7 8;home;2", "the key, line 2: unknown goal 'home'"),
        ("1;1 2 3/4 5 6/0 7 8;blank-last;3", "'3' cannot be the length of a shortest path from"),
        ("1;1 2 3/4 5 6/0 7 8;blank-last;", "'' cannot be the length of a shortest path from"),
        ("1;1 2 3/4 5 6/0 8 7;blank-last;2", "'2' cannot be the length of a shortest path from"),
        ("one;1 2 3/4 5 6/0 7 8;blank-last;2", "expected the number of an exercise, got 'one'"),
        ('1;"1 2 3/4 5 6/0 7 8;blank-last;2', "the quotes do not pair up"),
        (
            "1;1 2 3/4 5 6/0 7 8;blank-last;2\n1;1 2 3/4 5 6/7 0 8;blank-last;1",
            "line 3: exercise 1 is given twice",
        ),
        (
            "1;1 2 3/4 5 6/0 7 8;blank-last;4",
            "it has 4 moves for exercise 1, but line 2 of the answers .* in 2",
        ),
        ("", "the key has no exercises"),
    ],
)
def test_a_damaged_key_is_refused_with_its_line(line: str, says: str) -> None:
    with pytest.raises(InvalidTableError, match=says):
        grade(["number;board;goal;length\n", *line.splitlines()], ["number,path\n", "1,LL\n"])


# a set that all students share

SHARED = (
    "number;student;board;goal;length\n",
    "1;;1 2 3/4 5 6/0 7 8;blank-last;2\n",
    "2;;1 2 3/4 5 6/7 0 8;blank-last;1\n",
)


def test_key_and_answers_that_are_exchanged_are_noticed() -> None:
    key = ["number,board,goal,length", "1,1 2 3/4 5 6/0 7 8,blank-last,2"]
    answers = ["student;exercise;path", "Ada;1;LL"]
    with pytest.raises(InvalidTableError, match="the key and the answers seem to be swapped"):
        grade(answers, key)
    with pytest.raises(InvalidTableError, match="the first line of the key must name each of the columns"):
        grade(answers, answers)
    assert grade(iter(key), iter(answers)).to_text()


def test_one_sheet_for_a_whole_class_is_graded_by_a_shared_key() -> None:
    rows = [
        "1,Ada,LL",
        "2,Ada,L",
        "1,Bob,LL",
        "2,Bob,D",
        "1, ADA ,L",
        "2,bob,L",
        "9,Bob,L",
        "1,,L",
        "2,Eve,!",
    ]
    grades = grade(SHARED, lines(*rows))
    assert [(row.student, row.number, row.verdict.value, row.note) for row in grades.rows] == [
        ("Ada", 1, "repeated", "shortest; line 6 counts"),
        ("Ada", 2, "shortest", ""),
        ("Bob", 1, "shortest", ""),
        ("Bob", 2, "repeated", "not at the goal; it ends at 1 2 3/4 0 6/7 5 8; line 7 counts"),
        ("Ada", 1, "not at the goal", "it ends at 1 2 3/4 5 6/7 0 8"),
        ("Bob", 2, "shortest", ""),
        ("Bob", 9, "unreadable", "the key has no exercise 9 of 'Bob'"),
        ("", 1, "unreadable", "expected the name of a student, got none"),
        ("Eve", 2, "unreadable", grades.rows[8].note),
        ("Eve", 1, "no answer", ""),
    ]
    totals = [(total["student"], total["points"], total["exercises"]) for total in grades.totals()]
    assert totals == [("Ada", 1, 2), ("Bob", 2, 2), ("Eve", 0, 2)]


def test_a_shared_key_gives_each_student_what_they_would_get_alone() -> None:
    """Neither other students' rows nor the order of the rows change the points."""
    answers = {"Ada": ["1,LL", "2,R"], "李雷": ["2,L", "1,unsolvable", "1,"], "Zoë": ["1,RR"]}
    alone = {
        student: grade(SHARED, ["number,path\n", *(f"{row}\n" for row in rows)]).totals()[0]
        for student, rows in answers.items()
    }
    of_all = [
        f"{row.split(',')[0]},{student},{row.split(',')[1]}"
        for student, rows in answers.items()
        for row in rows
    ]
    for mixed in (of_all, sorted(of_all, key=len), sorted(of_all, key=lambda row: row[0] == "1")):
        found = {total["student"]: total for total in grade(SHARED, lines(*mixed)).totals()}
        assert found == {student: {**total, "student": student} for student, total in alone.items()}


def test_a_sheet_without_names_is_that_of_one_student() -> None:
    """The column of names may be missing or empty."""
    for head, row in (("number,path", "1,LL"), ("number,student,path", "1,,LL")):
        grades = grade(SHARED, [f"{head}\n", f"{row}\n"])
        assert [(total["student"], total["points"]) for total in grades.totals()] == [(None, 1)]
        assert grades.to_text().endswith("\n\nIn all: 1 of 2 points; 1 shortest, 1 no answer.")
        assert "points  exercises" not in grades.to_text()
    (row, *_) = grade(SHARED, ["number,path\n", "7,LL\n"]).rows
    assert row.note == "the key has no exercise 7"


def test_a_line_without_a_number_names_no_student() -> None:
    grades = grade(SHARED, lines("1,Ada,LL", "Sum,Class,1"))
    assert [total["student"] for total in grades.totals()] == ["Ada"]
    assert grades.rows[1].note == "expected the number of an exercise, got 'Sum'"


def test_the_column_of_numbers_may_be_called_exercise() -> None:
    grades = grade(SHARED, ["Student,Exercise,Path\n", "Ada,1,LL\n"])
    assert (grades.rows[0].number, grades.rows[0].verdict) == (1, Verdict.SHORTEST)
    both = grade(SHARED, ["exercise,number,path\n", "2,1,LL\n"])
    assert (both.rows[0].number, both.rows[0].verdict) == (1, Verdict.SHORTEST)


def test_too_many_students_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("npuzzle.classroom.grading.MOST_GRADES", 3)
    assert len(grade(SHARED, lines("1,Ada,LL")).counted) == 2
    with pytest.raises(InvalidTableError, match="2 students with 2 exercises each are too many"):
        grade(SHARED, lines("1,Ada,LL", "1,Bob,LL"))
