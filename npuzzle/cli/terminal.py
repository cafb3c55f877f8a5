"""What the command line writes, and how it ends: answers, errors, colour, progress, Ctrl-C, exit codes.

One function, `print_text`, writes all answers. It distinguishes a full disk from a closed pipe, and keeps
answers apart from the output of a user's heuristic. Only on a terminal are there colours, progress and cut
lines.
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

SOON = 1.0  # seconds; a second Ctrl-C within this time counts as the same
COLUMNS = 80  # the assumed width of a terminal that does not report its width


class Colour(Enum):
    """A colour of text. Colour is never the only sign of a meaning."""

    RED, GREEN, YELLOW = 31, 32, 33


def paint(text: str, colour: Colour, stream: TextIO | None) -> str:
    """Colour the text if the stream is a terminal with colours.

    The environment variable NO_COLOR, if it is not empty, turns colour off (https://no-color.org).
    """
    if os.environ.get("NO_COLOR") or not takes_codes(stream):
        return text
    return f"\x1b[{colour.value}m{text}\x1b[0m"


def takes_codes(stream: TextIO | None) -> bool:
    """Return whether the stream is a terminal that understands control codes. None: the stream is closed."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


_silenced = False


@contextmanager
def silence(is_silent: bool) -> Iterator[None]:
    """If `is_silent`, show no progress and no notice of waiting until the block ends."""
    global _silenced
    before, _silenced = _silenced, is_silent
    try:
        yield
    finally:
        _silenced = before


def shows_progress(stream: TextIO | None) -> bool:
    """Return whether to show progress on this stream: on a terminal, unless the user asked for silence."""
    return takes_codes(stream) and not _silenced


class Meter:
    """One line of progress, rewritten in place. It is shown only on a terminal, and not with `--quiet`.

    As a context manager, it removes the line at the end, even after an error.
    """

    def __init__(self, stream: TextIO | None, every: float = 0.2) -> None:
        self._stream = stream
        self._every = every
        self._next = monotonic() + every if shows_progress(stream) else float("inf")
        self._shown = False

    def show(self, line: Callable[[], str]) -> None:
        """Show the line, unless another line was shown too short a time ago."""
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
    """Return the width of the terminal in characters, or COLUMNS if the terminal does not report it."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns if stream is not None else 0
    except (OSError, ValueError):  # the stream is not a terminal, or is closed
        columns = 0
    return columns or COLUMNS


@contextmanager
def catch_ctrl_c() -> Iterator[list[int]]:
    """Instead of raising KeyboardInterrupt at Ctrl-C, add an item to the list that this yields.

    If Ctrl-C is pressed again more than SOON seconds later, KeyboardInterrupt is raised. So a block that does
    not check the list, for example because a heuristic hangs, can still be ended.
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
    """Delay Ctrl-C until the end of the block."""
    pressed: list[int] = []
    try:
        with _handle_ctrl_c(pressed.append):
            yield
    finally:  # even if the block raises an error: Ctrl-C matters more, and keeps the error as its context
        if pressed:
            raise KeyboardInterrupt


@contextmanager
def _handle_ctrl_c(act: Callable[[int], None]) -> Iterator[None]:
    """Call `act` when Ctrl-C is pressed. Only the main thread can do this; in other threads nothing changes.

    Nor does anything change if this process was started to ignore Ctrl-C, for example by `trap '' INT`.
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
_kept: list[TextIO | None] = []  # the original standard output, while only answers may go there


class OutputError(NPuzzleError, OSError):
    """Standard output cannot be written. `reader_left`: whether it is a pipe whose reader has ended."""

    def __init__(self, cause: OSError | str) -> None:
        why = cause if isinstance(cause, str) else cause.strerror or type(cause).__name__
        super().__init__(f"cannot write to standard output: {why}")
        self.reader_left = isinstance(cause, BrokenPipeError)


@contextmanager
def report_unwritable(path: Path) -> Iterator[None]:
    """Raise UsageError if the system does not let the block write the path."""
    try:
        yield
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        raise UsageError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from None


def let_output_take_any_character() -> None:
    """Make standard output accept any character.

    A file or a pipe gets UTF-8, unless its encoding already covers Unicode. A terminal that does not have a
    character shows the character's code.
    """
    out = sys.stdout
    if not isinstance(out, TextIOWrapper):  # a notebook's output, or no output
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
    """Let only `print_text` write to standard output. All other output goes to standard error.

    So what a user's heuristic prints does not become part of the answer.
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
    """Return the width in characters of the terminal that shows the answer, or None if none does."""
    stream = output()
    return count_columns(stream) if takes_codes(stream) else None


def print_table(text: str) -> None:
    """Write text with tables. For a terminal, cut the lines to the width, and add a hint that says so."""
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
    import json  # few command lines print JSON

    print_text(json.dumps(data))


def print_error(error: NPuzzleError) -> None:
    """Write an error to standard error, if possible. The exit code reports the error, too.

    The message may repeat what the user typed, so control characters are written as their codes.
    """
    text = "".join(
        mark if mark.isprintable() or mark == "\n" else mark.encode("unicode_escape").decode()
        for mark in str(error)
    )
    print_hint(f"{paint('npuzzle:', Colour.RED, sys.stderr)} {text}")


def print_hint(text: str) -> None:
    """Write to standard error, if possible."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):  # ValueError: it is closed
        give_up(sys.stderr)


def give_up(stream: TextIO | None) -> None:
    """Close a stream that cannot be written. Otherwise Python would try again at exit, and complain."""
    if stream is not None:
        with suppress(OSError):
            stream.close()


def paint_verdict(text: str, *, good: bool) -> str:
    """Colour the part of the text before the colon, on a terminal."""
    head, colon, rest = text.partition(":")
    return paint(head, Colour.GREEN if good else Colour.YELLOW, output()) + colon + rest
