"""What the commands share at a terminal: options, progress, Ctrl-C, reading and printing."""

from __future__ import annotations

import argparse
import json
import re
import runpy
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn, TextIO

from npuzzle.cards import AUTO
from npuzzle.errors import InvalidBoardError, NPuzzleError, UsageError
from npuzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.heuristics import HEURISTICS, HeuristicLike, as_card
from npuzzle.job import DEFAULT_WEIGHT
from npuzzle.kernel import ENGINES
from npuzzle.lab import EXHIBITS
from npuzzle.search.beam import DEFAULT_WIDTH
from npuzzle.search.drive import Limits

OK, NOT_SOLVED, BAD_INPUT = 0, 1, 2


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        if "required: BOARD" in message:
            message += "; a board that begins with - stands after --"
        raise UsageError(f"{message} (see {self.prog} --help)")


def add_goal(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(GOALS.names())
    parser.add_argument("--goal", default=DEFAULT_GOAL, metavar="G", help=f"{names}, or a board")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_limits(parser: argparse.ArgumentParser) -> None:
    """What a search may be told beside its name, and what it may use."""
    number = parser.add_argument
    number(
        "--weight",
        type=float,
        default=DEFAULT_WEIGHT,
        metavar="W",
        help="of h, 1 or more, for weighted-astar",
    )
    number("--width", type=int, default=DEFAULT_WIDTH, metavar="N", help="of the beam, for beam")
    number(
        "--engine",
        default=AUTO,
        metavar="E",
        help=f"what runs kernels: {AUTO}, {', '.join(ENGINES)}",
    )
    number("--max-seconds", type=float, metavar="S", help="give up after so much searching")
    number("--max-expanded", type=int, metavar="N", help="give up after so many expanded states")
    number("--max-stored", type=int, metavar="N", help="give up at so many stored states")
    number("--max-depth", type=int, metavar="D", help="the longest path to look for, in moves")


def limits_of(options: argparse.Namespace) -> Limits:
    return Limits(
        seconds=options.max_seconds,
        expanded=options.max_expanded,
        stored=options.max_stored,
        depth=options.max_depth,
    )


@cache  # a file is run once
def heuristic_named(text: str) -> HeuristicLike:
    """A heuristic by name, an exhibit of the laboratory too; or one of your own, as FILE.py:NAME."""
    own = re.fullmatch(r"(.+\.py):(\w+)", text)
    if own is not None:
        return _loaded(own[1], own[2])
    if text.strip().endswith(".py"):
        raise UsageError(f"which heuristic of {text}? Write {text}:NAME")
    if text in EXHIBITS and text not in HEURISTICS:
        return EXHIBITS[text]
    return text


def _loaded(file: str, name: str) -> HeuristicLike:
    """What a file of Python calls `name`."""
    folder = str(Path(file).resolve().parent)
    sys.path.insert(0, folder)  # for what stands beside it
    try:
        with redirect_stdout(sys.stderr):  # what it prints is no answer
            names = runpy.run_path(file)
    except (Exception, SystemExit) as error:
        raise UsageError(f"cannot load {file}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(folder)
    if name not in names:
        known = [n for n, value in names.items() if callable(value) and not n.startswith("_")]
        raise UsageError(f"{file} has no {name}; it has {', '.join(known) or 'nothing to call'}")
    found: HeuristicLike = names[name]
    return as_card(found)


class Meter:
    """One line of progress on a terminal, rewritten in place; silent anywhere else."""

    def __init__(self, stream: TextIO, every: float = 0.2) -> None:
        self._stream = stream
        self._every = every
        self._next = monotonic() + every if stream.isatty() else float("inf")
        self._shown = False

    def show(self, line: Callable[[], str]) -> None:
        """Show the line, if it is time for one."""
        if monotonic() < self._next:
            return
        self._next = monotonic() + self._every
        self._stream.write(f"\r{line()}\x1b[K")
        self._stream.flush()
        self._shown = True

    def clear(self) -> None:
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """A list that fills when Ctrl-C is pressed, in place of the exception."""
    pressed: list[int] = []
    try:
        before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    except ValueError:  # not the main thread: nobody can press anything here
        yield pressed
        return
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def text_of(argument: str) -> str:
    if argument != "-":
        return argument
    if sys.stdin is None:
        raise UsageError("there is no standard input to read")
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read standard input: {error}") from None


def lines_of(name: str) -> Iterator[str]:
    if name == "-" and sys.stdin is None:
        raise UsageError("there is no standard input to read")
    try:
        with (
            nullcontext(sys.stdin)
            if name == "-"
            else open(name, encoding="utf-8-sig", errors="replace") as file
        ):
            yield from file
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {name}: {error}") from None


def error_dict(error: NPuzzleError) -> dict[str, Any]:
    defects = error.defects if isinstance(error, InvalidBoardError) else ()
    return {"error": str(error), "defects": [defect.to_dict() for defect in defects]}


def print_json(data: dict[str, Any]) -> None:
    print(json.dumps(data), flush=True)
