"""What the tests of finding tables share: a store that is new, a folder to keep tables in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from npuzzle.storage import keep_in


@pytest.fixture
def new_store() -> Iterator[None]:
    # Not at the top: its module loads wasmtime, which must come after pytest's handler of faults, else a trap
    # of a kernel ends the whole run. Where this folder is named, pytest loads this file before.
    from tests.unit.pattern_databases.common import empty_store

    with empty_store():
        yield


@pytest.fixture
def folder(tmp_path: Path, new_store: None) -> Path:
    """Name a new folder to keep tables in; the store makes it when it needs it."""
    folder = tmp_path / "a" / "b"
    keep_in(folder)
    return folder
