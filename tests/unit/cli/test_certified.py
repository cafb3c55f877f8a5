"""`--certified`: your own heuristic is certified first, and then its answers are proved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from npuzzle.cli.main import main

BOARD = "4 5 0/1 2 3"
OFF = "sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    lines = [f"def off(board, goal): return {OFF}", f"def three_times(board, goal): return 3 * {OFF}"]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def test_an_answer_is_proved(capsys: pytest.CaptureFixture[str], mine: Path) -> None:
    solve = ["solve", BOARD, "--algorithm", "astar", "--heuristic", f"{mine}:off", "--json"]
    claims = [json.loads(run(capsys, *solve, *more)[1])["claim"] for more in ([], ["--certified"])]
    assert claims[0].startswith("at most")
    assert claims[1] == "proved shortest"


def test_a_heuristic_of_ones_own_gets_a_hint_where_it_helps(
    capsys: pytest.CaptureFixture[str], mine: Path
) -> None:
    own = ["--heuristic", f"{mine}:off"]
    hint = "Add --certified: it certifies off first, so that the answer is proved if that succeeds."
    assert run(capsys, "solve", BOARD, "--algorithm", "astar", *own)[1].splitlines()[-1] == hint
    larger = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"
    for arguments in (
        ["solve", BOARD, "--algorithm", "astar", *own, "--certified"],
        ["solve", BOARD, "--algorithm", "astar", *own, "--json"],
        ["solve", BOARD, "--algorithm", "greedy", *own],
        ["solve", larger, "--algorithm", "astar", *own],
        ["solve", BOARD, "--algorithm", "astar", "--heuristic", "2*misplaced"],
    ):
        assert "--certified" not in run(capsys, *arguments)[1], arguments


def test_comparisons_are_proved(capsys: pytest.CaptureFixture[str], mine: Path) -> None:
    compare = ["compare", BOARD, "--heuristics", f"{mine}:off,manhattan", "--json", "--certified"]
    rows = json.loads(run(capsys, *compare)[1])["runs"]
    assert [row["claim"] for row in rows] == ["proved shortest"] * 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["solve", BOARD, "--heuristic", "MINE:three_times"],
            "three_times is not admissible",
        ),
        (["solve", BOARD], "--certified needs a heuristic to certify: name it by --heuristic"),
        (["solve", "1 2 3 4/5 6 7 0", "--heuristic", "MINE:none"], "has no none; it has off, three_times"),
        (
            ["solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "--heuristic", "MINE:off"],
            "all states can be enumerated for up to 9 cells",
        ),
        (
            ["compare", "1 2/3 0", BOARD, "--heuristics", "MINE:off"],
            "needs boards of one size, got 2x2, 2x3",
        ),
    ],
)
def test_what_cannot_be_certified_is_an_error(
    capsys: pytest.CaptureFixture[str], mine: Path, arguments: list[str], message: str
) -> None:
    code, out, err = run(capsys, *(text.replace("MINE", str(mine)) for text in arguments), "--certified")
    assert (code, out) == (2, "")
    assert message in err
