"""Verified moves, compared with distances from an independent breadth-first search."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import (
    Board,
    InvalidJobError,
    Move,
    Notation,
    Problem,
    Shape,
    Verification,
    goal_board,
    random_board,
    solve,
    verify,
)
from npuzzle.puzzle.moves import in_notation
from npuzzle.solving.verify import iter_verify
from tests.support.known_boards import HARDEST_15, KORF_1
from tests.support.oracles import distances
from tests.support.strategies import walk


@cache
def known(goal: Board) -> dict[tuple[int, ...], int]:
    return distances(goal)


@st.composite
def attempts(draw: st.DrawFn) -> tuple[Problem, str]:
    """Draw a board of 2x3 or 3x2 and moves: random ones, or to the goal with detours."""
    goal = goal_board(draw(st.sampled_from(["blank-last", "spiral"])), draw(st.sampled_from(["2x3", "3x2"])))
    start = Board(goal.shape, draw(st.sampled_from(sorted(known(goal)))))
    steps = walk(Problem(start, goal), draw(st.integers(0, 12)), draw(st.integers(0, 2**32)))
    problem = Problem(start, goal)
    path = problem.letters([slide for slide, _ in steps])
    if draw(st.booleans()):
        path += solve(problem.replay(path), goal).path or ""
    return problem, path


@given(attempts(), st.booleans())
def test_all_of_it_agrees_with_the_distances(attempt: tuple[Problem, str], numbers: bool) -> None:
    problem, path = attempt
    moves = [move.tile for move in problem.moves(path)] if numbers else path
    found = verify(problem.start, moves, problem.goal, notation=Notation.TILE)
    apart = known(problem.goal)
    lengths = [at + apart[problem.replay(path[:at]).tiles] for at in range(len(path) + 1)]
    left = next((at for at, length in enumerate(lengths) if length > lengths[0]), None)
    assert (found.legal, found.path, found.length, found.illegal_at) == (True, path, len(path), None)
    assert found.end == problem.replay(path)
    assert found.reaches_goal == bool(found) == (found.end == problem.goal)
    assert found.shortest == found.lower_bound == lengths[0]
    assert found.excess == (len(path) - lengths[0] if found.reaches_goal else None)
    assert found.is_shortest == (found.excess == 0)
    assert (found.left_shortest_at, found.follows_shortest) == (left, left is None)


@pytest.mark.slow
@given(attempts(), st.data())
def test_what_comes_after_an_illegal_move_does_not_count(
    attempt: tuple[Problem, str], data: st.DataObject
) -> None:
    problem, path = attempt
    end = problem.replay(path)
    possible = {letter for letter in "UDLR" if _can(end, letter)}
    illegal = data.draw(st.sampled_from(sorted(set("UDLR") - possible)))
    found = verify(problem.start, path + illegal + "LR", problem.goal, notation=Notation.TILE)
    assert (found.legal, found.illegal_at, found.end) == (False, len(path) + 1, end)
    assert (found.reaches_goal, found.excess, bool(found)) == (False, None, False)
    assert found.left_shortest_at == verify(problem.start, path, problem.goal).left_shortest_at


def _can(board: Board, letter: str) -> bool:
    return letter in Problem(board, board).letters([(cell, board.blank) for cell in board.movable])


@given(attempts())
def test_letters_are_the_blanks_where_only_that_reaches_the_goal(
    attempt: tuple[Problem, str],
) -> None:
    problem, path = attempt
    found = verify(problem.start, in_notation(path, Notation.BLANK), problem.goal)
    if problem.replay(path) == problem.goal:
        assert found.reaches_goal
    if found.notation is Notation.BLANK:
        assert found.path == path


def test_a_4x4_is_checked_to_the_move() -> None:
    path = solve(KORF_1, "blank-first").path
    assert path is not None
    assert str(verify(KORF_1, path, "blank-first")).splitlines() == [
        "All 57 moves are legal, and the goal is reached.",
        "This is a shortest path: 57 moves, proved.",
    ]
    at = next(at for at in range(20, 57) if path[at] != path[at - 1])
    back = {"U": "D", "D": "U", "L": "R", "R": "L"}[path[at - 1]]
    detour = path[:at] + back + path[at - 1] + path[at:]
    found = verify(KORF_1, detour, "blank-first", seconds=None)
    assert (found.shortest, found.excess, found.left_shortest_at) == (57, 2, at + 1)


def test_an_unsolvable_board_has_legal_moves_and_no_shortest_path() -> None:
    found = verify("2 1 3/4 5 6/0 7 8", "7 8")
    assert (found.legal, found.reaches_goal, found.shortest, found.lower_bound) == (True, False, None, None)
    assert (found.left_shortest_at, found.follows_shortest) == (None, None)
    assert str(found).splitlines() == [
        "Both moves are legal, but the board at the end is 2 1 3/4 5 6/7 8 0, not the goal.",
        "No moves lead to this goal: the board is not solvable for it.",
    ]


def test_where_time_is_short_a_bound_is_given() -> None:
    found = verify(HARDEST_15, "D R", "blank-first", seconds=0)
    assert (found.legal, found.shortest, found.excess) == (True, None, None)
    assert (found.left_shortest_at, found.follows_shortest) == (None, None)
    assert found.lower_bound is not None
    assert found.lower_bound > 50
    assert str(found).splitlines()[1:] == [
        f"A shortest path from the start has {found.lower_bound} moves or more.",
        "The time was too short to find out which move left the shortest paths, if one did.",
    ]


def test_moves_as_few_as_the_bound_need_no_search() -> None:
    found = verify("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15", "14 15", seconds=0)
    assert (found.shortest, found.excess, found.follows_shortest) == (2, 0, True)


@pytest.mark.slow
def test_a_large_board_is_checked_as_far_as_is_known() -> None:
    goal = goal_board("blank-last", Shape(6, 6))
    path = Problem(goal, goal).letters([slide for slide, _ in walk(Problem(goal, goal), 150, 3)])
    start = Problem(goal, goal).replay(path)
    back = "".join({"U": "D", "D": "U", "L": "R", "R": "L"}[letter] for letter in reversed(path))
    found = verify(start, back, seconds=0.1)
    assert found.reaches_goal
    assert found.lower_bound is not None
    assert found.known is not None
    assert found.lower_bound <= found.known <= 150
    if found.shortest is None:
        assert "longer than a shortest path, which has" in str(found)


@pytest.mark.slow
def test_a_path_of_the_largest_board_is_checked() -> None:
    board = random_board(goal_board("blank-last", "127x127"), Random(1))
    path = solve(board).path
    assert path is not None
    assert len(path) > 1_000_000
    assert verify(board, path, seconds=0).reaches_goal
    assert verify(board, path + "D" * 127, seconds=0).illegal_at == len(path) + 127


def test_it_can_be_ended_with_what_is_known() -> None:
    checking = iter_verify(HARDEST_15, "D", "blank-first", seconds=None)
    run = next(checking)
    run.cancel()
    with pytest.raises(StopIteration) as end:
        next(checking)
    found = end.value.value
    assert isinstance(found, Verification)
    assert (found.legal, found.shortest, found.follows_shortest) == (True, None, None)


@pytest.mark.parametrize("wrong", [{"letter": "R"}, {"src": 0}, {"dst": 1}, {"tile": 8}, {"tile": 99}])
def test_a_move_of_another_board_is_illegal(wrong: dict[str, Any]) -> None:
    board = Board("1 2 3/4 5 6/0 7 8")
    seven, eight = board.play("D U").legal_moves[1], Move(8, "L", 8, 7)
    assert verify(board, [seven, eight]).is_shortest
    found = verify(board, [replace(seven, **wrong), eight])
    assert (found.legal, found.illegal_at, found.path) == (False, 1, "")


def test_it_goes_through_plain_data() -> None:
    found = verify("1 2 3/4 5 6/0 7 8", "L R R")
    assert found.to_dict() == {
        "board": "1 2 3/4 5 6/0 7 8",
        "goal": "1 2 3/4 5 6/7 8 0",
        "moves": "LR",
        "read_as": "tile letters",
        "legal": False,
        "illegal_at": 3,
        "illegal_move": "R",
        "reason": "the blank is in the first column, so no tile can slide right",
        "end": "1 2 3/4 5 6/0 7 8",
        "reaches_goal": False,
        "metric": "tiles",
        "length": 2,
        "solvable": True,
        "shortest": 2,
        "lower_bound": 2,
        "known": 2,
        "excess": None,
        "left_shortest_at": 2,
        "follows_shortest": False,
    }


@pytest.mark.parametrize("seconds", [-1, float("inf"), float("nan"), "3", True])
def test_an_invalid_time_is_refused(seconds: object) -> None:
    with pytest.raises(InvalidJobError, match="seconds must be a number, 0 or more, or None"):
        verify("1 2 3/4 5 6/0 7 8", "L", seconds=seconds)  # type: ignore[arg-type]
