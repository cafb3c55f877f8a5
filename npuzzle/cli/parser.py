"""Parsing command lines: errors in one line, help that ends with an example."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from npuzzle.cli.output import print_text
from npuzzle.errors import UsageError


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage; its help ends with `notes` and an `example`."""

    def __init__(self, *, example: str = "", notes: str = "", **settings: Any) -> None:
        said = [notes, f"Example: {example}" if example else ""]
        super().__init__(
            epilog="\n".join(part for part in said if part),
            formatter_class=argparse.RawDescriptionHelpFormatter,  # an example can be copied as it stands
            allow_abbrev=False,  # a script that says --alg would break when there is a second such option
            **settings,
        )
        self.example = example
        self.set_defaults(prog=self.prog)  # of the command that is carried out: it is parsed last

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, and refuse what is left over in the name of the command that it was given to."""
        options, rest = self.parse_known_args(args, namespace)
        if rest:
            raise UsageError(_explain_rest(rest, options))
        return options

    def error(self, message: str) -> NoReturn:
        if "required: BOARD" in message:
            message += "; a board that begins with - stands after --"
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or the version. argparse itself takes no notice if that fails."""
        print_text(message, end="")


def _explain_rest(rest: Sequence[str], options: argparse.Namespace) -> str:
    """What to say of arguments that no option and no place is for."""
    said = f"unrecognized arguments: {' '.join(rest)} (see {options.prog} --help)"
    board = getattr(options, "board", None)
    if isinstance(board, str) and all(re.fullmatch(r"[0-9xX_.,/]+", word) for word in rest):
        said += f'; a board is one argument, in quotes: "{" ".join([board, *rest])}"'
    return said
