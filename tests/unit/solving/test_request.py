"""The way of a request: its text is read once, its algorithm chosen once, its problem made once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from npuzzle import Problem, solve
from npuzzle.cli.main import main
from npuzzle.puzzle import board as board_module
from npuzzle.solving import job as job_module

BOARD = "8 6 7/2 5 4/3 0 1"
SOLVED = "1 2 3/4 5 6/7 8 0"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each step is taken, and of each text how often it is read."""
    counted: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **options: Any) -> Any:
            counted[given[0].strip() if name == "read" else name] += 1
            return function(*given, **options)

        return call

    monkeypatch.setattr(Problem, "__init__", counting("problem", Problem.__init__))
    monkeypatch.setattr(job_module, "choose_algorithm", counting("choose", job_module.choose_algorithm))
    monkeypatch.setattr(board_module, "read_plain", counting("read", board_module.read_plain))
    return counted


ONCE = {BOARD: 1, "choose": 1, "problem": 1}


def test_in_the_library(calls: Counter[str]) -> None:
    solve(BOARD)
    assert calls == ONCE


def test_on_the_command_line(calls: Counter[str]) -> None:
    assert main(["solve", BOARD]) == 0
    assert calls == ONCE


def test_in_a_row_of_a_batch(calls: Counter[str], tmp_path: Path) -> None:
    """Beside those of the template, which says that the options fit."""
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{SOLVED}\n")
    assert main(["batch", str(boards)]) == 0
    template = Counter(calls)
    calls.clear()
    boards.write_text(f"{SOLVED}\n{BOARD}\n")
    assert main(["batch", str(boards)]) == 0
    assert calls - template == ONCE
