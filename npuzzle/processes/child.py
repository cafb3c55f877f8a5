"""The program of a worker process: it reads messages from standard input and writes to standard output.

Two threads run next to the search. The first reads standard input, so that the process ends as soon as the
input ends. The second sends signs of life, so that a process in a long search step is not taken for a process
that hangs. Anything that Python code prints goes to standard error, because standard output carries messages
only.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import perf_counter, sleep
from typing import IO

from npuzzle.errors import describe_exception
from npuzzle.progress import run_to_end
from npuzzle.search.anytime.shared_beams import iter_open_worker
from npuzzle.search.base import Message
from npuzzle.search.subtrees import Pace
from npuzzle.storage import keep_in

SLICE = 0.03  # seconds of search between checks for messages
ALIVE = 1.0  # seconds between signs of life

_writing = Lock()  # held by the thread that writes a message


def main() -> None:
    """Serve until standard input ends."""
    output = sys.stdout.buffer
    sys.stdout = sys.stderr  # standard output carries messages only
    came: SimpleQueue[Message] = SimpleQueue()
    Thread(target=_read_input, args=(sys.stdin.buffer, came), daemon=True).start()
    Thread(target=_say_alive, args=(output,), daemon=True).start()
    try:
        for message in _serve(came):
            _write(output, message)
    except Exception as error:
        _write(output, {"do": "failed", "why": describe_exception(error)})


def _serve(came: SimpleQueue[Message]) -> Iterator[Message]:
    """Yield the answers to messages as they arrive. The first message opens the worker."""
    request = came.get()
    keep_in(None if request["folder"] is None else Path(request["folder"]))
    worker = run_to_end(iter_open_worker(request))
    yield {"do": "ready"}
    pace = Pace(SLICE)
    while True:
        try:
            while True:
                yield from worker.receive(came.get(block=not worker.has_work))
        except Empty:
            began = perf_counter()
            report = worker.work(pace.states)
            pace.note(report["expanded"], perf_counter() - began)
            yield report


def _read_input(lines: IO[bytes], came: SimpleQueue[Message]) -> None:
    """Read messages until the process that sends them closes the pipe or ends. Then end this process."""
    for line in lines:
        came.put(json.loads(line))
    os._exit(0)


def _say_alive(output: IO[bytes]) -> None:
    """Send a sign of life every second, because a process that sends nothing counts as lost."""
    while True:
        _write(output, {"do": "alive"})
        sleep(ALIVE)


def _write(output: IO[bytes], message: Message) -> None:
    try:
        with _writing:
            output.write(json.dumps(message).encode() + b"\n")
            output.flush()
    except OSError:  # the other end is closed
        os._exit(0)
