"""The arguments for boards, goals and seeds, which most commands have."""

from __future__ import annotations

import argparse
import re
from random import SystemRandom

from npuzzle.cli.parser import Parser, Place
from npuzzle.errors import brief
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.problem import MAX_LINE_CELLS, Metric

BOARD_HELP = (
    "rows separated by / or new lines, numbers by spaces or commas, 0 for the blank; or a file that holds a "
    "board, if its name has a letter other than x in it; - reads standard input"
)


def add_goal(parser: Parser, default: str | None = DEFAULT_GOAL) -> None:
    """Add `--goal`, a name or a board; without a default, the text of the board may hold the goal."""
    parser.add_argument(
        "--goal",
        default=default,
        metavar="G",
        help=f"{', '.join(GOALS.names())}, center, blank-ROW-COLUMN, a board, or a file that holds a board "
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
        help="the word for the blank, if it is a number such as 9 or 16",
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
        help="what counts as one move: the slide of one tile, or of all tiles of a line that slide together; "
        f"lines on boards of up to {MAX_LINE_CELLS} cells (default: {Metric.TILES.value})",
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
    """Draw a seed for a user who gave none. It is shown, so that the same boards can be made again."""
    return SystemRandom().randrange(10**9)
