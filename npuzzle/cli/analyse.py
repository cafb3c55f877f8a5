"""The command `analyse`: analyse each board, scramble or solve of a file. A solve includes its solution."""

from __future__ import annotations

import argparse
import sys

from npuzzle.classroom.csv_table import format_csv
from npuzzle.cli.board_io import add_goal, add_quiet, read_lines
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.terminal import (
    BAD_INPUT,
    NOT_SOLVED,
    OK,
    Colour,
    Meter,
    catch_ctrl_c,
    output,
    paint,
    print_json,
    print_text,
)
from npuzzle.errors import NPuzzleError
from npuzzle.progress import run_to_end
from npuzzle.puzzle.shape import Shape
from npuzzle.solving.analyse import COLUMNS, Analysis, error_row, iter_analyse, read_entries, summarize
from npuzzle.solving.limits import Limits
from npuzzle.solving.run import Run


def add_analyse(parser: Parser) -> None:
    """Add the arguments of `analyse`."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a file with a board, a scramble, a solve or a link of the replay page per line; - reads "
        "standard input. A solve is a board or a scramble, then its solution, which may be on the next line",
        offer=Place.FILE,
    )
    parser.add_argument(
        "--size", default="4x4", metavar="RxC", help="the size that scrambles are for (default: 4x4)"
    )
    add_goal(parser, default=None)
    parser.add_argument(
        "--max-seconds",
        type=float,
        default=10.0,
        metavar="S",
        help="limit each search to S seconds; a line needs several searches (default: 10)",
    )
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--csv", action="store_true", help="print a table as CSV")
    formats.add_argument("--json", action="store_true", help="print a JSON object per line")
    add_quiet(parser)
    parser.set_defaults(run=_analyse)


def _analyse(options: argparse.Namespace) -> int:
    seconds = Limits(seconds=options.max_seconds).seconds  # one error, not one per line
    entries = read_entries(read_lines(options.file), Shape.parse(options.size), options.goal)
    analyses: list[Analysis] = []
    code = OK
    if options.csv:
        print_text(format_csv(COLUMNS, []), end="")
    with catch_ctrl_c() as interrupted, Meter(sys.stderr) as meter:

        def watch(run: Run) -> None:
            """Show progress. After Ctrl-C, end the search and keep its results so far."""
            if interrupted:
                run.cancel()
            meter.show(lambda: f"{len(analyses):,} of {len(entries):,}, expanded {run.snapshot.expanded:,}")

        for entry in entries:
            try:
                one = run_to_end(iter_analyse(entry, seconds), watch)
            except NPuzzleError as error:
                row, text, verdict = error_row(entry, error), f"Line {entry.line:,}: {error}", BAD_INPUT
            else:
                analyses.append(one)
                row, text, verdict = one.to_dict(), str(one), NOT_SOLVED if one.error else OK
            code = max(code, verdict)
            meter.clear()
            if options.json:
                print_json(row)
            elif options.csv:
                print_text(format_csv(COLUMNS, [row]).partition("\n")[2], end="")
            else:
                print_text(text if verdict == OK else paint(text, Colour.YELLOW, output()))
            if interrupted:
                code = max(code, NOT_SOLVED)
                break
    if not (options.csv or options.json) and (summary := summarize(analyses)):
        print_text(summary)
    return code
