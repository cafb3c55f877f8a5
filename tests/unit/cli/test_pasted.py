"""Texts from the world, given to the commands as people type them."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import call


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["1 2 3\n4 * 6\n7 5 8"], 2),
        (["    1  3\n 4  2  5\n 7  8  6"], 4),
        (["5\t1\t\n4\t3\t7\n8\t2\t6", "--goal", "spiral"], 26),
        (["8\n-1\n1 2 3\n4 5 6\n0 7 8"], 2),
        (["3 -1\n1 2 7\n0 4 3\n6 5 8"], 19),
        (["3\n0\n3\n8\n4\n1\n7\n2\n6\n5", "--goal", "blank-first"], 20),
        (["7 2 4\n5 0 6\n8 3 1\n\n0 1 2\n3 4 5\n6 7 8"], 26),
        (["2 8 3\n1 6 4\n7 0 5\n1 2 3\n8 0 4\n7 6 5"], 5),
        (["12X453786\n12345678X"], 2),
        (["12X453786 12345678X"], 2),
        (["1 2 3/4 5 6/0 7 8 -> 1 2 3/4 5 6/7 8 0"], 2),
        (["{{1,3,12,4},{2,9,10,7},{0,14,8,15},{5,6,13,11}}"], 28),
        (["np.array([[8,6,7],[2,5,4],[3,0,1]])"], 31),
        (["[1 2 3; 4 0 5; 7 8 6]"], 2),
        (["4-1-2\n7-e-3\n8-5-6"], 8),
        (["142 3b5 678", "--goal", "blank-first"], 2),
        (["1;2;3\n4;0;5\n7;8;6"], 2),
        (["123456789ABC DEF"], 3),
        (["2x3 412503"], 5),
        (["3x2 123450"], 0),
        (["2 3 6\n1 0 7\n4 8 5\nEND OF FILE"], 12),
        (["start:\n1 2 3\n4 0 5\n7 8 6"], 2),
        (["// mine\n1 2 3\n4 0 5\n7 8 6"], 2),
        (['{"board": [[1,2,3],[4,5,6],[7,0,8]]}'], 1),
        (["1 2 3/4 9 6/7 5 8", "--blank", "9"], 2),
        (["1 2 3/4 0 5/6 7 8", "--goal", "center"], 0),
        (["1 2 3/4 5 6/7 8 0", "--goal", "blank-3-1"], None),
        (["1 2 3/4 5 6/7 0 8", "--goal", "blank-3-1"], 1),
    ],
)
def test_solve_answers(
    arguments: list[str], expected: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if expected is None:
        expected = 2
    code, out, _ = call(capsys, "solve", *arguments, "--json")
    assert (code, json.loads(out)["length"], json.loads(out)["claim"]) == (0, expected, "proved shortest")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[8, 1, 2],[-1, 4, 3],[7, 6, 5]]", "Not solvable: the board has 11 inversions"),
        ("1|2|3\n-+-+-\n4|5|6\n-+-+-\n |8|7", "Not solvable: the board has 1 inversion "),
    ],
)
def test_check_answers(text: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "check", text)
    assert code == 1
    assert out.startswith(said)
    assert err.startswith("npuzzle: read as ")


def test_what_show_draws_is_read_with_its_goal(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "solve", "0 1 3/4 2 5/7 8 6", "--goal", "blank-first", "--show")
    drawn = out.partition("\n\n")[2].partition("\n\n")[0]
    assert "goal:" in drawn
    code, again, err = call(capsys, "solve", drawn, "--json")
    assert (code, json.loads(again)["board"]) == (0, "0 1 3/4 2 5/7 8 6")
    assert "with 0 1 2/3 4 5/6 7 8 as the goal" in err


def test_it_is_said_how_a_text_was_read_and_which_goal_was_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "solve", "1 2 3/4 b 6/7 5 8")[2] == (
        "npuzzle: read as 1 2 3/4 0 6/7 5 8, with b as the blank\n"
    )
    both = "1 2 3/4 5 6/0 7 8\n1 2 3/4 5 6/7 8 0"
    assert "with 1 2 3/4 5 6/7 8 0 as the goal" in call(capsys, "solve", both)[2]
    assert call(capsys, "solve", both, "--goal", "blank-last")[2] == ""
    assert call(capsys, "solve", "1 2 3/4 5 6/0 7 8")[2] == ""


def test_a_goal_may_be_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start, goal = tmp_path / "start.txt", tmp_path / "goal.txt"
    start.write_text("2 8 3\n1 6 4\n7 0 5\n")
    goal.write_text("1 2 3\n8 0 4\n7 6 5\n")
    code, out, _ = call(capsys, "solve", str(start), "--goal", str(goal), "--json")
    assert (code, json.loads(out)["length"]) == (0, 5)
    code, _, err = call(capsys, "solve", str(start), "--goal", "goal")
    assert code == 2
    assert "unknown goal 'goal'" in err
    assert "center, blank-ROW-COLUMN, or a board such as 1 2 3/8 0 4/7 6 5" in err


def batch(
    capsys: pytest.CaptureFixture[str], path: Path, text: str, *options: str
) -> tuple[int, list[dict[str, Any]]]:
    path.write_text(text, encoding="utf-8")
    code, out, _ = call(capsys, "batch", str(path), *options)
    return code, [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (
            "3\n\n1 2 3\n5 7 6\n0 4 8\n\n1 3 5\n4 2 6\n0 7 8\n\n3 4 5\n1 8 2\n0 7 6",
            [(3, 6), (7, 8), (11, 12)],
        ),
        ("3 3\n1 0 3\n4 2 5\n7 8 6\n4 3\n1 2 5\n4 6 9\n11 8 10\n3 7 0\n0 0", [(1, 3), (5, None)]),
        (
            "2\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14",
            [(2, 9), (6, None)],
        ),
        ("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15", [(1, None)]),
    ],
)
def test_batch_reads_boards_in_blocks(
    text: str, rows: list[tuple[int, int | None]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = batch(capsys, tmp_path / "boards.txt", text)
    assert [(row["line"], row["length"]) for row in found] == rows


def test_a_faulty_block_is_one_row_with_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 14\n\n1 2 3\n4 5 6\n7 0 8\n"
    code, (bad, good) = batch(capsys, tmp_path / "boards.txt", text)
    assert (code, bad["line"], good["line"], good["length"]) == (2, 1, 6, 1)
    assert "tile 14 appears twice" in bad["error"]


def test_numbers_goals_and_known_lengths_of_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    korf = "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
    options = ("--goal", "blank-first")
    _, rows = batch(capsys, tmp_path / "korf.txt", f"{korf}\n{korf} 57\n{korf} 55\n", *options)
    assert [row["length"] for row in rows] == [57, 57, 57]
    assert [(row["id"], row.get("known_length"), row.get("agrees")) for row in rows] == [
        ("1", None, None),
        ("1", 57, True),
        ("1", 55, False),
    ]
    table = 'id,board,goal,length\na,"1 2 3/4 5 6/7 0 8",,1\nb,283164705,spiral,\nc,nothing,,\n'
    code, rows = batch(capsys, tmp_path / "boards.csv", table)
    assert [(row["line"], row.get("id"), row.get("length")) for row in rows[:2]] == [
        (2, "a", 1),
        (3, "b", 5),
    ]
    assert (code, rows[0]["agrees"], rows[1]["goal"], "error" in rows[2]) == (
        2,
        True,
        "1 2 3/8 0 4/7 6 5",
        True,
    )


@pytest.mark.slow
def test_json_of_our_own_is_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, made, _ = call(capsys, "scramble", "3x3", "--depth", "9", "--seed", "1", "--goal", "spiral", "--json")
    monkeypatch.setattr("sys.stdin", StringIO(made))
    _, out, _ = call(capsys, "batch", "-")
    assert json.loads(out)["length"] == 9
    _, (again,) = batch(capsys, tmp_path / "rows.jsonl", out)
    assert (again["length"], again["goal"], again["agrees"]) == (9, "1 2 3/8 0 4/7 6 5", True)


def test_a_batch_of_blocks_is_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards, rows = tmp_path / "boards.txt", tmp_path / "rows.jsonl"
    boards.write_text("1 2 3\n5 7 6\n0 4 8\n\n1 * 3\n4 2 6\n7 5 8\n")
    assert call(capsys, "batch", str(boards), "-o", str(rows))[0] == 0
    whole = rows.read_text()
    assert [json.loads(row).get("reading") for row in whole.splitlines()] == [None, "with * as the blank"]
    rows.write_text(whole.splitlines(keepends=True)[0])
    assert call(capsys, "batch", str(boards), "-o", str(rows))[0] == 0
    assert [json.loads(row)["line"] for row in rows.read_text().splitlines()] == [1, 5]


def test_compare_reads_blocks_and_refuses_boards_of_other_goals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("2\n\n1 2 3\n5 7 6\n0 4 8\n\n1 3 5\n4 2 6\n0 7 8\n")
    code, out, _ = call(capsys, "compare", "--boards", str(path), "--json")
    assert (code, {row["board"] for row in json.loads(out)["runs"]}) == (
        0,
        {"1 2 3/5 7 6/0 4 8", "1 3 5/4 2 6/0 7 8"},
    )
    path.write_text('{"board": "1 2 3/4 5 6/0 7 8", "goal": "blank-first"}\n')
    code, _, err = call(capsys, "compare", "--boards", str(path))
    assert (code, "line 1: the board has the goal 0 1 2/3 4 5/6 7 8: give it by --goal" in err) == (2, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 0 3 7 5 2 6 4 9 10 11 8", "12 numbers in one row: put the size before them, such as 3x4"),
        ("3\n1 # 2 3\n4 5 6\n8 7 0", "line 1 gives the size 3x3, but line 2 has 1 number"),
        (
            "12 1 10 2 7 11 4 14 5 9 15 8 13 6 3",
            "15 numbers in one row, but 4x4 has 16 cells: is the blank missing?",
        ),
        ("1 2\n3 0\n\n1 2\n0 3\n\n0 2\n1 3", "the text has 3 boards, and one is expected here"),
        ("1 2 3\n4 5\n6 7 8", "write _ for the blank in row 2"),
    ],
)
def test_messages_tell_what_to_do(text: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("solve", "check"):
        code, _, err = call(capsys, command, text)
        assert (code, said in err) == (2, True)


def test_a_file_whose_name_could_be_a_board_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "12345678b"  # read as a board with b as the blank, if there is no such file
    assert json.loads(call(capsys, "solve", name, "--json")[1])["length"] == 0
    Path(name).write_text("1 2 3/4 5 6/0 7 8")
    assert json.loads(call(capsys, "solve", name, "--json")[1])["length"] == 2
