"""The program `npuzzle`: its table of commands, `main`, and the commands `help` and `completion`.

The table names the module of each command. A module is imported only when its command is typed, because
importing all modules would take longer than solving a small board. Only this module turns errors into exit
codes, which `npuzzle.cli.terminal` lists.

Answers go to standard output, progress and errors to standard error. `completion` needs the optional library
shtab, which makes the script for a shell from the parser alone.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

from npuzzle import __version__
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.terminal import (
    BAD_INPUT,
    OK,
    STOPPED,
    SYSTEM_FAILED,
    OutputError,
    error_dict,
    give_up,
    keep_output_for_answers,
    let_output_take_any_character,
    print_error,
    print_hint,
    print_json,
    print_text,
    silence,
)
from npuzzle.errors import NPuzzleError, UnknownNameError, UsageError, brief
from npuzzle.storage import keep_in, user_folder

DESCRIPTION = "Sliding-tile puzzles, solved and proved."
NOTES = """\
Exit codes: 0 solved or solvable, 1 not, 2 bad input, 3 the system failed, 130 ended by Ctrl-C
Environment: NO_COLOR=1 (no colour on a terminal), NPUZZLE_CACHE (the folder of tables and proofs)"""


class Command(NamedTuple):
    """A command, its line in the help, and its example. (A dataclass would take longer to load.)

    `place`: a module of this package, and the function in it that adds the command's arguments to a parser.
    That function also sets the parser's default `run`, a function that carries out the command and returns
    the exit code.
    """

    name: str
    help: str
    example: str
    place: str

    def fill(self, parser: Parser) -> None:
        """Import the command's module and add its arguments to the parser."""
        module, function = self.place.split(":")
        getattr(import_module(f"npuzzle.cli.{module}"), function)(parser)


COMMANDS = (
    Command(
        "solve",
        "find a path to the goal",
        'npuzzle solve "2 3 7/1 8 0/6 5 4" --goal blank-first',
        "solve:add_solve",
    ),
    Command(
        "check",
        "check a board: is it valid, can it be solved, and if not, how to repair it",
        'npuzzle check "2 8 1/0 4 3/7 6 5" --goal spiral',
        "board:add_check",
    ),
    Command(
        "verify",
        "check your own moves: are they legal, do they solve the board, are they the fewest",
        'npuzzle verify "1 2 3/4 5 6/0 7 8" L R L2',
        "board:add_verify",
    ),
    Command(
        "scramble",
        "a random board that can be solved",
        "npuzzle scramble 4x4 --seed 1",
        "board:add_scramble",
    ),
    Command(
        "batch",
        "solve a file of boards, one per line, and write JSON Lines",
        "npuzzle batch boards.txt --output answers.jsonl",
        "batch:add_batch",
    ),
    Command(
        "analyse",
        "analyse a list of boards, scrambles and finished solutions: shortest path, first mistake, "
        "good first moves",
        "npuzzle analyse session.txt --csv",
        "analyse:add_analyse",
    ),
    Command(
        "certify",
        "check a heuristic on every state",
        "npuzzle certify manhattan --shape 2x3",
        "lab:add_certify",
    ),
    Command(
        "compare",
        "solve many boards in many ways, side by side",
        "npuzzle compare --random 10 --algorithms astar,idastar --heuristics manhattan",
        "lab:add_compare",
    ),
    Command(
        "trace",
        "a small search, step by step",
        'npuzzle trace "2 8 3/1 6 4/7 0 5" --goal spiral',
        "lab:add_trace",
    ),
    Command(
        "exercises",
        "a worksheet of boards at exact depths, with its key",
        "npuzzle exercises week4 --depths 4,8,12 --per-depth 2 --students 3",
        "classroom:add_exercises",
    ),
    Command(
        "grade",
        "replay answers to exercises, and find which are shortest",
        "npuzzle grade week3/exercises.csv answers.csv",
        "classroom:add_grade",
    ),
    Command(
        "mark",
        "mark students' heuristics and programs",
        "npuzzle mark heuristics handed-in --output marks",
        "mark:add_mark",
    ),
    Command(
        "tables",
        "pattern databases: build, verify, list them",
        "npuzzle tables list",
        "tables:add_tables",
    ),
    Command(
        "proofs",
        "list or remove saved proofs of large boards",
        "npuzzle proofs list",
        "proofs:add_proofs",
    ),
    Command(
        "play",
        "play a board here in the terminal, with hints",
        "npuzzle play 3x3 --goal spiral",
        "board:add_play",
    ),
    Command(
        "completion",
        "a script that lets a shell complete commands, options, names and files",
        "npuzzle completion bash",
        "main:add_completion",
    ),
    Command(
        "serve",
        "set up the page if needed, and open it",
        "npuzzle serve --port 8080",
        "site:add_serve",
    ),
    Command(
        "build",
        "write the static site, ready for any host",
        "npuzzle build public",
        "site:add_build",
    ),
    Command(
        "help",
        "show the help of the program or of a command",
        "npuzzle help tables build",
        "main:add_help",
    ),
)


