"""`npuzzle batch` writes the same rows with any number of workers, and after an interruption at any point."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from npuzzle import Shape, check, goal_board, site
from tests.support.command_line import FIELDS, Call, Save
from tests.support.gate import without_seconds
from tests.support.terminals import heed_ctrl_c

#: Solvable, already solved and unsolvable boards, and lines that are not boards.
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


@pytest.fixture
def boards(save: Save) -> Path:
    return save(BOARDS)


@pytest.fixture
def rows(call: Call, boards: Path) -> str:
    """Return the rows that `batch` prints for the boards."""
    code, out, err = call("batch", boards)
    assert (code, err) == (2, "")
    return without_seconds(out)


def test_every_line_has_its_row(rows: str) -> None:
    data = [json.loads(row) for row in rows.splitlines()]
    assert all(list(row)[: 1 + len(FIELDS)] == ["line", *FIELDS] for row in data if "error" not in row)
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
def test_processes_make_the_same_rows(call: Call, boards: Path, rows: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    code, printed, err = call("batch", boards, "--jobs", 2, "--output", out)
    assert (code, printed, err) == (2, "", "")
    assert without_seconds(out.read_text()) == rows


@pytest.mark.slow
def test_processes_read_standard_input(call: Call, rows: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(BOARDS))
    code, out, _ = call("batch", "-", "--jobs", 2)
    assert (code, without_seconds(out)) == (2, rows)


def cuts(text: bytes, every: int) -> list[int]:
    """Return places to cut: around each end of a row and every 29 bytes; of these, every n-th."""
    ends = [at for at, byte in enumerate(text, 1) if byte == ord("\n")]
    around = {end + by for end in [0, *ends] for by in range(-3, 12)}
    return sorted(at for at in around | set(range(0, len(text), 29)) if 0 <= at <= len(text))[::every]


@pytest.mark.slow
@pytest.mark.parametrize("every", [16, 1])
def test_wherever_the_output_was_cut_the_same_file_comes_of_it(
    call: Call, boards: Path, rows: str, tmp_path: Path, every: int
) -> None:
    out = tmp_path / "out.jsonl"
    whole = rows.encode()
    for cut in cuts(whole, every):
        out.write_bytes(whole[:cut])
        code, printed, err = call("batch", boards, "--output", out)
        assert (code, printed) == (2, ""), cut
        assert without_seconds(out.read_text()) == rows, cut
        done = whole[:cut].count(b"\n")
        said = {
            0: "",
            1: "npuzzle: 1 board is already answered in ",
            9: "npuzzle: all 9 boards are already answered in ",
        }
        assert err.startswith(said.get(done, f"npuzzle: {done} boards are already answered in ")), cut
        assert (err == "") == (done == 0), cut
        assert out.read_bytes().startswith(whole[: whole[:cut].rfind(b"\n") + 1])  # not solved again


@pytest.mark.parametrize(
    ("text", "expected"), [("1 2/0 3\n", 0), ("1 2/0 3\n2 1/3 0\n", 1), ("2 1/3 0\n1\n1 2/0 3\n", 2)]
)
def test_when_all_is_answered_it_says_so_and_touches_nothing(
    call: Call, save: Save, tmp_path: Path, text: str, expected: int
) -> None:
    boards, out = save(text), tmp_path / "out.jsonl"
    assert call("batch", boards, "--output", out) == (expected, "", "")
    before, lines = out.read_bytes(), text.count("\n")
    said = "the only board is" if lines == 1 else f"all {lines} boards are"
    again = call("batch", boards, "-o", out, "-j", 2)
    assert again == (expected, "", f"npuzzle: {said} already answered in {out}\n")
    assert out.read_bytes() == before


def test_new_lines_in_the_file_are_done_when_it_is_asked_again(
    call: Call, boards: Path, rows: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    call("batch", boards, "--output", out)
    boards.write_text(BOARDS + "1 2/0 3\n", encoding="utf-8")
    code, _, err = call("batch", boards, "--output", out)
    assert (code, err) == (2, f"npuzzle: 9 boards are already answered in {out}; continuing with line 12\n")
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
            "line 9 does not belong to these boards and options; the input has only 8 boards",
        ),
        (("", ""), ["--goal", "spiral"], '"goal": "1 2/0 3"}, got'),
    ],
    ids=["board", "line", "bad line", "fewer", "goal"],
)
def test_an_output_of_other_boards_is_refused_and_kept(
    call: Call,
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
    code, printed, err = call("batch", boards, "--output", out, *options)
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert f"{out} is unchanged: its line" in err
    assert said in err
    assert out.read_text() == rows


@pytest.mark.parametrize(
    "text",
    [
        *("my notes", "my notes\n", "{}\n", "[1]\n", '{"line": 2}\n', '{"line": 3, "bo', "\0\n", "1 2/0 3"),
        pytest.param("[" * 100_000 + "\n", id="deep"),
    ],
)
def test_a_file_of_something_else_is_refused_and_kept(
    call: Call, boards: Path, tmp_path: Path, text: str
) -> None:
    out = tmp_path / "notes.txt"
    out.write_text(text)
    code, _, err = call("batch", boards, "--output", out)
    assert (code, out.read_text()) == (2, text)
    assert f"{out} is unchanged: its line 1 does not belong to these boards" in err


def test_the_boards_are_never_written_over(call: Call, boards: Path) -> None:
    code, _, err = call("batch", boards, "--output", boards)
    assert (code, boards.read_text(encoding="utf-8")) == (2, BOARDS)
    assert "it is not a batch row" in err


def test_an_output_that_cannot_be_written_is_reported(call: Call, boards: Path, tmp_path: Path) -> None:
    pipe, nowhere = tmp_path / "pipe", tmp_path / "none" / "out"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/null"), Path("/dev/full")):
        said = f"npuzzle: {path} exists and is not a plain file\n"
        assert call("batch", boards, "--output", path) == (2, "", said)
    code, _, err = call("batch", boards, "--output", nowhere)
    assert (code, err.count("\n"), f"cannot write {nowhere}" in err) == (2, 1, True)


@pytest.mark.slow
def test_a_full_disk_is_reported_and_the_same_command_continues(
    call: Call, boards: Path, rows: str, tmp_path: Path
) -> None:
    """Files may be no larger than two rows and the beginning of the third."""
    room = len("".join(rows.splitlines(keepends=True)[:2])) + 100
    out = tmp_path / "out.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "npuzzle", "batch", str(boards), "--output", str(out)],
        cwd=site.ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},  # a cut-off bytecode file would stay
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
    assert call("batch", boards, "--output", out)[0] == 2
    assert without_seconds(out.read_text()) == rows


def test_a_board_too_large_costs_its_own_row_only_and_every_path_is_listed(call: Call, save: Save) -> None:
    wide = "/".join(" ".join(str(at + row * 128) for at in range(128)) for row in range(2))
    large = goal_board("spiral", Shape(6, 6))
    path = save(f"{wide}\n{large}\n1 2/0 3\n8 6 7/2 5 4/3 0 1\n")
    found = call("batch", path, "--heuristic", "pdb", "--goal", "blank-last", "--all")
    first, second, *others = found.rows
    assert (found.code, first["line"], first["input"]) == (2, 1, wide[:200])
    assert "2 to 127 rows and columns, got 2x128" in first["error"]
    assert second["error"].endswith("on boards of up to 25 cells; 6x6 has 36")
    assert [(row["length"], row["every"]["count"]) for row in others] == [(1, 1), (31, 40)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--jobs", "0"], "--jobs must be from 1 to 256, got 0"),
        (["--jobs", "many"], "invalid int value: 'many'"),
        (["--weight", "0"], "the weight must be a number, 1 to 1,000,000, got 0.0"),
        (["--goal", "spirl"], "unknown goal 'spirl'; did you mean spiral? Known: blank-last"),
        (["--goal", "1 2/3 4 5"], "the goal is not a board: not a rect"),
    ],
)
def test_where_nothing_can_run_is_one_clear_line(
    call: Call, boards: Path, tmp_path: Path, options: list[str], said: str
) -> None:
    code, out, err = call("batch", boards, "--output", tmp_path / "out", *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_heuristic_of_ones_own_works_in_processes(call: Call, boards: Path, tmp_path: Path) -> None:
    """It may import its neighbours and raise errors. The file is read once, before the work."""
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
    code, out, err = call("batch", boards, *options)
    assert (code, err) == (2, "")
    assert "line 9 of own.py: ValueError: not this one, for the board 0 5 2/1 4 3" in out.splitlines()[-1]
    code, again, _ = call("batch", boards, *options, "--jobs", 2)
    assert (code, without_seconds(again)) == (2, without_seconds(out))


@pytest.mark.slow
def test_ctrl_c_ends_a_batch_of_easy_boards(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("8 6 7/2 5 4/3 0 1\n" * 2000, encoding="utf-8")
    command = [sys.executable, "-m", "npuzzle", "batch", str(path)]
    running = subprocess.Popen(
        command, cwd=site.ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=heed_ctrl_c
    )
    assert running.stdout is not None
    running.stdout.readline()
    running.send_signal(signal.SIGINT)
    rest, _ = running.communicate(timeout=60)
    assert running.returncode == 1
    assert rest.count("\n") < 1900


def test_a_batch_in_line_moves(call: Call, save: Save, tmp_path: Path) -> None:
    boards, rows = (
        save("1 2 3/4 5 6/0 7 8\n1 2 3 4/5 6 7 8/9 10 0 11\n"),
        tmp_path / "rows",
    )
    assert call("batch", boards, "--metric", "lines", "-o", rows).code == 0
    first, second = map(json.loads, rows.read_text().splitlines())
    assert (first["metric"], first["length"], first["job"]["metric"]) == ("lines", 1, "lines")
    assert (second["length"], second["claim"]) == (1, "proved shortest")
    code, _, err = call("batch", boards, "-o", rows)
    assert (code, "it was made with --metric lines, expected --metric tiles" in err) == (2, True)
