"""Errors about boards of another puzzle refer to the page *Other rules*; `test_docs.py` runs its recipes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from npuzzle import NPuzzleError, Shape, goal_board
from npuzzle.puzzle.board import Board
from tests.support.documents import Document

PAGE = Document("npuzzle/docs/other-rules.md")
#: 128 rows and columns.
LARGE = [[128 * row + col for col in range(128)] for row in range(128)]
REJECTED: dict[str, tuple[str, Callable[[], object]]] = {
    "two blanks": ("several blanks", lambda: Board("2 5 1/4 0 6/7 0 3")),
    "two blanks and equal tiles": ("several blanks", lambda: Board([[1, 1], [0, 0]])),
    "stars in a goal": ("cells that do not matter", lambda: goal_board("1 2 3/* * */* * *", "3x3")),
    "a large shape": ("larger boards", lambda: Shape(128, 128)),
    "a wide shape": ("larger boards", lambda: Shape(2, 999)),
    "a large list": ("larger boards", lambda: Board([*range(128 * 128)])),
    "many rows": ("larger boards", lambda: Board([row[:2] for row in LARGE])),
    "a long row": ("larger boards", lambda: Board([range(128), range(128, 256)])),
    "many lines": ("larger boards", lambda: Board("1 2\n" * 200)),
}


@pytest.mark.parametrize(("wish", "door"), REJECTED.values(), ids=REJECTED)
def test_the_message_names_the_page(wish: str, door: Callable[[], object]) -> None:
    assert PAGE.text.startswith("# Other rules\n")
    with pytest.raises(NPuzzleError, match=f"; for {wish}, see Other rules in the documentation$"):
        door()


@pytest.mark.parametrize("door", [lambda: Board("1 2/3 3"), lambda: Board("1 2/7 0"), lambda: Shape(0, 3)])
def test_other_messages_do_not(door: Callable[[], object]) -> None:
    with pytest.raises(NPuzzleError) as raised:
        door()
    assert "Other rules" not in str(raised.value)
