"""The command `batch`: solve the board on each line, and write a JSON object for each."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from npuzzle.cli.arguments import add_solving
from npuzzle.cli.board_arguments import add_blank, add_json
from npuzzle.cli.executors import open_processes
from npuzzle.cli.inputs import read_lines
from npuzzle.cli.output import BAD_INPUT, NOT_SOLVED, OK, print_json
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.resume import Earlier, lock_output, read_earlier
from npuzzle.cli.rows import Line, Request, Row, exit_code, iter_make_row, lines_with_boards, make_error_row
from npuzzle.cli.terminal import Meter, hold_ctrl_c, takes_codes
from npuzzle.errors import BrokenPoolError, UsageError
from npuzzle.solving.many import AHEAD, run_in_order

AHEAD_EACH = 4  # boards under way for each worker, at least


def add_arguments(parser: Parser) -> None:
    """Add the options of `solve`, and those of `batch`."""
    add_solving(parser)
    add_blank(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="boards, one per line or in blocks; - reads standard input",
        offer=Place.FILE,
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="OUT",
        help="append the rows to a file; run the same command again to continue after those already there",
        offer=Place.FILE,
    )
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="use N processes (default: 1)")
    add_json(parser, "print errors as JSON too; rows always are")
    parser.set_defaults(run=_run_batch)


@dataclass(slots=True)
class Count:
    """The rows so far, with those of earlier runs, and the speed of this run."""

    before: tuple[int, ...] = ()
    total: int | None = None
    verdicts: Counter[int] = field(default_factory=Counter)
    began: float = field(default_factory=monotonic)

    def __post_init__(self) -> None:
        self.verdicts.update(self.before)

    @property
    def done(self) -> int:
        return self.verdicts.total()

    @property
    def worst(self) -> int:
        return max(self.verdicts, default=OK)

    def describe(self) -> str:
        """Say in one line how many boards have been answered, and how fast."""
        of = "" if self.total is None else f" of {self.total:,}"
        rate = (self.done - len(self.before)) / max(monotonic() - self.began, 1e-6)
        unsolved, bad = self.verdicts[NOT_SOLVED], self.verdicts[BAD_INPUT]
        found = f"{unsolved:,} not solved, {bad:,} errors"
        return f"{self.done:,}{of} boards, {found}, {rate:,.1f} boards per second"


def _run_batch(options: argparse.Namespace) -> int:
    """Answer each line in turn with a row; a line that is not a board gets a row that says so."""
    request = Request.from_options(options)  # bad options are one error, not one a line
    if options.output is None:
        return _answer(options, request, None)
    with lock_output(options.output) as file:
        return _answer(options, request, file)


def _answer(options: argparse.Namespace, request: Request, file: BinaryIO | None) -> int:
    """Answer the lines that have no row in the file yet; return the exit code."""
    lines, _ = _peek(lines_with_boards(read_lines(options.file)))  # raises an error now if it cannot be read
    before = Earlier((), 0, lines) if file is None else read_earlier(file, options.output, lines, request)
    count = Count(before.verdicts, total=_count_boards(options.file))
    left, first = _peek(before.left)
    answered = f"{'board is' if count.done == 1 else 'boards are'} answered in {options.output} already"
    if first is None and count.done:
        _say(f"the only {answered}" if count.done == 1 else f"all {count.done:,} {answered}")
    elif first is not None:
        if count.done:
            _say(f"{count.done:,} {answered}; continuing with line {first.number:,}")
        tasks = ((line, request) for line in left)
        write = print_json if file is None else _make_writer(file, before.size, options.output)
        _solve(tasks, write, count, options)
    return count.worst


def _solve(
    tasks: Iterator[tuple[Line, Request]],
    write: Callable[[Row], None],
    count: Count,
    options: argparse.Namespace,
) -> None:
    """Solve the lines and write their rows in order; Ctrl-C ends it between two rows."""
    try:
        processes = nullcontext() if options.jobs == 1 else open_processes(options.jobs)
        with processes as executor, Meter(sys.stderr) as meter:
            rows = run_in_order(
                iter_make_row,
                make_error_row,
                tasks,
                executor=executor,
                ahead=max(AHEAD, AHEAD_EACH * options.jobs),
                meanwhile=lambda: meter.show(count.describe),
            )
            with closing(rows):
                for _, row in rows:
                    with hold_ctrl_c():
                        if options.output is None:
                            meter.clear()
                        write(row)
                        count.verdicts[exit_code(row)] += 1
                    meter.show(count.describe)
    except (KeyboardInterrupt, BrokenPoolError) as end:
        again = "" if options.output is None else "; run the same command again to continue"
        if isinstance(end, BrokenPoolError):
            advice = ", with fewer --jobs if memory was short" if again else "; --output FILE can continue"
            raise BrokenPoolError(f"{end}; {count.done:,} boards are answered{again}{advice}") from end
        _say(f"stopped; {count.done:,} boards are answered{again}")
        count.verdicts[NOT_SOLVED] += 1  # the board that was interrupted


def _make_writer(file: BinaryIO, size: int, path: Path) -> Callable[[Row], None]:
    """Cut the file to its first `size` bytes, and return a function that appends a row."""
    file.truncate(size)

    def write(row: Row) -> None:
        try:
            file.write(json.dumps(row).encode() + b"\n")
            file.flush()
        except OSError as error:
            with suppress(OSError):
                file.close()  # Python would try again later
            raise UsageError(f"cannot write {path}: {error}") from None

    return write


def _peek(lines: Iterator[Line]) -> tuple[Iterator[Line], Line | None]:
    """Return the same lines, and the first of them."""
    first = next(lines, None)
    return (lines if first is None else chain([first], lines)), first


def _count_boards(name: str) -> int | None:
    """Count the boards of a plain file; None if progress is not shown, or for anything else."""
    if name == "-" or not takes_codes(sys.stderr) or not Path(name).is_file():
        return None
    return sum(1 for _ in lines_with_boards(read_lines(name)))


def _say(text: str) -> None:
    print(f"npuzzle: {text}", file=sys.stderr)
