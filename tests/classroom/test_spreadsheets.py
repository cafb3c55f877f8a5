"""Tables go out safe and come back as they were, however a spreadsheet has written them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle.classroom.spreadsheets import FORMULA, cell, read, written
from npuzzle.errors import UsageError

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)


@given(st.lists(st.tuples(WORDS, WORDS), max_size=5))
def test_what_is_written_is_read_again(pairs: list[tuple[str, str]]) -> None:
    rows = [{"number": at, "first": a, "second": b} for at, (a, b) in enumerate(pairs, 1)]
    text = written(("number", "first", "second"), rows)
    lines = list(read(text.splitlines(keepends=True), ("number", "second"), "the table"))
    assert [line.cells for line in lines] == [{**row, "number": str(row["number"])} for row in rows]
    assert [line.number for line in lines] == list(range(2, len(rows) + 2))


@given(st.sampled_from(FORMULA), st.text(max_size=10))
def test_no_text_is_written_so_that_a_spreadsheet_would_calculate_it(start: str, rest: str) -> None:
    assert cell(start + rest).startswith("'")
    assert not written(("a",), [{"a": start + rest}]).splitlines()[1].startswith(FORMULA)


PLAIN = "number,student,path\n1,Ada,R2 U\n2,Bob,\n"
HABITS: dict[str, Callable[[str], str]] = {
    "semicolons": lambda text: text.replace(",", ";"),
    "tabs": lambda text: text.replace(",", "\t"),
    "a mark of byte order": lambda text: "\ufeff" + text,
    "ends of DOS": lambda text: text.replace("\n", "\r\n"),
    "spaces": lambda text: text.replace(",", " , "),
    "quotes": lambda text: "".join(
        ",".join(f'"{word}"' for word in line.split(",")) + "\n" for line in text.splitlines()
    ),
    "capitals": lambda text: text.replace("number,student,path", "Number,STUDENT,Path"),
    "another column": lambda text: text.replace("\n", ",x\n"),
    "empty columns behind": lambda text: text.replace("\n", ",,,\n"),
    "empty cells left out": lambda text: text.replace("Bob,\n", "Bob\n"),
    "no end of the last line": lambda text: text.rstrip("\n"),
    "the separator named": lambda text: "sep=;\n" + text.replace(",", ";"),
    "all at once": lambda text: (
        '\ufeffsep=;\r\nNumber; "STUDENT"; Path;\r\n"1";Ada ; "R2 U";\r\n;;;\r\n 2;"Bob";;'
    ),
}


@pytest.mark.parametrize("habit", HABITS)
def test_habits_of_spreadsheets_change_nothing(habit: str) -> None:
    text = HABITS[habit](PLAIN)
    lines = list(read(text.splitlines(keepends=True), ("number", "student", "path"), "the table"))
    found = [tuple(line.cells[name] for name in ("number", "student", "path")) for line in lines]
    assert [line.problem for line in lines] == ["", ""]
    assert found == [("1", "Ada", "R2 U"), ("2", "Bob", "")]


def test_empty_lines_are_left_out_and_counted() -> None:
    lines = read(["\n", "number;path\n", ";;\n", "3;R\n", "  \n", "4;L\n"], ("number", "path"), "it")
    assert [(line.number, line.cells["number"]) for line in lines] == [(4, "3"), (6, "4")]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("3,R,R,U\n", "2 cells were expected, got 4: a cell with ',' in it stands in quotes"),
        ('3,"R R\n', "the quotes do not pair up"),
        ('3,"R"R\n', "the quotes do not pair up"),
        (f"3,{'R' * 200_000}\n", "a line has up to 100,000 characters, got 200,003"),
    ],
    ids=["too many", "open", "text after quotes", "too long"],
)
def test_a_line_that_cannot_be_read_says_why_and_costs_no_other(line: str, says: str) -> None:
    first, second = read(["number,path\n", line, "4,L\n"], ("number", "path"), "it")
    assert says in first.problem
    assert (first.number, first.cells) == (2, {})
    assert second.cells == {"number": "4", "path": "L"}


@pytest.mark.parametrize(
    "head", ["", "\n", "number\n", "number,path,path\n", "1,R\n", "n\0u\0m\0b\0e\0r\0,\0p\0a\0t\0h\0"]
)
def test_without_the_names_of_its_columns_nothing_is_read(head: str) -> None:
    with pytest.raises(UsageError, match="the first line of it names the columns, number, path among them"):
        list(read([head], ("number", "path"), "it"))


def test_another_encoding_is_named() -> None:
    with pytest.raises(UsageError, match="save it as CSV in UTF-8"):
        list(read(["\ufffd\ufffdn\0u\0"], ("number",), "it"))
