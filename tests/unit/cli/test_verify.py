"""The command `verify`, as it is typed."""

from __future__ import annotations

import json

import pytest

from npuzzle.cli.main import main

NEAR = "1 2 3/4 5 6/0 7 8"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["verify", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_shortest_path_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    for moves in (["L2"], ["L", "L"], ["7", "8"], ["8"], ["7,8"], ["r", "r"]):
        code, out, err = run(capsys, NEAR, *moves)
        assert (code, err) == (0, "")
        assert out.splitlines()[-1] == "This is a shortest path: 2 moves, proved."


@pytest.mark.parametrize(
    ("board", "moves", "goal", "length"),
    [
        ("1 2 5/3 4 0/6 7 8", ["['Up', 'Left', 'Left']"], "blank-first", 3),
        ("4 1 2/0 5 3/7 8 6", ["up,", "right,", "right,", "down,", "down"], "blank-last", 5),
        ("1 2 3 4/5 0 6 8/9 10 7 11/13 14 15 12", ["[6,7,11,12]"], "blank-last", 4),
        (NEAR, ["7L", "8L"], "blank-last", 2),
        (NEAR, ["(7,left)", "(8,left)"], "blank-last", 2),
        (NEAR, ["→", "→"], "blank-last", 2),
    ],
)
def test_moves_are_read_as_other_programs_print_them(
    capsys: pytest.CaptureFixture[str], board: str, moves: list[str], goal: str, length: int
) -> None:
    code, out, err = run(capsys, board, *moves, "--goal", goal)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"This is a shortest path: {length} moves, proved."


def test_it_is_said_how_moves_were_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        "Both moves are legal (words read as the blank's directions), and" in run(capsys, NEAR, "right 2")[1]
    )
    for moves, read_as in (("right 2", "blank words"), ("7L 8L", "tile directions"), ("[8]", "tile numbers")):
        assert json.loads(run(capsys, NEAR, moves, "--json")[1])["read_as"] == read_as


def test_a_longer_path_is_reported_with_the_move_that_left_the_shortest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(capsys, NEAR, "L R L2") == (
        0,
        "All 4 moves are legal, and the goal is reached.\n"
        "This is 2 moves longer than a shortest path, which has 2.\n"
        "Move 2 (tile 7 right) left every shortest path. The move before it begins one.\n",
        "",
    )


def test_an_illegal_move_is_reported_with_what_is_possible(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, NEAR, "L", "R", "R", "--notation", "tile") == (
        1,
        "Move 3, R, is illegal: the blank is in the first column, so no tile can slide right. After 2 moves "
        "the board is 1 2 3/4 5 6/0 7 8; possible there: D (tile 4), L (tile 7).\n"
        "A shortest path from the start has 2 moves.\n"
        "Move 2 (tile 7 right) left every shortest path. The move before it begins one.\n",
        "",
    )


def test_as_json_and_for_another_goal(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "2 8 1/0 4 3/7 6 5", "D", "--goal", "spiral", "--json", "--max-seconds", "5")
    found = json.loads(out)
    assert code == 1
    assert (found["legal"], found["reaches_goal"], found["shortest"], found["length"]) == (True, False, 9, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([NEAR], "the following arguments are required: MOVES"),
        ([NEAR, "hello"], "or numbers of tiles, as in 7 8 5 or 7L 8U; got 'hello' at character 1"),
        ([NEAR, "9"], "a 3x3 board has the tiles 1..8, got 9"),
        (["1 2 3/4 5 6/7 7 0", "L"], "tile 7 appears twice"),
        ([NEAR, "L", "--max-seconds", "-1"], "seconds is a number, 0 or more, or None, got -1.0"),
        ([NEAR, "L", "--goal", "nowhere"], "unknown goal 'nowhere'"),
    ],
)
def test_bad_input_is_named(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
