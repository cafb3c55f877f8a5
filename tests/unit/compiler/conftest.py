"""A fixture for the tests of the engines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from npuzzle.compiler import available, kernel


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Determine the available engines afresh, in this test and after it."""
    available.cache_clear()
    monkeypatch.setattr(kernel, "_given_up", {})
    yield monkeypatch
    monkeypatch.undo()
    available.cache_clear()
