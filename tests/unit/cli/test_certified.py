"""`--certified` certifies your own heuristic first; then its answers count as proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import Call, Save

BOARD = "4 5 0/1 2 3"
OFF = "sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)"


@pytest.fixture
def mine(save: Save) -> Path:
    lines = [f"def off(board, goal): return {OFF}", f"def three_times(board, goal): return 3 * {OFF}"]
    return save("\n".join(lines), "mine.py")


def test_an_answer_is_proved(call: Call, mine: Path) -> None:
    solve = ["solve", BOARD, "--algorithm", "astar", "--heuristic", f"{mine}:off", "--json"]
    claims = [call(*solve, *more).json["claim"] for more in ([], ["--certified"])]
    assert claims[0].startswith("at most")
    assert claims[1] == "proved shortest"


def test_a_heuristic_of_ones_own_gets_a_hint_where_it_helps(call: Call, mine: Path) -> None:
    own = ["--heuristic", f"{mine}:off"]
    hint = "Add --certified: if off can be certified first, the answer is proved."
    assert call("solve", BOARD, "--algorithm", "astar", *own)[1].splitlines()[-1] == hint
    larger = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"
    for arguments in (
        ["solve", BOARD, "--algorithm", "astar", *own, "--certified"],
        ["solve", BOARD, "--algorithm", "astar", *own, "--json"],
        ["solve", BOARD, "--algorithm", "greedy", *own],
        ["solve", larger, "--algorithm", "astar", *own],
        ["solve", BOARD, "--algorithm", "astar", "--heuristic", "2*misplaced"],
    ):
        assert "--certified" not in call(*arguments)[1], arguments


def test_comparisons_are_proved(call: Call, mine: Path) -> None:
    compare = ["compare", BOARD, "--heuristics", f"{mine}:off,manhattan", "--json", "--certified"]
    rows = call(*compare).json["runs"]
    assert [row["claim"] for row in rows] == ["proved shortest"] * 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["solve", BOARD, "--heuristic", "MINE:three_times"],
            "three_times is not admissible",
        ),
        (["solve", BOARD], "--certified needs a heuristic to certify: name it with --heuristic"),
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
    call: Call, mine: Path, arguments: list[str], message: str
) -> None:
    code, out, err = call(*(text.replace("MINE", str(mine)) for text in arguments), "--certified")
    assert (code, out) == (2, "")
    assert message in err
