"""Boards in and out: the options for boards, reading boards from arguments and files, and drawing boards.

A board is an argument, a file or standard input: `read_argument` decides which. This module loads no search,
so that `check` and `scramble` start quickly.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from io import TextIOWrapper
from itertools import chain, islice, repeat, zip_longest
from random import SystemRandom
from typing import TextIO

from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.terminal import shows_progress, takes_codes
from npuzzle.errors import InvalidBoardError, NPuzzleError, UnknownNameError, UsageError, brief, quote
from npuzzle.puzzle.board import Board, Reading, goal_board
from npuzzle.puzzle.cells import MAX_TEXT
from npuzzle.puzzle.forms import make_defect
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.problem import Metric
from npuzzle.puzzle.read_boards import GOAL_WORDS, read_text, split_boards
from npuzzle.puzzle.sets import SETS, find_set
from npuzzle.puzzle.shape import Shape

BOARD_HELP = (
    "rows separated by / or new lines, numbers by spaces or commas, 0 for the blank; or a file that "
    "contains a board (its name needs a letter other than x, which may be the blank); - reads standard input"
)


def add_goal(parser: Parser, default: str | None = DEFAULT_GOAL) -> None:
    """Add `--goal`, a name or a board. If `default` is None, the text of the board may include the goal."""
    parser.add_argument(
        "--goal",
        default=default,
        metavar="G",
        help=f"{', '.join(GOALS.names())}, center, blank-ROW-COLUMN, a board, or a file with a board "
        f"(default: {DEFAULT_GOAL})",
        offer=GOALS.names,
    )


def add_board(parser: Parser) -> None:
    """Add the argument BOARD, and `--blank`."""
    parser.add_argument("board", metavar="BOARD", help=BOARD_HELP, offer=Place.FILE)
    add_blank(parser)


def add_blank(parser: Parser) -> None:
    """Add `--blank`."""
    parser.add_argument(
        "--blank",
        default="",
        metavar="MARK",
        help="how the blank is written, if not as 0, _, ., x or -: a number or a word, such as 16",
    )


def add_json(parser: Parser, help: str = "print one JSON object") -> None:  # noqa: A002
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help=help)


def add_metric(parser: Parser) -> None:
    """Add `--metric`."""
    parser.add_argument(
        "--metric",
        choices=[metric.value for metric in Metric],
        default=Metric.TILES.value,
        help="what counts as one move: the slide of one tile, or of all tiles of a line that slide together "
        f"(default: {Metric.TILES.value})",
    )


def add_quiet(parser: Parser) -> None:
    """Add `--quiet`, for commands that show progress."""
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def parse_seed(text: str) -> int:
    """Parse the seed of random boards: 0 or more, because Python's `random` treats -1 and 1 alike."""
    if not re.fullmatch("[0-9]{1,1000}", text):
        raise argparse.ArgumentTypeError(f"expected a whole number of 0 or more, got {brief(text)!r}")
    return int(text)


def draw_seed() -> int:
    """Draw a seed if the user gave none. Commands print it, so that the same boards can be made again."""
    return SystemRandom().randrange(10**9)


END_OF_INPUT = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
TWO_BOARDS = "two boards: put an empty line between them, or -> between a start and its goal"
_GOAL_IN_TEXT = re.compile(rf"->|=>|→|\b({GOAL_WORDS})", re.IGNORECASE)
SET = "@"  # the name of a set of boards follows this character
LONGEST_NAME = 80  # characters; a message shows a longer file name shortened


def read_problem(options: argparse.Namespace) -> tuple[Board, Board]:
    """Read BOARD, `--blank` and `--goal`. Without `--goal`, the text of the board may include the goal."""
    return choose_goal(read_argument(options.board, options.blank), options.goal)


def choose_goal(reading: Reading, goal: str | None) -> tuple[Board, Board]:
    """Return the board of a text, and the goal: the given one, else the one in the text, else the default."""
    if goal is not None:
        reading = replace(reading, goal=None)
    tell_reading(reading)
    return reading.board, read_goal(goal or reading.goal or DEFAULT_GOAL, reading.board.shape)


