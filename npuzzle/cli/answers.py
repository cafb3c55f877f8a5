"""`--print`: one bare answer, for scripts and judges; what else there is to say goes to standard error."""

from __future__ import annotations

import argparse

from npuzzle.cli.output import print_hint, print_text
from npuzzle.cli.parser import Parser
from npuzzle.errors import UsageError
from npuzzle.puzzle.moves import Notation
from npuzzle.solving.limits import Outcome
from npuzzle.solving.result import MOVE_FORMS, Result, format_path

LENGTH, CLAIM = "length", "claim"


def add_print(parser: Parser) -> None:
    """Add `--print` and `--one-per-line`."""
    parser.add_argument(
        "--print",
        dest="printed",
        choices=[LENGTH, CLAIM, *MOVE_FORMS],
        help="print only this: the length (-1 if the board is not solvable), the claim, or the path as moves "
        "(R2 U), letters (RRU), words, arrows or numbers of tiles",
    )
    parser.add_argument("--one-per-line", action="store_true", help="print the moves of --print on lines")


def check_print(options: argparse.Namespace) -> None:
    """Raise UsageError for options that `--print` cannot be used with."""
    if options.one_per_line and options.printed not in MOVE_FORMS:
        raise UsageError(f"--one-per-line needs --print and one of {', '.join(MOVE_FORMS)}")
    others = [name for name in ("json", "boards", "show", "statistics") if getattr(options, name)]
    if options.printed is not None and others:
        raise UsageError(f"--print prints one answer only: leave out --{others[0]}")


def print_answer(result: Result, options: argparse.Namespace) -> None:
    """Print what `--print` asks for; on standard error, say what it does not: no path, or no proof."""
    if result.path is not None:
        print_text(_write(result, result.path, options))
    elif result.outcome is Outcome.UNSOLVABLE and options.printed == LENGTH:
        print_text(-1)
    if not result.is_optimal:
        print_hint(f"npuzzle: {result.headline}.")
    every = result.every
    if every is not None and not (every.complete and len(every.paths) == every.count):
        print_hint(f"npuzzle: these are {len(every.paths):,} of {every.count:,} or more shortest paths")


def _write(result: Result, path: str, options: argparse.Namespace) -> object:
    """Write the answer; with `--all`, every shortest path, one per line or with an empty line between."""
    if options.printed == LENGTH:
        return result.length
    if options.printed == CLAIM:
        return result.claim
    between = "\n" if options.one_per_line else None
    notation = Notation(options.notation)
    paths = [path] if result.every is None else result.every.sort(notation)
    written = [format_path(result.problem, one, options.printed, notation, between) for one in paths]
    return ("\n\n" if options.one_per_line else "\n").join(written)
