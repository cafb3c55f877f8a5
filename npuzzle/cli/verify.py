"""The command `verify`: check whether moves are legal, reach the goal, and are the fewest."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from npuzzle.cli.board_arguments import BOARD_HELP, add_blank, add_goal, add_json, add_metric, add_quiet
from npuzzle.cli.inputs import read_problem
from npuzzle.cli.mistakes import require_quotes
from npuzzle.cli.output import NOT_SOLVED, OK, output, print_json, print_text
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.scrambles import find_solved_by, read_size
from npuzzle.cli.terminal import Colour, Meter, catch_ctrl_c, paint
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import Notation

if TYPE_CHECKING:
    from npuzzle.solving.run import Run
    from npuzzle.solving.verify import Verification


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `verify`."""
    parser.add_argument(
        "board",
        metavar="BOARD",
        help=f"{BOARD_HELP}; or a size, such as 3x3, for the board that the moves solve",
        offer=Place.FILE,
    )
    parser.add_argument(
        "moves",
        metavar="MOVES",
        nargs="+",
        help="letters with counts, as in U L2 D, words, arrows, numbers of tiles, as in 7 8 5, or tiles with "
        "directions, as in 7L 8U; a tile further away in the blank's row or column pushes those between",
    )
    add_goal(parser, default=None)
    add_blank(parser)
    parser.add_argument(
        "--notation",
        choices=[notation.value for notation in Notation],
        help="the letters name the direction of the tile or of the blank (default: the reading "
        "that leads further)",
    )
    add_metric(parser)
    parser.add_argument(
        "--max-seconds",
        type=float,
        default=10.0,
        metavar="S",
        help="search for a shortest path for S seconds at most (default: 10)",
    )
    add_quiet(parser)
    add_json(parser)
    parser.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    from npuzzle.solving.verify import iter_verify  # loads the searches

    require_quotes([options.board, *options.moves], options.parser)
    notation = None if options.notation is None else Notation(options.notation)
    moves, size = " ".join(options.moves), read_size(options.board)
    if size is None:
        board, goal = read_problem(options)
    else:
        goal = goal_board(options.goal or DEFAULT_GOAL, size)
        board = find_solved_by(goal, moves, notation)
    checking = iter_verify(
        board,
        moves,
        goal,
        notation=notation,
        seconds=options.max_seconds,
        metric=options.metric,
    )
    with catch_ctrl_c() as interrupted, Meter(sys.stderr) as meter:

        def watch(run: Run) -> None:
            """Show progress; after Ctrl-C, end the search and keep what is known."""
            if interrupted:
                run.cancel()
            meter.show(lambda: f"searching for a shortest path, expanded {run.snapshot.expanded:,}")

        found = run_to_end(checking, watch)
    if options.json:
        print_json(found.to_dict())
    else:
        if size is not None:
            print_text(f"These moves solve the board {board}.")
        print_text(_paint(found))
    return OK if found.reaches_goal else NOT_SOLVED


def _paint(found: Verification) -> str:
    """Colour the first line on a terminal: it says whether the goal is reached."""
    head, newline, rest = str(found).partition("\n")
    return paint(head, Colour.GREEN if found.reaches_goal else Colour.YELLOW, output()) + newline + rest
