"""Output that fails: a full disk, a closed stream, a reader that has left."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from io import StringIO

import pytest

from npuzzle import site
from npuzzle.cli.main import main
from tests.support.quick import mostly_slow


def run_into(output: str, *arguments: str, unbuffered: str) -> subprocess.CompletedProcess[str]:
    """A command whose output goes to that device, or nowhere."""
    given = f"exec '{sys.executable}' -m npuzzle {shlex.join(arguments)} {output}"
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    return subprocess.run(
        ["sh", "-c", given],
        cwd=site.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


ANSWERS = [
    ["--help"],
    ["--version"],
    ["solve", "--help"],
    ["solve", "1 2/0 3"],
    ["check", "1 2/0 3"],
    ["scramble", "2x2"],
    ["certify", "zero", "--shape", "2x2", "--against", "none"],
    ["compare", "1 2/0 3", "--heuristics", "zero"],
    ["trace", "1 2/0 3"],
    ["tables", "list"],
    ["tables", "list", "--help"],
]
JSON = [[*words, "--json"] for words in ANSWERS if not words[-1].startswith("--")]


@pytest.mark.parametrize("arguments", [*ANSWERS, *JSON, ["batch", "-"], ["solve", "1 1", "--json"]])
def test_a_full_disk_is_one_line_and_exit_code_2(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("1 2/0 3\n"))
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)
        code = main(arguments)
        assert full.closed
    monkeypatch.undo()
    assert capsys.readouterr().err == ("npuzzle: cannot write to standard output: No space left on device\n")
    assert code == 2


@pytest.mark.parametrize("unbuffered", mostly_slow(["", "1"]))
@pytest.mark.parametrize(
    "arguments", mostly_slow([["--version"], ["check", "1 2/0 3"], ["check", "1 2/0 3", "--json"]])
)
def test_python_adds_nothing_to_what_is_said_of_a_full_disk(arguments: list[str], unbuffered: str) -> None:
    done = run_into("> /dev/full", *arguments, unbuffered=unbuffered)
    assert done.stderr == "npuzzle: cannot write to standard output: No space left on device\n"
    assert done.returncode == 2
    done = run_into(">&-", *arguments, unbuffered=unbuffered)
    assert done.stderr == "npuzzle: cannot write to standard output: it is closed\n"
    assert done.returncode == 2


@pytest.mark.slow
def test_an_error_has_its_exit_code_even_if_it_cannot_be_printed() -> None:
    for output in ("2> /dev/full", "2>&-", "> /dev/full 2>&1"):
        assert run_into(output, "check", "1 1", unbuffered="").returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_had_enough_is_no_error(unbuffered: str) -> None:
    """The trace is longer than what a pipe holds."""
    done = run_into(
        "| head -n 1", "trace", "8 6 7/2 5 4/3 0 1", "--max-expanded", "3000", unbuffered=unbuffered
    )
    assert done.stdout.startswith("   1  8 6 7/2 5 4/3 0 1")
    assert done.stderr == ""


def test_standard_error_stays_open_when_a_reader_has_had_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with open(write_end, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr("sys.stdout", pipe)
        assert main(["check", "1 2/0 3"]) == 0
    print("still heard", file=sys.stderr)
    assert capsys.readouterr().err == "still heard\n"
