"""`solve --jobs`: several processes search one board, and none of them outlives the search."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from npuzzle import Job, Outcome, Run, site, solve, start
from npuzzle.cli import main
from npuzzle.errors import InvalidJobError
from npuzzle.processes import child, helpers
from npuzzle.search import split_search
from tests.support.gate import hear_ctrl_c, wait_until

HARD = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"  # 80 moves: seconds, even with compiled kernels
EASY = "13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6"  # 55 moves
CHILD = "npuzzle.processes.child"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The helper processes that start during the test, where searches split from their second bound."""
    processes: list[subprocess.Popen[bytes]] = []
    start_one = helpers._start_process

    def noted() -> subprocess.Popen[bytes]:
        processes.append(start_one())
        return processes[-1]

    monkeypatch.setattr(helpers, "_start_process", noted)
    monkeypatch.setattr(split_search, "SPLIT_FROM", 0)
    return processes


def begin(**options: Any) -> Run:
    """Start a search of the hard board, and run it until helpers take part."""
    run = start(Job.create(HARD, "blank-first", processes=3, **options))
    step_until(run, lambda: run.snapshot.elsewhere > 0)
    return run


def step_until(run: Run, reached: Callable[[], bool]) -> None:
    while not reached():
        assert run.step(0) is None, run.result


@pytest.mark.slow
def test_several_processes_find_the_path_of_one(started: list[subprocess.Popen[bytes]]) -> None:
    split, alone = solve(EASY, "blank-first", processes=2), solve(EASY, "blank-first")
    assert (split.path, split.claim) == (alone.path, "proved shortest")
    assert len(started) == 1
    started[0].wait(timeout=60)  # it was killed


@pytest.mark.slow
def test_processes_end_when_the_search_is_stopped(started: list[subprocess.Popen[bytes]]) -> None:
    run = begin()
    assert run.cancel().outcome is Outcome.CANCELLED
    assert "Split over" in run.snapshot.note
    assert len(started) == 2
    assert all(process.poll() is not None for process in started)


@pytest.mark.slow
def test_the_search_goes_on_without_a_killed_process_and_says_so(
    started: list[subprocess.Popen[bytes]],
) -> None:
    run = begin()
    started[0].kill()
    step_until(run, lambda: "A worker ended early" in run.snapshot.note)
    expanded = run.snapshot.expanded
    step_until(run, lambda: run.snapshot.expanded > expanded + 10_000)
    assert run.cancel().outcome is Outcome.CANCELLED


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP to stop a process")
def test_the_search_goes_on_without_a_process_that_hangs_and_says_so(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helpers, "SILENT", 3 * child.ALIVE)
    run = begin()
    started[0].send_signal(signal.SIGSTOP)
    step_until(run, lambda: f"A worker ended early ({helpers.HANGS})" in run.snapshot.note)
    started[0].wait(timeout=60)  # it was killed
    assert started[1].poll() is None
    assert run.cancel().outcome is Outcome.CANCELLED


@pytest.mark.slow
def test_without_any_process_it_searches_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise PermissionError("not allowed here")

    monkeypatch.setattr(split_search, "SPLIT_FROM", 0)
    monkeypatch.setattr(helpers, "_start_process", refuse)
    result = solve(EASY, "blank-first", processes=2)
    assert result.length == 55
    assert "could not be started: not allowed here" in result.note


@pytest.mark.slow
def test_fewer_processes_start_where_memory_is_short(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [helpers.count_fitting(size) for size in (8_000_000, 250_000_000, 10**10)] == [19, 2, 1]
    monkeypatch.setattr(helpers, "MEMORY", 2 * helpers.PROCESS_BYTES)
    result = solve(EASY, "blank-first", processes=8)
    assert result.length == 55
    assert result.note == "Only 1 of 8 processes fit in 0.1 GB of memory."
    assert not started


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "astar"}, "astar with linear-conflict runs in one process"),
        ({"heuristic": "manhattan"}, "idastar with manhattan runs in one process"),
        ({"processes": 0}, "processes must be a whole number from 1 to 256, got 0"),
        ({"processes": True}, "processes must be a whole number from 1 to 256, got True"),
        ({"algorithm": "anytime", "expanded": 9}, "anytime with a limit of expanded states runs in one"),
    ],
)
def test_processes_that_would_do_nothing_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidJobError, match=message.replace(".", r"\.")):
        Job.create(EASY, **{"processes": 2, **options})


def test_a_small_board_has_nothing_to_split(capsys: pytest.CaptureFixture[str]) -> None:
    """A named algorithm is rejected; the automatic choice says that it uses one process."""
    board = "1 2 3/4 5 6/0 7 8"
    assert main.main(["solve", board, "--jobs", "2", "--algorithm", "astar"]) == 2
    assert "astar with linear-conflict runs in one process" in capsys.readouterr().err
    assert main.main(["solve", board, "--jobs", "2"]) == 0
    assert "It runs in one process, as only searches of larger boards are split." in capsys.readouterr().out


@pytest.mark.slow_cases("killed", "Ctrl-C")
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc to list processes")
@pytest.mark.parametrize("way", ["Ctrl-C", "killed"])
def test_no_process_outlives_the_command(way: str) -> None:
    command = [sys.executable, "-m", "npuzzle", "solve", HARD, "--goal", "blank-first", "-j", "3"]
    with subprocess.Popen(
        command,
        cwd=site.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    ) as running:
        wait_until(lambda: len(children(running.pid)) == 2)
        found = children(running.pid)
        running.send_signal(signal.SIGINT if way == "Ctrl-C" else signal.SIGKILL)
        out, _ = running.communicate(timeout=60)
    wait_until(lambda: not any(map(is_helper, found)))
    if way == "Ctrl-C":
        assert running.returncode == 0
        assert out.startswith("Cancelled, but a path of ")


def children(parent: int) -> list[int]:
    """List the helper processes of a process."""
    numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return [number for number in numbers if is_helper(number) and parent_of(number) == parent]


def is_helper(number: int) -> bool:
    try:
        return CHILD.encode() in Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return False


def parent_of(number: int) -> int:
    try:
        return int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0
