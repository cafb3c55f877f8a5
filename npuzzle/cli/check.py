"""The command `check`: is it a board, can it be solved, and if not, what would help."""

from __future__ import annotations

import argparse

from npuzzle.cli.board_arguments import add_board, add_goal, add_json
from npuzzle.cli.explain import explain_check
from npuzzle.cli.inputs import choose_goal, read_argument
from npuzzle.cli.output import BAD_INPUT, NOT_SOLVED, OK, print_json, print_text
from npuzzle.cli.parser import Parser
from npuzzle.errors import InvalidBoardError, UsageError, sentence
from npuzzle.puzzle.check import Check, check


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `check`."""
    add_board(parser)
    add_goal(parser, default=None)
    add_json(parser)
    parser.add_argument(
        "--print", dest="printed", choices=["solvable"], help="print only whether it is solvable: YES or NO"
    )
    parser.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    if options.printed is not None and options.json:
        raise UsageError("--print prints one answer only: leave out --json")
    try:
        reading = read_argument(options.board, options.blank)
    except InvalidBoardError as error:
        if not options.json:
            raise
        print_json({**Check(None, error.defects).to_dict(), "reason": sentence(error)})
        return BAD_INPUT
    found = check(*choose_goal(reading, options.goal))
    if options.printed is not None:
        print_text("YES" if found.solvable else "NO")
    elif options.json:
        print_json(found.to_dict())
    else:
        print_text(explain_check(found))
    return OK if found.solvable else NOT_SOLVED
