"""The engines of kernels that are to be had here, to try a test with each."""

from __future__ import annotations

import pytest

from npuzzle.compiler import available

ENGINES = pytest.mark.parametrize("engine", available())
