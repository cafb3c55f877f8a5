"""`npuzzle scramble`, and boards given as moves: `solve --scramble`, and `verify` with a size as board."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Problem, boards_at, goal_board, solve
from npuzzle.puzzle.moves import cancel, undo
from tests.support.command_line import Call

PATHS = st.text("UDLR", max_size=40)


def test_scramble_repeats_for_a_seed_and_can_be_solved(call: Call) -> None:
    def told(seed: object) -> tuple[str, ...]:
        return ("scramble", "3x3", "--seed", str(seed), "--walk", "5", "--goal", "spiral")

    goal = "1 2 3/8 0 4/7 6 5"
    data = call(*told(7), "--json").json
    about = {"goal": goal, "seed": 7, "walk": 5, "depth": None, "metric": "tiles", "claim": None}
    assert data == {"board": call(*told(7)).out.strip(), **about}
    assert call(*told(8), "--json").json["board"] != data["board"]
    data = call("scramble", "2x2", "--json").json
    assert (data["goal"], data["walk"]) == ("1 2/3 0", None)
    assert call("scramble", "2x2", "--seed", data["seed"]).out.strip() == data["board"]
    assert Problem(Board.parse(data["board"]), Board.parse(data["goal"])).is_solvable


def test_boards_at_a_depth_a_line_each(call: Call) -> None:
    asked = ["scramble", "3x3", "--depth", "20", "--count", "5", "--seed", "1"]
    code, out, err = call(*asked)
    boards = [Board.parse(line) for line in out.splitlines()]
    assert (code, err, len(set(boards))) == (0, "", 5)
    assert [board.distance() for board in boards] == [20] * 5
    lines = [json.loads(line) for line in call(*asked, "--json").out.splitlines()]
    assert [line["board"] for line in lines] == out.splitlines()
    assert [(line["depth"], line["walk"], line["seed"]) for line in lines] == [(20, None, 1)] * 5
    assert {line["claim"] for line in lines} == {solve(boards[0]).claim}
    assert boards_at("3x3", 20, 5, seed=1) == boards


def test_a_table_of_boards_at_a_depth_is_solved_by_batch(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("scramble", "2x3", "--depth", "15", "--count", "2", "--seed", "1", "--goal", "blank-first")
    table = call(*asked, "--csv").out
    assert table.splitlines()[0] == "board,goal,seed,walk,depth,metric,claim"
    assert table.splitlines()[1].endswith(",0 1 2/3 4 5,1,,15,tiles,proved shortest")
    monkeypatch.setattr("sys.stdin", StringIO(table))
    assert [row["length"] for row in call("batch", "-").rows] == [15, 15]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["3x3", "--depth", "32"], "the farthest are 31"),
        (["3x3", "--depth", "3", "--walk", "3"], "leave one of them out"),
        (["3x3", "--count", "0"], "the count of boards must be a whole number, 1 to 1,000,000, got 0"),
        (["2x2", "--count", "13"], "12 different boards of 2x2 were found"),
        (["3x3", "--seed", "-1"], "expected a whole number of 0 or more, got '-1'"),
        (["3x3", "--walk", "-1"], "a walk must have 0 to 1,000,000 moves, got -1"),
        (["200x4"], "2 to 127 rows and columns, got 200x4"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call: Call, options: list[str], words: str) -> None:
    code, _, err = call("scramble", *options)
    assert (code, words in err) == (2, True)


def test_a_scramble_of_a_4x4_is_solved(call: Call) -> None:
    code, out, err = call("solve", "4x4", "--scramble", "D2 R U L D R")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "Solved in 7 moves: proved shortest. Goal: blank-last"
    assert out.splitlines()[-1] == "The scramble has 7 moves; to undo it: L U R D L U2."


@pytest.mark.parametrize(
    ("board", "options", "start", "said"),
    [
        ("3x3", ["R L R L"], "1 2 3/4 5 6/7 8 0", "The scramble has 4 moves, which all cancel."),
        ("3x3", ["R D U R"], "1 2 3/4 5 6/0 7 8", "has 4 moves, of which 2 cancel; to undo it: L2."),
        ("3x3", ["8 7"], "1 2 3/4 5 6/0 7 8", "The scramble has 2 moves; to undo it: L2."),
        ("3x3", ["L2", "--notation", "blank"], "1 2 3/4 5 6/0 7 8", "has 2 moves; to undo it: R2."),
        ("2x3", ["U", "--goal", "blank-first"], "3 1 2/0 4 5", "The scramble has 1 move; to undo it: D."),
        ("1 2 3/0 4 6/7 5 8", ["U"], "1 2 3/7 4 6/0 5 8", "The scramble has 1 move; to undo it: D."),
    ],
)
def test_what_a_scramble_leads_to(call: Call, board: str, options: list[str], start: str, said: str) -> None:
    assert said in call("solve", board, "--scramble", *options).out
    assert call("solve", board, "--json", "--scramble", *options).json["board"] == start


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["U"], "move 1 of --scramble, U, is illegal: the blank is in the last row, so no tile can slide up"),
        (["U"], "; for the blank's directions add --notation blank"),
        (["D", "--notation", "blank"], "D, is illegal: the blank is in the last row and cannot move down"),
        (["R Q"], "got 'Q' at character 3"),
    ],
)
def test_a_scramble_that_cannot_be_played_is_rejected(call: Call, arguments: list[str], said: str) -> None:
    code, out, err = call("solve", "3x3", "--scramble", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_verify_finds_the_board_that_moves_solve(call: Call) -> None:
    for moves, notation in (("R D L U", ""), ("l u r d", " (letters read as the blank's directions)")):
        code, out, err = call("verify", "3x3", *moves.split())
        assert (code, err) == (0, "")
        assert out.splitlines() == [
            "These moves solve the board 1 2 3/4 8 5/7 6 0.",
            f"All 4 moves are legal{notation}, and the goal is reached.",
            "This is a shortest path: 4 moves, proved.",
        ]
    assert call("verify", "3x3", "R", "L", "R", "L", "--json").code == 0


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["R", "L9", "U"], "no 3x3 board is solved by these moves; played back from the goal, move 4 of 11"),
        (["7", "8"], "or words, as in up left; got '7' at character 1"),
    ],
)
def test_moves_that_solve_no_board_are_rejected(call: Call, moves: list[str], said: str) -> None:
    code, out, err = call("verify", "3x3", *moves)
    assert (code, out) == (2, "")
    assert said in err


@given(PATHS)
def test_a_path_and_its_way_back_cancel(path: str) -> None:
    assert cancel(path + undo(path)) == ""
    assert undo(undo(path)) == path
    left = cancel(path)
    assert cancel(left) == left
    assert not any(pair in left for pair in ("UD", "DU", "LR", "RL"))
    wide = goal_board("blank-50-50", 99)
    assert wide.play(path) == wide.play(left)
    assert wide.play(path).play(undo(path)) == wide
