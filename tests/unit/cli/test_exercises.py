"""`npuzzle exercises` and `npuzzle grade`: existing files are never lost."""

from __future__ import annotations

import hashlib
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
from tests.support.command_line import Call, Save

SMALL = ("--shape", "2x3", "--depths", "4,9", "--seed", "5")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def rows(folder: Path) -> list[Any]:
    lines = (folder / "exercises.csv").read_text(encoding="utf-8").splitlines()
    return [line.cells for line in read(lines, COLUMNS, "it")]


def test_it_writes_four_files_and_says_what_is_in_them(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "sheets"
    code, out, err = call("exercises", folder, *SMALL, "--per-depth", "2", "--unsolvable", "1")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "5 exercises: 2x3, goal blank-last, seed 5",
        "depth 4: drawn uniformly from all 6 boards of this depth",
        "depth 9: drawn uniformly from all 16 boards of this depth",
        "and 1 unsolvable on each sheet",
        f"Written to {folder}: worksheet.html, key.html, exercises.csv, boards.txt",
        "Note: no links: --site, the address of the page, is not given",
    ]
    assert set(contents(folder)) == {*FILES, MARK}
    assert sorted(row["depth"] for row in rows(folder)) == ["", "4", "4", "9", "9"]
    assert "Is it solvable?" in (folder / "worksheet.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_files_byte_for_byte_in_any_process(call: Call, tmp_path: Path) -> None:
    """Uncompiled kernels and newly built tables give the same files, too."""
    options = ["--shape", "3x4", "--depths", "8,20", "--students", "2", "--unsolvable", "1", "--seed", "9"]
    options += ["--ask", "solvable,length,first,heuristics"]
    assert call("exercises", tmp_path / "one", *options)[0] == 0
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
def test_without_a_seed_one_is_drawn_and_told(call: Call, tmp_path: Path) -> None:
    options = ("--depths", "12-14")
    seeds = []
    for name in ("one", "other"):
        out = call("exercises", tmp_path / name, *options)[1]
        seeds += re.findall(r"seed (\d+)$", out, re.MULTILINE)
    assert len(set(seeds)) == 2
    assert call("exercises", tmp_path / "again", *options, "--seed", seeds[0])[0] == 0
    assert contents(tmp_path / "again") == contents(tmp_path / "one")


def test_each_student_has_other_boards_at_the_same_depths(call: Call, save: Save, tmp_path: Path) -> None:
    names = save("\ufeff# the course\r\nAda  Lovelace\r\n\r\n Zoë\r\n+1\r\n", "names.txt")
    for given, students in ((names, ["Ada Lovelace", "Zoë", "+1"]), (2, ["Student 1", "Student 2"])):
        folder = tmp_path / f"set of {len(students)}"
        assert call("exercises", folder, *SMALL, "--students", given).code == 0
        found = rows(folder)
        assert [(row["student"], row["number"], row["depth"]) for row in found] == [
            (name, number, depth) for name in students for number, depth in (("1", "4"), ("2", "9"))
        ]
        assert len({row["board"] for row in found}) == 2 * len(students)


def test_as_json_it_tells_the_same(call: Call, tmp_path: Path) -> None:
    options = (*SMALL, "--goal", "spiral", "--site", "https://example.org/", "--title", "Week 3", "--qr")
    data = call("exercises", tmp_path / "set", *options, "--json").json
    assert (data["seed"], data["goal"], data["note"]) == (5, "1 2 3/0 5 4", None)
    assert data["files"] == list(FILES)
    assert [entry["depth"] for entry in data["depths"]] == [4, 9]
    told = [{name: "" if it is None else str(it) for name, it in row.items()} for row in data["exercises"]]
    assert told == rows(tmp_path / "set")
    assert all(row["link"].startswith("https://example.org/#board=") for row in data["exercises"])
    text = (tmp_path / "set/worksheet.html").read_text(encoding="utf-8")
    assert "<h1>Week 3</h1>" in text
    assert text.count("The same link as a QR code") == 2


def test_batch_solves_the_boards_with_the_lengths_of_the_key(call: Call, tmp_path: Path) -> None:
    call("exercises", tmp_path / "set", *SMALL, "--per-depth", "3", "--unsolvable", "2")
    found = call("batch", tmp_path / "set/boards.txt")
    lengths = ["" if row["length"] is None else str(row["length"]) for row in found.rows]
    assert (found.code, lengths) == (1, [row["length"] for row in rows(tmp_path / "set")])


def test_another_set_is_replaced_on_request_only_and_checked_by_its_hashes(
    call: Call, tmp_path: Path
) -> None:
    call("exercises", tmp_path, *SMALL)
    before = contents(tmp_path)
    (tmp_path / "key.html").unlink()
    assert call("exercises", tmp_path, *SMALL)[0] == 0
    assert contents(tmp_path) == before
    code, out, err = call("exercises", tmp_path, *SMALL, "--title", "Other")
    assert (code, out, contents(tmp_path)) == (2, "", before)
    assert "has another set: give a new folder, or --replace to overwrite it" in err
    assert call("exercises", tmp_path, *SMALL, "--title", "Other", "--replace")[0] == 0
    after = contents(tmp_path)
    assert set(after) == set(before)
    assert after["worksheet.html"] != before["worksheet.html"]
    marked = dict(line.split("  ")[::-1] for line in after[MARK].decode().splitlines())
    assert marked == {name: hashlib.sha256(after[name]).hexdigest() for name in FILES}


@pytest.mark.parametrize("name", [*FILES, "answers.csv", "key.html.bak"])
@pytest.mark.parametrize("how", ["changed", "replaced by a folder", "a link"])
def test_files_of_others_and_changed_files_are_not_touched(
    call: Call, tmp_path: Path, name: str, how: str
) -> None:
    folder = tmp_path / "set"
    call("exercises", folder, *SMALL)
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
    code, out, err = call("exercises", folder, *SMALL, "--title", "Other", "--replace")
    assert (code, out) == (2, "")
    assert name in err
    assert "give a" in err
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
    assert elsewhere.read_text(encoding="utf-8") == "mine"


def test_a_folder_of_other_files_or_a_file_is_not_touched(call: Call, save: Save, tmp_path: Path) -> None:
    file = save("mine", "key.html")
    assert "exists and is not a folder" in call("exercises", file, *SMALL).err
    assert "cannot write" in call("exercises", file / "below", *SMALL).err
    code, _, err = call("exercises", tmp_path, *SMALL)
    assert code == 2
    assert "has other files (key.html): give a new or empty folder" in err
    assert contents(tmp_path) == {"key.html": b"mine"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--depths", "32"], "no 3x3 board is 32 moves from the goal"),
        (
            ["--depths", "2", "--per-depth", "5"],
            "3x3 has 4 boards at depth 2, fewer than the 5 that are needed",
        ),
        (["--depths", "four"], "depths must be written like 4,8 or 4-20, got 'four'"),
        (["--depths", "8-4"], "got '8-4'"),
        (["--goal", "home"], "unknown goal 'home'"),
        (["--ask", "length,colour"], "unknown question 'colour'; known: solvable, length, first, heuristics"),
        (["--ask", "length", "--unsolvable", "1"], "ask whether a board is solvable"),
        (["--students", "0"], "expected 1 to 5,000 students, got '0'"),
        (["--students", "9" * 5_000], "expected 1 to 5,000 students"),
        (["--students", "nowhere.txt"], "cannot read nowhere.txt"),
        (["--students", b"# nobody\n\n"], "has no names"),
        (["--students", b"Zo\xeb\n"], "line 1 is not text in UTF-8"),
        (["--students", b"Ada\nada\n"], "twice"),
        (["--property", "one"], "one-path"),
        (["--qr"], "give the address of the page with --site"),
    ],
)
def test_what_cannot_be_made_is_refused_before_anything_is_written(
    call: Call, save: Save, tmp_path: Path, options: list[str | bytes], says: str
) -> None:
    words = [word if isinstance(word, str) else save(word, "names") for word in options]
    code, out, err = call("exercises", tmp_path / "set", *words)
    assert (code, out) == (2, "")
    assert says in err
    assert not (tmp_path / "set").exists()
    assert says in call("exercises", tmp_path / "set", *words, "--json").json["error"]


