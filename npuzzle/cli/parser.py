"""Parse command lines: errors of one line, help that ends with an example, names that a shell completes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from functools import partial
from typing import Any, NoReturn

from npuzzle.cli.output import print_text
from npuzzle.errors import UnknownNameError, UsageError
from npuzzle.numbers import parse_number


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
        for kind in (int, float):
            self.register("type", kind, partial(parse_number, kind))
        self.example = example
        self.offers: dict[argparse.Action, Offer] = {}
        self._fill = fill
        self._is_filled = False
        self.given: list[str] = []  # the arguments of the last command line, for messages
        self.set_defaults(parser=self)  # the command is parsed last, so its parser stays

    def add_argument(self, *names: str, offer: Offer | None = None, **settings: Any) -> Any:
        """Add an argument as argparse does; `offer` says how a shell completes it."""
        action = super().add_argument(*names, **settings)
        if offer is not None:
            self.offers[action] = offer
        return action

    @property
    def below(self) -> dict[str, Parser]:
        """The parsers of the commands below this one, by name; empty for a command that has none."""
        self.fill()
        groups = (a.choices for a in self._actions if isinstance(a, argparse._SubParsersAction))
        return dict(next(groups, {}))

    def fill(self) -> None:
        """Add all arguments, if that has not been done."""
        if not self._is_filled:
            self._is_filled = True
            self._fill(self)

    def walk(self) -> Iterator[Parser]:
        """Yield this parser and those of the commands below it, each with all its arguments."""
        self.fill()
        yield self
        for parser in self.below.values():
            yield from parser.walk()

    def options(self) -> list[str]:
        """List the options that help shows, long and short."""
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
        """Parse the arguments. Raises UsageError, which names the command, if it does not know one."""
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            from npuzzle.cli.mistakes import explain_rest  # needed after a typing error only

            raise UsageError(explain_rest(rest, options))
        return options

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with what argparse found wrong, and where the help is."""
        from npuzzle.cli.mistakes import explain_missing  # needed after a typing error only

        if "required: " in message:
            message = explain_missing(message, self)
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not among the choices; suggest a similar one. argparse calls this."""
        if action.choices is None or value in action.choices:
            return
        is_command = isinstance(action, argparse._SubParsersAction)
        what = action.dest if is_command else f"value of {'/'.join(action.option_strings) or action.dest}"
        raise argparse.ArgumentError(None, str(UnknownNameError(what, value, [*map(str, action.choices)])))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or the version. Raises OutputError; argparse would ignore that."""
        print_text(message, end="")
