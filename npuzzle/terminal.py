"""What the commands share at a terminal: options, progress, Ctrl-C, reading and printing."""

from __future__ import annotations

import argparse
import json
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Any, NoReturn, TextIO

from npuzzle.cards import AUTO
from npuzzle.errors import InvalidBoardError, NPuzzleError, UsageError
from npuzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.heuristics import HEURISTICS, HeuristicLike, as_card
from npuzzle.job import DEFAULT_WEIGHT, Job
from npuzzle.kernel import ENGINES
from npuzzle.lab import EXHIBITS
from npuzzle.notation import Notation
from npuzzle.reading import MAX_TEXT
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


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A heuristic in a file of Python, with the file's text: it can be sent to where the file is not.

    `file` is as it was typed, `path` where that is.
    """

    file: str
    path: Path
    name: str
    source: bytes


def own_file(text: str) -> OwnFile | None:
    """What FILE.py:NAME means, read now; None for any other text."""
    own = re.fullmatch(r"(.+\.py):(\w+)", text)
    if own is None:
        return None
    path = Path(own[1]).resolve()
    try:
        return OwnFile(own[1], path, own[2], path.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot load {own[1]}: {type(error).__name__}: {error}") from None


def heuristic_named(named: str | OwnFile) -> HeuristicLike:
    """A heuristic by name, an exhibit of the laboratory too; or one of your own, as FILE.py:NAME."""
    own = own_file(named) if isinstance(named, str) else named
    if own is not None:
        return _loaded(own)
    assert isinstance(named, str)
    if named.strip().endswith(".py"):
        raise UsageError(f"which heuristic of {named}? Write {named}:NAME")
    if named in EXHIBITS and named not in HEURISTICS:
        return EXHIBITS[named]
    return named


@cache  # a file is run once
def _loaded(own: OwnFile) -> HeuristicLike:
    """What a file of Python calls `name`."""
    folder = str(own.path.parent)
    module = ModuleType(f"<{own.path}>")
    module.__file__ = str(own.path)
    sys.modules[module.__name__] = module  # where its classes are looked up
    sys.path.insert(0, folder)  # for what stands beside it
    try:
        with redirect_stdout(sys.stderr):  # what it prints is no answer
            exec(compile(own.source, own.path, "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        raise UsageError(f"cannot load {own.file}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(folder)
    names = vars(module)
    if own.name not in names:
        known = [n for n, value in names.items() if callable(value) and not n.startswith("_")]
        raise UsageError(f"{own.file} has no {own.name}; it has {', '.join(known) or 'nothing to call'}")
    found: HeuristicLike = names[own.name]
    return as_card(found)


def job_of(board: str, options: argparse.Namespace, goal: str | None = None) -> Job:
    """The job that the options of `solve` ask for."""
    return Job.create(
        board,
        goal or options.goal,
        algorithm=options.algorithm,
        heuristic=heuristic_named(options.heuristic),
        weight=options.weight,
        width=options.width,
        limits=limits_of(options),
        notation=Notation(options.notation),
        engine=options.engine,
        every=options.every,
        within=options.within,
    )


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


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C is heard at the end of the block: what is in it happens whole."""
    with interrupts() as pressed:
        yield
    if pressed:
        raise KeyboardInterrupt


def text_of(argument: str) -> str:
    if argument != "-":
        return argument
    if sys.stdin is None:
        raise UsageError("there is no standard input to read")
    try:
        return sys.stdin.read(MAX_TEXT + 1)  # more than that is refused, and it may never end
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise UsageError(
            f"standard input is no text in UTF-8, there is a byte 0x{byte:02X} in it: save it as UTF-8"
        ) from None


def lines_of(name: str) -> Iterator[str]:
    """The lines of a file; what is no UTF-8 is a mark of its own in them.

    A line longer than any board is cut to one character more than a board's text may have: so it is
    refused like any other, and takes no memory, however long it is.
    """
    if name == "-" and sys.stdin is None:
        raise UsageError("there is no standard input to read")
    if name == "-" and isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        with (
            nullcontext(sys.stdin) if name == "-" else open(name, encoding="utf-8", errors="replace") as file
        ):
            line = file.readline(MAX_TEXT + 1).removeprefix("\ufeff")  # a byte order mark
            while line:
                yield line
                while len(line) > MAX_TEXT and not line.endswith("\n"):
                    line = file.readline(MAX_TEXT + 1)  # the rest of it
                line = file.readline(MAX_TEXT + 1)
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error}") from None


def error_dict(error: NPuzzleError) -> dict[str, Any]:
    defects = error.defects if isinstance(error, InvalidBoardError) else ()
    return {"error": str(error), "defects": [defect.to_dict() for defect in defects]}


def print_json(data: dict[str, Any]) -> None:
    print(json.dumps(data), flush=True)
