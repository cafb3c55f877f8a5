"""Parsing command lines: errors in one line, help that ends with an example, names that a shell completes."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Any, NoReturn

from npuzzle.cli.output import print_text
from npuzzle.errors import UsageError


class Place(Enum):
    """What a shell looks for on disk to complete an argument."""

    FILE = auto()
    FOLDER = auto()


#: What may stand for an argument: names, which are only looked up when a shell's script is made; or a place.
Offer = Callable[[], Iterable[str]] | Place


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage; its help ends with `notes` and an `example`.

    `fill` adds the arguments of a command. It is called when they are first needed: so a command line
    imports the modules of one command.
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
            formatter_class=argparse.RawDescriptionHelpFormatter,  # an example can be copied as it stands
            allow_abbrev=False,  # a script that says --alg would break when there is a second such option
            **settings,
        )
        self.example = example
        self.offers: dict[argparse.Action, Offer] = {}
        self._fill = fill
        self._is_filled = False
        self.set_defaults(prog=self.prog)  # of the command that is carried out: it is parsed last

    def add_argument(self, *names: str, offer: Offer | None = None, **settings: Any) -> argparse.Action:
        """Add an argument as argparse does; a shell completes it with what `offer` says."""
        action = super().add_argument(*names, **settings)
        if offer is not None:
            self.offers[action] = offer
        return action

    def fill(self) -> None:
        """Add all arguments, if that has not been done."""
        if not self._is_filled:
            self._is_filled = True
            self._fill(self)

    def walk(self) -> Iterator[Parser]:
        """Give this parser and those of the commands below it, each with all its arguments."""
        self.fill()
        yield self
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                for below in action.choices.values():
                    yield from below.walk()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse what is known. argparse calls it for a command too, with the arguments of that command."""
        self.fill()
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
        """Parse, and refuse what is left over in the name of the command that it was given to."""
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            raise UsageError(_explain_rest(rest, options))
        return options

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with what argparse found wrong."""
        if "required: BOARD" in message:
            message += "; a board that begins with - stands after --"
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or the version. argparse itself takes no notice if that fails."""
        print_text(message, end="")


def _explain_rest(rest: Sequence[str], options: argparse.Namespace) -> str:
    """Say what is wrong with arguments that the command does not take."""
    text = f"unrecognized arguments: {' '.join(rest)} (see {options.prog} --help)"
    board = getattr(options, "board", None)
    if isinstance(board, str) and all(re.fullmatch(r"[0-9xX_.,/]+", word) for word in rest):
        text += f'; a board is one argument, in quotes: "{" ".join([board, *rest])}"'
    return text