def tell_reading(reading: Reading) -> None:
    """Report on standard error how a text was read, unless the text was just a plain board."""
    goal = "" if reading.goal is None else f"with {reading.goal} as the goal"
    if reading.how or goal:
        said = ", ".join(filter(None, [f"read as {reading.board}", reading.how, goal]))
        print(f"npuzzle: {said}", file=sys.stderr)


def read_block(text: str, blank: str = "") -> Reading:
    """Read one board from a file with several boards. Raises InvalidBoardError.

    A second board on later lines is the goal only if the text says so, because it may be the next puzzle.
    """
    reading = Board.reading(text, blank=blank)
    is_unclear = reading.goal is not None and "\n" in text.strip() and not _GOAL_IN_TEXT.search(text)
    if is_unclear and len(read_text(text, blank).boards) > 1:
        raise InvalidBoardError([make_defect(TWO_BOARDS)])
    return reading


def read_goal(argument: str | Board, shape: Shape) -> Board:
    """Read a goal from a board, or from an argument: a goal's name, a board's text, or a file's name."""
    try:
        return goal_board(argument, shape)
    except (InvalidBoardError, UnknownNameError):
        if not isinstance(argument, str) or not (_may_name_file(argument) and os.path.isfile(argument)):
            raise
        return goal_board(_read_file(argument, argument), shape)


def read_argument(argument: str, blank: str = "") -> Reading:
    """Read the board that an argument means. It is a board's text, a file's name, or `-` for standard input.

    Text that can be read as a plain board is a board, even if a file has that name. Other text is a file's
    name only if it contains a letter other than x, because x may mean the blank. So a faulty board of digits
    is never read as a file's name.
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
    """Return whether the text is one line with a letter before any comment."""
    before_comment = text.partition("#")[0]
    return "\n" not in text and any(mark.isalpha() and mark not in "xX" for mark in before_comment)


def _looks_like_file(text: str) -> bool:
    """Return whether the text looks like a file name, not a faulty board: it is one word or has a suffix."""
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
    """Read at most one character more than a board may have, because the input might never end."""
    try:
        return file.read(MAX_TEXT + 1)
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise UsageError(
            f"{name} is not text in UTF-8: it has the byte 0x{byte:02X}; save it as UTF-8"
        ) from None


def read_lines(name: str) -> Iterator[str]:
    """Yield the lines of a UTF-8 file, or of a set (`@korf100`). Undecodable bytes become U+FFFD.

    A line longer than any board is cut to one character more than a board's text may have. So the line needs
    little memory, and is rejected as too long.
    """
    if name.startswith(SET):
        yield from find_set(name.removeprefix(SET)).lines()
        return
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
                    line = file.readline(MAX_TEXT + 1)  # skip the rest of the line
                line = file.readline(MAX_TEXT + 1)
    except OSError as error:
        meant = f"; did you mean {SET}{name}?" if name in SETS else ""
        raise UsageError(f"cannot read {name}: {error.strerror or error}{meant}") from None


def split_file(name: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each board: the first line's number, or the number in the set."""
    headings = name.startswith(SET)
    return ((number - headings, text) for number, text in split_boards(read_lines(name)))


def name_place(name: str, number: int) -> str:
    """Return the name of a board's place in a file or a set: "line 12" or "board 12"."""
    return f"{'board' if name.startswith(SET) else 'line'} {number:,}"


def read_size(text: str) -> Shape | None:
    """Read an argument such as 4x4 as a size. Return None for any other argument."""
    return Shape.parse(text) if re.fullmatch(r"\s*[0-9]+[xX×][0-9]+\s*", text) else None


GAP = "   "  # between the drawings along a path

#: A function that takes a tile's number and its cell's text. It returns the text to draw, which may be
#: coloured.
Style = Callable[[int, str], str]


def keep(tile: int, text: str) -> str:
    """Return the text of a cell as it is."""
    return text


