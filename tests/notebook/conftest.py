"""The package as Pyodide and JupyterLite get it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.installed import build_package


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_package(tmp_path_factory.mktemp("wheel"))
