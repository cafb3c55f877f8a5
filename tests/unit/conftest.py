"""Fixtures for all unit tests: run a command inside this process, and write files for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from npuzzle.cli.main import main
from tests.support.command_line import Call, Called, Save


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command: `call("solve", board, "--json").json`."""

    def called(*words: object) -> Called:
        return Called(main([*map(str, words)]), *capsys.readouterr())

    return called


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Write a file. Return its path: `call("batch", save("1 2/0 3"))`."""

    def saved(content: str | bytes, name: str = "boards.txt") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return saved
