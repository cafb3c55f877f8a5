"""Read boards from an argument, a file or standard input."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from io import TextIOWrapper
from typing import TextIO

from npuzzle.cli.terminal import shows_progress, takes_codes
from npuzzle.errors import InvalidBoardError, UnknownNameError, UsageError, quote
from npuzzle.puzzle.board import Board, Reading, goal_board
from npuzzle.puzzle.cells import MAX_TEXT
from npuzzle.puzzle.forms import make_defect
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.reading import GOAL_WORDS, read_text
from npuzzle.puzzle.shape import Shape

END_OF_INPUT = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
TWO_BOARDS = "two boards: put an empty line between them, or -> between a start and its goal"
_GOAL_IN_TEXT = re.compile(rf"->|=>|→|\b({GOAL_WORDS})\b", re.IGNORECASE)
LONGEST_NAME = 80  # characters of a file's name that a message shows whole


def read_problem(options: argparse.Namespace) -> tuple[Board, Board]:
    """Read BOARD, `--blank` and `--goal`; without `--goal`, the text of the board may hold its goal."""
    return choose_goal(read_argument(options.board, options.blank), options.goal)


def choose_goal(reading: Reading, goal: str | None) -> tuple[Board, Board]:
    """Return the board of a text and its goal: the one given, the one in the text, or the default."""
    if goal is not None:
        reading = replace(reading, goal=None)
    tell_reading(reading)
    return reading.board, read_goal(goal or reading.goal or DEFAULT_GOAL, reading.board.shape)


def tell_reading(reading: Reading) -> None:
    """Tell on standard error how a text was read, unless it was a plain board and nothing else."""
    goal = "" if reading.goal is None else f"with {reading.goal} as the goal"
    if reading.how or goal:
        said = ", ".join(filter(None, [f"read as {reading.board}", reading.how, goal]))
        print(f"npuzzle: {said}", file=sys.stderr)


def read_block(text: str, blank: str = "") -> Reading:
    """Read a text of a file with several boards. Raises InvalidBoardError.

    A second board in other lines is a goal only if the text says so; it may be the next puzzle.
    """
    reading = Board.reading(text, blank=blank)
    is_unclear = reading.goal is not None and "\n" in text.strip() and not _GOAL_IN_TEXT.search(text)
    if is_unclear and len(read_text(text, blank).boards) > 1:
        raise InvalidBoardError([make_defect(TWO_BOARDS)])
    return reading


def read_goal(argument: str | Board, shape: Shape) -> Board:
    """Read a goal: a board, a name, a text, or the file that an argument names."""
    try:
        return goal_board(argument, shape)
    except (InvalidBoardError, UnknownNameError):
        if not isinstance(argument, str) or not (_may_name_file(argument) and os.path.isfile(argument)):
            raise
        return goal_board(_read_file(argument, argument), shape)


def read_argument(argument: str, blank: str = "") -> Reading:
    """Read the board that an argument means: its text, the file that it names, or `-`, standard input.

    Text that can be read as a board in a plain form is one, even if a file has that name. Other text names a
    file only if it contains a letter other than x, which may stand for the blank. So a faulty board of digits
    is never taken for the name of a file.
    """
    if argument == "-":
        return Board.reading(_read_standard_input(), blank=blank)
    may_name_file = _may_name_file(argument)
    name = argument if argument.isprintable() and len(argument) <= LONGEST_NAME else quote(argument)
    try:
        reading = Board.reading(argument, blank=blank)
        if not (reading.how and may_name_file and os.path.isfile(argument)):
            return reading
    except InvalidBoardError as error:
        if not may_name_file:
            raise
        if not os.path.exists(argument):
            if not _looks_like_file(argument):
                raise
            missing = f"there is no file {name}, and it"
            raise InvalidBoardError(error.defects, error.rows, subject=missing) from None
    try:
        return Board.reading(_read_file(argument, name), blank=blank)
    except InvalidBoardError as error:
        raise InvalidBoardError(error.defects, error.rows, subject=name) from None


def _may_name_file(text: str) -> bool:
    """Whether the text is one line with a letter before any comment."""
    before_comment = text.partition("#")[0]
    return "\n" not in text and any(mark.isalpha() and mark not in "xX" for mark in before_comment)


def _looks_like_file(text: str) -> bool:
    """Whether the text looks more like a file than a faulty board: one word, or a suffix at its end."""
    return re.search(r"[\s,]", text) is None or re.search(r"\.[^\W\d]\w*$", text) is not None


def _read_standard_input() -> str:
    return _read(_open_input(errors="strict"), "standard input")


def _open_input(*, errors: str) -> TextIO:
    """Return standard input, decoded as UTF-8. At a terminal, tell the user that the program waits."""
    stream = sys.stdin
    if stream is None:
        raise UsageError("there is no standard input to read")
    if isinstance(stream, TextIOWrapper) and (stream.encoding, stream.errors) != ("utf-8", errors):
        stream.reconfigure(encoding="utf-8", errors=errors)
    if takes_codes(stream) and shows_progress(sys.stderr):
        print(f"npuzzle: waiting for input; {END_OF_INPUT} ends it", file=sys.stderr, flush=True)
    return stream


def _read_file(path: str, name: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return _read(file, name)
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror or error}") from None


def _read(file: TextIO, name: str) -> str:
    """Read up to one character more than a board may have: longer text is refused, and might never end."""
    try:
        return file.read(MAX_TEXT + 1)
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise UsageError(
            f"{name} is not text in UTF-8: it has the byte 0x{byte:02X}; save it as UTF-8"
        ) from None


def read_lines(name: str) -> Iterator[str]:
    """Yield the lines of a UTF-8 file; undecodable bytes become U+FFFD.

    A line longer than any board is cut to one character more than the text of a board may have. So it is
    refused as too long, and takes little memory.
    """
    try:
        with (
            nullcontext(_open_input(errors="replace"))
            if name == "-"
            else open(name, encoding="utf-8", errors="replace") as file
        ):
            line = file.readline(MAX_TEXT + 1).removeprefix("\ufeff")  # a byte order mark
            while line:
                yield line
                while len(line) > MAX_TEXT and not line.endswith("\n"):
                    line = file.readline(MAX_TEXT + 1)  # the rest of it
                line = file.readline(MAX_TEXT + 1)
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror or error}") from None
