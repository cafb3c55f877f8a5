"""Written tables contain no formulas, and are read back unchanged even from a spreadsheet's export."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle.classroom.csv_table import MOST_COLUMNS, MOST_LINES, cell, decode, format_csv, read
from npuzzle.errors import InvalidTableError

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)


@given(st.lists(st.tuples(WORDS, WORDS), max_size=5))
def test_what_is_written_is_read_again(pairs: list[tuple[str, str]]) -> None:
    rows = [{"number": at, "first": a, "second": b} for at, (a, b) in enumerate(pairs, 1)]
    text = format_csv(("number", "first", "second"), rows)
    lines = list(read(text.splitlines(keepends=True), ("number", "second"), "the table", optional=["first"]))
    assert [line.cells for line in lines] == [{**row, "number": str(row["number"])} for row in rows]
    assert [line.number for line in lines] == list(range(2, len(rows) + 2))


SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"  # the last four are full width
SEPARATORS = ",;|\t"  # the separators that spreadsheets use in various countries
HOSTILE = st.text(st.sampled_from(f"{SIGNS}{SEPARATORS}\"' \r\nx\u3000\xa0"), max_size=12) | st.text(
    max_size=12
)


@pytest.mark.slow
@given(st.lists(st.tuples(HOSTILE, HOSTILE), min_size=1, max_size=3), st.sampled_from(SEPARATORS))
@settings(max_examples=500)
def test_no_text_becomes_a_formula_whatever_separates_the_cells(
    pairs: list[tuple[str, str]], separator: str
) -> None:
    text = format_csv(("first", "second"), [{"first": a, "second": b} for a, b in pairs])
    lines = re.split(r"[\r\n]", text)
    fields = [field for line in lines for field in line.split(separator)]
    fields += [field for row in csv.reader(lines, delimiter=separator) for field in row]
    assert [field for field in fields if field.lstrip('" \t\u3000\xa0')[:1] in tuple(SIGNS)] == []


@given(HOSTILE)
@settings(max_examples=500)
def test_hostile_text_in_one_line_is_read_again(text: str) -> None:
    text = " ".join(text.split())  # names are stored this way
    (line,) = read(format_csv(("number", "a"), [{"number": 1, "a": text}]).split("\n")[:-1], ("a",), "it")
    assert line.cells["a"] == text


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("=1+1", "'=1+1"),
        ("Ada;=1+1", "Ada;'=1+1"),
        ('zzz; "=HYPERLINK("http://x")', 'zzz; "\'=HYPERLINK("http://x")'),
        ("a|'-1", "a|''-1"),
        ("\uff1d1", "'\uff1d1"),
        ("Anne-Marie; 1 + 1 = 2", "Anne-Marie; 1 + 1 = 2"),
    ],
)
def test_an_apostrophe_stands_where_a_formula_could_begin_and_nowhere_else(text: str, safe: str) -> None:
    assert cell(text) == safe


def test_a_long_run_of_separators_is_written_and_read_like_a_short_one() -> None:
    text = "x" + ";\t" * 40_000 + "="
    assert cell(text) == f"{text[:-1]}'="
    (line,) = read(["number,a\n", f'1,"{cell(text)}"\n'], ("a",), "it")
    assert line.cells["a"] == text


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
        ("3,R,R,U\n", "expected 2 cells, got 4: put quotes around a cell that contains ','"),
        ('3,"R R\n', "the quotes do not pair up"),
        ('3,"R"R\n', "the quotes do not pair up"),
        (f"3,{'R' * 200_000}\n", "a line can have up to 100,000 characters, got 200,003"),
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
    with pytest.raises(
        InvalidTableError, match="the first line of it must name each of the columns number, path"
    ):
        list(read([head], ("number", "path"), "it"))


NAMES = "number,student\n1,José Núñez\n2,Zoë\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_spreadsheets_write_is_the_same_text_in_any_encoding(encoding: str, end: str) -> None:
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    lines, guess = decode((mark + NAMES.replace("\n", end)).encode(encoding), "it")
    assert "".join(lines) == NAMES
    assert guess == ("cp1252" if encoding == "cp1252" else "")


@given(st.text(max_size=30))
@settings(max_examples=200)
def test_text_in_utf8_or_utf16_is_never_guessed(text: str) -> None:
    text = text.replace("\0", "").lstrip("\ufeff")
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        lines, guess = decode(text.encode(encoding, "ignore"), "it")
        assert ("".join(lines), guess) == (plain.encode("utf-8", "ignore").decode(), "")


@given(st.binary(max_size=60), st.sampled_from([None, "cp932", "latin-1"]))
@settings(max_examples=300)
def test_bytes_are_read_or_refused_and_never_replaced(data: bytes, encoding: str | None) -> None:
    try:
        lines, _ = decode(data, "it", encoding)
    except InvalidTableError:
        return
    text = "".join(lines)
    assert "\0" not in text
    assert "\ufffd" not in text or b"\xef\xbf\xbd" in data or data[:2] in (b"\xff\xfe", b"\xfe\xff")


def test_another_encoding_is_read_if_it_is_named() -> None:
    assert decode("1,山田\n".encode("cp932"), "it", "cp932") == (["1,山田\n"], "")
    assert decode("1,山田\n".encode(), "it", "cp932") == (["1,山田\n"], "")


@pytest.mark.parametrize(
    ("data", "encoding", "says"),
    [
        (b"number\n1,\x81\n", None, "it cannot be read in cp1252: line 2 has the byte 0x81; save it as"),
        (b"\xef\xbb\xbf1\n2\n\xe9\n", None, "it cannot be read in utf-8: line 3 has the byte 0xE9"),
        (b"\xff\xfea", None, "it cannot be read in utf-16: line 1 has the byte 0x61"),
        ("1,山\n".encode("utf-16-le"), None, "it is not text: it contains zeros, as a workbook"),
        (b"PK\x03\x04\0\0\x81", "latin-1", "it is not text: it contains zeros, as a workbook"),
        (b"\xe9", "klingon", "expected a text encoding, such as cp932, got 'klingon'"),
        (b"\xe9", "hex", "expected a text encoding, such as cp932, got 'hex'"),
        (b"1" * 50_000_001, None, "it: a table can have up to 50,000,000 bytes"),
    ],
)
def test_what_cannot_be_read_says_what_to_do(data: bytes, encoding: str | None, says: str) -> None:
    with pytest.raises(InvalidTableError, match=re.escape(says)):
        decode(data, "it", encoding)


def test_another_name_of_a_column_is_read_where_the_name_is_not_there() -> None:
    for head, cells in (("id,path", {"number": "1", "path": "R"}), ("id,Number", {"id": "1", "number": "R"})):
        (line,) = read([f"{head}\n", "1,R\n"], ("number",), "it", {"id": "number"}, ["id", "path"])
        assert line.cells == cells
    with pytest.raises(InvalidTableError, match="each of the columns number once"):
        list(read(["id,id\n"], ("number",), "it", {"id": "number"}))


@pytest.mark.parametrize("data", [b"plain", b"Jos\xe9", "José".encode(), "José".encode("utf-16")])
@pytest.mark.parametrize("encoding", ["nope", "", "zlib", "rot13", "hex", "undefined", "a\0b", "\ud800"])
def test_an_encoding_that_is_none_of_text_is_refused_whatever_the_file_is_in(
    data: bytes, encoding: str
) -> None:
    with pytest.raises(InvalidTableError, match=r"expected a text encoding, such as cp932, got"):
        decode(data, "it", encoding)


@pytest.mark.parametrize("encoding", ["idna", "punycode", "ascii", "cp1252", "utf-7"])
@given(st.binary(max_size=20))
def test_bytes_are_read_or_refused_in_words(encoding: str, data: bytes) -> None:
    with suppress(InvalidTableError):
        decode(data + b"\x81", "it", encoding)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_table_of_too_many_lines_is_refused_before_they_are_split(end: str) -> None:
    assert len(decode((end * MOST_LINES).encode(), "it")[0]) == MOST_LINES
    words = f"it: a table can have up to {MOST_LINES:,} lines, got {MOST_LINES + 1:,}"
    with pytest.raises(InvalidTableError, match=words):
        decode((end * (MOST_LINES + 1)).encode(), "it")


def test_a_table_of_too_many_columns_is_refused() -> None:
    head = ",".join(["path", *"x" * (MOST_COLUMNS - 1)])
    assert [line.cells for line in read([head, "LL,1"], ["path"], "it")] == [{"path": "LL"}]
    with pytest.raises(InvalidTableError, match=f"up to {MOST_COLUMNS} columns, got 101"):
        list(read([f"{head},x"], ["path"], "it"))


def test_a_line_takes_the_memory_of_the_columns_that_are_wanted() -> None:
    lines = ["number,path,note,student", *["1,LL,word,Ada"] * 3]
    for line in read(lines, ["number", "path"], "it", optional=["student"]):
        assert line.cells == {"number": "1", "path": "LL", "student": "Ada"}
