"""The command `scramble`: a random board that can be solved."""

from __future__ import annotations

import argparse
from random import Random

from npuzzle.cli.board_arguments import add_goal, add_json, draw_seed, seed
from npuzzle.cli.output import OK, print_json, print_text
from npuzzle.cli.parser import Parser
from npuzzle.puzzle.goals import goal_board
from npuzzle.puzzle.scramble import random_board, random_walk
from npuzzle.puzzle.shape import Shape


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `scramble`."""
    parser.add_argument("shape", metavar="RxC", help="rows x columns, each 2..127, as in 4x4")
    parser.add_argument("--seed", type=seed, metavar="S", help="the same seed gives the same board")
    parser.add_argument("--walk", type=int, metavar="K", help="K random moves from the goal, not uniform")
    add_goal(parser)
    add_json(parser)
    parser.set_defaults(run=_scramble)


def _scramble(options: argparse.Namespace) -> int:
    goal = goal_board(options.goal, Shape.parse(options.shape))
    chosen = draw_seed() if options.seed is None else options.seed
    random = Random(chosen)
    board = random_board(goal, random) if options.walk is None else random_walk(goal, options.walk, random)
    if options.json:
        print_json({"board": str(board), "goal": str(goal), "seed": chosen, "walk": options.walk})
    else:
        print_text(board)
    return OK
