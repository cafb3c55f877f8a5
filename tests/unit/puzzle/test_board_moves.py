"""Methods of a board: rows, moves, distance, and boards that it can reach."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import (
    Board,
    IllegalMoveError,
    InvalidBoardError,
    InvalidJobError,
    InvalidMovesError,
    Notation,
    Problem,
    Shape,
    UnknownNameError,
    check,
    format_moves,
    goal_board,
    random_board,
    solve,
)
from npuzzle.puzzle.moves import in_notation
from tests.support import oracles
from tests.support.strategies import SMALL_SHAPES, boards, boards_and_goals, possible_paths, shuffled

EIGHT = Board("8 6 7/2 5 4/3 0 1")
OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}


@given(boards())
def test_a_board_reads_like_nested_lists(board: Board) -> None:
    rows = [list(row) for row in board]
    assert [list(row) for row in board.rows] == rows == [list(board[r]) for r in range(len(board))]
    assert [board[r, c] for r in range(len(board)) for c in range(board.shape.cols)] == list(board.tiles)
    assert (board[-1], board[:2], board[-1][0]) == (board.rows[-1], board.rows[:2], board[-1, 0])
    assert len(board) == board.shape.rows
    with pytest.raises(IndexError):
        board[len(board)]


@given(boards())
def test_copies_and_pickles_are_the_board(board: Board) -> None:
    for same in (copy(board), deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert same == board
        assert hash(same) == hash(board)
    assert board != board.rows
    assert board != str(board)


@given(boards())
def test_the_legal_moves_are_the_slides(board: Board) -> None:
    moves = board.legal_moves
    assert [move.src for move in moves] == list(board.movable)
    for move in moves:
        assert (board.tiles[move.src], board.tiles[move.dst]) == (move.tile, 0)
        after = board.slide(move.src)
        assert board.move(move) == board.move(move.letter) == board.move(tile=move.tile) == after
        assert (
            board.move(f" {move.letter.lower()} ") == board.play([move]) == board.play(move.letter) == after
        )
        assert after.move(OPPOSITE[move.letter]) == board
        assert next(iter(Problem(board, board).moves(move.letter))) == move


@given(possible_paths())
def test_a_path_leads_to_the_same_board_however_it_is_given(case: tuple[Problem, str]) -> None:
    problem, path = case
    board, end = problem.start, problem.replay(path)
    assert board.play(path) == board.play(list(path)) == board.play(format_moves(path)) == end
    assert board.play(problem.moves(path)) == board.play(list(problem.moves(path))) == end
    assert board.play(in_notation(path, Notation.BLANK), notation=Notation.BLANK) == end
    assert end.play("".join(OPPOSITE[way] for way in reversed(path))) == board
    one_by_one = board
    for move in problem.moves(path):
        one_by_one = one_by_one.move(move)
    assert one_by_one == end


def test_an_impossible_move_is_named_with_its_number_and_with_those_that_are_possible() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        EIGHT.play("R2 U")
    said = "move 2 of 3: no tile can slide 'R' here; possible: D (tile 2), L (tile 3)"
    assert str(caught.value) == said
    with pytest.raises(IllegalMoveError) as caught:
        EIGHT.move("U")
    assert str(caught.value) == "'U' is not possible here; possible: D (tile 5), R (tile 3), L (tile 1)"
    with pytest.raises(IllegalMoveError, match=r"tile 8 cannot slide here; possible: D .tile 5."):
        EIGHT.move(tile=8)


def test_a_move_of_another_board_is_refused() -> None:
    move = EIGHT.legal_moves[0]
    other = Board("8 5 7/2 6 4/3 0 1")
    with pytest.raises(IllegalMoveError, match=r"is not possible here; possible: D .tile 6."):
        other.move(move)
    with pytest.raises(
        IllegalMoveError, match=r"move 1 of 1, 5D: Move\(tile=5, .* not possible here; possible: D .tile 6"
    ):
        other.play([move])


@pytest.mark.parametrize("move", ["", "LR", "N", 8, None, True, 1.5, ["L"], b"L"])
def test_no_move_is(move: Any) -> None:
    with pytest.raises(IllegalMoveError):
        EIGHT.move(move)
    with pytest.raises(IllegalMoveError):
        EIGHT.move("L", tile=1)


@pytest.mark.parametrize("move", ["L", "left", "Left", "←", "1", "1L", "(1, left)", 1])
def test_a_move_is_read_in_every_form(move: Any) -> None:
    assert EIGHT.move(move) == EIGHT.play(move if isinstance(move, str) else [move]) == EIGHT.slide(8)


@pytest.mark.parametrize("moves", ["N", "L 2x", 8, None, [9], [None], ["N"], b"L", [["L"]]])
def test_no_moves_are(moves: Any) -> None:
    with pytest.raises(InvalidMovesError):
        EIGHT.play(moves)


@given(boards_and_goals())
def test_a_board_is_solvable_as_its_check_says(case: tuple[Board, Board]) -> None:
    board, goal = case
    assert board.is_solvable(goal) == check(board, goal).solvable == Problem(board, goal).is_solvable
    assert board.is_solvable() == bool(check(board))
    assert goal.is_solvable(goal)


@pytest.mark.parametrize("shape", SMALL_SHAPES, ids=str)
def test_the_distance_of_every_board_is_the_true_one(shape: Shape) -> None:
    goal = shuffled(shape, 3)
    true = oracles.distances(goal)
    for tiles, moves in true.items():
        assert Board(shape, tiles).distance(goal) == moves
    assert goal.swap(1, 2).distance(goal) is None


@pytest.mark.slow
@given(st.integers(0, 2**32), st.sampled_from(["blank-last", "blank-first", "spiral"]))
def test_the_distance_on_3x3_is_the_length_of_the_solution(seed: int, goal: str) -> None:
    board = goal_board(goal, "3x3").shuffled(seed)
    assert board.distance(goal) == solve(board, goal).length


def test_the_farthest_board_is_31_moves_away() -> None:
    assert EIGHT.distance() == 31
    assert EIGHT.distance(EIGHT) == 0


def test_the_distance_of_a_larger_board_is_for_the_solver() -> None:
    with pytest.raises(InvalidJobError, match=r"up to 9 cells; a 4x4 board has 16\. Use npuzzle"):
        goal_board("spiral", 4).distance()


def test_an_invalid_goal_is_refused_as_everywhere() -> None:
    for ask in (EIGHT.is_solvable, EIGHT.distance, EIGHT.svg):
        with pytest.raises(UnknownNameError):
            ask("blank-lost")
        with pytest.raises(InvalidBoardError, match="the goal is not a board"):
            ask(5)  # type: ignore[arg-type]


@given(boards(9), st.integers(0, 2**32))
def test_a_shuffled_board_can_be_reached_and_repeats_for_a_seed(board: Board, seed: int) -> None:
    after = board.shuffled(seed)
    assert after.is_solvable(board)
    assert after == board.shuffled(Random(seed)) == board.shuffled(seed) == random_board(board, Random(seed))
    assert board.shuffled().is_solvable(board)


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, [1]])
def test_a_seed_is_a_whole_number_of_0_or_more(seed: Any) -> None:
    with pytest.raises(InvalidJobError, match=r"a seed must be a whole number of 0 or more.* got"):
        EIGHT.shuffled(seed)


def test_a_slide_of_another_cell_says_which_there_are() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        EIGHT.slide("D")  # type: ignore[arg-type]
    assert str(caught.value) == (
        "slide() takes the number of a cell next to the blank: 4, 6, 8; "
        "got 'D' (move() and play() take letters)"
    )
    with pytest.raises(IllegalMoveError) as caught:
        EIGHT.slide(0)
    assert str(caught.value) == (
        "only a tile next to the blank (cell 7) can slide: cells 4, 6, 8, not cell 0 "
        "(move(tile=...) takes a tile's number)"
    )


@pytest.mark.parametrize("tile", [9, -1, "8", None, 1.5])
def test_a_swap_of_another_value_says_which_tiles_there_are(tile: Any) -> None:
    for pair in ((1, tile), (tile, 1)):
        with pytest.raises(InvalidBoardError) as caught:
            EIGHT.swap(*pair)
        assert str(caught.value) == f"not a board: the tile must be from 0 to 8 on a 3x3 board, got {tile!r}"


@given(boards(), st.data())
def test_a_swap_exchanges_two_tiles_and_is_its_own_opposite(board: Board, data: st.DataObject) -> None:
    a, b = (data.draw(st.integers(0, board.shape.cells - 1)) for _ in range(2))
    swapped = board.swap(a, b)
    assert swapped.swap(b, a) == board
    assert [cell for cell in range(board.shape.cells) if swapped.tiles[cell] != board.tiles[cell]] == (
        sorted({board.tiles.index(a), board.tiles.index(b)}) if a != b else []
    )
