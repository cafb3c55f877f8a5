"""Texts copied from elsewhere, passed to the commands; `tests/unit/puzzle` tests their forms."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from tests.support.command_line import Call, Save


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["5\t1\t\n4\t3\t7\n8\t2\t6", "--goal", "spiral"], 26),
        (["7 2 4\n5 0 6\n8 3 1\n\n0 1 2\n3 4 5\n6 7 8"], 26),
        (["1 2 3/4 5 6/0 7 8 -> 1 2 3/4 5 6/7 8 0"], 2),
        (['{"board": [[1,2,3],[4,5,6],[7,0,8]]}'], 1),
        (["1 2 3/4 9 6/7 5 8", "--blank", "9"], 2),
        (["1 2 3/4 0 5/6 7 8", "--goal", "center"], 0),
        (["1 2 3/4 5 6/7 0 8", "--goal", "blank-3-1"], 1),
    ],
)
def test_solve_answers(arguments: list[str], expected: int, call: Call) -> None:
    answer = call("solve", *arguments, "--json").json
    assert (answer["length"], answer["claim"]) == (expected, "proved shortest")


def test_what_show_draws_is_read_with_its_goal(call: Call) -> None:
    out = call("solve", "0 1 3/4 2 5/7 8 6", "--goal", "blank-first", "--show").out
    drawn = out.partition("\n\n")[2].partition("\n\n")[0]
    assert "goal:" in drawn
    again = call("solve", drawn, "--json")
    assert again.json["board"] == "0 1 3/4 2 5/7 8 6"
    assert "with 0 1 2/3 4 5/6 7 8 as the goal" in again.err


def test_it_is_said_how_a_text_was_read_and_which_goal_was_taken(call: Call) -> None:
    for command in ("solve", "check"):
        said = "npuzzle: read as 1 2 3/4 0 6/7 5 8, with b as the blank\n"
        assert call(command, "1 2 3/4 b 6/7 5 8").err == said
    both = "1 2 3/4 5 6/0 7 8\n1 2 3/4 5 6/7 8 0"
    assert "with 1 2 3/4 5 6/7 8 0 as the goal" in call("solve", both).err
    assert call("solve", both, "--goal", "blank-last").err == ""
    assert call("solve", "1 2 3/4 5 6/0 7 8").err == ""


def test_a_goal_may_be_in_a_file(save: Save, call: Call) -> None:
    start, goal = save("2 8 3\n1 6 4\n7 0 5\n"), save("1 2 3\n8 0 4\n7 6 5\n", "goal.txt")
    assert call("solve", start, "--goal", goal, "--json").json["length"] == 5
    code, _, err = call("solve", start, "--goal", "goal")
    assert code == 2
    assert "unknown goal 'goal'" in err
    assert "center, blank-ROW-COLUMN, or a board such as 1 2 3/8 0 4/7 6 5" in err


def test_batch_reads_boards_in_blocks_and_a_faulty_one_is_one_row(save: Save, call: Call) -> None:
    text = "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 14\n\n1 2 3\n4 5 6\n7 0 8\n"
    found = call("batch", save(text))
    bad, good = found.rows
    assert (found.code, bad["line"], good["line"], good["length"]) == (2, 1, 6, 1)
    assert "tile 14 appears twice" in bad["error"]


def test_numbers_goals_and_known_lengths_of_lines(save: Save, call: Call) -> None:
    korf = "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
    rows = call("batch", save(f"{korf}\n{korf} 57\n{korf} 55\n"), "--goal", "blank-first").rows
    assert [row["length"] for row in rows] == [57, 57, 57]
    assert [(row["id"], row.get("known_length"), row.get("agrees")) for row in rows] == [
        ("1", None, None),
        ("1", 57, True),
        ("1", 55, False),
    ]
    table = 'id,board,goal,length\na,"1 2 3/4 5 6/7 0 8",,1\nb,283164705,spiral,\nc,nothing,,\n'
    found = call("batch", save(table, "boards.csv"))
    first, second, third = found.rows
    assert (found.code, first["line"], first["id"], first["length"], first["agrees"]) == (2, 2, "a", 1, True)
    assert (second["id"], second["length"], second["goal"]) == ("b", 5, "1 2 3/8 0 4/7 6 5")
    assert "error" in third


@pytest.mark.slow
def test_json_of_our_own_is_read_again(save: Save, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    made = call("scramble", "3x3", "--depth", "9", "--seed", "1", "--goal", "spiral", "--json").out
    monkeypatch.setattr("sys.stdin", StringIO(made))
    rows = call("batch", "-")
    assert rows.json["length"] == 9
    (again,) = call("batch", save(rows.out, "rows.jsonl")).rows
    assert (again["length"], again["goal"], again["agrees"]) == (9, "1 2 3/8 0 4/7 6 5", True)


def test_a_batch_of_blocks_is_resumed(save: Save, call: Call, tmp_path: Path) -> None:
    boards, rows = save("1 2 3\n5 7 6\n0 4 8\n\n1 * 3\n4 2 6\n7 5 8\n"), tmp_path / "rows.jsonl"
    assert call("batch", boards, "-o", rows).code == 0
    whole = rows.read_text()
    assert "with * as the blank" in whole.splitlines()[1]
    rows.write_text(whole.splitlines(keepends=True)[0])
    assert call("batch", boards, "-o", rows).code == 0
    assert [row[: len('{"line": 5')] for row in rows.read_text().splitlines()] == ['{"line": 1', '{"line": 5']


def test_compare_reads_blocks_and_refuses_boards_of_other_goals(save: Save, call: Call) -> None:
    path = save("2\n\n1 2 3\n5 7 6\n0 4 8\n\n1 3 5\n4 2 6\n0 7 8\n")
    runs = call("compare", "--boards", path, "--json").json["runs"]
    assert {row["board"] for row in runs} == {"1 2 3/5 7 6/0 4 8", "1 3 5/4 2 6/0 7 8"}
    code, _, err = call(
        "compare", "--boards", save('{"board": "1 2 3/4 5 6/0 7 8", "goal": "blank-first"}\n')
    )
    assert (code, "line 1: the board has the goal 0 1 2/3 4 5/6 7 8: give one goal for all" in err) == (
        2,
        True,
    )


def test_a_file_whose_name_could_be_a_board_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "12345678b"  # without such a file, read as a board with b as the blank
    assert call("solve", name, "--json").json["length"] == 0
    Path(name).write_text("1 2 3/4 5 6/0 7 8")
    assert call("solve", name, "--json").json["length"] == 2
