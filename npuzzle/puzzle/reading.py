"""Read boards from anything that people paste or pass: the doors that `Board` and the commands call.

A text may hold several boards: two of one shape are a start and its goal. `npuzzle.puzzle.tiles` reads
a single board, `blocks` divides a text of several, `values` reads lists and arrays.
"""

from __future__ import annotations

import re
from collections.abc import Sized
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice

from npuzzle.errors import InvalidBoardError
from npuzzle.puzzle.blocks import AHEAD, Line, is_header, split_boards
from npuzzle.puzzle.forms import MAX_TEXT, make_defect
from npuzzle.puzzle.shape import Shape
from npuzzle.puzzle.tiles import MAX_FORMS, Found, read_goal, read_single
from npuzzle.puzzle.values import read_rows, read_words, refuse_value

MOST_BOARDS = 1000  # in one text: enough for the message that there are several
SEVERAL = (
    "the text has {} boards, and one is expected here (the command npuzzle batch solves a file of boards)"
)

GOAL_WORDS = "goal|target|final"
_NAMED_GOAL = re.compile(
    rf"(.*\S)\s*(?:->|=>|→|\b(?:{GOAL_WORDS})\b[^\n:=]*[:=])\s*([A-Za-z][A-Za-z0-9-]+)\s*",
    re.DOTALL | re.IGNORECASE,
)


def read_value(value: object, shape: Shape | None = None) -> Found:
    """Read one board from a value of any type; `shape` is that of a flat list or of a text without rows.

    Sixteen numbers in one line are a 4x4 board, unless the shape is 2x8. Raises InvalidBoardError.
    """
    if not isinstance(value, str):
        return Found((read_words(read_rows(value, shape)),))
    has_rows = "/" in value or "\n" in value.strip() or value.count("[") > 1
    if shape is not None and not has_rows:
        with suppress(InvalidBoardError):
            found = read_text(f"{shape}\n{value}")
            if found.boards[0][0] == shape:
                return found
    try:
        return read_text(value)
    except InvalidBoardError:
        if shape is not None and has_rows:
            with suppress(InvalidBoardError):
                return read_text(f"{shape}\n{value}")
        raise


def read_text(text: str, blank: str = "") -> Found:
    """Read a text that is one board, or two of one shape: a start and its goal. Raises InvalidBoardError.

    `blank`: the word for the blank, if the user names one.
    """
    if not isinstance(text, str):
        raise refuse_value(text, "text, such as 1 2 3/4 5 6/7 8 0")
    named = _NAMED_GOAL.fullmatch(text[:MAX_TEXT])
    if named is not None:
        found = read_text(named[1], blank)
        return replace(found, goal=read_goal(named[2], found.boards[0][0]))
    try:
        found = read_single(text, blank)
    except InvalidBoardError:
        several = _read_blocks(text, blank)
        if several is None:
            raise
        found = several
    if len(found.boards) == 2 and found.boards[0][0] == found.boards[1][0]:
        start, goal = found.boards if not _has_goal_first(text) else found.boards[::-1]
        return replace(found, boards=(start, goal), goal=goal)
    if len(found.boards) > 1:
        raise InvalidBoardError([make_defect(SEVERAL.format(count_boards(found.boards)))])
    return found


def _has_goal_first(text: str) -> bool:
    """Whether labels say that the first of two boards is the goal."""
    goal, start = (
        re.search(rf"\b({words})\b", text, re.IGNORECASE) for words in (GOAL_WORDS, "start|initial")
    )
    if goal is None:
        return False
    return goal.start() < start.start() if start else not text[: goal.start()].strip("# /*;-[({\"'")


def _read_blocks(text: str, blank: str) -> Found | None:
    """Read a text of several boards, one after the other; None if it is not divided, or begins with none.

    Raises InvalidBoardError if there are more than two, or a count tells that they are not start and goal.
    """
    if len(text) > MAX_FORMS:
        return None
    blocks = [*islice(split_boards(text.splitlines()), MOST_BOARDS)]
    if not blocks or blocks[0][1].strip() == text.strip():
        return None
    try:
        found = [read_single(block, blank) for _, block in blocks[:2]]
    except InvalidBoardError:
        return None
    is_counted = is_header([Line(at, line) for at, line in enumerate(text.strip().splitlines()[:AHEAD])])
    if len(found) == 1 and is_counted:
        return None
    if len(blocks) > 2 or is_counted:  # so the second board is no goal
        raise InvalidBoardError([make_defect(SEVERAL.format(count_boards(blocks)))])
    how = ", ".join(dict.fromkeys(filter(None, (one.how for one in found))))
    return replace(found[-1], boards=tuple(chain(*(one.boards for one in found))), how=how)


def count_boards(boards: Sized) -> str:
    """Return the number of boards in a text, of which at most MOST_BOARDS are counted."""
    return f"{len(boards):,}{' or more' if len(boards) >= MOST_BOARDS else ''}"
