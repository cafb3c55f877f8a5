"""What the commands share at a terminal: options, progress, Ctrl-C, colour, reading and printing."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
from codecs import lookup
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from dataclasses import dataclass
from enum import Enum
from functools import cache
from io import TextIOWrapper
from math import inf
from pathlib import Path
from random import SystemRandom
from time import monotonic
from types import ModuleType
from typing import Any, NoReturn, TextIO

from npuzzle.errors import InvalidBoardError, NPuzzleError, UsageError, brief, shown
from npuzzle.heuristics import HEURISTICS, HeuristicLike, as_card
from npuzzle.kernel import ENGINES
from npuzzle.lab import EXHIBITS
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.moves import Notation
from npuzzle.puzzle.parsing import MAX_TEXT
from npuzzle.registry import AUTO
from npuzzle.search.beam import DEFAULT_WIDTH
from npuzzle.solving.job import DEFAULT_WEIGHT, Job
from npuzzle.solving.limits import Limits

OK, NOT_SOLVED, BAD_INPUT, STOPPED = 0, 1, 2, 130
END_OF_INPUT = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
SOON = 1.0  # seconds in which another Ctrl-C is taken for the same
COLUMNS = 80  # of a terminal that does not say how wide it is
LONGEST_NAME = 80  # characters of a file's name that a message shows whole

BOARD_HELP = (
    "rows by / or line, numbers by spaces or commas, 0 for the blank; or the file that has them, if its name "
    "has a letter in it (x aside); - reads standard input"
)


class OutputError(NPuzzleError, OSError):
    """Standard output takes no more; `reader_left`: it is a pipe, and the program that read it has ended."""

    def __init__(self, cause: OSError | str) -> None:
        why = cause if isinstance(cause, str) else cause.strerror or type(cause).__name__
        super().__init__(f"cannot write to standard output: {why}")
        self.reader_left = isinstance(cause, BrokenPipeError)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage; its help ends with `notes` and an `example`."""

    def __init__(self, *, example: str = "", notes: str = "", **settings: Any) -> None:
        said = [notes, f"Example: {example}" if example else ""]
        super().__init__(
            epilog="\n".join(part for part in said if part),
            formatter_class=argparse.RawDescriptionHelpFormatter,  # an example can be copied as it stands
            allow_abbrev=False,  # a script that says --alg would break when there is a second such option
            **settings,
        )
        self.example = example
        self.set_defaults(prog=self.prog)  # of the command that is carried out: it is parsed last

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, and refuse what is left over in the name of the command that it was given to."""
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            raise UsageError(_explain_rest(rest, options))
        return options

    def error(self, message: str) -> NoReturn:
        if "required: BOARD" in message:
            message += "; a board that begins with - stands after --"
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or the version. argparse itself takes no notice if that fails."""
        print_text(message, end="")


def _explain_rest(rest: Sequence[str], options: argparse.Namespace) -> str:
    """What to say of arguments that no option and no place is for."""
    said = f"unrecognized arguments: {' '.join(rest)} (see {options.prog} --help)"
    board = getattr(options, "board", None)
    if isinstance(board, str) and all(re.fullmatch(r"[0-9xX_.,/]+", word) for word in rest):
        said += f'; a board is one argument, in quotes: "{" ".join([board, *rest])}"'
    return said


def add_goal(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(GOALS.names())
    parser.add_argument("--goal", default=DEFAULT_GOAL, metavar="G", help=f"{names}, or a board")


def add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help=BOARD_HELP)


def seed(text: str) -> int:
    """Of random boards. Below 0 Python's `random` would give the boards of the same number above."""
    if not re.fullmatch("[0-9]{1,1000}", text):
        raise argparse.ArgumentTypeError(f"expected a whole number of 0 or more, got {brief(text)!r}")
    return int(text)


def draw_seed() -> int:
    """One of a thousand million, where none was given, to be told: so what it gives can be had again."""
    return SystemRandom().randrange(10**9)


def add_json(parser: argparse.ArgumentParser, help: str = "print one JSON object") -> None:  # noqa: A002
    parser.add_argument("--json", action="store_true", help=help)


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
        return _load(own)
    assert isinstance(named, str)
    if named.strip().endswith(".py"):
        raise UsageError(f"which heuristic of {named}? Write {named}:NAME")
    if named in EXHIBITS and named not in HEURISTICS:
        return EXHIBITS[named]
    return named


@cache  # a file is run once
def _load(own: OwnFile) -> HeuristicLike:
    """What a file of Python calls `name`."""
    folder = str(own.path.parent)
    module = ModuleType(f"<{own.path}>")
    module.__file__ = str(own.path)
    sys.modules[module.__name__] = module  # where its classes are looked up
    sys.path.insert(0, folder)  # for what stands beside it
    try:
        exec(compile(own.source, own.path, "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise UsageError(f"cannot load {own.file}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(folder)
    if folder not in sys.path:
        sys.path.append(folder)  # for imports in its functions; last, so that it takes no other's place
    names = vars(module)
    if own.name not in names:
        known = [n for n, value in names.items() if callable(value) and not n.startswith("_")]
        raise UsageError(f"{own.file} has no {own.name}; it has {', '.join(known) or 'nothing to call'}")
    found: HeuristicLike = names[own.name]
    return as_card(found)


def job_of(board: Board | str, options: argparse.Namespace, goal: str | None = None) -> Job:
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


def let_output_say_all() -> None:
    """Standard output takes any character: in UTF-8 where it is no terminal, else its code if it lacks it.

    An encoding of Unicode stays, whichever it is.
    """
    out = sys.stdout
    if not isinstance(out, TextIOWrapper):  # a notebook's, or none
        return
    if not out.isatty() and not lookup(out.encoding).name.startswith("utf"):
        out.reconfigure(encoding="utf-8")
    if out.errors == "strict":
        out.reconfigure(errors="backslashreplace")


def error_dict(error: NPuzzleError) -> dict[str, Any]:
    defects = error.defects if isinstance(error, InvalidBoardError) else ()
    return {"error": str(error), "defects": [defect.to_dict() for defect in defects]}


_kept: list[TextIO | None] = []  # standard output, while it is kept for answers


@contextmanager
def keep_output_for_answers() -> Iterator[None]:
    """Let only `print_text` write to standard output: all else that is printed goes to standard error.

    So what a heuristic of one's own prints while it is asked is no part of the answer.
    """
    _kept.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _kept.pop()


def output() -> TextIO | None:
    """Standard output, where the answer goes."""
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


def print_json(data: dict[str, Any]) -> None:
    """Write one line of JSON to standard output, at once. Raises OutputError."""
    print_text(json.dumps(data))


def print_error(error: NPuzzleError) -> None:
    """Write what is wrong to standard error, if that takes it: the exit code says it too."""
    try:
        print(f"{paint('npuzzle:', Colour.RED, sys.stderr)} {error}", file=sys.stderr, flush=True)
    except (OSError, ValueError):  # ValueError: somebody has closed it
        give_up(sys.stderr)


def give_up(stream: TextIO | None) -> None:
    """Close a stream that takes no more. Else Python would try again when it ends, and complain."""
    if stream is not None:
        with suppress(OSError):
            stream.close()
