"""What the tests of the engines share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from npuzzle.compiler import available, kernel


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """What is available is worked out anew, in this test and after it."""
    available.cache_clear()
    monkeypatch.setattr(kernel, "_given_up", {})
    yield monkeypatch
    monkeypatch.undo()
    available.cache_clear()
