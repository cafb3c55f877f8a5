"""What docs/classroom.md shows is so: its commands are run in a folder of their own, its code by itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from npuzzle import site
from npuzzle.classroom.grading import Verdict
from npuzzle.classroom.plan import Question
from npuzzle.classroom.sheets import FILES
from npuzzle.compat import cs152

TEXT = (site.ROOT / "npuzzle/docs/classroom.md").read_text(encoding="utf-8")


def blocks(fence: str) -> list[str]:
    return re.findall(rf"^```{fence}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def printed(arguments: list[str] | str, folder: Path) -> str:
    done = subprocess.run(
        arguments,
        shell=isinstance(arguments, str),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site.ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stderr == ""
    return done.stdout


def test_the_commands_of_a_course_print_what_is_shown(tmp_path: Path) -> None:
    for name, text in re.findall(r"^```\w+ file=(\S+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL):
        (tmp_path / name).write_text(text, encoding="utf-8")
    shown = blocks("console folder=course")
    assert len(shown) == 3
    for block in shown:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, output = part.split("\n", 1)
            assert printed(command.replace("python3", sys.executable), tmp_path) == output


@pytest.mark.parametrize("code", blocks("python"))
def test_code_prints_what_its_comments_say(code: str, tmp_path: Path) -> None:
    lines = iter(printed([sys.executable, "-c", code], tmp_path).splitlines())
    promised = re.findall(r"^print\(.*\)  # (.+)$", code, re.MULTILINE)
    promised += re.findall(r"^# (depth .+): ", code, re.MULTILINE)
    assert promised
    for line in sorted(promised, key=code.index):
        assert line in lines, f"{line!r} is not printed, or not in this order"


def test_every_file_question_and_name_is_told() -> None:
    assert all(f"`{name}`" in TEXT for name in FILES)
    assert all(f"`{question.value}`" in TEXT for question in Question)
    assert all(f"*{verdict.value}" in TEXT.lower() for verdict in (Verdict.LONGER, Verdict.SHORTEST))
    for name in re.findall(r"cs152\.(\w+)", "".join(blocks("python"))):
        assert hasattr(cs152, name)
