"""Fixtures: no unused kernels of IDA*, and a record of the kernels that searches make."""

from __future__ import annotations

from typing import Any

import pytest

from npuzzle.compiler import Kernel
from npuzzle.search import pattern_search


@pytest.fixture
def no_kernel_lies_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_search, "_idle", [])


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> list[Kernel]:
    """Record the kernels that searches make during the test."""
    made: list[Kernel] = []

    def noted(*arguments: Any, **options: Any) -> Kernel:
        made.append(Kernel(*arguments, **options))
        return made[-1]

    monkeypatch.setattr(pattern_search, "Kernel", noted)
    return made
