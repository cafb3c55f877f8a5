"""Arguments that several commands have, and the job that those of `solve` ask for."""

from __future__ import annotations

import argparse
import re
from random import SystemRandom

from npuzzle.cli.inputs import heuristic_named
from npuzzle.errors import brief
from npuzzle.kernel import ENGINES
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.puzzle.moves import Notation
from npuzzle.registry import AUTO
from npuzzle.search.beam import DEFAULT_WIDTH
from npuzzle.solving.job import DEFAULT_WEIGHT, Job
from npuzzle.solving.limits import Limits

BOARD_HELP = (
    "rows by / or line, numbers by spaces or commas, 0 for the blank; or the file that has them, if its name "
    "has a letter in it (x aside); - reads standard input"
)


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
