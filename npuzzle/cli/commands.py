"""The table of commands: the name, help and example of each, and the module that carries it out."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from npuzzle import __version__
from npuzzle.cli.parser import Parser

DESCRIPTION = "Sliding-tile puzzles, solved and proved."
NOTES = """\
Exit codes: 0 solved or solvable, 1 not, 2 bad input, 3 the system failed, 130 ended by Ctrl-C
Environment: NO_COLOR=1 (no colour on a terminal), NPUZZLE_CACHE (the folder of tables and proofs)"""


class Command(NamedTuple):
    """A command with its line in the help and its example. (A dataclass would take longer to load.)

    `place`: a module of this package and, in it, the function that adds the command's arguments to a
    parser; it sets the default `run`, the function that carries the command out and returns the exit code.
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
        "solve:add_arguments",
    ),
    Command(
        "check",
        "is it a board, can it be solved, and if not, what would help",
        'npuzzle check "2 8 1/0 4 3/7 6 5" --goal spiral',
        "check:add_arguments",
    ),
    Command(
        "verify",
        "check your own moves: are they legal, do they solve it, are they the fewest",
        'npuzzle verify "1 2 3/4 5 6/0 7 8" L R L2',
        "verify:add_arguments",
    ),
    Command(
        "scramble",
        "a random board that can be solved",
        "npuzzle scramble 4x4 --seed 1",
        "scramble:add_arguments",
    ),
    Command(
        "batch",
        "solve one board a line, as JSON lines",
        "npuzzle batch boards.txt --output answers.jsonl",
        "batch:add_arguments",
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
        "exercises:add_arguments",
    ),
    Command(
        "grade",
        "replay answers to exercises: which are shortest",
        "npuzzle grade week3/exercises.csv answers.csv",
        "grade:add_arguments",
    ),
    Command(
        "tables",
        "pattern databases: build, verify, list them",
        "npuzzle tables list",
        "tables:add_arguments",
    ),
    Command(
        "proofs",
        "saved proofs of large boards: list, remove them",
        "npuzzle proofs list",
        "proofs:add_arguments",
    ),
    Command(
        "play",
        "play a board here in the terminal, with hints",
        "npuzzle play 3x3 --goal spiral",
        "play:add_arguments",
    ),
    Command(
        "completion",
        "a script that lets a shell complete commands, options, names and files",
        "npuzzle completion bash",
        "completion:add_arguments",
    ),
    Command(
        "serve",
        "set up what is missing, and open the page",
        "npuzzle serve --port 8080",
        "serve:add_arguments",
    ),
    Command(
        "build",
        "write the static site, ready for any host",
        "npuzzle build public",
        "build:add_arguments",
    ),
    Command(
        "help",
        "show the help of the program or of a command",
        "npuzzle help tables build",
        "help:add_arguments",
    ),
)


#: The commands that the short help shows.
FIRST = ("solve", "check", "play", "serve")


def write_short_help() -> str:
    """Write what a user needs to begin: a few commands, and how to find the others."""
    return "\n".join(
        [
            f"{DESCRIPTION}\n\nusage: npuzzle COMMAND ...\n",
            *(f"{one.help}:\n  {one.example}" for one in COMMANDS if one.name in FIRST),
            "\nnpuzzle --help lists all commands; npuzzle help COMMAND explains one.",
        ]
    )


def make_parser() -> Parser:
    """Make the parser of command lines; each command gets its arguments when they are needed."""
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
