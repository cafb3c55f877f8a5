"""Drawings in the terminal: `solve --show` draws the board, the goal and the boards along the path."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Problem, solve
from npuzzle.cli.board_io import draw, draw_path, draw_rows, draw_side_by_side, keep
from tests.support.command_line import Call
from tests.support.strategies import possible_paths
from tests.support.terminals import CODES, Terminal

BOARD = "2 3 7/1 8 0/6 5 4"


def read_drawings(strip: str) -> list[Board]:
    """Read the framed boards of a printed strip."""
    top, *lines = strip.splitlines()[1:]
    boards = []
    for frame in re.finditer("┌[─┬]*┐", top):
        rows = [line[slice(*frame.span())].strip("│").split("│") for line in lines[::2]]
        boards.append(Board.from_words([[cell.strip() or "0" for cell in row] for row in rows]))
    return boards


@given(problem_and_path=possible_paths(), columns=st.integers(60, 200))
def test_the_strips_hold_every_board_in_order_and_fit(
    problem_and_path: tuple[Problem, str], columns: int
) -> None:
    problem, path = problem_and_path
    boards, at = [], problem.start
    for letter in path:
        at = Problem(at, problem.goal).replay(letter)
        boards.append(at)
    width = max(map(len, draw(problem.start).splitlines()))
    strips = list(draw_path(((f"{n}. U 1", board, keep) for n, board in enumerate(boards, 1)), columns))
    if width <= columns:
        assert [board for strip in strips for board in read_drawings(strip)] == boards
        assert all(len(line) <= columns for strip in strips for line in strip.splitlines())
    labels = [label for strip in strips for label in re.findall(r"\d+\. U 1", strip.splitlines()[0])]
    assert labels == [f"{n}. U 1" for n in range(1, len(path) + 1)]


def test_a_board_that_is_wider_than_the_terminal_is_drawn_without_a_frame() -> None:
    board = Board.parse("1 2 3/4 5 6/7 8 0")
    assert list(draw_path([("1. U 3", board, keep)], 12)) == ["1. U 3\n" + draw_rows(board)]


def test_show_draws_board_goal_and_path(call: Call) -> None:
    code, out, _ = call("solve", BOARD, "--goal", "blank-first", "--show")
    result = solve(BOARD, goal="blank-first")
    start, *boards = result.boards
    assert code == 0
    head, drawn, *strips = re.split(r"\n\n", out)
    assert head.startswith("Solved in 17 moves: proved shortest.")
    assert drawn == draw_side_by_side(draw(start), draw(boards[-1]))
    assert [board for strip in strips for board in read_drawings(strip)] == boards
    labels = re.findall(r"\d+\. [UDLR] \d", out)
    assert labels == [f"{n}. {move.letter} {move.tile}" for n, move in enumerate(result.moves, 1)]
    assert max(map(len, "\n".join(strips).splitlines())) <= 80


def test_show_says_the_way_of_the_blank_where_that_was_asked_for(call: Call) -> None:
    assert "\n1. D 1" in call("solve", "0 2/1 3", "--show", "--notation", "blank")[1]
    assert "\n1. U 1" in call("solve", "0 2/1 3", "--show")[1]


def test_an_unsolvable_board_is_shown_with_its_goal_and_repairs(call: Call) -> None:
    code, out, _ = call("solve", "2 1/3 0", "--show")
    assert code == 1
    assert "Repair: swap tiles 2 and 1\n" in out
    assert out.endswith(draw_side_by_side(draw(Board.parse("2 1/3 0")), draw(Board.parse("1 2/3 0"))) + "\n")


def test_show_is_for_people(call: Call) -> None:
    code, out, _ = call("solve", "1 2/0 3", "--show", "--json")
    assert code == 2
    assert "--show cannot be used with --json" in out


@pytest.mark.slow
def test_on_a_terminal_the_tile_that_moved_is_coloured_and_the_strips_fit() -> None:
    terminal = Terminal("solve", "1 2/0 3", "--show", columns=44, environment={"NO_COLOR": ""})
    assert terminal.ended() == 0
    assert "\x1b[32m 3 \x1b[0m" in terminal.shown
    assert "┌───┬───┐   goal: ┌───┬───┐" in CODES.sub("", terminal.shown)
