"""The command `completion`: a script that lets a shell complete commands, options, names and files.

shtab, an optional library, makes it from the parser alone.
"""

from __future__ import annotations

import argparse
import importlib

from npuzzle.cli.commands import make_parser
from npuzzle.cli.output import OK, print_text
from npuzzle.cli.parser import Parser, Place
from npuzzle.errors import UsageError

SHELLS = ("bash", "zsh", "tcsh")


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `completion`."""
    parser.add_argument("shell", choices=SHELLS, help="which shell")
    parser.set_defaults(run=_print_completion)


def _print_completion(options: argparse.Namespace) -> int:
    print_text(write_script(make_parser(), options.shell))
    return OK


def write_script(parser: Parser, shell: str) -> str:
    """Write the script that completes command lines of `parser`, which must not be used afterwards.

    Raises UsageError if shtab is not installed.
    """
    try:
        shtab = importlib.import_module("shtab")
    except ImportError:
        raise UsageError('completion needs shtab: pip install "npuzzle[completion]", or just shtab') from None
    places = {Place.FILE: shtab.FILE, Place.FOLDER: shtab.DIRECTORY}
    for below in parser.walk():
        for action, offer in below.offers.items():
            if isinstance(offer, Place):
                action.complete = places[offer]  # type: ignore[attr-defined]  # where shtab looks for it
            else:
                action.choices = tuple(offer())
    found: str = shtab.complete(parser, shell=shell)
    return found
