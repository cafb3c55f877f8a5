"""Answers on standard output, errors on standard error, and the exit codes."""

from __future__ import annotations

import json
import sys
from codecs import lookup
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from npuzzle.cli.terminal import Colour, count_columns, paint, takes_codes
from npuzzle.errors import InvalidBoardError, NPuzzleError, UsageError
from npuzzle.text import cut

OK, NOT_SOLVED, BAD_INPUT, SYSTEM_FAILED, STOPPED = 0, 1, 2, 3, 130
_kept: list[TextIO | None] = []  # standard output, while it is kept for answers


class OutputError(NPuzzleError, OSError):
    """Standard output cannot be written; `reader_left`: it is a pipe whose reader has ended."""

    def __init__(self, cause: OSError | str) -> None:
        why = cause if isinstance(cause, str) else cause.strerror or type(cause).__name__
        super().__init__(f"cannot write to standard output: {why}")
        self.reader_left = isinstance(cause, BrokenPipeError)


@contextmanager
def report_unwritable(path: Path) -> Iterator[None]:
    """Raise UsageError for a path that the system does not let the block use."""
    try:
        yield
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        raise UsageError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from None


def let_output_take_any_character() -> None:
    """Make standard output accept any character.

    A file or pipe gets UTF-8, unless its encoding covers Unicode already. A terminal shows the code of a
    character that it does not have.
    """
    out = sys.stdout
    if not isinstance(out, TextIOWrapper):  # a notebook's, or none
        return
    if not out.isatty() and not lookup(out.encoding).name.startswith("utf"):
        out.reconfigure(encoding="utf-8")
    if out.errors == "strict":
        out.reconfigure(errors="backslashreplace")


def error_dict(error: NPuzzleError) -> dict[str, Any]:
    """Return an error as plain data."""
    defects = error.defects if isinstance(error, InvalidBoardError) else ()
    return {"error": str(error), "defects": [defect.to_dict() for defect in defects]}


@contextmanager
def keep_output_for_answers() -> Iterator[None]:
    """Let only `print_text` write to standard output; other output goes to standard error.

    So the output of a user's heuristic does not become part of the answer.
    """
    _kept.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _kept.pop()


def output() -> TextIO | None:
    """Return standard output, where answers go."""
    return _kept[-1] if _kept else sys.stdout


def print_text(text: object, end: str = "\n") -> None:
    """Write to standard output, at once. Raises OutputError."""
    stream = output()
    if stream is None:
        raise OutputError("it is closed")
    try:
        print(text, end=end, file=stream, flush=True)
    except OSError as error:
        raise OutputError(error) from None


def terminal_width() -> int | None:
    """Return how many characters wide the terminal is that shows the answer; None if it goes elsewhere."""
    stream = output()
    return count_columns(stream) if takes_codes(stream) else None


def print_table(text: str) -> None:
    """Write text with tables. A terminal gets its lines cut to its width, and a hint that says so."""
    width = terminal_width()
    lines = text.splitlines()
    if width is not None:
        lines = [cut(line, width) if "  " in line.strip() else line for line in lines]
    print_text("\n".join(lines))
    if lines != text.splitlines():
        print_hint(
            f"Lines were cut to the {width} columns of this terminal; a pipe or a file gets them whole."
        )


def print_json(data: dict[str, Any]) -> None:
    """Write one line of JSON to standard output, at once. Raises OutputError."""
    print_text(json.dumps(data))


def print_error(error: NPuzzleError) -> None:
    """Write an error to standard error, if that can be written; the exit code tells of it too.

    It may repeat what was typed: characters that would steer a terminal are written as their codes.
    """
    text = "".join(
        mark if mark.isprintable() or mark == "\n" else mark.encode("unicode_escape").decode()
        for mark in str(error)
    )
    print_hint(f"{paint('npuzzle:', Colour.RED, sys.stderr)} {text}")


def print_hint(text: str) -> None:
    """Write to standard error, if that can be written."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):  # ValueError: it is closed
        give_up(sys.stderr)


def give_up(stream: TextIO | None) -> None:
    """Close a stream that cannot be written: Python would try again when it exits, and complain."""
    if stream is not None:
        with suppress(OSError):
            stream.close()
