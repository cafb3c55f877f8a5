"""`npuzzle tables`: build, verify and list pattern databases, as they are typed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from npuzzle.cli.main import main
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.codec import unpack


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that tables are kept in, not there yet."""
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["tables", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.slow
def test_the_package_has_sets_for_the_4x4_and_the_5x5(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    code, out, err = called(capsys, "list")
    assert (code, err) == (0, "")
    first, second, last = out.splitlines()
    assert first.startswith("package: 4x4, home 0, groups 6-6-3, 2 bits, ")
    assert second.startswith("package: 5x5, home 0, groups 5-5-5-5-4, 2 bits, ")
    assert last == f"Tables are kept in {folder}"


@pytest.mark.slow
def test_what_is_built_is_kept_listed_and_verified(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, out, err = called(capsys, "build", "4x2", "--goal", "blank-last")
    assert (code, err) == (0, "")
    assert out.startswith("Built 2x4, home 0, groups 4-3, 4 bits, in ")
    path = folder / "2x4-home0-4-3.tables"
    assert unpack(path.read_bytes()).sizes == "4-3"
    data = json.loads(called(capsys, "list", "--json")[1])
    assert data["folder"] == str(folder)
    assert [entry["groups"] for entry in data["tables"]] == ["6-6-3", "5-5-5-5-4", "4-3"]
    assert data["tables"][2]["bytes"] == path.stat().st_size
    code, out, err = called(capsys, "verify", str(path))
    assert (code, err) == (0, "")
    assert out.startswith(f"ok   {path}: 2x4, home 0, groups 4-3, 4 bits; the same, byte for byte (")


@pytest.mark.slow
def test_what_is_built_and_verified_is_reported_as_json(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    code, out, err = called(capsys, "build", "4x2", "--json")
    built = json.loads(out)
    assert (code, err) == (0, "")
    path = folder / "2x4-home0-4-3.tables"
    seconds = built.pop("seconds")
    assert seconds >= 0
    assert built == json.loads(called(capsys, "list", "--json")[1])["tables"][2]
    assert (built["name"], built["bytes"]) == (str(path), path.stat().st_size)
    bad = tmp_path / "bad.tables"
    bad.write_bytes(b"hello")
    code, out, err = called(capsys, "verify", str(path), str(bad), "--json")
    same, other = json.loads(out)["tables"]
    assert (code, err) == (1, "")
    assert same == {**built, "same": True, "seconds": same["seconds"]}
    assert list(other) == ["name", "error"]
    assert called(capsys, "verify", str(path), "--json")[0] == 0


def test_groups_bits_and_place_can_be_chosen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "my.tables"
    options = ("--max-group", "2", "--bits", "1", "--output", str(path), "--engine", "python")
    assert called(capsys, "build", "2x3", "--goal", "spiral", *options)[0] == 0
    tables = unpack(path.read_bytes())
    assert (tables.sizes, tables.bits) == ("2-2-1", 1)
    assert called(capsys, "verify", str(path), "--engine", "python")[0] == 0


@pytest.mark.slow
def test_tables_that_differ_when_built_again_are_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Whole, with the right checksum, and wrong all the same."""
    from dataclasses import replace

    from npuzzle.pattern_databases.codec import pack
    from npuzzle.pattern_databases.table import PatternSet

    path = tmp_path / "wrong.tables"
    called(capsys, "build", "2x3", "--output", str(path))
    tables = unpack(path.read_bytes()).tables
    data = bytearray(tables[0].data)
    data[500] ^= 1
    path.write_bytes(pack(PatternSet((replace(tables[0], data=bytes(data)), *tables[1:]))))
    code, out, _ = called(capsys, "verify", str(path))
    assert code == 1
    assert out.startswith(f"BAD  {path}: 2x3, home 0")
    assert "NOT the same as when built again" in out
    code, out, _ = called(capsys, "verify", str(path), "--json")
    assert (code, json.loads(out)["tables"][0]["same"]) == (1, False)


@pytest.mark.slow
def test_files_that_are_not_tables_are_reported_and_the_rest_is_verified(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    called(capsys, "build", "2x3")
    bad = tmp_path / "bad.tables"
    bad.write_bytes(b"hello")
    code, out, _ = called(capsys, "verify", str(bad), str(tmp_path / "none"), str(next(folder.iterdir())))
    assert code == 1
    assert [line[:3] for line in out.splitlines()] == ["BAD", "BAD", "ok "]
    bad.replace(folder / "bad.tables")
    code, out, _ = called(capsys, "list")
    assert code == 1
    assert "bad.tables cannot be used: it does not begin with 'npuzzle pattern tables, format'" in out


def test_a_file_called_package_is_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = called(capsys, "verify", "package")
    assert (code, err) == (1, "")
    assert out.startswith("BAD  [Errno 2] No such file or directory: 'package'")
    called(capsys, "build", "2x3", "--output", "package")
    code, out, _ = called(capsys, "verify", "package")
    assert code == 0
    assert out.startswith("ok   package: 2x3, home 0")


@pytest.mark.slow
def test_a_pipe_among_the_tables_is_reported_and_not_waited_for(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    folder.mkdir()
    os.mkfifo(folder / "2x4-home0-4-3.tables")
    os.mkfifo(folder / "3x4-home0-6-5.tables")
    code, out, _ = called(capsys, "list")
    assert code == 1
    assert out.count("cannot be used: it is not a plain file") == 2
    assert main(["solve", "1 2 3 4/5 6 7 0", "--algorithm", "astar", "--heuristic", "pdb"]) == 0


@pytest.mark.slow
def test_a_file_without_end_is_read_no_further_than_tables_are_long(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = called(capsys, "verify", "/dev/zero")
    assert code == 1
    assert out.startswith("BAD  /dev/zero cannot be used: it does not begin with")


@pytest.mark.slow
def test_where_nothing_can_be_kept_the_list_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NPUZZLE_CACHE", "/dev/null")
    code, out, _ = called(capsys, "list")
    assert code == 0
    assert out.splitlines()[-1] == "Tables cannot be kept: /dev/null is not a folder"


def test_a_name_with_dots_makes_no_other_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert called(capsys, "build", "2x3", "--output", str(tmp_path / "absent/../my.tables"))[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["my.tables"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "6x6"], "up to 25 cells; 6x6 has 36"),
        (["build", "1x6"], "single row"),
        (
            ["build", "5x5", "--max-group", "8"],
            "a group of 8 tiles on 5x5 is too large for a table, which has 6 at most",
        ),
        (["build", "3x3", "--max-group", "0"], "the largest group on 3x3 has 1 to 8 tiles, got 0"),
        (["build", "3x3", "--max-group", "99"], "the largest group on 3x3 has 1 to 8 tiles, got 99"),
        (["build", "3x3", "--bits", "3"], "unknown value of --bits 3; known: 1, 2, 4, 8"),
        (["build", "3x3", "--goal", "home"], "unknown goal 'home'"),
        (["build", "3x3", "--engine", "steam"], "unknown engine 'steam'; known: auto, webassembly"),
        (
            ["build", "3x3", "--engine", "webassembly"],
            "the engine webassembly is not available; open the page",
        ),
        ([], "ACTION"),
    ],
)
def test_what_cannot_be_built_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = called(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_a_device_is_not_written_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code, out, err = called(capsys, "build", "2x3", "--output", str(pipe))
    assert (code, out) == (2, "")
    assert "exists and is not a plain file" in err
    assert pipe.is_fifo()


def test_files_can_be_read_by_whom_the_user_lets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        called(capsys, "build", "2x3", "--output", str(tmp_path / "some.tables"))
    finally:
        os.umask(before)
    assert (tmp_path / "some.tables").stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real.tables")
    assert called(capsys, "build", "2x3", "--output", str(link))[0] == 0
    assert link.is_symlink()
    assert unpack((tmp_path / "real.tables").read_bytes()).sizes == "5"


def test_a_user_without_a_home_solves_and_reads_that_tables_cannot_be_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    for name in ("NPUZZLE_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert main(["solve", "1 2 3/4 5 6/7 0 8"]) == 0
    capsys.readouterr()
    code, out, err = called(capsys, "list")
    assert (code, out) == (2, "")
    assert "no home folder to keep tables in; name one in NPUZZLE_CACHE" in err


def test_a_folder_that_is_a_file_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path / "file"))
    code, _, err = called(capsys, "build", "2x3")
    assert code == 2
    assert err.startswith(f"npuzzle: cannot write {tmp_path / 'file'}")


@pytest.mark.slow
def test_solving_keeps_what_it_builds_and_uses_it_again(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    command = ["solve", "0 10 3 6/5 1 7 2/9 8 11 4", "--engine", "python", "--json"]
    answers = []
    for _ in range(2):
        catalogue.forget()
        assert main(command) == 0
        answers.append(json.loads(capsys.readouterr().out))
        assert len(list(folder.iterdir())) == 1
    assert answers[0]["length"] == 29
    assert {**answers[0], "seconds": 0} == {**answers[1], "seconds": 0}
