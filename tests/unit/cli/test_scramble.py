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
        "depth": None,
    }
    data = json.loads(call(capsys, "scramble", "2x2", "--json")[1])
    assert (data["goal"], data["walk"]) == ("1 2/3 0", None)
    assert call(capsys, "scramble", "2x2", "--seed", str(data["seed"]))[1].strip() == data["board"]
    assert Problem(Board.parse(data["board"]), Board.parse(data["goal"])).is_solvable


def test_a_walk_is_no_further_than_its_moves(capsys: pytest.CaptureFixture[str]) -> None:
    board = call(capsys, "scramble", "4x4", "--seed", "3", "--walk", "9")[1].strip()
    answer = json.loads(call(capsys, "solve", board, "--json")[1])
    assert answer["length"] in (1, 3, 5, 7, 9)


@pytest.mark.slow
def test_boards_at_a_depth_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["scramble", "3x3", "--depth", "20", "--count", "5", "--seed", "1"]
    code, out, err = call(capsys, *asked)
    boards = [Board.parse(line) for line in out.splitlines()]
    assert (code, err, len(set(boards))) == (0, "", 5)
    assert [board.distance() for board in boards] == [20] * 5
    lines = [json.loads(line) for line in call(capsys, *asked, "--json")[1].splitlines()]
    assert [line["board"] for line in lines] == out.splitlines()
    assert [(line["depth"], line["walk"], line["seed"]) for line in lines] == [(20, None, 1)] * 5


@pytest.mark.slow
def test_boards_at_a_depth_are_solved_in_that_many_moves(capsys: pytest.CaptureFixture[str]) -> None:
    for line in call(capsys, "scramble", "4x4", "--depth", "24", "--count", "2")[1].splitlines():
        assert json.loads(call(capsys, "solve", line, "--json")[1])["length"] == 24


def test_what_cannot_be_drawn_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for options, words in (
        (["3x3", "--depth", "32"], "the farthest are 31"),
        (["3x3", "--depth", "3", "--walk", "3"], "leave one of them out"),
        (["3x3", "--count", "0"], "the count of boards is a whole number, 1..1,000,000, got 0"),
        (["2x2", "--count", "13"], "12 different boards of 2x2 were found"),
    ):
        code, _, err = call(capsys, "scramble", *options)
        assert code == 2
        assert words in err
