"""`npuzzle tables` builds, verifies and lists pattern databases."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.codec import unpack
from tests.support.command_line import Call, Save


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name the folder for saved tables, which does not exist yet."""
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.mark.slow
def test_what_is_built_is_kept_listed_and_verified(call: Call, folder: Path, save: Save) -> None:
    code, out, err = call("tables", "build", "4x2", "--goal", "blank-last")
    assert (code, err) == (0, "")
    assert out.startswith("Built 2x4, home 0, groups 4-3, 4 bits, in ")
    path, bad = folder / "2x4-home0-4-3.tables", save(b"hello", "bad.tables")
    assert unpack(path.read_bytes()).sizes == "4-3"
    built = call("tables", "build", "4x2", "--json").json
    assert built.pop("seconds") >= 0
    assert (built["name"], built["bytes"]) == (str(path), path.stat().st_size)
    first, second, _, last = call("tables", "list").out.splitlines()
    assert first.startswith("package: 4x4, home 0, groups 6-6-3, 2 bits, ")
    assert second.startswith("package: 5x5, home 0, groups 5-5-5-5-4, 2 bits, ")
    assert last == f"Tables are saved in {folder}"
    data = call("tables", "list", "--json").json
    assert (data["folder"], data["tables"][2]) == (str(folder), built)
    assert [entry["groups"] for entry in data["tables"]] == ["6-6-3", "5-5-5-5-4", "4-3"]
    code, out, err = call("tables", "verify", path)
    assert (code, err) == (0, "")
    assert out.startswith(f"ok   {path}: 2x4, home 0, groups 4-3, 4 bits; the same, byte for byte (")
    code, *_ = found = call("tables", "verify", path, bad, "--json")
    same, other = found.json["tables"]
    assert (code, same, list(other)) == (
        1,
        {**built, "same": True, "seconds": same["seconds"]},
        ["name", "error"],
    )


def test_groups_bits_and_place_can_be_chosen(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "my.tables"
    options = ("--max-group", "2", "--bits", "1", "--output", str(path), "--engine", "python")
    assert call("tables", "build", "2x3", "--goal", "spiral", *options)[0] == 0
    tables = unpack(path.read_bytes())
    assert (tables.sizes, tables.bits) == ("2-2-1", 1)
    assert call("tables", "verify", str(path), "--engine", "python")[0] == 0


@pytest.mark.slow
def test_tables_that_differ_when_built_again_are_reported(call: Call, tmp_path: Path) -> None:
    """This file is complete and its checksum is right, but one entry is wrong."""
    from dataclasses import replace

    from npuzzle.pattern_databases.codec import pack
    from npuzzle.pattern_databases.table import PatternSet

    path = tmp_path / "wrong.tables"
    call("tables", "build", "2x3", "--output", str(path))
    tables = unpack(path.read_bytes()).tables
    data = bytearray(tables[0].data)
    data[500] ^= 1
    path.write_bytes(pack(PatternSet((replace(tables[0], data=bytes(data)), *tables[1:]))))
    code, out, _ = call("tables", "verify", str(path))
    assert code == 1
    assert out.startswith(f"BAD  {path}: 2x3, home 0")
    assert "NOT the same as when built again" in out
    code, out, _ = call("tables", "verify", str(path), "--json")
    assert (code, json.loads(out)["tables"][0]["same"]) == (1, False)


@pytest.mark.slow
def test_files_that_are_not_tables_are_reported_and_the_rest_is_verified(
    call: Call, folder: Path, save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An endless file is read only as far as tables may be long. `package` is a file name like any other."""
    call("tables", "build", "2x3")
    (good,) = folder.iterdir()
    monkeypatch.chdir(tmp_path)
    bad = save(b"hello", "bad.tables")
    code, out, _ = call("tables", "verify", bad, "package", "/dev/zero", good)
    assert code == 1
    assert [line[:3] for line in out.splitlines()] == ["BAD", "BAD", "BAD", "ok "]
    assert "BAD  [Errno 2] No such file or directory: 'package'" in out
    assert "BAD  /dev/zero cannot be used: it does not begin with" in out
    bad.replace(folder / "bad.tables")
    code, out, _ = call("tables", "list")
    assert code == 1
    assert "bad.tables cannot be used: it does not begin with 'npuzzle pattern tables, format'" in out


@pytest.mark.slow
def test_a_pipe_among_the_tables_is_reported_and_not_waited_for(call: Call, folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / "2x4-home0-4-3.tables")
    os.mkfifo(folder / "3x4-home0-6-5.tables")
    code, out, _ = call("tables", "list")
    assert code == 1
    assert out.count("cannot be used: it is not a plain file") == 2
    assert call("solve", "1 2 3 4/5 6 7 0", "--algorithm", "astar", "--heuristic", "pdb").code == 0


def test_where_nothing_can_be_kept_the_commands_say_so(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPUZZLE_CACHE", "/dev/null")
    code, out, _ = call("tables", "list")
    assert (code, out.splitlines()[-1]) == (0, "Tables cannot be saved: /dev/null is not a folder")
    code, _, err = call("tables", "build", "2x3")
    assert (code, err.startswith("npuzzle: cannot write /dev/null")) == (2, True)


def test_a_name_with_dots_makes_no_other_folder_and_a_link_stays_a_link(call: Call, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real.tables")
    assert call("tables", "build", "2x3", "-o", tmp_path / "absent/../link").code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real.tables"]
    assert link.is_symlink()
    assert unpack((tmp_path / "real.tables").read_bytes()).sizes == "5"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "6x6"], "up to 25 cells; 6x6 has 36"),
        (["build", "1x6"], "single row"),
        (
            ["build", "5x5", "--max-group", "8"],
            "a group of 8 tiles on 5x5 is too large for a table: at most 6",
        ),
        (["build", "3x3", "--max-group", "0"], "--max-group must be from 1 to 8 on 3x3, got 0"),
        (["build", "3x3", "--bits", "3"], "unknown value of --bits 3; known: 1, 2, 4, 8"),
        (["build", "3x3", "--goal", "home"], "unknown goal 'home'"),
        (
            ["build", "3x3", "--engine", "webassembly"],
            "the engine webassembly is not available; open the page",
        ),
        ([], "ACTION"),
    ],
)
def test_what_cannot_be_built_is_refused(call: Call, arguments: list[str], said: str) -> None:
    code, out, err = call("tables", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_a_device_is_not_written_over(call: Call, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    code, out, err = call("tables", "build", "2x3", "--output", tmp_path / "pipe")
    assert (code, out, "exists and is not a plain file" in err) == (2, "", True)
    assert (tmp_path / "pipe").is_fifo()


def test_a_user_without_a_home_solves_and_reads_that_tables_cannot_be_kept(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    for name in ("NPUZZLE_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert call("solve", "1 2 3/4 5 6/7 0 8").code == 0
    code, out, err = call("tables", "list")
    assert (code, out) == (2, "")
    assert "no home folder to save tables in; name one in NPUZZLE_CACHE" in err


@pytest.mark.slow
def test_solving_keeps_what_it_builds_and_uses_it_again(call: Call, folder: Path) -> None:
    answers = []
    for _ in range(2):
        catalogue.forget()
        answers.append(call("solve", "0 10 3 6/5 1 7 2/9 8 11 4", "--engine", "python", "--json").json)
        assert len(list(folder.iterdir())) == 1
    assert answers[0]["length"] == 29
    assert {**answers[0], "seconds": 0} == {**answers[1], "seconds": 0}
