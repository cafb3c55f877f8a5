"""The command `serve`: set up what is missing, and open the page."""

from __future__ import annotations

import argparse
import sys

from npuzzle import site
from npuzzle.cli.board_arguments import add_json
from npuzzle.cli.output import OK, print_json, print_text
from npuzzle.cli.parser import Parser
from npuzzle.cli.site import add_runtime, find_site
from npuzzle.cli.terminal import takes_codes


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `serve`."""
    parser.add_argument("--port", type=int, metavar="N", help="default: 8000, or a free one")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    add_runtime(parser)
    add_json(parser)
    parser.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    say = _say_in_json if options.json else _say
    site.serve(find_site(options), say, port=options.port, open_browser=not options.no_open)
    if takes_codes(sys.stderr):
        print(file=sys.stderr)  # after the ^C that the terminal shows
    return OK


def _say(address: str) -> None:
    print_text(f"The page is at {address} (Ctrl-C ends)")


def _say_in_json(address: str) -> None:
    print_json({"address": address})
