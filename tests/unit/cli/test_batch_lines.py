"""`npuzzle batch`: a row for each line, whatever stands in the others."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from npuzzle import Shape, goal_board, site
from tests.support.command_line import FIELDS, call
from tests.support.terminals import heed_ctrl_c


def batch(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> tuple[int, list[dict[str, Any]]]:
    code, out, _ = call(capsys, "batch", str(path), *options)
    return code, [json.loads(line) for line in out.splitlines()]


def test_batch_answers_line_by_line_in_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("# three boards\n1 2 3/4 5 6/7 0 8\n\n867254301\n1 2/3 0\n", encoding="utf-8")
    code, rows = batch(capsys, path)
    assert code == 0
    assert [row["length"] for row in rows] == [1, 31, 0]
    assert all(list(row)[: 1 + len(FIELDS)] == ["line", *FIELDS] for row in rows)
    assert [row["line"] for row in rows] == [2, 4, 5]


def test_a_bad_line_says_so_and_the_rest_continues(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2 3/4 5 6/7 0 8\n1 2 2/3 4 0\n2 1/3 0\n1 2/0 3\n", encoding="utf-8")
    code, rows = batch(capsys, path, "--algorithm", "bfs")
    assert code == 2
    assert [row.get("outcome") for row in rows] == ["solved", None, "unsolvable", "solved"]
    assert rows[1]["line"] == 2
    assert "tile 2 appears twice" in rows[1]["error"]


def test_a_bad_option_of_a_batch_is_one_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2/3 0\n" * 3, encoding="utf-8")
    code, out, err = call(capsys, "batch", str(path), "--weight", "0")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_byte_order_mark_and_stray_bytes_cost_no_other_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(b"\xef\xbb\xbf1 2/0 3\n\xff\n1 2/3 0\n")
    code, rows = batch(capsys, path)
    assert (code, [row.get("length") for row in rows]) == (2, [1, None, 0])


def test_batch_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("1 2/0 3\n"))
    assert [json.loads(line)["length"] for line in call(capsys, "batch", "-")[1].splitlines()] == [1]


def test_batch_lists_every_shortest_path_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("8 6 7/2 5 4/3 0 1\n1 2/0 3\n", encoding="utf-8")
    assert [row["every"]["count"] for row in batch(capsys, path, "--all")[1]] == [40, 1]


def test_a_board_too_large_for_a_heuristic_does_not_end_a_batch(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    large = goal_board("spiral", Shape(6, 6))
    path = tmp_path / "boards.txt"
    path.write_text(f"1 2/0 3\n{large}\n1 2/0 3\n", encoding="utf-8")
    code, rows = batch(capsys, path, "--heuristic", "pdb", "--goal", "blank-last")
    assert code == 2
    assert [row.get("length") for row in rows] == [1, None, 1]
    assert "pattern-tables is for boards of up to 25 cells; 6x6 has 36" in rows[1]["error"]


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


def test_a_batch_in_line_moves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    boards, rows = tmp_path / "boards.txt", tmp_path / "rows.jsonl"
    boards.write_text("1 2 3/4 5 6/0 7 8\n1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 0 19\n")
    code, _, _ = call(capsys, "batch", str(boards), "--metric", "lines", "-o", str(rows))
    first, second = map(json.loads, rows.read_text().splitlines())
    assert (code, first["metric"], first["length"], first["job"]["metric"]) == (2, "lines", 1, "lines")
    assert second["error"] == "line moves are counted on boards of up to 16 cells; 4x5 has 20"
    code, _, err = call(capsys, "batch", str(boards), "-o", str(rows))
    assert (code, "it was made with --metric lines, expected --metric tiles" in err) == (2, True)
