"""`npuzzle check`: what is wrong with a board, and what would repair it."""

from __future__ import annotations

import json

import pytest

from tests.support.command_line import call


def test_check_of_a_board_that_can_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "check", "1 2 3/4 5 6/7 8 0", "--json")
    found = json.loads(out)
    assert code == 0
    assert list(found) == ["valid", "defects", "solvable", "reason", "repairs"]
    assert (found["valid"], found["solvable"], found["defects"], found["repairs"]) == (True, True, [], [])


def test_check_offers_repairs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "check", "2 8 1/0 4 3/7 6 5")
    assert code == 1
    assert out.splitlines()[1:] == ["Repair: swap tiles 6 and 5", "Repair: use the goal spiral"]
    assert call(capsys, "check", "2 8 1/0 4 3/7 6 5", "--goal", "spiral")[0] == 0


def test_check_names_every_defect(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "check", "1 2 3/4 5 5/7 8 0")
    assert (code, out) == (2, "")
    assert err == (
        "npuzzle: not a board: tile 5 appears twice (at row 2, column 2 and row 2, column 3); "
        "tile 6 is missing; for equal tiles, see Other rules in the documentation\n"
    )
    code, out, err = call(capsys, "check", "1 2 3/4 5 5/7 8 0", "--json")
    found = json.loads(out)
    assert (code, err, found["valid"], found["solvable"]) == (2, "", False, None)
    assert found["defects"][0]["cells"] == [[2, 2], [2, 3]]
