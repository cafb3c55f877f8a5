"""Every case named by `slow_cases` exists: otherwise a renamed case would run among the quick tests."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from npuzzle import site
from tests.support.sources import parse


def cases_of(decorator: ast.expr) -> list[str]:
    """List the cases that a decorator names, if it is `slow_cases`."""
    is_it = isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.slow_cases"
    return [ast.literal_eval(name) for name in decorator.args] if is_it else []  # type: ignore[attr-defined]


@pytest.mark.slow
def test_every_slow_case_is_a_case() -> None:
    named = {
        f"{path.relative_to(site.ROOT).as_posix()}::{function.name}[{case}]"
        for path in (site.ROOT / "tests").rglob("test_*.py")
        for function in parse(path).body
        if isinstance(function, ast.FunctionDef)
        for decorator in function.decorator_list
        for case in cases_of(decorator)
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "--quiet",
        "-m",
        "",
        "-p",
        "no:cacheprovider",
    ]
    files = sorted({name.split("::")[0] for name in named})
    listed = subprocess.run(
        [*command, *files], cwd=site.ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert len(named) > 50
    assert named - set(listed.splitlines()) == set()
