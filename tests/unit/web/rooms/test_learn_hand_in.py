"""The code that a student hands in, and the table of a class."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.command import perform
from web.rooms.learn.hand_in import (
    DIGITS,
    HEADINGS,
    CodesState,
    read_code,
    say_copied,
    type_codes,
    write_code,
)
from web.rooms.learn.state import NOTHING, count_answered
from web.rooms.learn.table import LESSONS

ALL = tuple(["1" * lesson.steps for lesson in LESSONS])
SOME = ("1234", *NOTHING[1:])
ANSWERS = st.tuples(*[st.text("01234", min_size=of.steps, max_size=of.steps) for of in LESSONS])


def table_of(text: str) -> CodesState:
    return perform(CodesState(), type_codes(text))


@given(ANSWERS)
def test_every_code_is_read_as_what_was_answered(answers: tuple[str, ...]) -> None:
    code = write_code(answers)
    assert read_code(code) == answers
    assert len(code) <= 45
    assert read_code(code.lower().replace("-", "").replace("0", "o").replace("1", "l")) == answers


@pytest.mark.parametrize("answers", [SOME, ALL, ("4" * 4, *NOTHING[1:-1], "3" * 4)])
def test_a_code_with_one_wrong_letter_is_no_code(answers: tuple[str, ...]) -> None:
    code = write_code(answers).replace("-", "")
    wrong = [code[:at] + letter + code[at + 1 :] for at in range(len(code)) for letter in DIGITS]
    assert {read_code(text) for text in wrong if text != code} == {None}


def test_few_of_all_short_texts_are_codes() -> None:
    found = [
        text for text in (f"{a}{b}{c}" for a in DIGITS for b in DIGITS for c in DIGITS) if read_code(text)
    ]
    assert len(found) <= 3


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    found = table_of(text)
    assert len(found.rows) + len(found.problems) <= len(text.splitlines()) + 1
    assert found.text == text


def test_thirty_codes_become_a_table_and_a_line_without_a_code_is_named() -> None:
    lines = [f"Student {number}, {write_code(ALL if number % 2 else SOME)}" for number in range(30)]
    found = table_of("\n".join([*lines, "", "Ann Smith", "1234"]))
    assert len(found.rows) == 30
    assert found.rows[0].cells == ("Student 0", "3", "1", "1", "1", "")
    steps = str(sum(map(count_answered, ALL)))
    assert found.rows[1].cells == ("Student 1", steps, steps, "0", "0", ", ".join(map(str, range(1, 17))))
    assert found.problems == (
        "Line 32: 'Smith' is not a code of these lessons.",
        "Line 33: '1234' is not a code of these lessons.",
    )


def test_a_code_whose_groups_are_apart_is_read_and_the_name_stays() -> None:
    found = table_of(f"Ann Smith {write_code(ALL).replace('-', ' ').lower()}")
    assert [(row.name, row.answers) for row in found.rows] == [("Ann Smith", ALL)]


def test_the_csv_has_a_column_for_each_lesson_and_no_formula() -> None:
    found = table_of(f"=HYPERLINK(1) {write_code(SOME)}\n{write_code(ALL)}")
    rows = [*csv.reader(found.csv.splitlines())]
    assert rows[0] == [*HEADINGS[:-1], *[lesson.name for lesson in LESSONS]]
    assert rows[1][:6] == ["'=HYPERLINK(1)", "3", "1", "1", "1", "3"]
    assert rows[2][0] == "Line 2"
    assert [int(cell) for cell in rows[2][5:]] == [lesson.steps for lesson in LESSONS]


@pytest.mark.parametrize("text", ["x\n" * 600, "A " * 90_000])
def test_more_than_a_class_is_cut_and_said(text: str) -> None:
    assert table_of(text).problems[-1].startswith("Only the first 500 lines")


def test_the_result_of_copying_is_said() -> None:
    found = perform(table_of(write_code(ALL)), say_copied(is_copied=False))
    assert (found.spoken, len(found.rows)) == ("The browser did not let the page copy the text.", 1)
