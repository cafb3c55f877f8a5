"""`npuzzle exercises` and `npuzzle grade`, as they are typed: nothing that was there is lost."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from npuzzle import site
from npuzzle.classroom.csv_table import read
from npuzzle.classroom.sheets import COLUMNS, FILES
from npuzzle.cli.classroom import MARK
from npuzzle.cli.main import main

SMALL = ("--shape", "2x3", "--depths", "4,9", "--seed", "5")


def called(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return code, out, err


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def rows(folder: Path) -> list[Any]:
    lines = (folder / "exercises.csv").read_text(encoding="utf-8").splitlines()
    return [line.cells for line in read(lines, COLUMNS, "it")]


def test_it_writes_four_files_and_says_what_is_in_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "sheets"
    code, out, err = called(capsys, "exercises", folder, *SMALL, "--per-depth", "2", "--unsolvable", "1")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "5 exercises: 2x3, goal blank-last, seed 5",
        "depth 4: drawn uniformly from all 6 boards of this depth",
        "depth 9: drawn uniformly from all 16 boards of this depth",
        "and 1 unsolvable on each sheet",
        f"Written to {folder}: worksheet.html, key.html, exercises.csv, boards.txt",
        "Note: there are no links, as --site does not say where the page is hosted",
    ]
    assert set(contents(folder)) == {*FILES, MARK}
    assert sorted(row["depth"] for row in rows(folder)) == ["", "4", "4", "9", "9"]
    assert "Is it solvable?" in (folder / "worksheet.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_files_byte_for_byte_in_any_process(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Also where kernels are not compiled, and tables are built anew."""
    options = ["--shape", "3x4", "--depths", "8,20", "--students", "2", "--unsolvable", "1", "--seed", "9"]
    options += ["--ask", "solvable,length,first,heuristics"]
    assert called(capsys, "exercises", tmp_path / "one", *options)[0] == 0
    uncompiled = (
        "import sys; sys.modules['wasmtime'] = None; from npuzzle.cli.main import main; sys.exit(main())"
    )
    subprocess.run(
        [sys.executable, "-c", uncompiled, "exercises", str(tmp_path / "other"), *options],
        cwd=site.ROOT,
        env={"PYTHONHASHSEED": "7", "NPUZZLE_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(site.ROOT)},
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert contents(tmp_path / "one") == contents(tmp_path / "other")


@pytest.mark.slow
def test_without_a_seed_one_is_drawn_and_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = ("--depths", "12-14")
    seeds = []
    for name in ("one", "other"):
        out = called(capsys, "exercises", tmp_path / name, *options)[1]
        seeds += re.findall(r"seed (\d+)$", out, re.MULTILINE)
    assert len(set(seeds)) == 2
    assert called(capsys, "exercises", tmp_path / "again", *options, "--seed", seeds[0])[0] == 0
    assert contents(tmp_path / "again") == contents(tmp_path / "one")


def test_each_student_has_other_boards_at_the_same_depths(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    names = tmp_path / "names.txt"
    names.write_bytes("\ufeff# the course\r\nAda  Lovelace\r\n\r\n Zoë\r\n+1\r\n".encode())
    assert called(capsys, "exercises", tmp_path / "set", *SMALL, "--students", names)[0] == 0
    found = rows(tmp_path / "set")
    assert [(row["student"], row["number"], row["depth"]) for row in found] == [
        (name, number, depth)
        for name in ("Ada Lovelace", "Zoë", "+1")
        for number, depth in (("1", "4"), ("2", "9"))
    ]
    assert len({row["board"] for row in found}) == 6


def test_students_may_be_a_number(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    called(capsys, "exercises", tmp_path / "set", *SMALL, "--students", "3")
    assert {row["student"] for row in rows(tmp_path / "set")} == {"Student 1", "Student 2", "Student 3"}


def test_as_json_it_tells_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = (*SMALL, "--goal", "spiral", "--site", "https://example.org/", "--title", "Week 3", "--qr")
    code, out, _ = called(capsys, "exercises", tmp_path / "set", *options, "--json")
    data = json.loads(out)
    assert code == 0
    assert (data["seed"], data["goal"], data["note"]) == (5, "1 2 3/0 5 4", None)
    assert data["files"] == list(FILES)
    assert [entry["depth"] for entry in data["depths"]] == [4, 9]
    assert [
        {name: "" if value is None else str(value) for name, value in row.items()}
        for row in data["exercises"]
    ] == rows(tmp_path / "set")
    assert all(row["link"].startswith("https://example.org/#board=") for row in data["exercises"])
    text = (tmp_path / "set/worksheet.html").read_text(encoding="utf-8")
    assert "<h1>Week 3</h1>" in text
    assert text.count("The same link as a QR code") == 2


def test_batch_solves_the_boards_with_the_lengths_of_the_key(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    called(capsys, "exercises", tmp_path / "set", *SMALL, "--per-depth", "3", "--unsolvable", "2")
    code, out, _ = called(capsys, "batch", tmp_path / "set/boards.txt")
    assert code == 1
    lengths = [json.loads(line)["length"] for line in out.splitlines()]
    assert ["" if length is None else str(length) for length in lengths] == [
        row["length"] for row in rows(tmp_path / "set")
    ]


def test_another_set_is_replaced_on_request_only_and_checked_by_its_hashes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    called(capsys, "exercises", tmp_path, *SMALL)
    before = contents(tmp_path)
    (tmp_path / "key.html").unlink()
    assert called(capsys, "exercises", tmp_path, *SMALL)[0] == 0
    assert contents(tmp_path) == before
    code, out, err = called(capsys, "exercises", tmp_path, *SMALL, "--title", "Other")
    assert (code, out, contents(tmp_path)) == (2, "", before)
    assert "holds another set: give a new folder, or --replace to overwrite it" in err
    assert called(capsys, "exercises", tmp_path, *SMALL, "--title", "Other", "--replace")[0] == 0
    after = contents(tmp_path)
    assert set(after) == set(before)
    assert after["worksheet.html"] != before["worksheet.html"]
    marked = dict(line.split("  ")[::-1] for line in after[MARK].decode().splitlines())
    assert marked == {name: hashlib.sha256(after[name]).hexdigest() for name in FILES}


@pytest.mark.parametrize("name", [*FILES, "answers.csv", "key.html.bak"])
@pytest.mark.parametrize("how", ["changed", "replaced by a folder", "a link"])
def test_files_of_others_and_changed_files_are_not_touched(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, how: str
) -> None:
    folder = tmp_path / "set"
    called(capsys, "exercises", folder, *SMALL)
    place = folder / name
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine", encoding="utf-8")
    place.unlink(missing_ok=True)
    if how == "changed":
        place.write_text("mine", encoding="utf-8")
    elif how == "a link":
        place.symlink_to(elsewhere)
    else:
        place.mkdir()
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    code, out, err = called(capsys, "exercises", folder, *SMALL, "--title", "Other", "--replace")
    assert (code, out) == (2, "")
    assert name in err
    assert "give a" in err
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
    assert elsewhere.read_text(encoding="utf-8") == "mine"


def test_a_folder_of_other_files_is_not_touched(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "key.html").write_text("mine", encoding="utf-8")
    code, _, err = called(capsys, "exercises", tmp_path, *SMALL)
    assert code == 2
    assert "holds other files (key.html): give a new or empty folder" in err
    assert contents(tmp_path) == {"key.html": b"mine"}


def test_a_file_in_place_of_the_folder_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert "exists and is not a folder" in called(capsys, "exercises", tmp_path / "file", *SMALL)[2]
    assert "cannot write" in called(capsys, "exercises", tmp_path / "file/below", *SMALL)[2]
    assert contents(tmp_path) == {"file": b"mine"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--depths", "32"], "no 3x3 board is 32 moves from the goal"),
        (["--depths", "2", "--per-depth", "5"], "3x3 has 4 boards at depth 2, got a request for 5"),
        (["--depths", "four"], "depths are written like 4,8 or 4-20, got 'four'"),
        (["--depths", "8-4"], "got '8-4'"),
        (["--depths", ""], "got ''"),
        (["--depths", "3-5,4"], "depth 4 is given twice"),
        (["--shape", "5x5"], "up to 16 cells"),
        (["--goal", "home"], "unknown goal 'home'"),
        (["--ask", "length,colour"], "unknown question 'colour'; known: solvable, length, first, heuristics"),
        (["--ask", ","], "none was asked"),
        (["--ask", "length", "--unsolvable", "1"], "ask whether a board is solvable"),
        (["--students", "0"], "expected 1..5,000 students, got '0'"),
        (["--students", "9" * 5_000], "expected 1..5,000 students"),
        (["--students", "nowhere.txt"], "cannot read nowhere.txt"),
        (["--site", "example.org"], "the site is where the page is hosted"),
        (["--property", "one"], "one-path"),
        (["--qr"], "say where the page is hosted, with --site"),
    ],
)
def test_what_cannot_be_made_is_refused_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str], says: str
) -> None:
    code, out, err = called(capsys, "exercises", tmp_path / "set", *options)
    assert (code, out) == (2, "")
    assert says in err
    assert not (tmp_path / "set").exists()
    data = json.loads(called(capsys, "exercises", tmp_path / "set", *options, "--json")[1])
    assert says in data["error"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"# nobody\n\n", "has no names"),
        (b"Zo\xeb\n", "line 1 is not text in UTF-8"),
        (b"Ada\nada\n", "twice"),
    ],
)
def test_an_invalid_list_of_students_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, says: str
) -> None:
    (tmp_path / "names").write_bytes(content)
    code, _, err = called(capsys, "exercises", tmp_path / "set", *SMALL, "--students", tmp_path / "names")
    assert code == 2
    assert says in err


