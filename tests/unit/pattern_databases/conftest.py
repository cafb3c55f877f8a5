"""What the tests of finding tables share: a store that is new, a folder to keep tables in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from npuzzle.storage import keep_in
from tests.unit.pattern_databases.common import empty_store


@pytest.fixture
def new_store() -> Iterator[None]:
    with empty_store():
        yield


@pytest.fixture
def folder(tmp_path: Path, new_store: None) -> Path:
    """Name a new folder to keep tables in; the store makes it when it needs it."""
    folder = tmp_path / "a" / "b"
    keep_in(folder)
    return folder
