"""The command `scramble`: a random board that can be solved."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from npuzzle.cli.board_arguments import add_goal, add_json, draw_seed, parse_seed
from npuzzle.cli.output import OK, print_json, print_text
from npuzzle.cli.parser import Parser
from npuzzle.puzzle.board import Board, goal_board
from npuzzle.puzzle.scramble import iter_scrambled
from npuzzle.puzzle.shape import Shape


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `scramble`."""
    parser.add_argument("shape", metavar="RxC", help="rows x columns, each 2..127, as in 4x4")
    parser.add_argument("--seed", type=parse_seed, metavar="S", help="the same seed gives the same boards")
    parser.add_argument(
        "--depth", type=int, metavar="D", help="exactly D moves from the goal, proved; up to 16 cells"
    )
    parser.add_argument("--walk", type=int, metavar="K", help="K random moves from the goal, not uniform")
    parser.add_argument(
        "--count", type=int, default=1, metavar="N", help="N different boards, a line each (default: 1)"
    )
    add_goal(parser)
    add_json(parser)
    parser.set_defaults(run=_scramble)


def _scramble(options: argparse.Namespace) -> int:
    goal = goal_board(options.goal, Shape.parse(options.shape))
    chosen = draw_seed() if options.seed is None else options.seed
    drawn = _draw(goal, chosen, options)
    about = {"goal": str(goal), "seed": chosen, "walk": options.walk, "depth": options.depth}
    for board in drawn:
        if options.json:
            print_json({"board": str(board), **about})
        else:
            print_text(board)
    return OK


def _draw(goal: Board, chosen: int, options: argparse.Namespace) -> Iterator[Board]:
    """Draw the boards. Only a depth needs the search, which takes a while to load."""
    if options.depth is None:
        return iter_scrambled(goal, options.count, seed=chosen, walk=options.walk)
    from npuzzle.lab.boards import iter_random_boards

    return iter_random_boards(goal, options.count, seed=chosen, depth=options.depth, walk=options.walk)
