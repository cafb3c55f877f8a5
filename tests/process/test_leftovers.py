"""A run of the tests leaves no files in the temporary folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from npuzzle import site

TRIED = "tests/unit/pattern_databases/test_symmetry.py"


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--collect-only"], [], ["--numprocesses", "1"]], ids=" ".join)
def test_a_run_leaves_no_folder(options: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TRIED, *options]
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path), "TMP": str(tmp_path)}
    run = subprocess.run(command, cwd=site.ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("npuzzle-")] == []