def draw(board: Board, style: Style = keep) -> str:
    """Draw the board with lines between its cells.

    >>> print(draw(Board.parse("1 2/0 3")))
    ┌───┬───┐
    │ 1 │ 2 │
    ├───┼───┤
    │   │ 3 │
    └───┴───┘
    """
    width = len(str(board.shape.cells - 1))
    rows = [
        "│".join(["", *(style(tile, f" {tile or '':>{width}} ") for tile in row), ""]) for row in board.rows
    ]
    top, between, bottom = (
        left + middle.join(["─" * (width + 2)] * board.shape.cols) + right
        for left, middle, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    return "\n".join([top, f"\n{between}\n".join(rows), bottom])


def draw_rows(board: Board, style: Style = keep) -> str:
    """Draw the board in as little space as possible.

    >>> print(draw_rows(Board.parse("1 2/0 3")))
    1 2
    · 3
    """
    width = len(str(board.shape.cells - 1))
    return "\n".join(" ".join(style(tile, f"{tile or '·':>{width}}") for tile in row) for row in board.rows)


def draw_side_by_side(left: str, right: str) -> str:
    """Put two drawings side by side. The right one shows the goal.

    >>> print(draw_side_by_side("1 2\\n3 ·", "1 2\\n3 ·"))
    1 2   goal: 1 2
    3 ·         3 ·
    """
    lines, others = left.splitlines(), right.splitlines()
    width = len(lines[0])
    pairs = zip_longest(lines, others, fillvalue="")
    said = chain(["   goal: "], repeat("         "))
    return "\n".join(f"{one:{width}}{word}{other}".rstrip() for (one, other), word in zip(pairs, said))


def draw_larger_first(board: Board, goal: Board) -> Iterator[str]:
    """Yield drawings of a board with its goal, then of the board alone, from the largest to the smallest."""
    yield draw_side_by_side(draw(board), draw(goal))
    yield draw_side_by_side(draw(board), draw_rows(goal))
    yield draw_side_by_side(draw_rows(board), draw_rows(goal))
    yield draw(board)
    yield draw_rows(board)


def count_width(drawing: str) -> int:
    """Return how many columns a drawing without colours takes."""
    return max(map(len, drawing.splitlines()))


def draw_path(steps: Iterable[tuple[str, Board, Style]], columns: int) -> Iterator[str]:
    """Draw the boards along a path, each below its label, in strips as wide as the terminal.

    >>> boards = [Board.parse(text) for text in ("1 0/3 2", "1 2/3 0")]
    >>> print(*draw_path([("1. L 1", boards[0], keep), ("2. U 2", boards[1], keep)], 30))
    1. L 1      2. U 2
    ┌───┬───┐   ┌───┬───┐
    │ 1 │   │   │ 1 │ 2 │
    ├───┼───┤   ├───┼───┤
    │ 3 │ 2 │   │ 3 │   │
    └───┴───┘   └───┴───┘
    """
    left = iter(steps)
    for first in left:
        drawing = draw if count_width(draw(first[1])) <= columns else draw_rows
        width = max(len(first[0]), count_width(drawing(first[1])))
        room = max(1, (columns + len(GAP)) // (width + len(GAP)))
        strip = [first, *islice(left, room - 1)]
        labels = GAP.join(f"{label:{width}}" for label, _, _ in strip).rstrip()
        filled = " " * (width - count_width(drawing(first[1])))  # for a label wider than the board
        lines = zip(*(drawing(board, style).split("\n") for _, board, style in strip))
        yield "\n".join([labels, *(f"{filled}{GAP}".join(line) for line in lines)])


def read_boards(name: str, goal: str) -> Iterator[Board]:
    """Read the boards of a file. Raises UsageError if a text is not a board, or names another goal."""
    for number, text in split_file(name):
        try:
            yield require_goal(read_block(text), goal)
        except NPuzzleError as error:
            raise UsageError(f"{name}, {name_place(name, number)}: {error}") from None


def require_goal(reading: Reading, goal: str) -> Board:
    """Return the board of a text. Raises UsageError if the text names another goal."""
    if reading.goal not in (None, goal_board(goal, reading.board.shape)):
        raise UsageError(f"the board has the goal {reading.goal}: give one goal for all boards with --goal")
    return reading.board
