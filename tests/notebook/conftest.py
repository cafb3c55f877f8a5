"""The package as Pyodide and JupyterLite get it."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from npuzzle import __version__, site


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package's files, and what an installer reads of a wheel."""
    path = tmp_path_factory.mktemp("wheel") / f"npuzzle-{__version__}-py3-none-any.whl"
    about = f"npuzzle-{__version__}.dist-info"
    with ZipFile(path, "w") as archive:
        for file in sorted((site.ROOT / "npuzzle").rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                archive.write(file, file.relative_to(site.ROOT))
        archive.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: npuzzle\nVersion: {__version__}\n"
        )
        archive.writestr(
            f"{about}/WHEEL",
            "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr(f"{about}/RECORD", "")
    return path
