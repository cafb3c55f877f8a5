"""The command line inside this process, and the fields of its results."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from npuzzle.cli.main import main

#: The fields of a result as JSON, in their order.
FIELDS = [
    "board",
    "goal",
    "outcome",
    "claim",
    "assumes",
    "lower_bound",
    "length",
    "moves",
    "notation",
    "metric",
    "expanded",
    "generated",
    "peak_frontier",
    "frontier",
    "stored",
    "deepest",
    "memory",
    "seconds",
    "algorithm",
    "heuristic",
    "option",
    "promised",
    "engine",
    "tables",
    "workers",
    "note",
    "every",
    "ended",
    "lengths",
    "why",
    "iterations",
]
#: A 4x4 board whose search reaches any limit that a test sets.
HARD = "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0"


class Called(NamedTuple):
    """The exit code of a command, its output and its errors."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def rows(self) -> list[Any]:
        """The rows of a batch."""
        return [json.loads(line) for line in self.out.splitlines()]


Call = Callable[..., Called]
Save = Callable[..., Path]


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command inside this process; return the exit code, the output and the errors."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err
