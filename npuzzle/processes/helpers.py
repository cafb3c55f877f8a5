"""`ProcessHelpers`: processes of this machine that search subtrees, see `npuzzle.search.split_search`.

The processes are new interpreters. They import nothing from the program that starts them, so a script needs
no `if __name__ == "__main__"`. They end when their standard input ends, even if this process is killed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

from npuzzle.search.base import Message
from npuzzle.storage import cache_folder

MEMORY = 1_500_000_000  # bytes that all processes of a search may use, this one included
PROCESS_BYTES = 60_000_000  # memory of an interpreter with its engine, without pattern databases
COPIES = 2  # a process has the databases twice: as read from the file, and in the kernel's memory
ENDS = "a process was killed or ran out of memory"
SILENT = 10.0  # seconds without a message after which a process counts as lost
LONGEST_GAP = 1.0  # seconds; a longer gap between checks counts as this: perhaps this process was suspended
HANGS = f"it said nothing for {SILENT:g} seconds"
START = "import sys; sys.path[:] = {path!r}; from npuzzle.processes.child import main; main()"


def count_fitting(table_bytes: int) -> int:
    """Return how many processes fit in MEMORY if each has pattern databases of this size. At least 1."""
    return max(1, MEMORY // (PROCESS_BYTES + COPIES * table_bytes))


class ProcessHelpers:
    """Up to `count` processes, or fewer if their pattern databases would need more than MEMORY."""

    is_waiting = False  # `receive` waits

    def __init__(self, count: int) -> None:
        self._count = count
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._came: SimpleQueue[tuple[int, Message]] = SimpleQueue()
        self._silent: dict[int, float] = {}  # by helper: seconds since its last message, once it has sent one
        self._looked = monotonic()

    def is_time(self) -> bool:
        return True

    def open(self, request: Message, table_bytes: int) -> None:
        folder = cache_folder()
        first = {**request, "folder": None if folder is None else str(folder)}
        fitting = count_fitting(table_bytes)
        if fitting <= self._count:
            asked, size = self._count + 1, f"{MEMORY / 1e9:.1f} GB"
            text = f"Only {fitting} of {asked} processes fit in {size} of memory."
            self._came.put((0, {"do": "note", "text": text}))
        for helper in range(min(self._count, fitting - 1)):
            try:
                process = _start_process()
            except OSError as error:
                self._came.put((helper, {"do": "lost", "why": f"a process could not be started: {error}"}))
                continue
            self._processes[helper] = process
            Thread(
                target=_read_messages, args=(helper, process, self._came, self._silent), daemon=True
            ).start()
            self.send(helper, first)

    def send(self, helper: int, message: Message) -> None:
        process = self._processes.get(helper)
        if process is None or process.stdin is None:
            return
        with suppress(OSError, ValueError):  # the process has ended, as its last message will report
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()

    def receive(self, seconds: float) -> Sequence[tuple[int, Message]]:
        self._end_silent()
        messages = []
        with suppress(Empty):
            messages.append(self._came.get(seconds > 0, seconds or None))
            while True:
                messages.append(self._came.get_nowait())
        return messages

    def _end_silent(self) -> None:
        """Kill the processes that have sent nothing for too long."""
        now = monotonic()
        passed, self._looked = min(now - self._looked, LONGEST_GAP), now
        for helper, process in self._processes.items():
            if helper in self._silent:
                self._silent[helper] += passed
                if self._silent[helper] > SILENT:
                    process.kill()

    def close(self) -> None:
        while self._processes:
            _, process = self._processes.popitem()
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()


def _start_process() -> subprocess.Popen[bytes]:
    """Start an interpreter that finds the same package. Ctrl-C in a terminal does not reach this process."""
    settings: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        settings = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return subprocess.Popen(
        [sys.executable, "-c", START.format(path=sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **settings,
    )


def _read_messages(
    helper: int,
    process: subprocess.Popen[bytes],
    came: SimpleQueue[tuple[int, Message]],
    silent: dict[int, float],
) -> None:
    """Put all messages of a process into the queue until it ends. Each message sets `silent[helper]` to 0."""
    why = ENDS
    assert process.stdout is not None
    with suppress(OSError, ValueError):  # closed
        for line in process.stdout:
            silent[helper] = 0.0
            try:
                message: Message = json.loads(line)
            except ValueError:  # the line was cut short
                break
            if message["do"] == "failed":
                why = message["why"]
            elif message["do"] != "alive":
                came.put((helper, message))
    hangs = silent.get(helper, 0.0) > SILENT
    came.put((helper, {"do": "lost", "why": HANGS if hangs else why}))
