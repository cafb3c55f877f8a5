"""The page's own JavaScript works, in Node.js: each .test.mjs file here tests one script."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.node import find_node

FILES = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.mjs"))
def test_a_script_does_what_its_tests_say(file: Path) -> None:
    command = [find_node(), "--test-reporter=spec", str(file)]  # --test would start a second process
    run = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert run.returncode == 0, f"{file.name}\n{failures(run.stdout)}{run.stderr}"
    assert "ℹ fail 0\n" in run.stdout
    assert "ℹ pass 0\n" not in run.stdout, f"{file.name} has no tests"


def failures(report: str) -> str:
    """Return the last part of the report: the failed tests with their errors."""
    return report.partition("✖ failing tests:")[2] or report