# grade


@pytest.fixture
def key(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    called(capsys, "exercises", tmp_path / "set", *SMALL, "--unsolvable", "1")
    return tmp_path / "set" / "exercises.csv"


def answers(key: Path, *, spoilt: str = "", left_out: int = 0) -> Path:
    """The answers of the key, in blank letters, as a spreadsheet in another country writes them."""
    found = rows(key.parent)[left_out:]
    lines = ["number;path", *(f"{row['number']};{row['blank_path'] or 'unsolvable'}" for row in found)]
    path = key.parent.parent / "answers.csv"
    path.write_bytes(("\ufeff" + "\r\n".join([*lines, spoilt])).encode())
    return path


def test_grading_all_best_answers_is_exit_0(capsys: pytest.CaptureFixture[str], key: Path) -> None:
    code, out, err = called(capsys, "grade", key, answers(key))
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "In all: 3 of 3 points; 2 shortest, 1 rightly unsolvable."
    assert out.count(" blank") == 2


def test_exit_codes_tell_what_was_not_best(capsys: pytest.CaptureFixture[str], key: Path) -> None:
    code, out, _ = called(capsys, "grade", key, answers(key, left_out=1))
    assert code == 1
    assert "1 no answer" in out
    code, out, _ = called(capsys, "grade", key, answers(key, spoilt="x;R"))
    assert code == 2
    assert "5     -       unreadable" in out


def test_formats_of_grades_agree(capsys: pytest.CaptureFixture[str], key: Path) -> None:
    file = answers(key, spoilt="1;R")
    data = json.loads(called(capsys, "grade", key, file, "--json")[1])
    lines = called(capsys, "grade", key, file, "--csv")[1].splitlines()
    assert len(lines) - 1 == len(data["answers"]) == 4
    assert lines[0].split(",") == list(data["answers"][0])
    assert data["answers"][0]["note"] == "shortest; line 5 counts"
    assert data["totals"][0]["shortest"] == 1


def test_a_repeated_answer_does_not_change_the_exit_code(
    capsys: pytest.CaptureFixture[str], key: Path
) -> None:
    lines = answers(key).read_text(encoding="utf-8").splitlines()
    file = key.parent.parent / "answers.csv"
    file.write_text("\n".join([lines[0], "1;R", "2;?", *lines[1:], "3;"]), encoding="utf-8")
    assert called(capsys, "grade", key, file)[0] == 0


def shared_sheet(key: Path, encoding: str, *, student: str = "José Núñez") -> Path:
    """The answers of a class to the set of the key, as a spreadsheet writes them in this encoding."""
    answered = [(row["number"], row["path"] or "unsolvable") for row in rows(key.parent)]
    lines = ["Student;Exercise;Path", *(f"{student};{number};{path}" for number, path in answered), "Bob;1;"]
    path = key.parent.parent / "class.csv"
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_sheet_of_a_class_is_graded_as_spreadsheets_write_it(
    capsys: pytest.CaptureFixture[str], key: Path, encoding: str
) -> None:
    sheet = shared_sheet(key, encoding)
    code, out, err = called(capsys, "grade", key, sheet)
    assert code == 1
    points = out.split("\n\n")[1].splitlines()
    assert points[0].split()[:3] == ["student", "points", "exercises"]
    assert [line.split("  ")[0] for line in points[1:]] == ["José Núñez", "Bob"]
    data = json.loads(called(capsys, "grade", key, sheet, "--json")[1])
    assert [(total["student"], total["points"]) for total in data["totals"]] == [
        ("José Núñez", 3),
        ("Bob", 0),
    ]
    guess = (
        f"npuzzle: {sheet} is not in UTF-8, and was read in cp1252 (Western European); if names look wrong, "
    )
    assert err == (
        f'{guess}save it as "CSV UTF-8", or name its encoding with --encoding\n'
        if encoding == "cp1252"
        else ""
    )


def test_an_encoding_can_be_named_and_is_then_not_a_guess(
    capsys: pytest.CaptureFixture[str], key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = shared_sheet(key, "cp932", student="山田")
    code, out, err = called(capsys, "grade", key, sheet, "--encoding", "cp932")
    assert (code, err) == (1, "")
    assert "山田" in out
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(sheet.read_bytes())))
    assert called(capsys, "grade", key, "-", "--encoding", "cp932") == (code, out, err)
    code, out, err = called(capsys, "grade", key, sheet, "--encoding", "ascii")
    assert (code, out) == (2, "")
    assert err.startswith(
        f"npuzzle: {sheet} cannot be read in ascii: on line 2 is the byte 0x8E; save it as "
    )


