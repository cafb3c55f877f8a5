"""The command `play`: a board to play in the terminal, with hints."""

from __future__ import annotations

import argparse
import sys
from random import Random

from npuzzle.cli.board_arguments import add_goal, parse_seed
from npuzzle.cli.game import Game
from npuzzle.cli.inputs import choose_goal, read_argument, read_goal
from npuzzle.cli.output import OK, output
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.scrambles import read_size
from npuzzle.cli.terminal import takes_codes
from npuzzle.errors import UsageError
from npuzzle.puzzle.goals import DEFAULT_GOAL

MOST_SIDE = 10  # rows and columns that a terminal has room for


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `play`."""
    parser.add_argument(
        "board",
        metavar="BOARD",
        nargs="?",
        default="4x4",
        help="a size RxC for a random board (default: 4x4), or a board as for solve",
        offer=Place.FILE,
    )
    add_goal(parser, default=None)
    parser.add_argument("--seed", type=parse_seed, metavar="S", help="the same seed gives the same boards")
    parser.set_defaults(run=_play)


def _play(options: argparse.Namespace) -> int:
    """Play in this terminal. Raises UsageError without a terminal or Textual, or for too large a board."""
    random = Random(options.seed)
    game = open_game(options.board, options.goal, random)
    try:
        from npuzzle.cli.play_app import PlayApp
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "textual":
            raise
        raise UsageError('play needs Textual: pip install "npuzzle[play]", or just textual') from None
    if not (takes_codes(sys.stdin) and takes_codes(output())):
        raise UsageError("play needs a terminal, to read keys from and to draw on")
    PlayApp(game, random).run()
    return OK


def open_game(text: str, goal: str | None, random: Random) -> Game:
    """Open the game of a board, or of a random one for a size such as 4x4."""
    size = read_size(text)
    if size is None:
        board, target = choose_goal(read_argument(text), goal)
    else:
        target = read_goal(goal or DEFAULT_GOAL, size)
        board = target.shuffled(random)
    if max(board.shape.rows, board.shape.cols) > MOST_SIDE:
        raise UsageError(f"play has room for {MOST_SIDE} rows and columns, got {board.shape}")
    return Game(board, target)
