"""The help of every command has an example, and every example works."""

from __future__ import annotations

import csv
import re
import shlex
import shutil
from pathlib import Path

import pytest

from npuzzle.cli.main import main, make_parser
from tests.support.terminals import Terminal

PARSED_ONLY = ("serve", "build", "mark")  # they need the page or students' files


COMMANDS = {parser.prog: parser for parser in make_parser().walk()}
EXAMPLES = {name: parser.example for name, parser in COMMANDS.items()}


def words_of(example: str) -> list[str]:
    first, *words = shlex.split(example)
    assert first == "npuzzle"
    return words


#: Examples that print something and end by themselves.
WORKING = sorted(
    example for example in set(EXAMPLES.values()) if words_of(example)[0] not in (*PARSED_ONLY, "play")
)


@pytest.fixture(scope="module")
def named_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the files that the examples name, once for all tests."""
    made = tmp_path_factory.mktemp("named")
    (made / "session.txt").write_text("1 2 3/4 5 6/7 0 8 L\n", encoding="utf-8")
    (made / "boards.txt").write_text("1 2 3/4 5 6/7 0 8\n8 6 7/2 5 4/3 0 1\n", encoding="utf-8")
    assert main(["tables", "build", "2x3", "--output", str(made / "my.tables")]) == 0
    assert main(["exercises", str(made / "week3"), "--depths", "4,8,12", "--per-depth", "2"]) == 0
    with open(made / "week3/exercises.csv", encoding="utf-8", newline="") as key:
        answers = [f"{row['number']},{row['path']}" for row in csv.DictReader(key)]
    (made / "answers.csv").write_text("\n".join(["number,path", *answers]), encoding="utf-8")
    return made


@pytest.fixture
def folder(named_files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a copy of these files for one example."""
    capsys.readouterr()
    return Path(shutil.copytree(named_files, tmp_path, dirs_exist_ok=True))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_shows_its_example_whole(name: str) -> None:
    assert f"\nExample: {EXAMPLES[name]}\n" in COMMANDS[name].format_help()
    assert EXAMPLES[name].startswith(f"{name} ")


def of_play(example: str) -> bool:
    return words_of(example)[0] == "play"


@pytest.mark.parametrize("example", sorted(set(EXAMPLES.values())))
def test_an_example_can_be_read(example: str) -> None:
    make_parser().parse_args(words_of(example))


@pytest.mark.slow
@pytest.mark.parametrize("example", sorted(filter(of_play, set(EXAMPLES.values()))))
def test_an_example_of_play_works(example: str, folder: Path) -> None:
    terminal = Terminal(*words_of(example), folder=folder)
    terminal.wait_for("Moves: 0.")
    terminal.press("q")
    assert terminal.ended() == 0


@pytest.mark.slow_cases(
    "npuzzle tables list --json",
    "npuzzle tables list",
    "npuzzle batch boards.txt --output answers.jsonl",
    "npuzzle compare --random 10 --algorithms astar,idastar --heuristics manhattan",
)
@pytest.mark.parametrize("example", WORKING)
def test_an_example_works(
    example: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert main(words_of(example)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out or (folder / "answers.jsonl").stat().st_size


def test_the_main_help_states_exit_codes_and_environment() -> None:
    told = COMMANDS["npuzzle"].format_help()
    codes = re.search(r"^Exit codes: (.*)$", told, re.MULTILINE)
    assert codes is not None
    assert re.findall(r"\b\d+\b", codes[1]) == ["0", "1", "2", "3", "130"]
    for name in ("NO_COLOR", "NPUZZLE_CACHE"):
        assert name in told


@pytest.mark.slow
def test_ctrl_c_before_there_is_an_answer_is_exit_code_130() -> None:
    terminal = Terminal("tables", "build", "4x4", "--engine", "python")
    terminal.wait_for("building")
    terminal.interrupt()
    assert terminal.ended() == 130
    assert "Built" not in terminal.shown
    assert "Traceback" not in terminal.shown
