"""Boards given by moves: `solve --scramble`, and `verify` with a size in place of the board."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, goal_board
from npuzzle.puzzle.moves import cancel, undo
from tests.support.command_line import call

PATHS = st.text("UDLR", max_size=40)


def test_a_scramble_of_a_4x4_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "solve", "4x4", "--scramble", "D2 R U L D R")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "Solved in 7 moves: proved shortest."
    assert out.splitlines()[-1] == "The scramble has 7 moves; undone by L U R D L U2."


@pytest.mark.parametrize(
    ("board", "options", "start", "said"),
    [
        ("3x3", ["R L R L"], "1 2 3/4 5 6/7 8 0", "The scramble has 4 moves, which all cancel."),
        ("1 2 3/4 5 6/7 8 0", ["R L"], "1 2 3/4 5 6/7 8 0", "The scramble has 2 moves, which all cancel."),
        ("3x3", ["R D U R"], "1 2 3/4 5 6/0 7 8", "has 4 moves, of which 2 cancel; undone by L2."),
        ("3x3", ["right, right"], "1 2 3/4 5 6/0 7 8", "The scramble has 2 moves; undone by L2."),
        ("3x3", ["8 7"], "1 2 3/4 5 6/0 7 8", "The scramble has 2 moves; undone by L2."),
        ("3x3", ["L2", "--notation", "blank"], "1 2 3/4 5 6/0 7 8", "has 2 moves; undone by R2."),
        ("2x3", ["U", "--goal", "blank-first"], "3 1 2/0 4 5", "The scramble has 1 move; undone by D."),
        ("1 2 3/0 4 6/7 5 8", ["U"], "1 2 3/7 4 6/0 5 8", "The scramble has 1 move; undone by D."),
    ],
)
def test_what_a_scramble_leads_to(
    capsys: pytest.CaptureFixture[str], board: str, options: list[str], start: str, said: str
) -> None:
    assert said in call(capsys, "solve", board, "--scramble", *options)[1]
    assert json.loads(call(capsys, "solve", board, "--json", "--scramble", *options)[1])["board"] == start


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["U"], "move 1 of --scramble, U, is illegal: the blank is in the last row, so no tile can slide up"),
        (["U"], "; for the blank's directions add --notation blank"),
        (["D", "--notation", "blank"], "D, is illegal: the blank is in the last row and cannot move down"),
        (["R Q"], "got 'Q' at character 3"),
    ],
)
def test_a_scramble_that_cannot_be_played_is_rejected(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = call(capsys, "solve", "3x3", "--scramble", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_verify_finds_the_board_that_moves_solve(capsys: pytest.CaptureFixture[str]) -> None:
    for moves, notation in (("R D L U", ""), ("l u r d", " (letters read as the blank's directions)")):
        code, out, err = call(capsys, "verify", "3x3", *moves.split())
        assert (code, err) == (0, "")
        assert out.splitlines() == [
            "These moves solve the board 1 2 3/4 8 5/7 6 0.",
            f"All 4 moves are legal{notation}, and the goal is reached.",
            "This is a shortest path: 4 moves, proved.",
        ]
    assert call(capsys, "verify", "3x3", "R", "L", "R", "L", "--json")[0] == 0


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["R", "L9", "U"], "no 3x3 board is solved by these moves; played back from the goal, move 4 of 11"),
        (["7", "8"], "or words, as in up left; got '7' at character 1"),
    ],
)
def test_moves_that_solve_no_board_are_rejected(
    capsys: pytest.CaptureFixture[str], moves: list[str], said: str
) -> None:
    code, out, err = call(capsys, "verify", "3x3", *moves)
    assert (code, out) == (2, "")
    assert said in err


@given(PATHS)
def test_a_path_and_its_way_back_cancel(path: str) -> None:
    assert cancel(path + undo(path)) == ""
    assert undo(undo(path)) == path
    left = cancel(path)
    assert cancel(left) == left
    assert not any(pair in left for pair in ("UD", "DU", "LR", "RL"))
    wide = Board(goal_board("blank-last", 99).shape, tuple(_with_blank_at_centre(99)))
    assert wide.play(path) == wide.play(left)
    assert wide.play(path).play(undo(path)) == wide


def _with_blank_at_centre(side: int) -> list[int]:
    tiles = list(range(1, side * side))
    tiles.insert(side * side // 2, 0)
    return tiles
