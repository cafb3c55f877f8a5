"""`npuzzle batch`: the same rows from any worker, and after an earlier run that ended anywhere."""

from __future__ import annotations

import errno
import json
import resource
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from npuzzle import check, site
from npuzzle.cli.main import main
from tests.support.gate import without_seconds

#: Boards solved, solved already and unsolvable; and lines that are not boards.
BOARDS = """\
# small boards
1 2/0 3
1 2 3/4 5 0

1 2 2/3 4 0
2 1/3 0  # unsolvable
4 1 2/5 0 3
\N{PILE OF POO}
1 3/2 0
1x200
0 5 2/1 4 3
"""


def called(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["batch", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    path = tmp_path / "boards.txt"
    path.write_text(BOARDS, encoding="utf-8")
    return path


@pytest.fixture
def rows(capsys: pytest.CaptureFixture[str], boards: Path) -> str:
    """What batch prints for them."""
    code, out, err = called(capsys, boards)
    assert (code, err) == (2, "")
    return without_seconds(out)


def test_every_line_has_its_row(rows: str) -> None:
    data = [json.loads(row) for row in rows.splitlines()]
    assert [row["line"] for row in data] == [2, 3, 5, 6, 7, 8, 9, 10, 11]
    assert [row.get("length") for row in data] == [1, 0, None, None, 5, None, None, None, 5]
    assert [row["line"] for row in data if "error" in row] == [5, 8, 10]
    assert "tile 2 appears twice" in data[2]["error"]
    assert data[2]["input"] == "1 2 2/3 4 0"
    unsolvable = [row for row in data if row.get("outcome") == "unsolvable"]
    assert [row["line"] for row in unsolvable] == [6, 9]
    assert [row["reason"] for row in unsolvable] == [check(row["board"]).reason for row in unsolvable]
    assert [row for row in data if "reason" in row] == unsolvable


@pytest.mark.slow
def test_processes_make_the_same_rows(
    capsys: pytest.CaptureFixture[str], boards: Path, rows: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    code, printed, err = called(capsys, boards, "--jobs", 2, "--output", out)
    assert (code, printed, err) == (2, "", "")
    assert without_seconds(out.read_text()) == rows


@pytest.mark.slow
def test_processes_read_standard_input(
    capsys: pytest.CaptureFixture[str], rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(BOARDS))
    code, out, _ = called(capsys, "-", "--jobs", 2)
    assert (code, without_seconds(out)) == (2, rows)


def cuts(text: bytes, every: int) -> list[int]:
    """Places to cut: around each end of a row, and every 29 bytes; of these one in so many."""
    ends = [at for at, byte in enumerate(text, 1) if byte == ord("\n")]
    around = {end + by for end in [0, *ends] for by in range(-3, 12)}
    return sorted(at for at in around | set(range(0, len(text), 29)) if 0 <= at <= len(text))[::every]


@pytest.mark.slow
@pytest.mark.parametrize("every", [16, 1])
def test_wherever_the_output_was_cut_the_same_file_comes_of_it(
    capsys: pytest.CaptureFixture[str], boards: Path, rows: str, tmp_path: Path, every: int
) -> None:
    out = tmp_path / "out.jsonl"
    whole = rows.encode()
    for cut in cuts(whole, every):
        out.write_bytes(whole[:cut])
        code, printed, err = called(capsys, boards, "--output", out)
        assert (code, printed) == (2, ""), cut
        assert without_seconds(out.read_text()) == rows, cut
        done = whole[:cut].count(b"\n")
        said = {
            0: "",
            1: "npuzzle: 1 board is answered in ",
            9: "npuzzle: all 9 boards are answered in ",
        }
        assert err.startswith(said.get(done, f"npuzzle: {done} boards are answered in ")), cut
        assert (err == "") == (done == 0), cut
        assert out.read_bytes().startswith(whole[: whole[:cut].rfind(b"\n") + 1])  # not solved again


def test_when_all_is_answered_it_says_so_and_touches_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for text, expected in (("1 2/0 3\n", 0), ("1 2/0 3\n2 1/3 0\n", 1), ("2 1/3 0\n1\n1 2/0 3\n", 2)):
        boards, out = tmp_path / "boards.txt", tmp_path / "out.jsonl"
        out.unlink(missing_ok=True)
        boards.write_text(text)
        assert called(capsys, boards, "--output", out) == (expected, "", "")
        before = out.read_bytes()
        code, printed, err = called(capsys, boards, "--output", out, "--jobs", 2)
        assert (code, printed) == (expected, "")
        lines = len(text.splitlines())
        all_of_them = "the only board is" if lines == 1 else f"all {lines} boards are"
        assert err == f"npuzzle: {all_of_them} answered in {out} already\n"
        assert out.read_bytes() == before


def test_new_lines_in_the_file_are_done_when_it_is_asked_again(
    capsys: pytest.CaptureFixture[str], boards: Path, rows: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    called(capsys, boards, "--output", out)
    boards.write_text(BOARDS + "1 2/0 3\n", encoding="utf-8")
    code, _, err = called(capsys, boards, "--output", out)
    assert (code, err) == (2, f"npuzzle: 9 boards are answered in {out} already; continuing with line 12\n")
    added = without_seconds(out.read_text()).removeprefix(rows)
    assert (json.loads(added)["line"], json.loads(added)["length"]) == (12, 1)


@pytest.mark.parametrize(
    ("change", "options", "said"),
    [
        (
            ("1 2/0 3", "1 2/3 0"),
            [],
            'line 1 does not belong to these boards and options; expected {"line": 2, "board": "1 2/3',
        ),
        (("# small boards\n", ""), [], 'expected {"line": 1, "board": "1 2/0 3"'),
        (("1 2 2/3 4 0", "1 2 2/3 5 0"), [], 'expected {"line": 5, "input": "1 2 2/3 5 0"}, got'),
        (
            ("0 5 2/1 4 3\n", ""),
            [],
            "line 9 does not belong to these boards and options; there are boards for 8 lines only",
        ),
        (("", ""), ["--goal", "spiral"], '"goal": "1 2/0 3"}, got'),
    ],
    ids=["board", "line", "bad line", "fewer", "goal"],
)
def test_an_output_of_other_boards_is_refused_and_kept(
    capsys: pytest.CaptureFixture[str],
    boards: Path,
    rows: str,
    tmp_path: Path,
    change: tuple[str, str],
    options: list[str],
    said: str,
) -> None:
    out = tmp_path / "out.jsonl"
    boards.write_text(BOARDS.replace(*change) if change[0] else BOARDS, encoding="utf-8")
    out.write_text(rows)
    code, printed, err = called(capsys, boards, "--output", out, *options)
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert f"{out} is unchanged: its line" in err
    assert said in err
    assert out.read_text() == rows


@pytest.mark.parametrize(
    "text", ["my notes", "my notes\n", "{}\n", "[1]\n", '{"line": 2}\n', '{"line": 3, "bo', "\0\n", "1 2/0 3"]
)
def test_a_file_of_something_else_is_refused_and_kept(
    capsys: pytest.CaptureFixture[str], boards: Path, tmp_path: Path, text: str
) -> None:
    out = tmp_path / "notes.txt"
    out.write_text(text)
    code, _, err = called(capsys, boards, "--output", out)
    assert (code, out.read_text()) == (2, text)
    assert f"{out} is unchanged: its line 1 does not belong to these boards" in err


def test_the_boards_are_never_written_over(capsys: pytest.CaptureFixture[str], boards: Path) -> None:
    code, _, err = called(capsys, boards, "--output", boards)
    assert (code, boards.read_text(encoding="utf-8")) == (2, BOARDS)
    assert "it is not a row of a batch" in err


def test_an_output_that_cannot_be_written_is_reported(
    capsys: pytest.CaptureFixture[str], boards: Path, tmp_path: Path
) -> None:
    code, _, err = called(capsys, boards, "--output", tmp_path / "none" / "out")
    assert (code, err.count("\n")) == (2, 1)
    assert f"cannot write {tmp_path / 'none' / 'out'}" in err
    code, _, err = called(capsys, boards, "--output", tmp_path)
    assert (code, err) == (2, f"npuzzle: {tmp_path} exists and is not a plain file\n")


@pytest.mark.slow
def test_a_full_disk_is_reported_and_the_same_command_continues(
    capsys: pytest.CaptureFixture[str], boards: Path, rows: str, tmp_path: Path
) -> None:
    """No file may have more bytes than two rows and the beginning of the third."""
    room = len("".join(rows.splitlines(keepends=True)[:2])) + 100
    out = tmp_path / "out.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "npuzzle", "batch", str(boards), "--output", str(out)],
        cwd=site.ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert (done.returncode, done.stderr) == (
        2,
        f"npuzzle: cannot write {out}: [Errno {errno.EFBIG}] File too large\n",
    )
    assert (out.stat().st_size, out.read_bytes().count(b"\n")) == (room, 2)
    assert called(capsys, boards, "--output", out)[0] == 2
    assert without_seconds(out.read_text()) == rows


def test_a_board_beyond_the_largest_size_costs_its_own_row_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "boards.txt"
    wide = "/".join(" ".join(str(at + row * 128) for at in range(128)) for row in range(2))
    path.write_text(f"{wide}\n1 2/0 3\n")
    code, out, _ = called(capsys, path)
    first, second = map(json.loads, out.splitlines())
    assert (code, first["line"], second["length"]) == (2, 1, 1)
    assert "2..127 rows and columns, got 2x128" in first["error"]
    assert first["input"] == wide[:200]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--jobs", "0"], "the number of processes is 1..256, got 0"),
        (["--jobs", "-2"], "the number of processes is 1..256, got -2"),
        (["--jobs", "100000"], "the number of processes is 1..256, got 100000"),
        (["--jobs", "many"], "invalid int value: 'many'"),
    ],
)
def test_where_nothing_can_run_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], boards: Path, tmp_path: Path, options: list[str], said: str
) -> None:
    code, out, err = called(capsys, boards, "--output", tmp_path / "out", *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_heuristic_of_ones_own_works_in_processes(
    capsys: pytest.CaptureFixture[str], boards: Path, tmp_path: Path
) -> None:
    """With its neighbours and its errors; the file is read once, before the work."""
    (tmp_path / "neighbour_of_own.py").write_text("SCALE = 1\n")
    path = tmp_path / "own.py"
    path.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from neighbour_of_own import SCALE\n"
        "@dataclass\n"
        "class Off:\n"
        "    count: int\n"
        "def own(board, goal):\n"
        "    if board.shape.cells == 6 and board.tiles[0] == 0:\n"
        "        raise ValueError('not this one')\n"
        "    return SCALE * Off(int(board != goal)).count\n"
    )
    options = ["--heuristic", f"{path}:own"]
    code, out, err = called(capsys, boards, *options)
    assert (code, err) == (2, "")
    assert "own raised ValueError (not this one) for the board 0 5 2/1 4 3" in out.splitlines()[-1]
    code, again, _ = called(capsys, boards, *options, "--jobs", 2)
    assert (code, without_seconds(again)) == (2, without_seconds(out))
