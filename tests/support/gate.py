"""Boards that wait at a gate, so that a test can stop a batch while it solves them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import sleep

from npuzzle import Shape, goal_board, random_walk, site

#: A heuristic that creates a file named after its process, then waits until the file `open` exists.
GATED = """
import os, time
from pathlib import Path

FOLDER = Path({folder!r})

def gated(board):
    (FOLDER / str(os.getpid())).touch()
    while not (FOLDER / "open").exists():
        time.sleep(0.01)
    return 0
"""


def hear_ctrl_c() -> None:
    """Let a child process react to Ctrl-C, which it ignores if a shell runs the tests in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(6_000):
        if condition():
            return
        sleep(0.01)
    raise TimeoutError("the condition was still false after a minute")


class Gate:
    """Twelve boards: the first two are solved immediately, the others once the gate is open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "gate"
        self.folder.mkdir()
        goal = goal_board("blank-last", Shape(3, 3))
        walks = [random_walk(goal, 7, Random(seed)) for seed in range(1, 11)]
        self.boards = folder / "gated.txt"
        self.boards.write_text("".join(f"{board}\n" for board in [goal, goal, *walks]), encoding="utf-8")
        self.heuristic = folder / "gate.py"
        self.heuristic.write_text(GATED.format(folder=str(self.folder)), encoding="utf-8")
        self.options = ["--heuristic", f"{self.heuristic}:gated", "--algorithm", "astar"]

    def start(self, *options: object) -> subprocess.Popen[str]:
        """Start a batch of the boards in its own process group, with its output captured."""
        command = [sys.executable, "-m", "npuzzle", "batch", str(self.boards), *self.options]
        return subprocess.Popen(
            [*command, *map(str, options)],
            cwd=site.ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=hear_ctrl_c,
        )

    def wait_for_processes(self, count: int) -> list[int]:
        """Wait until `count` processes are at the gate; return them."""
        wait_until(lambda: len(list(self.folder.iterdir())) >= count)
        return [int(path.name) for path in self.folder.iterdir()]

    def open_and_run_again(self, *options: object) -> tuple[int, str]:
        """Open the gate and run the batch again; return the exit code and the errors."""
        self.open()
        running = self.start(*options)
        _, err = running.communicate(timeout=60)
        return running.returncode, err

    def open(self) -> None:
        (self.folder / "open").touch()


def assert_whole(text: str) -> None:
    """Assert that there are twelve rows in order, each proved shortest."""
    rows = [json.loads(row) for row in text.splitlines()]
    assert [row["line"] for row in rows] == list(range(1, 13))
    assert {row["outcome"] for row in rows} == {"solved"}


def without_seconds(text: str) -> str:
    return re.sub(r'"seconds": [\d.e-]+', '"seconds": 0', text)
