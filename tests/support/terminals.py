"""Commands in a real terminal: their output, and key presses."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from npuzzle import site

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ROWS, COLUMNS = 24, 80


class Terminal:
    """An npuzzle command that runs in its own terminal."""

    def __init__(
        self,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        folder: Path = site.ROOT,
        rows: int = ROWS,
        columns: int = COLUMNS,
    ) -> None:
        self._end, far_end = pty.openpty()
        fcntl.ioctl(far_end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "npuzzle", *arguments],
            cwd=folder,
            stdin=far_end,
            stdout=far_end,
            stderr=far_end,
            env={**os.environ, "PYTHONPATH": str(site.ROOT), **(environment or {})},
            preexec_fn=heed_ctrl_c,
        )
        os.close(far_end)
        self.shown = ""

    def press(self, keys: str) -> None:
        os.write(self._end, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, as a user does in a terminal."""
        self._process.send_signal(signal.SIGINT)

    def wait_for(self, text: str) -> None:
        """Read until this text is shown."""
        while text not in CODES.sub("", self.shown):
            assert self._read(), f"{text!r} is not in {self.shown!r}"

    def ended(self) -> int:
        """Read to the end; return the exit code."""
        while self._read():
            pass
        os.close(self._end)
        return self._process.wait(timeout=60)

    def _read(self) -> bool:
        """Read more; return whether there was any."""
        try:
            more = os.read(self._end, 65536).decode(errors="replace")
        except OSError:  # on Linux, when the other end is closed
            return False
        self.shown += more
        return bool(more)


class Screen(StringIO):
    """A terminal inside this process, which accepts control codes."""

    def isatty(self) -> bool:
        return True


def heed_ctrl_c() -> None:
    """React to Ctrl-C as a command in a shell does, even if the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def on_terminal(*arguments: str, **environment: str) -> str:
    """Return everything that a command shows in a terminal."""
    terminal = Terminal(*arguments, environment=environment)
    terminal.ended()
    return terminal.shown
