"""The kernel engines available on this machine, to run a test on each."""

from __future__ import annotations

import pytest

from npuzzle.compiler import available

ENGINES = pytest.mark.parametrize("engine", available())
