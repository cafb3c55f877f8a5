"""The command `batch`: solve the board on each line, and write one JSON object per board.

The rows keep the order of the lines, whichever process solves each board. A row is written as soon as this
row and all rows before it are ready. So the output of an interrupted batch is the beginning of the whole
output, and the same command can continue the batch. The processes of `--jobs` end when their `with` block
ends, for whatever reason.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from itertools import chain, starmap
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread, current_thread, main_thread
from time import monotonic, sleep
from typing import BinaryIO, ParamSpec, TypeVar

from npuzzle.cli.arguments import add_solving
from npuzzle.cli.board_io import SET, add_blank, add_json, name_place, split_file
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.rows import (
    Done,
    Line,
    Request,
    Row,
    exit_code,
    iter_make_row,
    list_agreement,
    lock_output,
    make_error_row,
    read_done,
)
from npuzzle.cli.terminal import BAD_INPUT, NOT_SOLVED, OK, Meter, hold_ctrl_c, print_json, takes_codes
from npuzzle.errors import BrokenPoolError, UsageError
from npuzzle.puzzle.sets import SETS, find_set
from npuzzle.solving.many import AHEAD, run_in_order
from npuzzle.storage import keep_in, user_folder

AHEAD_EACH = 4  # boards in progress per worker, at least


def add_batch(parser: Parser) -> None:
    """Add the options that `batch` shares with `solve`, and the options of `batch` alone."""
    add_solving(parser)
    add_blank(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="boards, one per line or in blocks of rows; - reads standard input; @NAME is a set that comes "
        f"with npuzzle: {', '.join(SETS)}",
        offer=Place.FILE,
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="OUT",
        help="append the rows to a file; run the same command again to continue after the rows already there",
        offer=Place.FILE,
    )
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="use N processes (default: 1)")
    add_json(parser, "print errors as JSON too (rows are always JSON)")
    parser.set_defaults(run=_run_batch)


@dataclass(slots=True)
class Count:
    """How many rows there are so far, including those of earlier runs, and the speed of this run."""

    before: tuple[int, ...] = ()
    agree: Counter[bool | None] = field(default_factory=Counter)
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
        """Describe in one line how many boards have rows, and how fast they are solved."""
        of = "" if self.total is None else f" of {self.total:,}"
        rate = (self.done - len(self.before)) / max(monotonic() - self.began, 1e-6)
        unsolved, bad = self.verdicts[NOT_SOLVED], self.verdicts[BAD_INPUT]
        found = f"{unsolved:,} not solved, {bad:,} errors"
        return f"{self.done:,}{of} boards, {found}, {rate:,.1f} boards per second"


def _run_batch(options: argparse.Namespace) -> int:
    """Write a row for each line in turn. A line that is not a board gets a row with the error."""
    _check_set(options)
    request = Request.from_options(options)  # checked here, so bad options are one error, not one per line
    if options.output is None:
        return _answer(options, request, None)
    with lock_output(options.output) as file:
        return _answer(options, request, file)


def _check_set(options: argparse.Namespace) -> None:
    """Raise UsageError if the known lengths of a set count moves in another metric than `--metric`."""
    if options.file.startswith(SET):
        metric = find_set(options.file.removeprefix(SET)).metric.value
        if metric != options.metric:
            raise UsageError(f"the lengths of {options.file} need --metric {metric}, got {options.metric}")


def _answer(options: argparse.Namespace, request: Request, file: BinaryIO | None) -> int:
    """Solve the lines that have no row in the file yet, and return the exit code."""
    lines, _ = _peek(starmap(Line, split_file(options.file)))  # an unreadable file raises an error here
    before = Done((), 0, lines) if file is None else read_done(file, options.output, lines, request)
    count = Count(before.verdicts, before.agree, total=_count_boards(options.file))
    left, first = _peek(before.left)
    answered = f"{'board is' if count.done == 1 else 'boards are'} already answered in {options.output}"
    if first is None and count.done:
        _say_so(f"the only {answered}" if count.done == 1 else f"all {count.done:,} {answered}")
    elif first is not None:
        if count.done:
            _say_so(f"{count.done:,} {answered}; continuing with {name_place(options.file, first.number)}")
        tasks = ((line, request) for line in left)
        write = print_json if file is None else _make_writer(file, before.size, options.output)
        _solve(tasks, write, count, options)
    if count.agree:
        agree, differ, unproved = (f"{count.agree[verdict]:,}" for verdict in (True, False, None))
        _say_so(f"lengths: {agree} agree with the known ones, {differ} differ, {unproved} are not proved")
    return count.worst


def _solve(
    tasks: Iterator[tuple[Line, Request]],
    write: Callable[[Row], None],
    count: Count,
    options: argparse.Namespace,
) -> None:
    """Solve the lines and write their rows in order. Ctrl-C ends the batch between two rows."""
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
                        count.agree.update(list_agreement(row))
                    meter.show(count.describe)
    except (KeyboardInterrupt, BrokenPoolError) as end:
        again = "" if options.output is None else "; run the same command again to continue"
        if isinstance(end, BrokenPoolError):
            advice = (
                ", with fewer --jobs if memory was short"
                if again
                else "; with --output FILE, the same command could continue"
            )
            raise BrokenPoolError(f"{end}; boards done: {count.done:,}{again}{advice}") from end
        _say_so(f"stopped; boards done: {count.done:,}{again}")
        count.verdicts[NOT_SOLVED] += 1  # the board that was interrupted


def _make_writer(file: BinaryIO, size: int, path: Path) -> Callable[[Row], None]:
    """Cut the file to the first `size` bytes, and return a function that appends a row."""
    file.truncate(size)

    def write(row: Row) -> None:
        try:
            file.write(json.dumps(row).encode() + b"\n")
            file.flush()
        except OSError as error:
            with suppress(OSError):
                file.close()  # otherwise Python would try to write again later
            raise UsageError(f"cannot write {path}: {error}") from None

    return write


def _peek(lines: Iterator[Line]) -> tuple[Iterator[Line], Line | None]:
    """Return the same lines, and the first line or None."""
    first = next(lines, None)
    return (lines if first is None else chain([first], lines)), first


def _count_boards(name: str) -> int | None:
    """Count the boards of a plain file. Return None for other input, or if no progress is shown."""
    if name == "-" or not takes_codes(sys.stderr) or not Path(name).is_file():
        return None
    return sum(1 for _ in split_file(name))


def _say_so(text: str) -> None:
    print(f"npuzzle: {text}", file=sys.stderr)


MOST_PROCESSES = 61 if sys.platform == "win32" else 256  # Windows cannot wait for more processes
PATIENCE = 10  # seconds for a process to end

P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def open_processes(count: int) -> Iterator[Executor]:
    """Start `count` new processes, which share nothing with this one and end with it.

    The new processes ignore Ctrl-C, which this process handles. If an exception leaves the block, they end
    immediately, even in the middle of a job. Raises UsageError for a number out of range.
    """
    if not 1 <= count <= MOST_PROCESSES:
        raise UsageError(f"--jobs must be from 1 to {MOST_PROCESSES}, got {count}")
    others = set(active_children())
    executor = _Processes(count, mp_context=get_context("spawn"), initializer=_prepare_child)
    with _raise_at_sigterm():
        try:
            yield executor
        except BaseException:
            with hold_ctrl_c():
                _end_pool(executor, set(active_children()) - others)
            raise
        executor.shutdown()


@contextmanager
def _raise_at_sigterm() -> Iterator[None]:
    """Raise SystemExit at SIGTERM, with the code that a shell uses, so that the block ends its processes."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    if current_thread() is not main_thread() or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


