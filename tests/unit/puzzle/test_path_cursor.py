"""A path and a position in it: the right board and move after any jump, at a bounded cost in memory."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Problem, Shape, goal_board
from npuzzle.puzzle.path_cursor import MOST_BYTES, Boards, Moves, PathCursor
from tests.support.long_paths import long_path
from tests.support.strategies import possible_paths


@pytest.mark.slow
@given(possible_paths(), st.integers(1, 7), st.data())
def test_after_any_jumps_the_board_is_the_replayed_one(
    played: tuple[Problem, str], every: int, data: st.DataObject
) -> None:
    problem, path = played
    followed = PathCursor(problem.start, problem.replay(path), path)
    followed.every = every
    moves = list(problem.moves(path))
    for step in data.draw(st.lists(st.integers(0, len(path)), max_size=12)):
        what = data.draw(st.sampled_from(["board", "move", "moves", "prepare"]))
        if what == "board":
            assert followed.board(step) == problem.replay(path[:step])
        elif what == "move" and step:
            assert followed.move(step) == moves[step - 1]
        elif what == "moves" and step:
            last = data.draw(st.integers(step - 1, len(path)))
            assert followed.moves(step, last) == moves[step - 1 : last]
        elif what == "prepare":
            followed.prepare()


@pytest.mark.slow
@pytest.mark.slow_cases("127x127")
@pytest.mark.parametrize("shape", [Shape(3, 3), Shape(5, 40), Shape(127, 127)], ids=str)
def test_jumps_on_a_long_path(shape: Shape) -> None:
    board, goal, path = long_path(shape, 30_000, seed=4)
    followed, random, problem = PathCursor(board, goal, path), Random(7), Problem(board, goal)
    assert followed.board(len(path)) == goal
    for prepared in (False, True):
        for _ in range(6):
            step = random.randrange(len(path))
            assert followed.board(step) == problem.replay(path[:step])
            near = max(0, min(step + random.randrange(-3, 4), len(path)))
            assert followed.board(near) == problem.replay(path[:near])
        while not prepared and followed.prepare():
            pass
    assert followed.board(0) == board


@pytest.mark.slow
def test_memory_is_bounded_and_every_jump_is_short() -> None:
    goal = goal_board("blank-last", Shape(127, 127))
    round_trip = "RRDDLLUU" * 681_250
    followed = PathCursor(goal, goal, round_trip)
    assert len(round_trip) == 5_450_000
    prepared = 0
    while prepared < 20 and followed.prepare():
        prepared += 1
    each = followed.stored_bytes // 22
    kept_in_the_end = 2 + len(round_trip) // followed.every
    assert kept_in_the_end * each <= MOST_BYTES + 2 * each
    assert followed.every < 25_000
    short = PathCursor(goal, goal, "RL")
    assert not short.prepare()


def test_preparing_ends_and_keeps_a_board_every_so_many_moves() -> None:
    board, goal, path = long_path(Shape(4, 4), 10_500, seed=1)
    followed = PathCursor(board, goal, path)
    prepared = 0
    while followed.prepare():
        prepared += 1
    assert prepared == (len(path) - 1) // followed.every
    before = followed.stored_bytes
    for step in range(0, len(path), 777):
        followed.board(step)
    assert followed.stored_bytes == before


@pytest.mark.slow
@given(possible_paths())
def test_moves_and_boards_are_those_of_the_replayed_path(played: tuple[Problem, str]) -> None:
    problem, path = played
    end = problem.replay(path)
    boards, moves = Boards(problem.start, end, path), Moves(problem.start, end, path)
    assert list(boards) == [problem.replay(path[:step]) for step in range(len(path) + 1)]
    assert list(moves) == [moves[place] for place in range(len(path))] == list(problem.moves(path))
    assert (len(moves), len(boards)) == (len(path), len(path) + 1)
    assert (boards[0], boards[-1]) == (problem.start, end)
    assert moves[1:] == tuple(moves)[1:]
    assert boards[::-2] == tuple(boards)[::-2]
    for step, move in enumerate(moves):
        assert boards[step].move(move) == boards[step + 1]
        assert boards[step].tiles[move.src] == boards[step + 1].tiles[move.dst] == move.tile


def test_a_place_beyond_the_path_is_an_index_error() -> None:
    start, end = Board("1 2/0 3"), Board("1 2/3 0")
    for steps, beyond in ((Boards(start, end, "L"), 2), (Moves(start, end, "L"), 1)):
        with pytest.raises(IndexError):
            steps[beyond]
        with pytest.raises(IndexError):
            steps[-beyond - 1]
    assert repr(Boards(start, end, "L")) == "<2 boards from 1 2/0 3 to 1 2/3 0>"
    assert (repr(Moves(start, end, "L")), repr(Moves(start, start, ""))) == ("<1 move: L>", "<0 moves>")


@pytest.mark.slow
@given(possible_paths())
def test_moves_and_boards_equal_tuples_and_lists_of_the_same(played: tuple[Problem, str]) -> None:
    problem, path = played
    end = problem.replay(path)
    for steps in (Boards(problem.start, end, path), Moves(problem.start, end, path)):
        again = type(steps)(problem.start, end, path)
        assert steps == tuple(steps)
        assert steps == list(steps)
        assert list(steps) == steps == again
        assert steps != (*steps, None)
        assert steps != tuple(steps)[:-1] or not len(steps)
        assert (steps == tuple(steps)[::-1]) == (tuple(steps) == tuple(steps)[::-1])
        assert steps != path
        assert pickle.loads(pickle.dumps(steps)) == copy.deepcopy(steps) == steps
    assert problem.start.play(Moves(problem.start, end, path)) == end


def test_two_walks_along_the_same_boards_do_not_disturb_each_other() -> None:
    board, goal, path = long_path(Shape(3, 3), 60, seed=1)
    boards = Boards(board, goal, path)
    there, back = list(boards), [boards[-1 - step] for step in range(len(boards))]
    assert back == there[::-1]
    assert list(zip(boards, reversed(boards))) == list(zip(there, back))


def test_the_repr_of_a_long_path_is_short() -> None:
    board, goal, path = long_path(Shape(50, 50), 2_000, seed=1)
    assert repr(Moves(board, goal, path)) == f"<2,000 moves: {path[:40]}...>"
    assert len(repr(Boards(board, goal, path))) < 250
