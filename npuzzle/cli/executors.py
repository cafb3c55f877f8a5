"""Executors that solve many boards: processes of this machine, or a dask cluster."""

from __future__ import annotations

import importlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread, current_thread, main_thread
from time import monotonic, sleep
from typing import ParamSpec, TypeVar

from npuzzle import __version__
from npuzzle.cli.terminal import hold_ctrl_c
from npuzzle.errors import UsageError
from npuzzle.storage import keep_in, user_folder

MOST_PROCESSES = 61 if sys.platform == "win32" else 256  # Windows cannot wait for more
PATIENCE = 10  # seconds for a scheduler to answer, or a process to end

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Pool:
    """An executor, and how many jobs it runs at the same time."""

    executor: Executor
    workers: int


@contextmanager
def open_processes(count: int) -> Iterator[Pool]:
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
            yield Pool(executor, count)
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


@contextmanager
def open_cluster(address: str) -> Iterator[Pool]:
    """Use the workers of a dask scheduler.

    Jobs of a worker that is lost go to another one. If an exception leaves the block, jobs that have not
    begun are cancelled; the others run to their end. Raises UsageError if `distributed` is not installed, the
    scheduler does not answer, or its workers do not have this version of npuzzle.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise UsageError('--dask needs dask and distributed: pip install "npuzzle[dask]"') from None
    for logger in ("distributed", "distributed.client"):  # each has its own level
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # errors that matter are raised here
    try:
        # A Client that gets no connection is slow and loud to give up; a socket is neither.
        place = distributed.comm.get_address_host_port(address)
        socket.create_connection(place, timeout=PATIENCE).close()
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, OverflowError, ValueError) as error:
        raise UsageError(f"no dask scheduler answers at {address}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise UsageError(f"the dask cluster at {address} has no workers; add some: dask worker {address}")
        executor = _ClusterExecutor(client.get_executor(pure=False))
        _require_this_version(executor, address)
        try:
            yield Pool(executor, threads)
        finally:
            executor.shutdown(wait=False)


class _ClusterExecutor(Executor):
    """A cluster's executor. Its workers come and go, so each job prepares the worker it runs on."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, work: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> Future[R]:
        return self._executor.submit(_run_with_tables, work, *args, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait)  # if it does not wait, it cancels jobs that have not begun


def _run_with_tables(work: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> R:
    """Call `work` with the folder for tables that `main` uses."""
    keep_in(user_folder())
    return work(*args, **named)


def _require_this_version(executor: Executor, address: str) -> None:
    """Raise UsageError unless a worker has this version of npuzzle."""
    try:
        theirs = executor.submit(_get_version).result()
    except Exception as error:
        raise UsageError(
            f"the dask cluster at {address} cannot run npuzzle {__version__}; install it there too: {error}"
        ) from None
    if theirs != __version__:
        raise UsageError(f"the dask cluster at {address} has npuzzle {theirs}, this is {__version__}")


def _get_version() -> str:
    return __version__


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
