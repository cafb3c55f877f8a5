"""`npuzzle scramble`: boards by a seed or by a walk, all of them solvable."""

from __future__ import annotations

import json

import pytest

from npuzzle import Board, Problem, goal_board
from tests.support.command_line import call


def test_scramble_repeats_for_a_seed_and_can_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    first = call(capsys, "scramble", "3x4", "--seed", "7", "--goal", "spiral")[1]
    assert call(capsys, "scramble", "3x4", "--seed", "7", "--goal", "spiral")[1] == first
    board = Board.parse(first)
    assert Problem(board, goal_board("spiral", board.shape)).is_solvable
    assert call(capsys, "scramble", "3x4", "--seed", "8", "--goal", "spiral")[1] != first


def test_scramble_tells_all_of_a_board_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["scramble", "3x3", "--seed", "7", "--walk", "5", "--goal", "spiral"]
    data = json.loads(call(capsys, *told, "--json")[1])
    assert data == {
        "board": call(capsys, *told)[1].strip(),
        "goal": "1 2 3/8 0 4/7 6 5",
        "seed": 7,
        "walk": 5,
    }
    data = json.loads(call(capsys, "scramble", "2x2", "--json")[1])
    assert (data["goal"], data["walk"]) == ("1 2/3 0", None)
    assert call(capsys, "scramble", "2x2", "--seed", str(data["seed"]))[1].strip() == data["board"]
    assert Problem(Board.parse(data["board"]), Board.parse(data["goal"])).is_solvable


def test_a_walk_is_no_further_than_its_moves(capsys: pytest.CaptureFixture[str]) -> None:
    board = call(capsys, "scramble", "4x4", "--seed", "3", "--walk", "9")[1].strip()
    answer = json.loads(call(capsys, "solve", board, "--json")[1])
    assert answer["length"] in (1, 3, 5, 7, 9)
