"""The command `verify`."""

from __future__ import annotations

import pytest

from tests.support.command_line import Call

NEAR = "1 2 3/4 5 6/0 7 8"


@pytest.mark.parametrize(
    ("board", "moves", "length"),
    [
        *((NEAR, moves, 2) for moves in ("L2", "7 8", "8", "r r", "7L 8L", "(7,left) (8,left)", "→ →")),
        ("1 2 3 4/5 0 6 8/9 10 7 11/13 14 15 12", "[6,7,11,12]", 4),
    ],
)
def test_a_shortest_path_is_proved(call: Call, board: str, moves: str, length: int) -> None:
    code, out, err = call("verify", board, *moves.split())
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"This is a shortest path: {length} moves, proved."


def test_it_is_said_how_moves_were_read(call: Call) -> None:
    said = "Both moves are legal (words read as the blank's directions), and"
    assert said in call("verify", NEAR, "right 2").out
    for moves, read_as in (("right 2", "blank words"), ("7L 8L", "tile directions"), ("[8]", "tile numbers")):
        assert call("verify", NEAR, moves, "--json").json["read_as"] == read_as


def test_a_longer_path_is_reported_with_the_move_that_left_the_shortest(
    call: Call,
) -> None:
    assert call("verify", NEAR, "L R L2") == (
        0,
        "All 4 moves are legal, and the goal is reached.\n"
        "This is 2 moves longer than a shortest path, which has 2.\n"
        "Move 2 (tile 7 right) left every shortest path. The move before it starts a shortest path.\n",
        "",
    )


def test_an_illegal_move_is_reported_with_what_is_possible(call: Call) -> None:
    assert call("verify", NEAR, "L", "R", "R", "--notation", "tile") == (
        1,
        "Move 3, R, is illegal: the blank is in the first column, so no tile can slide right. After 2 moves "
        "the board is 1 2 3/4 5 6/0 7 8; possible there: D (tile 4), L (tile 7).\n"
        "A shortest path from the start has 2 moves.\n"
        "Move 2 (tile 7 right) left every shortest path. The move before it starts a shortest path.\n",
        "",
    )


def test_as_json_and_for_another_goal(call: Call) -> None:
    asked = ["2 8 1/0 4 3/7 6 5", "D", "--goal", "spiral", "--json", "--max-seconds", "5"]
    code, *_ = answer = call("verify", *asked)
    found = answer.json
    assert code == 1
    assert (found["legal"], found["reaches_goal"], found["shortest"], found["length"]) == (True, False, 9, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([NEAR], "the following arguments are required: MOVES"),
        ([NEAR, "hello"], "or numbers of tiles, as in 7 8 5 or 7L 8U; got 'hello' at character 1"),
        ([NEAR, "9"], "the tile must be from 1 to 8 on a 3x3 board, got 9"),
        (["1 2 3/4 5 6/7 7 0", "L"], "tile 7 appears twice"),
        ([NEAR, "L", "--max-seconds", "-1"], "seconds must be a number, 0 or more, or None, got -1.0"),
        ([NEAR, "L", "--goal", "nowhere"], "unknown goal 'nowhere'"),
    ],
)
def test_bad_input_is_named(call: Call, arguments: list[str], message: str) -> None:
    code, out, err = call("verify", *arguments)
    assert (code, out) == (2, "")
    assert message in err
