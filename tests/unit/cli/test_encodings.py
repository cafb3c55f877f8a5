"""Names in any script are written intact to files, pipes and terminals of any encoding."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from npuzzle import site
from npuzzle.cli.main import main
from tests.support.quick import mostly_slow
from tests.support.terminals import Terminal


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Make a folder with a set of exercises for 李雷, and his answers."""
    (tmp_path / "names.txt").write_text("李雷\n", encoding="utf-8")
    (tmp_path / "answers.csv").write_text("number,student,path\n1,李雷,\n1,韩梅梅,R\n", encoding="utf-8")
    options = ["--depths", "4", "--seed", "1", "--students", str(tmp_path / "names.txt")]
    assert main(["exercises", str(tmp_path / "set"), *options]) == 0
    return tmp_path


def said(encoding: str, *arguments: str | bytes, folder: Path) -> tuple[int, str]:
    """Run a command whose standard output starts in this encoding. Return exit code and UTF-8 output."""
    done = subprocess.run(
        [sys.executable, "-m", "npuzzle", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site.ROOT), "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.stderr == b""
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize("encoding", mostly_slow(["cp1252", "ascii", "ascii:strict", "utf-8"]))
@pytest.mark.parametrize("form", mostly_slow([[], ["--csv"]]))
def test_names_in_any_script_go_out_in_utf8_to_what_is_not_a_terminal(
    course: Path, encoding: str, form: list[str]
) -> None:
    code, out = said(encoding, "grade", "set/exercises.csv", "answers.csv", *form, folder=course)
    assert code == 2
    assert "李雷" in out
    assert "韩梅梅" in out
    assert (out.count("\n"), out.count("\r")) == (3 if form else 8, 0)


@pytest.mark.slow
def test_a_folder_of_any_name_is_reported(course: Path) -> None:
    options = ["--depths", "2", "--seed", "1"]
    assert "Written to 三: " in said("cp1252", "exercises", "三", *options, folder=course)[1]
    no_utf8 = said("utf-8", "exercises", b"caf\xe9", *options, folder=course)
    assert no_utf8[0] == 0
    assert r"Written to caf\udce9: " in no_utf8[1]


@pytest.mark.slow
def test_a_terminal_that_lacks_a_character_shows_its_code(course: Path) -> None:
    terminal = Terminal(
        "grade",
        "set/exercises.csv",
        "answers.csv",
        environment={"PYTHONIOENCODING": "cp1252"},
        folder=course,
    )
    assert terminal.ended() == 2
    assert r"\u674e\u96f7" in terminal.shown
    assert "Traceback" not in terminal.shown
