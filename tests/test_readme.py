"""The README tells the truth: its code runs, its commands print what it shows."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from npuzzle import cli, site

README = (site.ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def without_seconds(text: str) -> str:
    return re.sub(r"[\d.]+ seconds", "N seconds", text)


def console() -> list[tuple[str, str]]:
    """Each command shown, with the output shown below it."""
    shown = [re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] for block in blocks("console")]
    return [tuple(part.split("\n", 1)) for block in shown for part in block]  # type: ignore[misc]


@pytest.mark.parametrize(("command", "output"), console(), ids=[command for command, _ in console()])
def test_a_command_prints_what_the_readme_shows(command: str, output: str) -> None:
    done = subprocess.run(
        command.replace("python3", sys.executable),
        shell=True,
        cwd=site.ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    assert without_seconds(done.stdout) == without_seconds(output)


@pytest.mark.parametrize("code", blocks("python"))
def test_code_runs_and_prints_what_its_comments_say(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "README.md", "exec"), {"__name__": "readme"})
    lines = capsys.readouterr().out.splitlines()
    if "quick" in code or "check(" in code:
        assert lines[0] == "False"
        assert lines[1].startswith("9 proved shortest ")
        assert code.count("\n") <= 6
    else:
        assert lines[-1] == "31 proved shortest"


def test_every_command_and_option_is_told() -> None:
    parser = cli._parser()
    commands = next(action for action in parser._actions if action.choices).choices
    assert isinstance(commands, dict)
    for name, command in commands.items():
        assert f"`{name}" in README, name
        options = {
            text for action in command._actions for text in action.option_strings if text.startswith("--")
        }
        assert all(option in README for option in options - {"--help"}), name


def test_the_picture_is_there() -> None:
    for name in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (site.ROOT / name).is_file()
