"""Colour and progress on a terminal, and what Ctrl-C does."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from math import inf
from threading import current_thread, main_thread
from time import monotonic
from typing import TextIO

from npuzzle.text import cut

SOON = 1.0  # seconds within which a second Ctrl-C counts as the same
COLUMNS = 80  # of a terminal that does not say how wide it is


class Colour(Enum):
    """A colour of text; never the only sign of what is meant."""

    RED, GREEN, YELLOW = 31, 32, 33


def paint(text: str, colour: Colour, stream: TextIO | None) -> str:
    """Colour the text, if the stream is a terminal with colours.

    NO_COLOR, set and not empty, turns colour off (https://no-color.org).
    """
    if os.environ.get("NO_COLOR") or not takes_codes(stream):
        return text
    return f"\x1b[{colour.value}m{text}\x1b[0m"


def takes_codes(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal that understands control codes; None is a closed stream."""
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
    """Whether to show progress on this stream: it is a terminal, and the user did not ask for silence."""
    return takes_codes(stream) and not _silenced


class Meter:
    """One line of progress on a terminal, rewritten in place; silent anywhere else, and with `--quiet`.

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
    """Return how many characters wide the terminal is; COLUMNS if it does not say."""
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
    finally:  # also if the block raises: Ctrl-C matters more than its error, which stays as the context
        if pressed:
            raise KeyboardInterrupt


@contextmanager
def _handle_ctrl_c(act: Callable[[int], None]) -> Iterator[None]:
    """Call `act` when Ctrl-C is pressed. Only the main thread can do so; in other threads nothing changes.

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
