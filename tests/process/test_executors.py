"""However a block with a pool of processes ends, no process remains and nothing is printed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from multiprocessing import active_children
from os import getpid
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from npuzzle.cli.batch import open_processes
from npuzzle.storage import cache_folder, keep_in, user_folder
from tests.support.quick import mostly_slow


@pytest.mark.parametrize("wait", mostly_slow([0.0, 0.3]))
def test_a_pool_that_is_left_by_ctrl_c_ends_at_once_and_without_a_word(
    monkeypatch: pytest.MonkeyPatch, wait: float
) -> None:
    """Processes are working, and the waiting jobs have been cancelled."""

    def press_ctrl_c_at_work() -> None:
        with open_processes(2) as executor:
            jobs = [executor.submit(sleep, 60) for _ in range(40)]
            sleep(wait)
            for job in jobs:
                job.cancel()
            raise KeyboardInterrupt

    raised: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    began = monotonic()
    for _ in range(4):
        with pytest.raises(KeyboardInterrupt):
            press_ctrl_c_at_work()
    assert raised == []
    assert active_children() == []
    assert monotonic() - began < 40


def is_born_deaf(seen: Path) -> tuple[int, bool]:
    """Return this process's id, and whether it has blocked Ctrl-C from its start."""
    (seen / str(getpid())).touch()
    ends = monotonic() + 50
    while len(list(seen.iterdir())) < 2 and monotonic() < ends:  # the other job must get the other process
        sleep(0.05)
    return getpid(), signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no signal masks")
def test_every_process_of_a_pool_is_deaf_to_ctrl_c_from_its_first_moment(tmp_path: Path) -> None:
    with open_processes(2) as executor:
        answers = [executor.submit(is_born_deaf, tmp_path) for _ in range(2)]
        (first, one), (second, other) = (answer.result(timeout=60) for answer in answers)
    assert first != second
    assert one
    assert other


def folder_of_tables() -> Path | None:
    return cache_folder()


@pytest.fixture
def elsewhere() -> Iterator[None]:
    """Turn this process's cache of tables off during a test."""
    before = cache_folder()
    keep_in(None)
    yield
    keep_in(before)


@pytest.mark.slow
@pytest.mark.usefixtures("elsewhere")
def test_workers_keep_tables_where_the_user_does() -> None:
    wanted = user_folder()
    assert wanted is not None
    with open_processes(1) as executor:
        assert executor.submit(folder_of_tables).result(timeout=60) == wanted
    assert folder_of_tables() is None
