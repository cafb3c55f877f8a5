"""If `npuzzle batch` stops or loses a process, no row is lost and no row is written twice."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from npuzzle import site
from tests.support.gate import Gate, assert_whole, hear_ctrl_c, wait_until
from tests.support.terminals import heed_ctrl_c


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    made = Gate(tmp_path)
    yield made
    made.open()  # let waiting processes end


@pytest.mark.slow
def test_ctrl_c_ends_processes_and_the_same_command_continues(gate: Gate, tmp_path: Path) -> None:
    """The test sends Ctrl-C to every process, as a terminal does."""
    out = tmp_path / "out.jsonl"
    running = gate.start("--jobs", 2, "--output", out)
    gate.wait_for_processes(2)
    wait_until(lambda: out.read_text().count("\n") == 2)
    os.killpg(running.pid, signal.SIGINT)
    printed, err = running.communicate(timeout=60)
    assert (running.returncode, printed) == (1, "")
    assert err == "npuzzle: stopped; boards done: 2; run the same command again to continue\n"
    assert [json.loads(row)["line"] for row in out.read_text().splitlines()] == [1, 2]
    said = f"npuzzle: 2 boards are already answered in {out}; continuing with line 3\n"
    assert gate.open_and_run_again("--jobs", 2, "--output", out) == (0, said)
    assert_whole(out.read_text())


@pytest.mark.slow
def test_ctrl_c_is_heard_while_boards_are_awaited(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "npuzzle", "batch", "-"]
    with subprocess.Popen(
        command,
        cwd=site.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("1 2/0 3\n")
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["length"] == 1
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 1


def test_ctrl_c_ends_a_board_that_is_searched_here(gate: Gate) -> None:
    running = gate.start()
    gate.wait_for_processes(1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (1, "npuzzle: stopped; boards done: 2\n")
    assert [json.loads(row)["line"] for row in out.splitlines()] == [1, 2]


@pytest.mark.slow
def test_a_killed_process_is_reported_and_the_same_command_continues(gate: Gate, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    running = gate.start("--jobs", 2, "--output", out)
    os.kill(gate.wait_for_processes(2)[0], signal.SIGKILL)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 2
    assert err.startswith("npuzzle: a worker ended before its job was done (killed, or out of memory?)")
    assert "; boards done: 2; run the same command again to continue" in err
    assert err.endswith(", with fewer --jobs if memory was short\n")
    assert err.count("\n") == 1
    assert gate.open_and_run_again("--output", out)[0] == 0
    assert_whole(out.read_text())


@pytest.mark.slow
def test_a_batch_that_is_terminated_ends_its_processes_without_a_word(gate: Gate, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    running = gate.start("--jobs", 2, "--output", out)
    processes = gate.wait_for_processes(2)
    running.terminate()
    assert running.communicate(timeout=60) == ("", "")
    assert running.returncode == 128 + signal.SIGTERM
    assert not any(Path(f"/proc/{process}").exists() for process in processes)
    assert gate.open_and_run_again("--jobs", 2, "--output", out)[0] == 0
    assert_whole(out.read_text())


@pytest.mark.slow
def test_processes_end_with_the_one_that_started_them(gate: Gate, tmp_path: Path) -> None:
    """A killed parent cannot tell them to end. Its standard error stays open as long as they live."""
    out = tmp_path / "out.jsonl"
    running = gate.start("--jobs", 2, "--output", out)
    gate.wait_for_processes(2)
    running.kill()
    running.communicate(timeout=60)
    assert gate.open_and_run_again("--jobs", 2, "--output", out)[0] == 0
    assert_whole(out.read_text())


@pytest.mark.slow
def test_progress_shows_how_many_of_all_on_a_terminal(gate: Gate) -> None:
    main_end, far_end = pty.openpty()
    command = [sys.executable, "-m", "npuzzle", "batch", str(gate.boards), *gate.options, "--jobs", "2"]
    running = subprocess.Popen(
        command, cwd=site.ROOT, stdout=subprocess.PIPE, stderr=far_end, text=True, preexec_fn=heed_ctrl_c
    )
    os.close(far_end)
    shown = ""
    while "2 of 12 boards, 0 not solved, 0 errors, " not in shown:
        shown += os.read(main_end, 4096).decode()
    gate.open()
    out, _ = running.communicate(timeout=60)
    os.close(main_end)
    assert running.returncode == 0
    assert_whole(out)
