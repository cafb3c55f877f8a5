"""Run an untrusted program with limits on time, memory and output. This is not a sandbox.

Linux enforces all limits, and macOS all except memory. Windows enforces only the time limit: it
then ends the program's process, but not the processes that the program started. On other systems, all
processes in the program's process group end with the program. A process that leaves the group, as a daemon
does, survives.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import BinaryIO

#: The environment variables that a program gets. Others may hold passwords, or reveal where npuzzle is.
KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "PATHEXT", "SYSTEMROOT")
SETTINGS = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}  # the same run gives the same output
MOST_ERRORS, LONGEST = 2_000, 300  # bytes read from the end of standard error; characters shown of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """The limits of a program: seconds by the clock, bytes of memory, and bytes of each file it writes."""

    seconds: float
    memory: int
    output: int = 10_000_000


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended: its standard output, the seconds it ran, and why it failed ("" if it did not).

    `by_itself`: whether it ended without reaching a limit and without a signal.
    """

    output: bytes
    seconds: float
    problem: str
    by_itself: bool = False


def run_limited(command: Sequence[str], folder: Path, given: bytes, caps: Caps) -> Ended:
    """Run a command in a folder, with `given` as its standard input, until it ends or reaches a limit."""
    environment = {name: os.environ[name] for name in KEPT if name in os.environ} | SETTINGS
    with TemporaryFile() as reads, TemporaryFile() as writes, TemporaryFile() as errors:  # files never block
        reads.write(given)
        reads.seek(0)
        start = perf_counter()
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env={**environment, "HOME": str(folder), "TMPDIR": str(folder)},
                stdin=reads,
                stdout=writes,
                stderr=errors,
                start_new_session=True,
                preexec_fn=None if sys.platform == "win32" else partial(_limit, caps),
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            return Ended(b"", 0.0, f"it could not be started: {getattr(error, 'strerror', None) or error}")
        try:
            with suppress(subprocess.TimeoutExpired):
                process.wait(caps.seconds)
            late = process.returncode is None
        finally:
            _end(process)
        seconds = perf_counter() - start
        problem = f"it took more than {caps.seconds:g} seconds" if late else _explain(process, errors)
        writes.seek(0)
        return Ended(writes.read(caps.output), seconds, problem, not late and process.returncode >= 0)


def _limit(caps: Caps) -> None:
    """Set the limits, in the new process."""
    import resource

    seconds = ceil(10 * caps.seconds)  # CPU time; this also ends a process that leaves the group
    limits = [(resource.RLIMIT_AS, caps.memory), (resource.RLIMIT_CPU, seconds)]
    for kind, most in [*limits, (resource.RLIMIT_FSIZE, caps.output), (resource.RLIMIT_CORE, 0)]:
        with suppress(OSError, ValueError):  # the system has a lower limit, or none of this kind
            resource.setrlimit(kind, (most, most))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process, and all processes that it started and left running."""
    with suppress(OSError):  # all have ended
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _explain(process: subprocess.Popen[bytes], errors: BinaryIO) -> str:
    """Explain a failure by the last line of standard error. Return "" for a program that did not fail."""
    code = process.returncode
    if code == 0:
        return ""
    errors.seek(max(0, errors.seek(0, os.SEEK_END) - MOST_ERRORS))
    lines = errors.read().decode(errors="replace").strip().splitlines() or [""]
    last = "".join(mark for mark in lines[-1] if mark.isprintable())[:LONGEST]
    how = f"exit code {code}" if code > 0 else f"ended by signal {-code}"
    return f"{how}: {last}" if last else how
