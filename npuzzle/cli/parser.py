"""The parser of command lines: argparse with one-line errors, which suggest what the user probably meant.

argparse prints the usage at each error, guesses abbreviations and suggests no similar name. But beginners
forget the quotes around a board, mistype an option, or put an option before the command. So `Parser` replaces
argparse's messages, adds an example to each help, and remembers how a shell completes each argument.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from functools import partial
from typing import Any, NoReturn

from npuzzle.cli.terminal import count_columns, print_text
from npuzzle.errors import UnknownNameError, UsageError, nearest
from npuzzle.numbers import parse_number


class Place(Enum):
    """The kind of path that a shell looks for to complete an argument."""

    FILE = auto()
    FOLDER = auto()


#: How a shell completes an argument: with names, looked up when the shell's script is written, or with paths.
Offer = Callable[[], Iterable[str]] | Place


def _make_formatter(prog: str) -> argparse.HelpFormatter:
    """Make a help formatter that keeps the line breaks of examples.

    Left alone, argparse imports shutil to find the width, and shutil imports zlib, bz2 and lzma.
    """
    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if columns.isdecimal() else 0
    return argparse.RawDescriptionHelpFormatter(prog, width=(width or count_columns(sys.__stdout__)) - 2)


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, and whose help ends with `notes` and an `example`.

    `fill` adds the arguments of a command when they are first needed, so that a command line imports only the
    modules of its own command.
    """

    def __init__(
        self,
        *,
        example: str = "",
        notes: str = "",
        fill: Callable[[Parser], None] = lambda parser: None,
        **settings: Any,
    ) -> None:
        ending = [notes, f"Example: {example}" if example else ""]
        super().__init__(
            epilog="\n".join(part for part in ending if part),
            formatter_class=_make_formatter,
            allow_abbrev=False,  # a script with --alg would break if a new option began with --alg, too
            **settings,
        )
        for kind in (int, float):
            self.register("type", kind, partial(parse_number, kind))
        self.example = example
        self.offers: dict[argparse.Action, Offer] = {}
        self._fill = fill
        self._is_filled = False
        self.given: list[str] = []  # the arguments of the last command line, which messages repeat
        self.set_defaults(parser=self)  # a command's parser comes last, so it overrides this one

    def add_argument(self, *names: str, offer: Offer | None = None, **settings: Any) -> Any:
        """Add an argument as argparse does. `offer`: how a shell completes the argument."""
        action = super().add_argument(*names, **settings)
        if offer is not None:
            self.offers[action] = offer
        return action

    @property
    def below(self) -> dict[str, Parser]:
        """The parsers of the commands below this one, by name. Empty if there are none."""
        self.fill()
        groups = (a.choices for a in self._actions if isinstance(a, argparse._SubParsersAction))
        return dict(next(groups, {}))

    def fill(self) -> None:
        """Add all arguments, unless they have been added already."""
        if not self._is_filled:
            self._is_filled = True
            self._fill(self)

    def walk(self) -> Iterator[Parser]:
        """Yield this parser and the parsers of all commands below it, each with all arguments."""
        self.fill()
        yield self
        for parser in self.below.values():
            yield from parser.walk()

    def options(self) -> list[str]:
        """List the options that the help shows, long and short."""
        self.fill()
        return [name for action in self._actions for name in action.option_strings]

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the known arguments. argparse also calls this for a command, with the command's arguments."""
        self.fill()
        self.given = list(args or ())
        return super().parse_known_args(args, namespace)

    def format_usage(self) -> str:
        """Write the usage, with all arguments."""
        self.fill()
        return super().format_usage()

    def format_help(self) -> str:
        """Write the help, with all arguments."""
        self.fill()
        return super().format_help()

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments. If one is unknown, raises UsageError, which names the command."""
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            raise UsageError(explain_rest(rest, options))
        return options

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with the error that argparse found, and a pointer to the help."""
        if "required: " in message:
            message = explain_missing(message, self)
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Reject a value that is not among the choices, and suggest a similar one. argparse calls this."""
        if action.choices is None or value in action.choices:
            return
        is_command = isinstance(action, argparse._SubParsersAction)
        what = action.dest if is_command else f"value of {'/'.join(action.option_strings) or action.dest}"
        raise argparse.ArgumentError(None, str(UnknownNameError(what, value, [*map(str, action.choices)])))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or the version. Raises OutputError, which argparse would ignore."""
        print_text(message, end="")


OF_A_BOARD = re.compile(r"[0-9xX_.,/]+")  # matches a word that may be a part of a board
LONGEST_BOARD = 100  # words; a larger board was not typed by hand


def explain_rest(rest: Sequence[str], options: argparse.Namespace) -> str:
    """Explain why the command does not accept these arguments, and how to see its help."""
    parser: Parser = options.parser
    unknown = next((word for word in rest if _is_option(word)), None)
    if unknown is not None:
        return f"{_explain_option(unknown, parser)} (see {parser.prog} --help)"
    board = getattr(options, "board", None)
    if isinstance(board, str) and all(map(OF_A_BOARD.fullmatch, rest)):
        return _say_how_to_quote([board, *rest], parser)
    return f"unrecognized arguments: {' '.join(rest)} (see {parser.prog} --help)"


def explain_missing(message: str, parser: Parser) -> str:
    """Explain that arguments are missing, perhaps because an option was mistyped."""
    known = parser.options()
    given = parser.given[: [*parser.given, "--"].index("--")]
    for word in given:
        name = word.partition("=")[0]
        if name.startswith("--") and name not in known:
            return _explain_option(name, parser)
    if "required: BOARD" in message:
        return f"{message}; put -- before a board that begins with -"
    if parser.below:
        return f"{message}, one of {', '.join(parser.below)}"
    return message


def require_quotes(words: Sequence[str], parser: Parser) -> None:
    """Raise UsageError if the words are the parts of one board. The message shows the command with quotes."""
    from npuzzle.puzzle.read_board import is_plain_board  # the parser of a program loads no puzzle

    if len(words) < 2 or not all(map(OF_A_BOARD.fullmatch, words[:2])) or is_plain_board(words[0]):
        return
    for end in range(2, min(len(words), LONGEST_BOARD) + 1):
        if is_plain_board(" ".join(words[:end])):
            raise UsageError(_say_how_to_quote(words[:end], parser))


def _say_how_to_quote(words: Sequence[str], parser: Parser) -> str:
    others = list(parser.given)
    for word in words:
        others.remove(word)
    command = " ".join([parser.prog, f'"{" ".join(words)}"', *map(shlex.quote, others)])
    return f"a board is one argument, in quotes: {command}"


def _explain_option(unknown: str, parser: Parser) -> str:
    name = unknown.partition("=")[0]
    known = [option for option in parser.options() if option.startswith("--")]
    if name in known:  # it was typed before the command
        return f"options come after the command: {parser.prog} {name}"
    begun = [option for option in known if len(name) > 2 and option.startswith(name)]
    near = begun[0] if len(begun) == 1 else nearest(name, known)
    perhaps = f"; did you mean {near}?" if near else ""
    return f"unknown option {name[:40]}{perhaps}"


def _is_option(word: str) -> bool:
    return word.startswith("-") and re.match(r"--?[A-Za-z]", word) is not None
