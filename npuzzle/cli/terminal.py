"""What a terminal is shown beside words: colour and progress; and when Ctrl-C is heard."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from math import inf
from time import monotonic
from typing import TextIO

SOON = 1.0  # seconds in which another Ctrl-C is taken for the same
COLUMNS = 80  # of a terminal that does not say how wide it is


class Colour(Enum):
    """What a terminal is told; never the only sign of what is meant."""

    RED, GREEN, YELLOW = 31, 32, 33


def paint(text: str, colour: Colour, stream: TextIO | None) -> str:
    """The text in a colour, if the stream is a terminal that has some and nobody asked for none.

    NO_COLOR, set and not empty, asks for none (https://no-color.org).
    """
    if os.environ.get("NO_COLOR") or not takes_codes(stream):
        return text
    return f"\x1b[{colour.value}m{text}\x1b[0m"


def takes_codes(stream: TextIO | None) -> bool:
    """Whether it is a terminal that knows more than letters; None is a stream that was closed before."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


class Meter:
    """One line of progress on a terminal, rewritten in place; silent anywhere else.

    As a context manager it wipes the line out at the end, however that comes.
    """

    def __init__(self, stream: TextIO | None, every: float = 0.2) -> None:
        self._stream = stream
        self._every = every
        self._next = monotonic() + every if takes_codes(stream) else float("inf")
        self._shown = False

    def show(self, line: Callable[[], str]) -> None:
        """Show the line, if it is time for one."""
        if monotonic() < self._next:
            return
        self._next = monotonic() + self._every
        self._write(f"\r{fit(line(), columns_of(self._stream) - 1)}\x1b[K")  # a full line may wrap
        self._shown = True

    def clear(self) -> None:
        """Wipe the line out."""
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


def columns_of(stream: TextIO | None) -> int:
    """How many characters a line of that terminal has; COLUMNS where it does not say."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns if stream is not None else 0
    except (OSError, ValueError):  # it is none, or closed
        columns = 0
    return columns or COLUMNS


def fit(line: str, columns: int) -> str:
    """The line, cut to so many characters; dots say that more follows.

    >>> fit("expanded 1,234, frontier 567", 20)
    'expanded 1,234, f...'
    """
    return line if len(line) <= columns else (line[: max(columns - 3, 0)] + "...")[: max(columns, 0)]


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """A list that fills when Ctrl-C is pressed, in place of the exception.

    Whoever presses again after SOON means it: that is the exception. So what looks at the list too late, or
    never, such as a heuristic that hangs, can be ended all the same.
    """
    pressed: list[int] = []
    first = inf

    def note(number: int) -> None:
        nonlocal first
        if monotonic() > first + SOON:
            raise KeyboardInterrupt
        first = min(first, monotonic())
        pressed.append(number)

    with _on_interrupt(note):
        yield pressed


@contextmanager
def hold_ctrl_c() -> Iterator[None]:
    """Ctrl-C is heard at the end of the block: what is in it happens whole."""
    pressed: list[int] = []
    with _on_interrupt(pressed.append):
        yield
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def _on_interrupt(act: Callable[[int], None]) -> Iterator[None]:
    """Do that when Ctrl-C is pressed; nothing but in the main thread, which alone hears it."""
    try:
        before = signal.signal(signal.SIGINT, lambda number, frame: act(number))
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
