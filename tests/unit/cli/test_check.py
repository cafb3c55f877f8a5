"""`npuzzle check` says what is wrong with a board and how to repair it."""

from __future__ import annotations

from npuzzle import check
from tests.support.command_line import Call


def test_check_offers_repairs(call: Call) -> None:
    code, out, _ = call("check", "2 8 1/0 4 3/7 6 5")
    assert code == 1
    assert out.splitlines()[1:] == ["Repair: swap tiles 6 and 5", "Repair: use the goal spiral"]
    found = call("check", "2 8 1/0 4 3/7 6 5", "--goal", "spiral", "--json")
    assert (found.code, found.json) == (0, check("2 8 1/0 4 3/7 6 5", "spiral").to_dict())


def test_check_names_every_defect(call: Call) -> None:
    code, out, err = call("check", "1 2 3/4 5 5/7 8 0")
    assert (code, out) == (2, "")
    assert err == (
        "npuzzle: not a board: tile 5 appears twice (at row 2, column 2 and row 2, column 3); "
        "tile 6 is missing\n"
    )
    found = call("check", "1 2 3/4 5 5/7 8 0", "--json")
    assert (found.code, found.err, found.json) == (2, "", check("1 2 3/4 5 5/7 8 0").to_dict())