class _Processes(ProcessPoolExecutor):
    """A pool that starts processes as jobs arrive. The processes ignore Ctrl-C from the start."""

    def submit(self, work: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> Future[R]:
        with _block_ctrl_c_in_children():
            return super().submit(work, *args, **named)


def _end_pool(executor: Executor, children: Iterable[BaseProcess]) -> None:
    """End the pool and its processes immediately, even in the middle of a job, and wait until they are gone.

    First the cancelled jobs must leave the queue. Jobs leave the queue in order, so the cancelled jobs are
    gone when one more job, submitted last, has begun or is cancelled. If a process ended before that, CPython
    (3.11 at least) would raise InvalidStateError in a thread of the pool. Wait for this thread, too: it still
    closes pipes that CPython writes to when the program ends.
    """
    last: Future[None] | None = None
    with suppress(RuntimeError):  # the pool is broken
        last = executor.submit(_do_nothing)
    closing = Thread(target=executor.shutdown, kwargs={"cancel_futures": True}, daemon=True)
    closing.start()
    deadline = monotonic() + PATIENCE
    while last is not None and not (last.running() or last.done()) and monotonic() < deadline:
        sleep(0.001)
    for child in children:
        child.terminate()
    for child in children:
        child.join(PATIENCE)
    closing.join(PATIENCE)


def _do_nothing() -> None:
    pass


@contextmanager
def _block_ctrl_c_in_children() -> Iterator[None]:
    """Block Ctrl-C in processes started inside, and delay Ctrl-C in this process until the block ends."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_child() -> None:
    sys.stdout = sys.stderr  # only the parent prints answers; a heuristic may print, too
    keep_in(user_folder())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent ends, because a parent that was killed cannot end its pool."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
