"""The command `help`: show the help of the program or of a command."""

from __future__ import annotations

import argparse

from npuzzle.cli.commands import COMMANDS, make_parser
from npuzzle.cli.output import OK
from npuzzle.cli.parser import Parser
from npuzzle.errors import UnknownNameError, UsageError


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `help`."""
    parser.add_argument(
        "about",
        metavar="COMMAND",
        nargs="*",
        help="a command, as in solve or tables build; without it, the help of the program",
        offer=lambda: [command.name for command in COMMANDS],
    )
    parser.set_defaults(run=_help)


def _help(options: argparse.Namespace) -> int:
    find_parser(options.about).print_help()
    return OK


def find_parser(names: list[str]) -> Parser:
    """Find the parser of a command by its names. Raises UnknownNameError, UsageError."""
    parser = make_parser()
    for name in names:
        if not parser.below:
            raise UsageError(f"{parser.prog} has no commands of its own, got {name[:40]!r}")
        if name not in parser.below:
            raise UnknownNameError("command", name, parser.below)
        parser = parser.below[name]
    return parser
