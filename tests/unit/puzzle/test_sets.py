"""The package's sets of boards: their contents, and how commands read them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from npuzzle import HEURISTICS, load_set
from npuzzle.errors import UnknownNameError
from npuzzle.puzzle.sets import SETS, find_set
from tests.support.command_line import Call, Save


@pytest.mark.parametrize(("name", "boards", "mean"), [("korf100", 100, 53.05), ("korf50-24", 50, 100.78)])
def test_every_length_is_possible(name: str, boards: int, mean: float) -> None:
    known, card = load_set(name), HEURISTICS["walking-distance"]
    assert (len(known), len({one.board for one in known})) == (boards, boards)
    assert sum(one.length or 0 for one in known) / boards == mean
    for one in known:
        goal, length = one.choose_goal(), one.length or 0
        assert one.board.is_solvable(goal)
        assert goal.blank == 0
        assert length - card(one.board, goal) in range(0, 99, 2)


def test_an_unknown_set_is_answered_with_what_each_set_is(call: Call) -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown set of boards 'korf5'.*korf100 \(100 random 4x4"):
        load_set("korf5")
    code, _, err = call("batch", "@korf5")
    assert (code, all(known.summary in err for known in SETS.values())) == (2, True)


def test_a_batch_compares_the_lengths_of_a_set_in_its_metric(call: Call, save: Save) -> None:
    rows = call("batch", "@hard15", "--max-expanded", "1").rows
    assert [(row["known_length"], row["agrees"]) for row in rows] == [(80, None)] * 2
    table = save("\n".join(find_set("korf100-lines").lines()[:2]))
    found = call("batch", table, "--metric", "lines")
    said = "npuzzle: lengths: 1 agree with the known ones, 0 differ, 0 are not proved\n"
    assert (found.json["agrees"], found.err) == (True, said)
    code, _, err = call("batch", "@korf100", "--metric", "lines")
    assert (code, "the lengths of @korf100 need --metric tiles, got lines" in err) == (2, True)


def test_a_board_of_a_set_is_named_by_its_number(call: Call, tmp_path: Path) -> None:
    asked = ("batch", "@hard15", "--max-expanded", "1", "-o", tmp_path / "rows.jsonl")
    call(*asked)
    first, second = (tmp_path / "rows.jsonl").read_text().splitlines(keepends=True)
    assert [(row["line"], row["id"]) for row in map(json.loads, (first, second))] == [(1, "1"), (2, "2")]
    (tmp_path / "rows.jsonl").write_text(first)
    said = "lengths: 0 agree with the known ones, 0 differ, 2 are not proved"
    assert call(*asked).err.split("npuzzle: ")[1:] == [
        f"1 board is already answered in {asked[-1]}; continuing with board 2\n",
        f"{said}\n",
    ]
    assert "@hard15, board 1: the board has the goal" in call("compare", "--boards", "@hard15").err


@pytest.mark.parametrize("verdict", ["1", "[]", '"true"'])
def test_a_row_with_another_verdict_is_not_counted(
    call: Call, save: Save, tmp_path: Path, verdict: str
) -> None:
    out = tmp_path / "rows.jsonl"
    boards = save("id,board,length\na,1 2/3 0,0\n")
    call("batch", boards, "-o", out)
    out.write_text(out.read_text().replace('"agrees": true', f'"agrees": {verdict}'))
    assert call("batch", boards, "-o", out) == (
        0,
        "",
        f"npuzzle: the only board is already answered in {out}\n",
    )


def test_a_set_without_its_mark_is_suggested(call: Call) -> None:
    for words in (("batch", "korf100"), ("compare", "--boards", "korf100")):
        code, _, err = call(*words)
        assert (code, "No such file or directory; did you mean @korf100?" in err) == (2, True)


def test_boards_of_a_set_are_compared(call: Call) -> None:
    asked = ("compare", "--boards", "@hard15", "--goal", "blank-first", "--max-expanded", "9", "--json")
    found = {row["board"] for row in call(*asked).json["runs"]}
    assert found == {str(one.board) for one in load_set("hard15")}
