"""`batch --jobs`: a pool of processes that ends with its block, however that is left."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread, current_thread, main_thread
from time import monotonic, sleep
from typing import ParamSpec, TypeVar

from npuzzle.cli.terminal import hold_ctrl_c
from npuzzle.errors import UsageError
from npuzzle.storage import keep_in, user_folder

MOST_PROCESSES = 61 if sys.platform == "win32" else 256  # Windows cannot wait for more
PATIENCE = 10  # seconds for a process to end

P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def open_processes(count: int) -> Iterator[Executor]:
    """Start `count` new processes, which share nothing with this one and end with it.

    They ignore Ctrl-C, which this process handles. If an exception leaves the block, they are ended at once,
    even in the middle of a job. Raises UsageError for a number out of range.
    """
    if not 1 <= count <= MOST_PROCESSES:
        raise UsageError(f"the number of processes is 1..{MOST_PROCESSES}, got {count}")
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
    """Raise SystemExit at SIGTERM, with the exit code of a shell, so that the block can end its processes."""

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
    """A pool that starts processes as jobs come; they ignore Ctrl-C from the start."""

    def submit(self, work: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> Future[R]:
        with _block_ctrl_c_in_children():
            return super().submit(work, *args, **named)


def _end_pool(executor: Executor, children: Iterable[BaseProcess]) -> None:
    """End the pool and its processes at once, even in the middle of a job, and wait until they are gone.

    The cancelled jobs must leave the queue first. Jobs leave it in order: so they are gone when one more job,
    submitted after them, has begun or is cancelled. If a process ended before that, CPython (3.11 at least)
    would raise InvalidStateError in a thread of its own. That thread has to be awaited as well: it still
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
    """Block Ctrl-C in processes that the block starts; delay it in this one until the block ends."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_child() -> None:
    sys.stdout = sys.stderr  # only the parent prints answers; a heuristic may print too
    keep_in(user_folder())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent ends: a parent that was killed cannot end its pool."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
