"""The path on show is cached: the same path is found again, and only a few are remembered."""

from __future__ import annotations

from npuzzle import Shape
from tests.support.long_paths import long_path
from web.page import paths
from web.page.paths import cursor_of


def test_the_same_path_has_the_same_cursor_and_few_are_remembered() -> None:
    board, goal, path = long_path(Shape(4, 4), 100, seed=2)
    one = cursor_of(board, goal, path)
    assert cursor_of(board, goal, path[:90]) is not one
    assert cursor_of(board, goal, path) is one
    for n in range(10, 20):
        cursor_of(board, goal, path[:n])
    assert len(paths._latest) == paths.MOST_CURSORS
    assert cursor_of(board, goal, path) is not one
    assert cursor_of(board, goal, path).board(100) == goal