# grade


@pytest.fixture
def key(call: Call, tmp_path: Path) -> Path:
    call("exercises", tmp_path / "set", *SMALL, "--unsolvable", "1")
    return tmp_path / "set" / "exercises.csv"


def answers(key: Path, *, first: str = "", spoilt: str = "", left_out: int = 0) -> Path:
    """Write the key's answers, in blank letters, as a spreadsheet in another country saves them."""
    found = rows(key.parent)[left_out:]
    lines = [f"{row['number']};{row['blank_path'] or 'unsolvable'}" for row in found]
    path = key.parent.parent / "answers.csv"
    path.write_bytes(("\ufeff" + "\r\n".join(["number;path", *first.split(), *lines, spoilt])).encode())
    return path


def test_grading_all_best_answers_is_exit_0_in_the_letters_that_were_agreed(call: Call, key: Path) -> None:
    code, out, err = call("grade", key, answers(key))
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "In all: 3 of 3 points; 2 shortest, 1 rightly unsolvable."
    assert out.count(" blank") == 2
    assert call("grade", key, answers(key), "--notation", "blank").code == 0
    assert call("grade", key, answers(key), "--notation", "tile").code == 1


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        ({"left_out": 1}, 1, "1 no answer"),
        ({"spoilt": "x;R"}, 2, "5     -       unreadable"),
        ({"first": "1;R\n2;?\n"}, 0, "In all: 3 of 3 points"),
    ],
    ids=["one is missing", "one is unreadable", "two are repeated"],
)
def test_exit_codes_tell_what_was_not_best(
    call: Call, key: Path, changes: dict[str, Any], code: int, said: str
) -> None:
    found = call("grade", key, answers(key, **changes))
    assert (found.code, said in found.out) == (code, True)


