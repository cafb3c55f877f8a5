"""The command line: solve, check, scramble, batch; laboratory; courses; tables; proofs; play; the page.

Exit codes: 0 solved or solvable, 1 not, 2 bad input or an answer that cannot be written, 3 the system
failed (too many open files, say), 130 ended by Ctrl-C. Answers go to standard output; progress and
errors go to standard error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from npuzzle.cli.commands import make_parser, write_short_help
from npuzzle.cli.output import (
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
)
from npuzzle.cli.terminal import silence
from npuzzle.errors import NPuzzleError, brief
from npuzzle.storage import keep_in, user_folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command line; return the exit code."""
    let_output_take_any_character()
    try:
        with keep_output_for_answers():
            return _carry_out(sys.argv[1:] if arguments is None else list(arguments))
    except OutputError as error:
        give_up(sys.stdout)
        if error.reader_left:  # it closed the pipe, which is not a fault
            return OK
        print_error(error)
        return BAD_INPUT
    except KeyboardInterrupt:
        return STOPPED


def _carry_out(arguments: list[str]) -> int:
    """Carry out one command line, or say what is wrong; return the exit code. Raises OutputError."""
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
    except OSError as error:  # no command expected it
        why = brief(str(error)) or type(error).__name__
        _report(NPuzzleError(f"the system failed: {why}"), arguments)
        return SYSTEM_FAILED


def _report(error: NPuzzleError, arguments: Sequence[str]) -> None:
    """Say what is wrong, on standard error or, where `--json` asks for it, on standard output."""
    named = [*arguments, "--"]
    if "--json" in named[: named.index("--")]:
        print_json(error_dict(error))
    else:
        print_error(error)