#: The commands that the short help shows.
FIRST = ("solve", "check", "play", "serve")


def write_short_help() -> str:
    """Write the short help for a new user: a few commands, and how to find the others."""
    return "\n".join(
        [
            f"{DESCRIPTION}\n\nusage: npuzzle COMMAND ...\n",
            *(f"{one.help}:\n  {one.example}" for one in COMMANDS if one.name in FIRST),
            "\nnpuzzle --help lists all commands; npuzzle help COMMAND explains one.",
        ]
    )


def make_parser() -> Parser:
    """Make the parser of command lines. The arguments of a command are added when they are needed."""
    parser = Parser(
        prog="npuzzle",
        description=DESCRIPTION,
        notes=NOTES,
        example='npuzzle solve "8 6 7/2 5 4/3 0 1"',
    )
    parser.add_argument("-V", "--version", action="version", version=f"npuzzle {__version__}")
    below = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for command in COMMANDS:
        below.add_parser(command.name, help=command.help, example=command.example, fill=command.fill)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command line, and return the exit code."""
    let_output_take_any_character()
    try:
        with keep_output_for_answers():
            return _carry_out(sys.argv[1:] if arguments is None else list(arguments))
    except OutputError as error:
        give_up(sys.stdout)
        if error.reader_left:  # the reader closed the pipe, which is not an error
            return OK
        print_error(error)
        return BAD_INPUT
    except KeyboardInterrupt:
        return STOPPED


def _carry_out(arguments: list[str]) -> int:
    """Carry out one command line or print its error, and return the exit code. Raises OutputError."""
    keep_in(user_folder())
    if not arguments:  # nothing was asked for, so nothing goes to standard output
        print_hint(write_short_help())
        return BAD_INPUT
    try:
        options = make_parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = options.run
        with silence(getattr(options, "quiet", False)):
            return run(options)
    except OutputError:
        raise
    except NPuzzleError as error:
        _report(error, arguments)
        return BAD_INPUT
    except OSError as error:  # an error that no command expected
        why = brief(str(error)) or type(error).__name__
        _report(NPuzzleError(f"the system failed: {why}"), arguments)
        return SYSTEM_FAILED


def _report(error: NPuzzleError, arguments: Sequence[str]) -> None:
    """Print an error on standard error, or, with `--json`, on standard output."""
    named = [*arguments, "--"]
    if "--json" in named[: named.index("--")]:
        print_json(error_dict(error))
    else:
        print_error(error)


def add_help(parser: Parser) -> None:
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
    """Find the parser of a command by the words that name it. Raises UnknownNameError or UsageError."""
    parser = make_parser()
    for name in names:
        if not parser.below:
            raise UsageError(f"{parser.prog} has no subcommands: leave out {name[:40]!r}")
        if name not in parser.below:
            raise UnknownNameError("command", name, parser.below)
        parser = parser.below[name]
    return parser


SHELLS = ("bash", "zsh", "tcsh")


def add_completion(parser: Parser) -> None:
    """Add the arguments of `completion`."""
    parser.add_argument("shell", choices=SHELLS, help="which shell")
    parser.set_defaults(run=_print_completion)


def _print_completion(options: argparse.Namespace) -> int:
    print_text(write_script(make_parser(), options.shell))
    return OK


def write_script(parser: Parser, shell: str) -> str:
    """Write a script that completes command lines of `parser`. Do not use the parser afterwards.

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
