"""Goals by name for every shape, and boards as goals."""

from __future__ import annotations

import pytest

from npuzzle import GOALS, Board, GoalMismatchError, InvalidBoardError, Shape, UnknownNameError, goal_board
from tests.support.oracles import beside

SHAPES = [Shape(rows, cols) for rows in range(2, 11) for cols in range(2, 11)]


def test_every_named_goal_is_a_board_of_every_shape() -> None:
    for shape in [*SHAPES, Shape(127, 127), Shape(2, 127), Shape(127, 2)]:
        for card in GOALS:
            board = goal_board(card, shape)
            assert board.shape == shape
            assert sorted(board.tiles) == list(range(shape.cells))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_corner_goals_count_in_reading_order(shape: Shape) -> None:
    assert goal_board("blank-first", shape).tiles == tuple(range(shape.cells))
    assert goal_board("blank-last", shape).tiles == (*range(1, shape.cells), 0)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_spiral_goes_on_beside_where_it_was_and_turns_only_right(shape: Shape) -> None:
    tiles = goal_board("spiral", shape).tiles
    trail = [tiles.index(tile) for tile in (*range(1, shape.cells), 0)]
    assert trail[: shape.cols] == list(range(shape.cols))
    rights = {1: shape.cols, shape.cols: -1, -1: -shape.cols, -shape.cols: 1}
    for before, here, after in zip(trail, trail[1:], trail[2:]):
        assert here in beside(shape.rows, shape.cols, before)
        if shape.cols > 2:
            assert after - here in (here - before, rights[here - before])
    assert trail[-1] in beside(shape.rows, shape.cols, trail[-2])


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        (Shape(2, 2), "1 2/0 3"),
        (Shape(3, 3), "1 2 3/8 0 4/7 6 5"),
        (Shape(4, 4), "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"),
        (Shape(3, 5), "1 2 3 4 5/12 13 14 0 6/11 10 9 8 7"),
        (Shape(5, 3), "1 2 3/12 13 4/11 14 5/10 0 6/9 8 7"),
        (Shape(2, 4), "1 2 3 4/0 7 6 5"),
    ],
)
def test_spirals_as_drawn_by_hand(shape: Shape, text: str) -> None:
    assert str(goal_board("spiral", shape)) == text


@pytest.mark.parametrize("name", ["snail", "Spiral", " SNAIL "])
def test_snail_is_the_spiral_and_case_is_free(name: str) -> None:
    assert goal_board(name, Shape(3, 4)) == goal_board("spiral", Shape(3, 4))


def test_a_board_or_its_text_is_a_goal() -> None:
    board = Board.parse("3 1 2/0 4 5")
    assert goal_board(board, Shape(2, 3)) is board
    assert goal_board("3 1 2/0 4 5", Shape(2, 3)) == board
    assert goal_board("x 1/2 3", Shape(2, 2)) == Board.parse("0 1/2 3")


@pytest.mark.parametrize("goal", ["3 1 2/0 4 5", Board.parse("3 1 2/0 4 5")])
def test_a_goal_of_another_shape_is_refused(goal: Board | str) -> None:
    with pytest.raises(GoalMismatchError, match="the goal is 2x3, but the board is 3x2"):
        goal_board(goal, Shape(3, 2))


@pytest.mark.parametrize("name", ["snake", "Blank First", "x", "no-such"])
def test_an_unknown_goal_lists_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        goal_board(name, Shape(3, 3))
    assert str(caught.value).startswith(f"unknown goal {name!r}")
    assert all(known in str(caught.value) for known in GOALS.names())


@pytest.mark.parametrize("text", ["", "1 2/3 3", "x 1/2 2", "x1/22", "1 2 3/4 5 6/7 8 9"])
def test_a_goal_that_is_a_faulty_board_says_what_is_wrong_with_it(text: str) -> None:
    with pytest.raises(InvalidBoardError):
        goal_board(text, Shape(2, 2))


def test_the_error_of_a_faulty_goal_says_that_it_is_the_goal_and_keeps_what_was_read() -> None:
    with pytest.raises(InvalidBoardError) as caught:
        goal_board("1 2/3 3", Shape(2, 2))
    faulty = caught.value
    assert str(faulty).startswith("the goal is not a board: tile 3 appears twice")
    assert faulty.rows == (("1", "2"), ("3", "3"))
    with pytest.raises(InvalidBoardError) as caught:
        Board.parse("1 2/3 3")
    assert caught.value.defects == faulty.defects
