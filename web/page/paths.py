"""The cursor of the path on show, and the path's line moves, both cached."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from npuzzle import Board, multi_tile_length
from npuzzle.puzzle.moves import runs
from npuzzle.puzzle.path_cursor import PathCursor

MOST_CURSORS = 2  # cached: for the path on show, and for the one before


@lru_cache(maxsize=MOST_CURSORS)
def whole_lines(path: str) -> int:
    """Count the line moves of a path. The count is cached, as it takes 50 ms for 5 million letters."""
    return multi_tile_length(path)


@lru_cache(maxsize=MOST_CURSORS)
def line_ends(path: str) -> tuple[int, ...]:
    """Return how many tiles have slid after 0, 1, 2, ... line moves of a path."""
    return tuple(accumulate((length for _, length in runs(path)), initial=0))


_latest: list[PathCursor] = []


def cursor_of(board: Board, goal: Board, path: str) -> PathCursor:
    """Return the cursor of a path. The cache compares the three arguments by identity."""
    for cursor in _latest:
        if cursor.start is board and cursor.goal is goal and cursor.path is path:
            return cursor
    _latest.insert(0, PathCursor(board, goal, path))
    del _latest[MOST_CURSORS:]
    return _latest[0]
