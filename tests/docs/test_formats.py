"""formats.md and the sentences of keys.md describe the formats as they are read and written."""

from __future__ import annotations

import csv
import json
import re
from hashlib import sha256
from io import StringIO
from lzma import decompress
from pathlib import Path

import pytest

from npuzzle import Board, Job, Result, Shape, check
from npuzzle.classroom.grading import Verdict, grade
from npuzzle.cli import main
from npuzzle.compiler import available
from npuzzle.lab import EXHIBITS, certify, compare, contenders
from npuzzle.pattern_databases import catalogue, codec
from npuzzle.search.base import known_numbers
from tests.keys import SECTIONS
from tests.support.documents import FOLDER, Document
from web.page import link
from web.room_table import NOTES

FORMATS = Document.at(FOLDER / "formats.md")
BOARD = Board.parse("8 2 0/4 6 1/3 7 5")


def list_keys(title: str) -> list[str]:
    """Return the keys of a table of keys.md, in their order in JSON."""
    (section,) = (section for section in SECTIONS if section.title == title)
    return list(section.samples()[0])


def test_repairs_are_as_documented() -> None:
    repairs = check("2 8 1/0 4 3/7 6 5").to_dict()["repairs"]
    assert [set(repair) for repair in repairs] == [{"swap", "board"}, {"goal"}]  # type: ignore[attr-defined]


def test_a_counterexample_and_an_arc_are_as_documented() -> None:
    bad = certify("value-euclidean", "2x3").to_dict()
    assert set(bad["counterexample"]) == {"board", "h", "distance"}  # type: ignore[call-overload]
    assert set(bad["arc"]) == {"board", "h", "other", "other_h"}  # type: ignore[call-overload]


@pytest.mark.parametrize("table", ["runs", "totals", "depths"])
def test_csv_has_the_same_names(table: str) -> None:
    found = compare(["1 2 3/4 5 6/0 7 8"], contenders(["astar"], ["zero"]))
    (row,) = csv.DictReader(StringIO(found.to_csv(table)))
    (entry,) = found.to_dict()[table]
    assert row == {name: "" if value is None else str(value) for name, value in entry.items()}


def test_a_job_is_as_documented() -> None:
    job = Job.create(BOARD)
    assert Job.from_dict({"board": "8 2 0/4 6 1/3 7 5"}) == job
    weighted = Job.create(BOARD, algorithm="weighted-astar", weight=2)
    assert weighted.to_dict() == {**job.to_dict(), "algorithm": "weighted-astar", "weight": 2.0}
    ordered = Job.create(BOARD, algorithm="bfs", order="UDLR").to_dict()
    assert [key for key in ordered if key not in job.to_dict()] == ["order"]
    assert ordered["order"] == "UDLR"


def test_the_boards_of_a_path_are_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    for board, boards in (("1 2/0 3", ["1 2/0 3", "1 2/3 0"]), ("2 1/0 3", None)):
        main.main(["solve", board, "--json", "--boards"])
        data = json.loads(capsys.readouterr().out)
        assert data["boards"] == boards
        assert list(data) == [*list_keys("A result"), "boards"]
        assert Result.from_dict(data).solved is (boards is not None)


def test_rows_of_a_batch_are_as_documented(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("1 2 3/4 5 6/0 7 8\n2 8 1/0 4 3/7 6 5\n" + "x" * 300 + "\n", encoding="utf-8")
    assert main.main(["batch", str(boards)]) == 2
    solved, unsolvable, bad = map(json.loads, capsys.readouterr().out.splitlines())
    keys, (_, *asked) = list_keys("A result"), list_keys("A row of a batch")
    assert list(solved) == ["line", *keys, *asked]
    assert list(unsolvable) == ["line", *keys, "reason", *asked]
    assert list(bad) == ["line", "input", "error", "defects", *asked]
    assert len(bad["input"]) == 200
    assert sorted(["board", *bad["job"]]) == sorted(list_keys("A job"))


def test_totals_of_grades_are_as_documented() -> None:
    key = [
        "number,student,board,goal,length",
        "1,Ada,1 2 3/4 5 6/0 7 8,blank-last,2",
        "2,Ada,2 1/3 0,blank-last,",
    ]
    answers = ["1,Ada,LL", "1,Ada,U", "x,Ada,U", "1,,U"]
    data = grade(key, ["number,student,path", *answers]).to_dict()
    verdicts = [verdict.value for verdict in Verdict if verdict is not Verdict.REPEATED]
    assert [list(total) for total in data["totals"]] == [[*list_keys("Grades: totals"), *verdicts]]


def test_bad_input_with_json_is_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["solve", "1 1", "--json"]) == 2
    assert list(json.loads(capsys.readouterr().out)) == ["error", "defects"]


def test_exhibits_have_a_lesson_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["certify", "--wrong-examples", "--shape", "2x2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    keys = list_keys("A certificate")
    assert [list(proof) for proof in found["exhibits"]] == [[*keys, "lesson"]] * len(list(EXHIBITS))


FORMS = [row[1] for row in FORMATS.table_after("All of these mean the board")]


@pytest.mark.parametrize("forms", FORMS)
def test_every_form_of_a_board_that_is_shown_is_read(forms: str) -> None:
    for form in forms.split("`, `"):
        assert Board.parse(form) == BOARD, form


def test_the_parts_of_a_link_are_those_documented() -> None:
    names = [
        name for row in FORMATS.table_after("## Links of the page") for name in re.findall(r"\w+", row[0])
    ]
    assert len(names) == len(set(names))
    assert set(names) <= {*link.FIELDS}
    options = {*link.OPTIONS} - set(known_numbers())
    others = (
        options
        | {"board", "text", "goal", "notation", "moves", "step", "bound", "counted"}
        | {"hands", "room"}
    )
    assert others <= set(names) <= others | {*NOTES, *known_numbers()}
    assert f"{link.LONGEST:,} characters and {link.MOST_PARTS} parts" in FORMATS.flat
    assert f"at most {link.LONGEST_PATH:,};" in FORMATS.flat


def test_a_link_of_the_notes_told_brings_them() -> None:
    notes = {name: f"the note {name}" for name in NOTES}
    fragment = "&".join(f"{name}=t{text}" for name, text in notes.items())
    assert dict(link.from_fragment(fragment).notes) == notes


def test_a_table_file_is_as_documented() -> None:
    """The docstring of `codec` shows the file's lines and the position of an entry."""
    header, _, stream = catalogue.read_shipped(Shape(4, 4)).partition(b"\n\n")
    lines, _, checksum = header.rpartition(b"\nsha256 ")
    tables = decompress(stream)
    assert sha256(lines + tables).hexdigest() == checksum.decode()
    told = re.findall(r"^    (.+)$", codec.__doc__ or "", re.MULTILINE)
    assert told[:-1] == lines.decode().split("\n")
    cells = (2, 1, 3, 4, 5, 6)  # tiles 1 and 2 of the first group, 1 to 6, are swapped
    number = sum(cell * 16 ** (5 - at) for at, cell in enumerate(cells))
    entry = tables[number // 4] >> number % 4 * 2 & 3
    assert 2 + 2 * entry == 8  # moves


@pytest.mark.slow
@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
def test_a_file_of_tables_has_the_name_documented(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path))
    assert main.main(["tables", "build", "2x3", "--max-group", "3", "--engine", engine]) == 0
    capsys.readouterr()
    assert [path.name for path in tmp_path.iterdir()] == ["2x3-home0-3-2.tables"]
