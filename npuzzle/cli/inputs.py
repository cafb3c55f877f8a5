"""Where a board comes from: an argument, a file, standard input; and heuristics by name."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from io import TextIOWrapper
from typing import TextIO

from npuzzle.cli.terminal import takes_codes
from npuzzle.errors import InvalidBoardError, UsageError, shown
from npuzzle.heuristics import HEURISTICS, HeuristicLike
from npuzzle.heuristics.from_file import OwnFile, load, own_file
from npuzzle.lab import EXHIBITS
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.parsing import MAX_TEXT

END_OF_INPUT = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
LONGEST_NAME = 80  # characters of a file's name that a message shows whole


def heuristic_named(named: str | OwnFile) -> HeuristicLike:
    """A heuristic by name, an exhibit of the laboratory too; or one of your own, as FILE.py:NAME."""
    own = own_file(named) if isinstance(named, str) else named
    if own is not None:
        return load(own)
    assert isinstance(named, str)
    if named.strip().endswith(".py"):
        raise UsageError(f"which heuristic of {named}? Write {named}:NAME")
    if named in EXHIBITS and named not in HEURISTICS:
        return EXHIBITS[named]
    return named


def board_of(argument: str) -> Board:
    """The board that an argument means: its text, the file that it names, or `-`, standard input.

    What can be read as a board is that board, whatever files there are. Of the rest, only what has a
    letter in it can name a file; x may be the blank and does not count. So a faulty board of digits and
    marks never becomes the file of that name.
    """
    if argument == "-":
        return Board.parse(_standard_input())
    try:
        return Board.parse(argument)
    except InvalidBoardError as error:
        if not _may_name_file(argument):
            raise
        name = argument if argument.isprintable() and len(argument) <= LONGEST_NAME else shown(argument)
        if not os.path.exists(argument):
            if not _looks_like_file(argument):
                raise
            missing = f"there is no file {name}, and it"
            raise InvalidBoardError(error.defects, error.rows, subject=missing) from None
    try:
        return Board.parse(_text_in(argument, name))
    except InvalidBoardError as error:
        raise InvalidBoardError(error.defects, error.rows, subject=name) from None


def _may_name_file(text: str) -> bool:
    """Whether it has a letter before any comment, and is one line."""
    before_comment = text.partition("#")[0]
    return "\n" not in text and any(mark.isalpha() and mark not in "xX" for mark in before_comment)


def _looks_like_file(text: str) -> bool:
    """Whether a file was meant, rather than a board with a slip: one word, or a suffix at its end."""
    return re.search(r"[\s,]", text) is None or re.search(r"\.[^\W\d]\w*$", text) is not None


def _standard_input() -> str:
    return _read(_input(errors="strict"), "standard input")


def _input(*, errors: str) -> TextIO:
    """Standard input, read as files are: in UTF-8. Tells a person at a terminal that it waits."""
    stream = sys.stdin
    if stream is None:
        raise UsageError("there is no standard input to read")
    if isinstance(stream, TextIOWrapper) and (stream.encoding, stream.errors) != ("utf-8", errors):
        stream.reconfigure(encoding="utf-8", errors=errors)
    if takes_codes(stream) and takes_codes(sys.stderr):
        print(f"npuzzle: reading what is typed here; {END_OF_INPUT} ends it", file=sys.stderr, flush=True)
    return stream


def _text_in(path: str, name: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return _read(file, name)
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error}") from None


def _read(file: TextIO, name: str) -> str:
    """What is in the file, up to more than a board has: that is refused, and it may never end."""
    try:
        return file.read(MAX_TEXT + 1)
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise UsageError(
            f"{name} is no text in UTF-8, there is a byte 0x{byte:02X} in it: save it as UTF-8"
        ) from None


def lines_of(name: str) -> Iterator[str]:
    """The lines of a file; what is no UTF-8 is a mark of its own in them.

    A line longer than any board is cut to one character more than a board's text may have: so it is
    refused like any other, and takes no memory, however long it is.
    """
    try:
        with (
            nullcontext(_input(errors="replace"))
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
        raise UsageError(f"cannot read {name}: {error}") from None
