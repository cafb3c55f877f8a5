"""The output of the command line, and its end: exit codes, answers, errors, colour, progress, Ctrl-C.

One function, `print_text`, writes all answers: it can distinguish a full disk from a closed pipe, and it
keeps the output of a user's heuristic separate. Only a terminal gets colour, progress and cut lines.
"""

from __future__ import annotations

import os
import signal
import sys
from codecs import lookup
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from enum import Enum
from io import TextIOWrapper
from math import inf
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, TextIO

from npuzzle.errors import InvalidBoardError, NPuzzleError, UsageError
from npuzzle.text import cut

SOON = 1.0  # seconds within which a second Ctrl-C counts as the same
COLUMNS = 80  # of a terminal that does not say how wide it is


class Colour(Enum):
    """A colour of text, never the only sign of its meaning."""

    RED, GREEN, YELLOW = 31, 32, 33


def paint(text: str, colour: Colour, stream: TextIO | None) -> str:
    """Colour the text, if the stream is a terminal with colours.

    NO_COLOR, set and not empty, turns colour off (https://no-color.org).
    """
    if os.environ.get("NO_COLOR") or not takes_codes(stream):
        return text
    return f"\x1b[{colour.value}m{text}\x1b[0m"


def takes_codes(stream: TextIO | None) -> bool:
    """Return whether the stream is a terminal that understands control codes. None is a closed stream."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


_silenced = False


@contextmanager
def silence(is_silent: bool) -> Iterator[None]:
    """Show no progress, and no word of waiting, until the block ends, if `is_silent`."""
    global _silenced
    before, _silenced = _silenced, is_silent
    try:
        yield
    finally:
        _silenced = before


def shows_progress(stream: TextIO | None) -> bool:
    """Return whether to show progress on this stream: a terminal, if the user did not ask for silence."""
    return takes_codes(stream) and not _silenced


class Meter:
    """One line of progress on a terminal, rewritten in place. It is silent anywhere else, and with `--quiet`.

    As a context manager it removes the line at the end, also after an error.
    """

    def __init__(self, stream: TextIO | None, every: float = 0.2) -> None:
        self._stream = stream
        self._every = every
        self._next = monotonic() + every if shows_progress(stream) else float("inf")
        self._shown = False

    def show(self, line: Callable[[], str]) -> None:
        """Show the line, if enough time has passed since the last one."""
        if monotonic() < self._next:
            return
        self._next = monotonic() + self._every
        self._write(f"\r{cut(line(), count_columns(self._stream) - 1)}\x1b[K")  # a full line may wrap
        self._shown = True

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            self._write("\r\x1b[K")
            self._shown = False

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def _write(self, text: str) -> None:
        assert self._stream is not None
        self._stream.write(text)
        self._stream.flush()


def count_columns(stream: TextIO | None) -> int:
    """Return the width of the terminal in characters, or COLUMNS if it does not say."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns if stream is not None else 0
    except (OSError, ValueError):  # it is not a terminal, or closed
        columns = 0
    return columns or COLUMNS


@contextmanager
def catch_ctrl_c() -> Iterator[list[int]]:
    """Record Ctrl-C in a list, which gets an item each time, instead of raising KeyboardInterrupt.

    If it is pressed again more than SOON seconds later, KeyboardInterrupt is raised. So a block that does not
    look at the list, such as a heuristic that hangs, can still be ended.
    """
    pressed: list[int] = []
    first = inf

    def note(number: int) -> None:
        nonlocal first
        if monotonic() > first + SOON:
            raise KeyboardInterrupt
        first = min(first, monotonic())
        pressed.append(number)

    with _handle_ctrl_c(note):
        yield pressed


@contextmanager
def hold_ctrl_c() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, so that it does not interrupt the block."""
    pressed: list[int] = []
    try:
        with _handle_ctrl_c(pressed.append):
            yield
    finally:  # also if the block raises: Ctrl-C matters more than that error, which stays as the context
        if pressed:
            raise KeyboardInterrupt


@contextmanager
def _handle_ctrl_c(act: Callable[[int], None]) -> Iterator[None]:
    """Call `act` when Ctrl-C is pressed. Only the main thread can do so. In other threads nothing changes.

    Nothing changes either if this process was started to ignore Ctrl-C, as a shell's `trap '' INT` does.
    """
    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN or current_thread() is not main_thread():
        yield
        return
    signal.signal(signal.SIGINT, lambda number, frame: act(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


#: The exit codes; `npuzzle --help` and docs/command-line.md say when each is used.
OK, NOT_SOLVED, BAD_INPUT, SYSTEM_FAILED, STOPPED = 0, 1, 2, 3, 130
_kept: list[TextIO | None] = []  # the original standard output, while it is reserved for answers


class OutputError(NPuzzleError, OSError):
    """Standard output cannot be written. `reader_left`: it is a pipe whose reader has ended."""

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
    """Let only `print_text` write to standard output. Other output goes to standard error.

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
    """Write to standard output immediately. Raises OutputError."""
    stream = output()
    if stream is None:
        raise OutputError("it is closed")
    try:
        print(text, end=end, file=stream, flush=True)
    except OSError as error:
        raise OutputError(error) from None


def terminal_width() -> int | None:
    """Return the width in characters of the terminal that shows the answer, or None if it goes elsewhere."""
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
    """Write one line of JSON to standard output immediately. Raises OutputError."""
    import json  # few command lines print it

    print_text(json.dumps(data))


def print_error(error: NPuzzleError) -> None:
    """Write an error to standard error, if possible. The exit code reports it too.

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


def paint_verdict(text: str, *, good: bool) -> str:
    """Colour the part of the text before its colon, on a terminal."""
    head, colon, rest = text.partition(":")
    return paint(head, Colour.GREEN if good else Colour.YELLOW, output()) + colon + rest
