"""Fixtures for the tests of finding tables: an empty store, and a folder to save tables in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from npuzzle.storage import keep_in


@pytest.fixture
def new_store() -> Iterator[None]:
    # Not at the top: the module loads wasmtime, which must come after pytest's fault handler; otherwise a
    # kernel's trap ends the whole run. If the command line names this folder, pytest loads this file earlier.
    from tests.unit.pattern_databases.common import empty_store

    with empty_store():
        yield


@pytest.fixture
def folder(tmp_path: Path, new_store: None) -> Path:
    """Name a new folder to save tables in. The store creates it when needed."""
    folder = tmp_path / "a" / "b"
    keep_in(folder)
    return folder
