"""The commands and the code in classroom.md and marking.md print the output shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from npuzzle import site
from npuzzle.classroom.exercises import Question
from npuzzle.classroom.grading import Verdict
from npuzzle.classroom.sheets import FILES
from npuzzle.compat import cs152
from tests.support.documents import printed_by, run, takes_long, without_seconds
from tests.support.quick import mostly_slow

TEXT = "".join(
    (site.ROOT / "npuzzle/docs" / name).read_text(encoding="utf-8") for name in ("classroom.md", "marking.md")
)


def blocks(fence: str) -> list[str]:
    return re.findall(rf"^```{fence}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_commands_of_a_course_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in re.findall(r"^```\w+ file=(\S+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    shown = blocks("console folder=course")
    assert len(shown) == 3
    for block in shown:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, output = part.split("\n", 1)
            assert printed_by(command) == without_seconds(output)


@pytest.mark.slow
@pytest.mark.parametrize("code", mostly_slow(blocks("python"), lambda code: not takes_long(code)))
def test_code_prints_what_its_comments_say(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run(code, "classroom.md")
    lines = iter(capsys.readouterr().out.splitlines())
    promised = re.findall(r"^print\(.*\)  # (.+)$", code, re.MULTILINE)
    promised += re.findall(r"^# (depth .+): ", code, re.MULTILINE)
    assert promised
    for line in sorted(promised, key=code.index):
        assert line in lines, f"{line!r} must be printed, in this order"


def test_every_file_question_and_name_is_documented() -> None:
    assert all(f"`{name}`" in TEXT for name in FILES)
    assert all(f"`{question.value}`" in TEXT for question in Question)
    assert all(f"*{verdict.value}" in TEXT.lower() for verdict in (Verdict.LONGER, Verdict.SHORTEST))
    for name in re.findall(r"cs152\.(\w+)", "".join(blocks("python"))):
        assert hasattr(cs152, name)
