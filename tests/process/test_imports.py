"""A command line loads the modules of its own command, and none of another command."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

from npuzzle import site
from npuzzle.cli.main import COMMANDS, Command

pytestmark = pytest.mark.slow

#: Runs each command line as if the package was not loaded yet, and prints the modules that it loaded.
LOADING = """
import contextlib, importlib, io, json, sys
found = []
for words in json.load(sys.stdin):
    for name in [name for name in sys.modules if name.split(".")[0] == "npuzzle"]:
        del sys.modules[name]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        importlib.import_module("npuzzle.cli.main").main(words)
    found.append(sorted(name for name in sys.modules if name.split(".")[0] == "npuzzle"))
print(json.dumps(found))
"""
LINES = [
    ["--version"],
    ["--help"],
    ["solve", "1 2 3/4 5 6/7 0 8"],
    ["check", "1 2 3/4 5 6/7 0 8"],
    ["scramble", "3x3"],
    *([command.name, "--help"] for command in COMMANDS),
]
#: Modules that read the command line, which belong to no command.
READING = {
    "npuzzle",
    "npuzzle.cli",
    "npuzzle.cli.main",
    "npuzzle.cli.parser",
    "npuzzle.cli.terminal",
    "npuzzle.errors",
    "npuzzle.numbers",
    "npuzzle.lazy",
    "npuzzle.storage",
    "npuzzle.text",
    "npuzzle.version",
}
COMMAND_MODULES = {f"npuzzle.cli.{command.place.split(':')[0]}" for command in COMMANDS} - READING
LABORATORY = {f"npuzzle.lab.{name}" for name in ("certificate", "comparison", "tracing")}

#: `solve` also loads this module, because it resumes the proofs that the command `proofs` lists.
RESUMING = {"npuzzle.cli.proofs"}


@cache
def loaded() -> dict[str, set[str]]:
    """Return the package's modules that each command line loads."""
    done = subprocess.run(
        [sys.executable, "-c", LOADING],
        cwd=site.ROOT,
        input=json.dumps(LINES),
        capture_output=True,
        text=True,
        check=True,
    )
    return {" ".join(words): set(names) for words, names in zip(LINES, json.loads(done.stdout), strict=True)}


@pytest.mark.parametrize("line", ["--version", "--help"])
def test_version_and_help_load_no_command(line: str) -> None:
    assert loaded()[line] == READING


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_help_of_a_command_loads_that_command_only(command: Command) -> None:
    names = loaded()[f"{command.name} --help"]
    others = RESUMING if command.name == "solve" else set()
    assert names & COMMAND_MODULES == {f"npuzzle.cli.{command.place.split(':')[0]}"} - READING | others
    own = {
        "certify": "certificate",
        "compare": "comparison",
        "trace": "tracing",
        "mark": "certificate comparison",
    }
    assert names & LABORATORY <= {f"npuzzle.lab.{name}" for name in own.get(command.name, "").split()}


def test_to_solve_a_board_loads_no_laboratory_and_no_other_command() -> None:
    names = loaded()["solve 1 2 3/4 5 6/7 0 8"]
    assert names & COMMAND_MODULES == {"npuzzle.cli.solve"} | RESUMING
    assert not [
        name for name in names if name.startswith(("npuzzle.lab", "npuzzle.classroom", "npuzzle.site"))
    ]


@pytest.mark.parametrize("line", ["check 1 2 3/4 5 6/7 0 8", "scramble 3x3"])
def test_to_check_or_make_a_board_loads_no_search(line: str) -> None:
    above = (
        "npuzzle.search",
        "npuzzle.solving",
        "npuzzle.heuristics",
        "npuzzle.compiler",
        "npuzzle.kernels",
        "npuzzle.pattern_da",
    )
    assert not [name for name in loaded()[line] if name.startswith(above)]