def test_a_key_that_a_spreadsheet_has_saved_is_still_the_key(
    capsys: pytest.CaptureFixture[str], key: Path
) -> None:
    before = called(capsys, "grade", key, answers(key))[1]
    text = key.read_text(encoding="utf-8").replace(",", ";").replace("\n", "\r\n")
    for encoding in ("utf-8-sig", "utf-16"):
        key.write_bytes(text.encode(encoding))
        assert called(capsys, "grade", key, key.parent.parent / "answers.csv") == (0, before, "")


def test_letters_may_be_agreed(capsys: pytest.CaptureFixture[str], key: Path) -> None:
    assert called(capsys, "grade", key, answers(key), "--notation", "blank")[0] == 0
    assert called(capsys, "grade", key, answers(key), "--notation", "tile")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.csv", "nowhere.csv"], "cannot read nowhere.csv"),
        (["-", "-"], "cannot both come from standard input"),
        (["KEY"], "required: ANSWERS"),
        (["KEY", "KEY.html"], "cannot read"),
        (["KEY", "HTML"], "the first line of the answers names the columns, number, path among them"),
        (["KEY", "FOLDER"], "is a folder; expected a file in it, such as exercises.csv"),
        (["FOLDER", "KEY"], "is a folder; expected a file in it, such as exercises.csv"),
        (["HTML", "KEY"], "the first line of the key names the columns, number, board, goal, length"),
    ],
)
def test_what_cannot_be_graded_is_refused(
    capsys: pytest.CaptureFixture[str], key: Path, arguments: list[str], says: str
) -> None:
    names = {"KEY": str(key), "HTML": str(key.parent / "key.html"), "FOLDER": str(key.parent)}
    code, out, err = called(capsys, "grade", *(names.get(name, name) for name in arguments))
    assert (code, out) == (2, "")
    assert says in err
