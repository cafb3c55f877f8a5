"""Where many boards are solved: processes of this machine, or a dask cluster; each as an executor."""

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
from threading import Thread
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
def processes(count: int) -> Iterator[Pool]:
    """Start so many new processes, which share nothing with this one and end with it.

    They ignore Ctrl-C, which this process handles. If the block is left by an exception, they are ended at
    once, whatever they do. Raises UsageError for a number out of range.
    """
    if not 1 <= count <= MOST_PROCESSES:
        raise UsageError(f"the number of processes is 1..{MOST_PROCESSES}, got {count}")
    others = set(active_children())
    executor = _Processes(count, mp_context=get_context("spawn"), initializer=_prepare_child)
    try:
        yield Pool(executor, count)
    except BaseException:
        with hold_ctrl_c():
            _end(executor, set(active_children()) - others)
        raise
    executor.shutdown()


class _Processes(ProcessPoolExecutor):
    """Starts processes as jobs come; they ignore Ctrl-C from their first moment."""

    def submit(self, work: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> Future[R]:
        with _deaf_children():
            return super().submit(work, *args, **named)


def _end(executor: Executor, children: Iterable[BaseProcess]) -> None:
    """End the pool and its processes at once, whatever they do, and wait until nothing of it is left.

    The pool drops the jobs that were cancelled first. It takes jobs in order, so that one more has begun, or
    is cancelled itself, only after them. If a process ended before that, CPython (3.11 at least) would raise
    InvalidStateError in a thread of its own. That thread has to be awaited as well: it still closes pipes
    which CPython writes to when the program ends.
    """
    last: Future[None] | None = None
    with suppress(RuntimeError):  # it is broken, and takes no job
        last = executor.submit(_nothing)
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
def cluster(address: str) -> Iterator[Pool]:
    """Use the workers of a dask scheduler.

    Jobs of a worker that is lost go to another one. If the block is left by an exception, jobs that have not
    begun are cancelled; the others run to their end. Raises UsageError if `distributed` is not installed, the
    scheduler does not answer, or its workers do not have this version of npuzzle.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise UsageError('for dask there is an extra: pip install "npuzzle[dask]"') from None
    for logger in ("distributed", "distributed.client"):  # each has a level of its own
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # what matters is raised here
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
        self._executor.shutdown(wait)  # without waiting it cancels what has not begun, whatever is asked


def _run_with_tables(work: Callable[P, R], /, *args: P.args, **named: P.kwargs) -> R:
    """Do the work with the folder for tables that `main` uses."""
    keep_in(user_folder())
    return work(*args, **named)


def _require_this_version(executor: Executor, address: str) -> None:
    try:
        theirs = executor.submit(_version).result()
    except Exception as error:
        raise UsageError(
            f"the dask cluster at {address} cannot run npuzzle {__version__}; install it there too: {error}"
        ) from None
    if theirs != __version__:
        raise UsageError(f"the dask cluster at {address} has npuzzle {theirs}, this is {__version__}")


def _version() -> str:
    return __version__


def _nothing() -> None:
    pass


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Start the processes of the block with Ctrl-C blocked; here it is delayed to the end of the block."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_child() -> None:
    sys.stdout = sys.stderr  # answers are printed by the parent; what a heuristic prints is none
    keep_in(user_folder())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent ends: a parent that was killed cannot end its pool."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
