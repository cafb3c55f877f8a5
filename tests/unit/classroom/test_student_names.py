"""Two Unicode encodings of a name mean the same student: macOS writes é as two characters."""

from __future__ import annotations

from typing import Literal
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Shape, goal_board
from npuzzle.classroom.csv_table import comparison_key
from npuzzle.classroom.exercises import Plan, make_exercises
from npuzzle.classroom.grading import Verdict, grade
from npuzzle.classroom.sheets import table
from npuzzle.errors import InvalidJobError

FORMS: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")
COMPOSED, DECOMPOSED = "Jos\u00e9", "Jose\u0301"


@given(st.text(), st.sampled_from(FORMS))
def test_a_name_in_any_normal_form_is_the_same(
    name: str, form: Literal["NFC", "NFD", "NFKC", "NFKD"]
) -> None:
    assert comparison_key(normalize(form, name)) == comparison_key(name)


@given(st.text())
def test_to_compare_a_name_twice_changes_nothing(name: str) -> None:
    assert comparison_key(comparison_key(name)) == comparison_key(name)


def test_other_names_stay_others() -> None:
    names = ["Jose", COMPOSED, "Jos\u00e8", "Jos", "\u674e\u96f7", "\u674e"]
    assert len({comparison_key(name) for name in names}) == len(names)


def plan(*students: str) -> Plan:
    return Plan(goal=goal_board("blank-first", Shape(2, 3)), depths=(4,), students=students, seed=1)


@pytest.mark.parametrize(("ours", "theirs"), [(COMPOSED, DECOMPOSED), (DECOMPOSED, COMPOSED.upper())])
def test_answers_find_their_student_in_either_form(ours: str, theirs: str) -> None:
    made = make_exercises(plan(ours))
    (exercise,) = made.exercises
    assert exercise.answer is not None
    answers = ["number,student,path", f"1,{theirs},{exercise.answer.path}"]
    grades = grade(table(made).splitlines(), answers)
    assert [(row.student, row.verdict) for row in grades.rows] == [(ours, Verdict.SHORTEST)]


@pytest.mark.parametrize("other", [DECOMPOSED, "JOSE\u0301"])
def test_two_forms_of_a_name_are_not_two_students(other: str) -> None:
    with pytest.raises(InvalidJobError, match="is given twice"):
        plan(COMPOSED, other)


def test_totals_have_a_student_once_however_the_key_writes_the_name() -> None:
    board = "1 2 3/4 5 6/0 7 8,blank-last,2"
    key = ["number,student,board,goal,length", f"1,{COMPOSED},{board}", f"2,{DECOMPOSED},{board}"]
    (total,) = grade(key, ["number,student,path", f"2,{COMPOSED},LL"]).totals()
    assert (total["student"], total["shortest"], total["no answer"]) == (COMPOSED, 1, 1)
