"""The tables of formats.md against what is really read and written."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from npuzzle import Board, Fault, Job, Limits, Result, Shape, check, goal_board, random_board, solve, start
from npuzzle.classroom.grading import Verdict, grade
from npuzzle.cli import main
from npuzzle.compiler import available
from npuzzle.lab import EXHIBITS, certify, compare, contenders
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.codec import FIELDS, FIRST_LINE, FORMAT
from npuzzle.search.base import known_numbers
from tests.support.documents import FOLDER, Document
from web.page import link
from web.room_table import NOTES

FORMATS = Document.at(FOLDER / "formats.md")
BOARD = Board.parse("8 2 0/4 6 1/3 7 5")
TYPES = {
    "text": lambda value: isinstance(value, str),
    "whole number": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "true/false": lambda value: type(value) is bool,
    "list": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def hold_to_table(mark: str, samples: Iterable[Any]) -> None:
    """Each sample has the keys of the table in its order, of the types told; each type occurs in one."""
    rows = {row[0]: row[1].split(" or ") for row in FORMATS.table_after(mark)}
    samples = [json.loads(json.dumps(sample)) for sample in samples]
    assert samples
    for sample in samples:
        assert list(sample) == list(rows)
    for key, kinds in rows.items():
        values = [sample[key] for sample in samples]
        assert all(any(TYPES[kind](value) for kind in kinds) for value in values), (key, values)
        assert all(any(TYPES[kind](value) for value in values) for kind in kinds), f"{key} is never so"


@cache
def results() -> tuple[dict[str, Any], ...]:
    """Of runs that end in every way that gives some key another type."""
    cancelled = start(Job.create("8 6 7/2 5 4/3 0 1"))
    five = goal_board("blank-last", Shape(5, 5))
    far = random_board(five, Random(3))
    found = [
        solve("8 6 7/2 5 4/3 0 1", algorithm="weighted-astar", weight=2.0),
        solve("5 2 3/7 1 8/0 6 4", algorithm="breadth-first", every=True),
        solve("8 6 7/2 5 4/3 0 1", algorithm="idastar", heuristic="pattern-tables"),
        solve("2 8 1/0 4 3/7 6 5"),
        cancelled.cancel(),
        solve(far, five, limits=Limits(expanded=5_000)),
    ]
    return tuple(result.to_dict() for result in found)


@pytest.mark.slow
def test_a_result_is_as_documented() -> None:
    hold_to_table("## JSON: a result", results())


def test_a_list_of_all_shortest_paths_is_as_documented() -> None:
    hold_to_table("`every`:", [result["every"] for result in results() if result["every"]])


def test_a_check_is_as_documented() -> None:
    texts = ["1 2 3/4 5 6/7 8 0", "2 8 1/0 4 3/7 6 5", "1 1 1"]
    hold_to_table("## JSON: a check", [check(text).to_dict() for text in texts])
    repairs = check(texts[1]).to_dict()["repairs"]
    assert [set(repair) for repair in repairs] == [{"swap", "board"}, {"goal"}]  # type: ignore[attr-defined]


def test_a_defect_is_as_documented() -> None:
    hold_to_table("A defect:", [defect.to_dict() for defect in check("1 1 7/a b").defects])


def test_every_fault_is_documented() -> None:
    assert [row[0] for row in FORMATS.table_after("The kinds of defect")] == [fault.value for fault in Fault]


def test_a_certificate_is_as_documented() -> None:
    proofs = [certify(name, "2x3").to_dict() for name in ("manhattan", "value-euclidean")]
    hold_to_table("## JSON: a certificate", proofs)
    bad = proofs[1]
    assert set(bad["counterexample"]) == {"board", "h", "distance"}  # type: ignore[call-overload]
    assert set(bad["arc"]) == {"board", "h", "other", "other_h"}  # type: ignore[call-overload]
    standings = [standing for proof in proofs for standing in proof["against"].values()]  # type: ignore[attr-defined]
    assert all(list(standing) == ["relation", "higher", "lower"] for standing in standings)


@cache
def comparison() -> dict[str, list[dict[str, Any]]]:
    """Of ways that solve, give up, have nothing to do, and cannot: the tables of all, joined."""
    ways = [
        *contenders(["breadth-first", "weighted-astar"], ["manhattan"]),
        *contenders(["astar"], ["zero"], limits=Limits(expanded=0)),
    ]
    solved, unsolvable = "1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0"
    several = [
        compare([solved, "5 2 3/7 1 8/0 6 4"], ways).to_dict(),
        *(compare([board], ways[:1]).to_dict() for board in (solved, unsolvable)),
        compare(["5 2 3/7 1 8/0 6 4"], contenders(["astar"], [lambda board: -1])).to_dict(),
    ]
    return {table: [entry for found in several for entry in found[table]] for table in several[0]}


@pytest.mark.parametrize("table", ["runs", "totals", "depths"])
def test_a_comparison_is_as_documented(table: str) -> None:
    hold_to_table(f"\n`{table}`, ", comparison()[table])


@pytest.mark.parametrize("table", ["runs", "totals", "depths"])
def test_csv_has_the_same_names(table: str) -> None:
    found = compare(["1 2 3/4 5 6/0 7 8"], contenders(["astar"], ["zero"]))
    (row,) = csv.DictReader(StringIO(found.to_csv(table)))
    (entry,) = found.to_dict()[table]
    assert row == {name: "" if value is None else str(value) for name, value in entry.items()}


def test_a_job_is_as_documented() -> None:
    jobs = [Job.create(BOARD), Job.create("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15", within=1.0)]
    hold_to_table("## JSON: a job", [job.to_dict() for job in jobs])
    rows = {row[0]: row[2] for row in FORMATS.table_after("## JSON: a job")}
    for key, value in Job.create(BOARD).to_dict().items():
        if key in ("goal", "algorithm", "heuristic"):
            usual = "blank-last" if key == "goal" else str(value)
            assert rows[key].endswith(f"{usual}"), key
    assert Job.from_dict({"board": "8 2 0/4 6 1/3 7 5"}) == jobs[0]
    weighted = Job.create(BOARD, algorithm="weighted-astar", weight=2)
    assert weighted.to_dict() == {**jobs[0].to_dict(), "algorithm": "weighted-astar", "weight": 2.0}


@pytest.mark.slow
def test_a_random_board_is_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["--walk", "5", "--count", "2"], ["--depth", "5"]):
        main.main(["scramble", "3x3", "--json", *words])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 4
    hold_to_table("## JSON: a random board", rows)


def test_the_boards_of_a_path_are_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    for board, boards in (("1 2/0 3", ["1 2/0 3", "1 2/3 0"]), ("2 1/0 3", None)):
        main.main(["solve", board, "--json", "--boards"])
        data = json.loads(capsys.readouterr().out)
        assert data["boards"] == boards
        assert list(data) == [*results()[0], "boards"]
        assert Result.from_dict(data).solved is (boards is not None)


def test_rows_of_a_batch_are_as_documented(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("1 2 3/4 5 6/0 7 8\n2 8 1/0 4 3/7 6 5\n" + "x" * 300 + "\n", encoding="utf-8")
    assert main.main(["batch", str(boards)]) == 2
    solved, unsolvable, bad = map(json.loads, capsys.readouterr().out.splitlines())
    keys = [row[0] for row in FORMATS.table_after("## JSON: a result")]
    asked = [row[0] for row in FORMATS.table_after("The request:")]
    assert list(solved) == ["line", *keys, *asked]
    assert list(unsolvable) == ["line", *keys, "reason", *asked]
    assert list(bad) == ["line", "input", "error", "defects", *asked]
    assert len(bad["input"]) == 200
    fields = [row[0] for row in FORMATS.table_after("## JSON: a job")]
    assert sorted(["board", *bad["job"]]) == sorted(fields)
    own = tmp_path / "own.py"
    own.write_text("def own(board):\n    return 0\n", encoding="utf-8")
    assert main.main(["batch", str(boards), "--heuristic", f"{own}:own"]) == 2
    of_own = json.loads(capsys.readouterr().out.splitlines()[0])
    hold_to_table("The request:", [{name: row[name] for name in asked} for row in (solved, of_own)])


def test_grades_are_as_documented() -> None:
    key = [
        "number,student,board,goal,length",
        "1,Ada,1 2 3/4 5 6/0 7 8,blank-last,2",
        "2,Ada,2 1/3 0,blank-last,",
    ]
    answers = ["1,Ada,LL", "1,Ada,U", "x,Ada,U", "1,,U"]
    data = grade(key, ["number,student,path", *answers]).to_dict()
    hold_to_table("`answers`, a row for each line", data["answers"])
    verdicts = [verdict.value for verdict in Verdict]
    (told,) = [row[2] for row in FORMATS.table_after("`answers`, a row for each line") if row[0] == "verdict"]
    assert re.findall("[a-z][a-z ]+[a-z]", told.replace("` or `", "`, `")) == verdicts
    assert [list(total) for total in data["totals"]] == [["student", "points", "exercises", *verdicts[:-1]]]


def test_bad_input_with_json_is_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["solve", "1 1", "--json"]) == 2
    assert list(json.loads(capsys.readouterr().out)) == ["error", "defects"]


def test_exhibits_have_a_lesson_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["certify", "--wrong-examples", "--shape", "2x2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    keys = [row[0] for row in FORMATS.table_after("## JSON: a certificate")]
    assert [list(proof) for proof in found["exhibits"]] == [[*keys, "lesson"]] * len(list(EXHIBITS))


FORMS = [row[1] for row in FORMATS.table_after("All of these mean the board")]


@pytest.mark.parametrize("forms", FORMS)
def test_every_form_of_a_board_that_is_shown_is_read(forms: str) -> None:
    for form in forms.split("`, `"):
        assert Board.parse(form) == BOARD, form


def test_the_parts_of_a_link_are_those_documented() -> None:
    names = [row[0] for row in FORMATS.table_after("## Links of the page")]
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


def test_the_header_of_a_table_file_is_as_documented() -> None:
    told = [row[0] for row in FORMATS.table_after("## Table files")]
    assert told[0] == f"{FIRST_LINE}{FORMAT}"
    assert [line.split()[0] for line in told[1:]] == list(FIELDS)
    header = catalogue.read_shipped(Shape(4, 4)).partition(b"\n\n")[0].decode("ascii").split("\n")
    assert [line.split()[0] for line in header] == [line.split()[0] for line in told]


@pytest.mark.slow
@pytest.mark.parametrize("engine", [name for name in available() if name != "checked"])
def test_a_file_of_tables_has_the_name_documented(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path))
    assert main.main(["tables", "build", "2x3", "--max-group", "3", "--engine", engine]) == 0
    capsys.readouterr()
    assert [path.name for path in tmp_path.iterdir()] == ["2x3-home0-3-2.tables"]
