"""Parse command lines: errors of one line, help that ends with an example, names that a shell completes."""

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


#: What completes an argument: names, looked up only when a shell's script is written; or a place.
Offer = Callable[[], Iterable[str]] | Place


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, and whose help ends with `notes` and an `example`.

    `fill` adds the arguments of a command. It is called when they are first needed, so that a command line
    imports only the modules of its own command.
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
            formatter_class=argparse.RawDescriptionHelpFormatter,  # an example keeps its line breaks
            allow_abbrev=False,  # a script that says --alg would break when there is a second such option
            **settings,
        )
        self.example = example
        self.offers: dict[argparse.Action, Offer] = {}
        self._fill = fill
        self._is_filled = False
        self.set_defaults(prog=self.prog)  # the command is parsed last, so its name stays

    def add_argument(self, *names: str, offer: Offer | None = None, **settings: Any) -> argparse.Action:
        """Add an argument as argparse does; `offer` says how a shell completes it."""
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
        """Yield this parser and those of the commands below it, each with all its arguments."""
        self.fill()
        yield self
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                for below in action.choices.values():
                    yield from below.walk()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the known arguments. argparse also calls this for a command, with the command's arguments."""
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
        """Parse the arguments. Raises UsageError, which names the command, if it does not know one."""
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            raise UsageError(_explain_rest(rest, options))
        return options

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with what argparse found wrong."""
        if "required: BOARD" in message:
            message += "; put -- before a board that begins with -"
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or the version. Raises OutputError; argparse would ignore that."""
        print_text(message, end="")


def _explain_rest(rest: Sequence[str], options: argparse.Namespace) -> str:
    """Say what is wrong with arguments that the command does not take."""
    text = f"unrecognized arguments: {' '.join(rest)} (see {options.prog} --help)"
    board = getattr(options, "board", None)
    if isinstance(board, str) and all(re.fullmatch(r"[0-9xX_.,/]+", word) for word in rest):
        text += f'; a board is one argument, in quotes: "{" ".join([board, *rest])}"'
    return text
