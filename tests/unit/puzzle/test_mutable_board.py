"""The mutable board, which each move changes, forwards and backwards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, IllegalMoveError, Problem
from npuzzle.puzzle.moves import MutableBoard
from npuzzle.puzzle.shape import source
from tests.support.strategies import boards, possible_paths


@given(boards())
def test_a_tray_is_its_board(board: Board) -> None:
    tray = MutableBoard(board)
    assert (tray.tiles(), tray.blank) == (board.tiles, board.blank)


@given(possible_paths(), st.data())
def test_playing_in_parts_and_back_is_sliding(played: tuple[Problem, str], data: st.DataObject) -> None:
    problem, path = played
    boards_passed = [problem.start]
    for move in problem.moves(path):
        boards_passed.append(boards_passed[-1].slide(move.src))
    tray, at = MutableBoard(problem.start), 0
    for to in data.draw(st.lists(st.integers(0, len(path)), max_size=6)):
        if to >= at:
            tray.forward(path[at:to])
        else:
            tray.back(path[to:at])
        at = to
        assert tray.tiles() == boards_passed[at].tiles
        assert tray.blank == boards_passed[at].blank


@given(possible_paths())
def test_the_last_move_is_the_one_that_was_played(played: tuple[Problem, str]) -> None:
    problem, path = played
    tray = MutableBoard(problem.start)
    for way, move in zip(path, problem.moves(path), strict=True):
        tray.forward(way)
        assert tray.last_move(way) == move


@given(boards(), st.text(alphabet="UDLRudx\0é→\ud800", min_size=1, max_size=8))
def test_what_cannot_be_played_is_named_and_what_went_before_has_been(board: Board, path: str) -> None:
    """All at once or move by move, the message is the same and names the move without a tile to slide."""
    blank, possible = board.blank, 0
    for way in path:
        src = source(board.shape, blank, way) if way in "UDLR" else None
        if src is None:
            break
        blank, possible = src, possible + 1
    at_once, one_by_one = MutableBoard(board), MutableBoard(board)
    if possible == len(path):
        at_once.forward(path)
        assert len(list(one_by_one.moves(path))) == possible
    else:
        said = f"move {possible + 1} of {len(path)}: no tile can slide {path[possible]!r} here"
        with pytest.raises(IllegalMoveError) as first:
            at_once.forward(path)
        with pytest.raises(IllegalMoveError) as second:
            list(one_by_one.moves(path))
        assert str(first.value) == str(second.value)
        assert str(first.value).startswith(f"{said}; possible: ")
    assert at_once.tiles() == one_by_one.tiles() == Problem(board, board).replay(path[:possible]).tiles
