"""Normal form represents solved states, solvability and moves the same way for every goal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, GoalMismatchError, IllegalMoveError, Problem, Shape
from npuzzle.puzzle import problem as problems
from npuzzle.puzzle.reachability import permutation_parity
from tests.support.oracles import after_moves, manhattan
from tests.support.strategies import boards, boards_and_goals, possible_paths


def board_of(problem: Problem, state: tuple[int, ...]) -> Board:
    """Convert from normal form: label n stands for the tile goal.tiles[n]."""
    return Board(problem.shape, tuple(problem.goal.tiles[label] for label in state))


@given(boards(12))
def test_a_goal_is_solved_in_normal_form(goal: Board) -> None:
    problem = Problem(goal, goal)
    assert problem.initial == problem.solved == tuple(range(goal.shape.cells))
    assert problem.is_goal(problem.initial)
    assert problem.home == goal.blank
    assert problem.is_solvable
    assert problem.parity == 0


@given(boards_and_goals(8))
def test_normal_form_is_the_start_written_with_home_cells(pair: tuple[Board, Board]) -> None:
    problem = Problem(*pair)
    assert board_of(problem, problem.initial) == problem.start
    assert board_of(problem, problem.solved) == problem.goal
    assert problems.board_of(problem.initial, problem.goal) == problem.start
    assert problem.initial.index(problem.home) == problem.start.blank
    assert problem.is_goal(problem.initial) == (problem.start == problem.goal)


@given(boards_and_goals(6))
def test_successors_are_the_boards_one_move_away(pair: tuple[Board, Board]) -> None:
    problem = Problem(*pair)
    found = {}
    for (src, dst), state in problem.successors(problem.initial):
        assert dst == problem.start.blank
        assert board_of(problem, state) == problem.start.slide(src)
        found[board_of(problem, state).tiles] = src
    assert set(found) == set(after_moves(problem.start.tiles, problem.shape.rows, problem.shape.cols))


@given(boards_and_goals(8))
def test_a_move_turns_both_parities(pair: tuple[Board, Board]) -> None:
    problem = Problem(*pair)
    for (src, _), state in problem.successors(problem.initial):
        moved = Problem(problem.start.slide(src), problem.goal)
        assert permutation_parity(state) != permutation_parity(problem.initial)
        assert moved.parity != problem.parity
        assert moved.is_solvable == problem.is_solvable


@given(boards_and_goals(8))
def test_solvability_is_symmetric_and_a_swap_inverts_it(pair: tuple[Board, Board]) -> None:
    start, goal = pair
    assert Problem(start, goal).is_solvable == Problem(goal, start).is_solvable
    assert Problem(start.swap(1, 2), goal).is_solvable != Problem(start, goal).is_solvable


@given(st.permutations(range(9)))
def test_permutation_parity_is_that_of_the_inversions(state: list[int]) -> None:
    inversions = sum(a > b for i, a in enumerate(state) for b in state[i + 1 :])
    assert permutation_parity(tuple(state)) == inversions % 2


@given(possible_paths())
def test_moves_replay_slide_by_slide(played: tuple[Problem, str]) -> None:
    problem, path = played
    board = problem.start
    for letter, move in zip(path, problem.moves(path), strict=True):
        assert move.letter == letter
        assert board.tiles[move.src] == move.tile != 0
        assert board.tiles[move.dst] == 0
        board = board.slide(move.src)
    assert problem.replay(path) == board


@given(possible_paths())
def test_the_parity_of_every_path_to_a_board_is_the_same(played: tuple[Problem, str]) -> None:
    problem, path = played
    there = Problem(problem.start, problem.replay(path))
    assert there.is_solvable
    assert there.parity == len(path) % 2
    assert manhattan(there.start, there.goal) % 2 == len(path) % 2


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("L", "move 1 of 1"),
        ("RL!", "move 3 of 3"),
        ("RR", "move 2 of 2"),
        ("D", "'D'"),
        ("u", "'u'"),
        ("R?", "move 2"),
    ],
)
def test_a_move_that_no_tile_can_make_is_named(path: str, message: str) -> None:
    problem = Problem(Board.parse("1 0/2 3"), Board.parse("1 2/3 0"))
    with pytest.raises(IllegalMoveError) as caught:
        problem.replay(path)
    assert message in str(caught.value)


def test_shapes_must_agree() -> None:
    with pytest.raises(GoalMismatchError, match="the goal is 2x3, but the board is 3x2"):
        Problem(Board.parse("1 2/3 4/5 0"), Board.parse("1 2 3/4 5 0"))


def test_an_equal_problem_is_an_equal_key() -> None:
    start, goal = Board.parse("1 0/2 3"), Board.parse("1 2/3 0")
    assert len({Problem(start, goal), Problem(start, goal), Problem(goal, start)}) == 2
    assert Problem(start, goal).shape == Shape(2, 2)


@pytest.mark.parametrize("name", ["initial", "home", "solved"])
def test_what_follows_from_start_and_goal_cannot_be_overridden(name: str) -> None:
    board = Board.parse("1 2/3 0")
    with pytest.raises(TypeError):
        Problem(board, board, **{name: getattr(Problem(board, board), name)})


def test_a_problem_with_another_goal_has_another_normal_form() -> None:
    problem = Problem("1 2/0 3", "1 2/3 0")
    assert replace(problem, goal=Board("1 2/0 3")) == Problem("1 2/0 3", "1 2/0 3")