def test_formats_of_grades_agree(call: Call, key: Path) -> None:
    file = answers(key, spoilt="1;R")
    data = call("grade", key, file, "--json").json
    lines = call("grade", key, file, "--csv").out.splitlines()
    assert len(lines) - 1 == len(data["answers"]) == 4
    assert lines[0].split(",") == list(data["answers"][0])
    assert (data["answers"][0]["note"], data["totals"][0]["shortest"]) == ("shortest; line 5 counts", 1)


def shared_sheet(key: Path, encoding: str, *, student: str = "José Núñez") -> Path:
    """Write a class's answers to the set of the key, as a spreadsheet saves them in this encoding."""
    answered = [(row["number"], row["path"] or "unsolvable") for row in rows(key.parent)]
    lines = ["Student;Exercise;Path", *(f"{student};{number};{path}" for number, path in answered), "Bob;1;"]
    path = key.parent.parent / "class.csv"
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_sheet_of_a_class_is_graded_as_spreadsheets_write_it(
    call: Call, key: Path, encoding: str
) -> None:
    sheet = shared_sheet(key, encoding)
    code, out, err = call("grade", key, sheet)
    assert code == 1
    points = out.split("\n\n")[1].splitlines()
    assert points[0].split()[:3] == ["student", "points", "exercises"]
    assert [line.split("  ")[0] for line in points[1:]] == ["José Núñez", "Bob"]
    totals = call("grade", key, sheet, "--json").json["totals"]
    assert [(total["student"], total["points"]) for total in totals] == [("José Núñez", 3), ("Bob", 0)]
    guess = f"npuzzle: {sheet} is not in UTF-8, and was read in cp1252 (Western European); if names look "
    guess += 'wrong, save it as "CSV UTF-8", or name its encoding with --encoding\n'
    assert err == (guess if encoding == "cp1252" else "")


def test_an_encoding_can_be_named_and_is_then_not_a_guess(
    call: Call, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = shared_sheet(key, "cp932", student="山田")
    code, out, err = call("grade", key, sheet, "--encoding", "cp932")
    assert (code, err) == (1, "")
    assert "山田" in out
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(sheet.read_bytes())))
    assert call("grade", key, "-", "--encoding", "cp932") == (code, out, err)
    code, out, err = call("grade", key, sheet, "--encoding", "ascii")
    assert (code, out) == (2, "")
    assert err.startswith(f"npuzzle: {sheet} cannot be read in ascii: line 2 has the byte 0x8E; save it as ")


def test_a_key_that_a_spreadsheet_has_saved_is_still_the_key(call: Call, key: Path) -> None:
    before = call("grade", key, answers(key))[1]
    text = key.read_text(encoding="utf-8").replace(",", ";").replace("\n", "\r\n")
    for encoding in ("utf-8-sig", "utf-16"):
        key.write_bytes(text.encode(encoding))
        assert call("grade", key, key.parent.parent / "answers.csv") == (0, before, "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.csv", "nowhere.csv"], "cannot read nowhere.csv"),
        (["-", "-"], "cannot both come from standard input"),
        (["KEY"], "required: ANSWERS"),
        (["KEY", "KEY.html"], "cannot read"),
        (["KEY", "HTML"], "the first line of the answers must name each of the columns number, path"),
        (["KEY", "FOLDER"], "is a folder; expected a file in it, such as exercises.csv"),
        (["FOLDER", "KEY"], "is a folder; expected a file in it, such as exercises.csv"),
        (
            ["HTML", "KEY"],
            "the first line of the key must name each of the columns number, board, goal, length",
        ),
    ],
)
def test_what_cannot_be_graded_is_refused(call: Call, key: Path, arguments: list[str], says: str) -> None:
    names = {"KEY": str(key), "HTML": str(key.parent / "key.html"), "FOLDER": str(key.parent)}
    code, out, err = call("grade", *(names.get(name, name) for name in arguments))
    assert (code, out) == (2, "")
    assert says in err
